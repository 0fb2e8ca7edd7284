//! Means and counts over functions.

/// A difference below this is rounding: the judge adds block frequencies in different orders.
const ROUNDING: f64 = 1e-6;

/// The geometric mean of positive ratios; none of no ratios.
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut logarithms, mut count) = (0.0, 0u32);
    for ratio in ratios {
        logarithms += ratio.ln();
        count += 1;
    }
    (count > 0).then(|| (logarithms / f64::from(count)).exp())
}

/// The ratio of two move costs, (x + 1) / (y + 1): many functions cost nothing.
pub fn cost_ratio(cost: f64, base: f64) -> f64 {
    (cost + 1.0) / (base + 1.0)
}

/// Whether a cost is lower than another one by more than rounding.
pub fn is_lower(cost: f64, other: f64) -> bool {
    cost < other - ROUNDING * other.abs().max(1.0)
}

/// The least of the values; infinite of none.
pub fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The middle of the values, the mean of the middle two of an even number; none of no values.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_hand() {
        let mean = geometric_mean([0.5, 2.0, 8.0]).expect("three values");
        assert!((mean - 2.0).abs() < 1e-12, "{mean}");
        assert_eq!(geometric_mean([]), None);
    }

    #[test]
    fn medians_by_hand() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn free_functions_have_a_ratio() {
        assert_eq!(cost_ratio(0.0, 0.0), 1.0);
        assert_eq!(cost_ratio(3.0, 1.0), 2.0);
    }

    #[test]
    fn rounding_is_no_difference() {
        assert!(is_lower(1.0, 1.1));
        assert!(!is_lower(1.0, 1.0 + 1e-9));
        assert!(!is_lower(1e9, 1e9 + 1.0));
    }
}
