//! Reduces a text that makes something fail to a small one that still does: delta debugging
//! (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).

/// The text without the lines, and then the words, that the failure does not need. `fails` has to
/// hold for `text`; it is asked about texts that mean nothing, too. One line or word less, and the
/// result does not fail any more.
pub fn reduce(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let lines = minimise(lines, &mut |kept| fails(&kept.concat()));
    let words: Vec<&str> = lines.iter().flat_map(|line| line.split_inclusive(' ')).collect();
    minimise(words, &mut |kept| fails(&kept.concat())).concat()
}

/// Drops ever smaller runs of parts, until no single one can go.
fn minimise<'t>(mut parts: Vec<&'t str>, fails: &mut dyn FnMut(&[&str]) -> bool) -> Vec<&'t str> {
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let (mut start, before) = (0, parts.len());
        while start < parts.len() {
            let end = (start + size).min(parts.len());
            let without = [&parts[..start], &parts[end..]].concat();
            if fails(&without) {
                parts = without;
            } else {
                start = end;
            }
        }
        // What did not go alone may go now that others are gone.
        if size > 1 || parts.len() == before {
            size /= 2;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::reduce;

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let text = "a b\nc d e\nf g\nh\nc i\n";
        let fails = |text: &str| text.contains("d ") && text.contains('h');
        assert_eq!(reduce(text, fails), "d h\n");
    }

    #[test]
    fn what_goes_only_after_another_goes_too() {
        // `1` may go only if `2` is gone, which stands behind it.
        let fails = |text: &str| {
            text.contains('x') && text.contains('y') && (text.contains('1') || !text.contains('2'))
        };
        assert_eq!(reduce("1\nx\n2\ny\n", fails), "x\ny\n");
    }
}
