//! The command line as a report shows it: what makes the same figures again.

use crate::shell;
use std::ffi::OsString;

/// Options with a value that say where things are, or how much runs at a time, and change no figure.
const LEFT_OUT: [&str; 8] =
    ["--cache", "--format", "--growth", "--jobs", "-j", "--output", "-o", "--plugin"];

/// The same without a value.
const FLAGS_LEFT_OUT: [&str; 2] = ["--quiet", "-q"];

/// The words of a command line, the name of the command in front, without what changes no figure; a
/// shell reads them as they were.
pub fn command(words: impl IntoIterator<Item = OsString>) -> String {
    let mut kept = vec!["regalloc-limit".to_owned()];
    let mut words = words.into_iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if LEFT_OUT.contains(&name) {
            if name == word {
                words.next();
            }
        } else if !FLAGS_LEFT_OUT.contains(&name) {
            kept.push(word);
        }
    }
    shell::words(&kept)
}

#[cfg(test)]
mod tests {
    use super::command;

    fn shown(words: &[&str]) -> String {
        command(words.iter().map(Into::into))
    }

    #[test]
    fn what_changes_no_figure_is_left_out() {
        let words = ["/bin/x", "compare", "--corpus", "--cache", "/a b", "--jobs=2", "-q", "x.c"];
        assert_eq!(shown(&words), "regalloc-limit compare --corpus x.c");
    }

    #[test]
    fn words_with_spaces_are_quoted() {
        let words = ["x", "compare", "--alloc", "csr=greedy -a=1", "--output", "f", "it's"];
        assert_eq!(shown(&words), r"regalloc-limit compare --alloc 'csr=greedy -a=1' 'it'\''s'");
    }
}
