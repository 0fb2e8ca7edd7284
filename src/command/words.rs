//! Numbers with the words for what they count.

use std::fmt::Display;

/// As in `1 line` or `2 lines`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, several: &str) -> String {
    let what = if count == N::from(1) { one } else { several };
    format!("{count} {what}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular() {
        let of = |count: u32| counted(count, "copy", "copies");
        assert_eq!([0, 1, 2].map(of), ["0 copies", "1 copy", "2 copies"]);
    }
}
