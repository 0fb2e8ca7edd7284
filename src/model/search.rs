//! Search in sorted lists for a place that is mostly near the beginning.

/// The number of items at the beginning of a list for which `is_before` holds; it holds for none behind
/// those. The steps grow until one goes too far (exponential search; Bentley and Yao 1976), so that it takes
/// the logarithm of that number, and not of the list's length.
#[inline]
pub fn count_before<T>(list: &[T], is_before: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut step) = (0, 1);
    while list.get(low + step - 1).is_some_and(&is_before) {
        low += step;
        step *= 2;
    }
    let high = list.len().min(low + step - 1);
    low + list[low..high].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_what_a_binary_search_finds() {
        for length in 0..40 {
            let list: Vec<usize> = (0..length).collect();
            for bound in 0..=length {
                assert_eq!(count_before(&list, |&item| item < bound), bound);
            }
        }
    }
}
