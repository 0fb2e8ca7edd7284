//! Reduces a text that makes something fail to a small one that still does: delta debugging
//! (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).

/// The text without the lines, and then the words but for the first of a line, that the failure
/// does not need. `fails` has to hold for `text`; it is asked about texts that mean nothing, too.
/// One line or word less, and the result does not fail any more.
pub fn reduce(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut parts: Vec<Part> =
        text.split_inclusive('\n').map(|text| Part { text, may_go: true }).collect();
    minimise(&mut parts, &mut fails);
    let mut words: Vec<Part> = parts.iter().flat_map(|line| words_of(line.text)).collect();
    minimise(&mut words, &mut fails);
    concat(&words)
}

/// A line or a word with the space behind it.
#[derive(Clone)]
struct Part<'t> {
    text: &'t str,
    may_go: bool,
}

/// The words of a line. The first, what kind of line it is, and the line's end stay.
fn words_of(line: &str) -> impl Iterator<Item = Part<'_>> {
    let (body, end) = line.split_at(line.trim_end().len());
    let indent = body.len() - body.trim_start().len();
    let first = indent + body[indent..].find(' ').unwrap_or(body.len() - indent);
    let (first, rest) = body.split_at(first);
    let fixed = |text| Part { text, may_go: false };
    // Words begin with the space before them.
    let starts: Vec<usize> =
        rest.match_indices(' ').map(|(at, _)| at).chain([rest.len()]).collect();
    let words: Vec<Part> = starts
        .windows(2)
        .map(|pair| Part { text: &rest[pair[0]..pair[1]], may_go: true })
        .collect();
    std::iter::once(fixed(first)).chain(words).chain([fixed(end)])
}

fn concat(parts: &[Part]) -> String {
    parts.iter().map(|part| part.text).collect()
}

/// Drops ever smaller runs of parts, until no single one can go.
fn minimise<'t>(parts: &mut Vec<Part<'t>>, fails: &mut dyn FnMut(&str) -> bool) {
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let (mut start, before) = (0, parts.len());
        while start < parts.len() {
            let end = (start + size).min(parts.len());
            let run: Vec<Part<'t>> = parts[start..end].to_vec();
            let stay: Vec<Part<'t>> = run.iter().filter(|part| !part.may_go).cloned().collect();
            let kept = stay.len();
            let drops = kept < run.len();
            parts.splice(start..end, stay);
            if drops && fails(&concat(parts)) {
                start += kept;
            } else {
                parts.splice(start..start + kept, run);
                start = end;
            }
        }
        // What did not go alone may go now that others are gone.
        if size > 1 || parts.len() == before {
            size /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::reduce;

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let text = "a b\nc d e\nf g\nh\nc i\n";
        let fails = |text: &str| text.contains(" d") && text.contains('h');
        assert_eq!(reduce(text, fails), "c d\nh\n");
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
