//! The assembly text of single functions, from what `llc` writes for a whole input.

use crate::report::Listing;
use crate::words::counted;

/// Lines shown of a function at most: an interpreter's loop has tens of thousands.
const LONGEST: usize = 1500;

/// The text of one function, from its label to its end; none if it is not there.
pub fn of_function(assembly: &str, function: &str) -> Option<String> {
    let labels = [format!("{function}:"), format!("\"{function}\":")];
    let is_label = |line: &str| {
        labels.iter().any(|label| line.strip_prefix(label.as_str()).is_some_and(is_comment))
    };
    let lines = assembly.lines().skip_while(|line| !is_label(line));
    let lines: Vec<&str> = lines
        .take_while(|line| !line.starts_with(".Lfunc_end"))
        .filter(|line| !line.trim_start().starts_with(".cfi_"))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let mut text = lines[..lines.len().min(LONGEST)].join("\n");
    if lines.len() > LONGEST {
        text += &format!("\n... {}", counted(lines.len() - LONGEST, "more line", "more lines"));
    }
    Some(text)
}

/// Whether what stands behind a label is no code.
fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with('#') || text.starts_with("//")
}

impl Listing {
    /// Whether this is the listing of that function.
    pub fn is_of(&self, target: &str, input: &str, function: &str) -> bool {
        (self.target.as_str(), self.input.as_str(), self.function.as_str())
            == (target, input, function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSEMBLY: &str = "\
main.cold:
\tud2
main:                                   # @main
\t.cfi_startproc
# %bb.0:
\tretq
.Lfunc_end0:
\"operator,\":
\tnop
.Lfunc_end1:
";

    #[test]
    fn a_function_is_cut_out() {
        let text = of_function(ASSEMBLY, "main").expect("it is there");
        assert_eq!(text, "main:                                   # @main\n# %bb.0:\n\tretq");
        assert_eq!(of_function(ASSEMBLY, "operator,").expect("quoted"), "\"operator,\":\n\tnop");
        assert_eq!(of_function(ASSEMBLY, "mai"), None);
    }
}
