//! What the gallery shows: `benches/gallery/gallery.toml` and the files beside it, a part of this
//! command.

use crate::target::Target;
use anyhow::{ensure, Context, Result};
use serde::Deserialize;

const CASES: &str = include_str!("../../../benches/gallery/gallery.toml");

/// The files of the cases that no crate carries, by name.
const FILES: [(&str, &str); 9] = [
    ("accumulators.c", include_str!("../../../benches/gallery/accumulators.c")),
    ("cold-calls.c", include_str!("../../../benches/gallery/cold-calls.c")),
    ("early-return.c", include_str!("../../../benches/gallery/early-return.c")),
    ("fast-path.c", include_str!("../../../benches/gallery/fast-path.c")),
    ("idle-through-loop.c", include_str!("../../../benches/gallery/idle-through-loop.c")),
    ("inline-asm.c", include_str!("../../../benches/gallery/inline-asm.c")),
    ("loop-copies.c", include_str!("../../../benches/gallery/loop-copies.c")),
    ("quicksort.c", include_str!("../../../benches/gallery/quicksort.c")),
    ("unlikely-in-loop.c", include_str!("../../../benches/gallery/unlikely-in-loop.c")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    case: Vec<Case>,
}

/// Something that people complain about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The heading of its section.
    pub title: String,
    /// LLVM's issues about it.
    pub issues: Vec<u64>,
    /// What they say.
    pub complaint: String,
    /// The crate that carries the file; none for a file beside the manifest.
    #[serde(rename = "crate")]
    pub krate: Option<String>,
    /// The file, within the crate.
    pub file: String,
    /// The names of the targets; none stands for those of the corpus.
    #[serde(default)]
    targets: Vec<String>,
    /// The level of optimisation.
    #[serde(default = "two")]
    pub opt: String,
    /// Further arguments of clang.
    #[serde(default)]
    pub flags: Vec<String>,
    /// The functions that are shown; none stands for all.
    #[serde(default)]
    pub functions: Vec<String>,
}

fn two() -> String {
    "2".to_owned()
}

impl Case {
    /// What it is compiled for.
    pub fn targets(&self) -> Result<Vec<Target>> {
        match self.targets.is_empty() {
            true => Ok(Target::all_of_the_corpus()),
            false => self.targets.iter().map(|name| name.parse()).collect(),
        }
    }

    /// The text of a file that no crate carries.
    pub fn text(&self) -> Option<&'static str> {
        FILES.iter().find(|(name, _)| *name == self.file).map(|(_, text)| *text)
    }
}

/// All cases, or those whose file's name contains a text.
pub fn cases(named: Option<&str>) -> Result<Vec<Case>> {
    let manifest: Manifest = toml::from_str(CASES).context("benches/gallery/gallery.toml")?;
    let mut cases = manifest.case;
    cases.retain(|case| named.is_none_or(|name| case.file.contains(name)));
    let name = named.unwrap_or_default();
    ensure!(!cases.is_empty(), "no case's file is called '{name}'; see benches/gallery");
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_has_its_file_and_its_targets() {
        let cases = cases(None).expect("well-formed");
        for case in &cases {
            assert_ne!(case.krate.is_some(), case.text().is_some(), "{}", case.file);
            assert!(!case.targets().expect("names of targets").is_empty(), "{}", case.file);
        }
        for (name, _) in FILES {
            assert!(cases.iter().any(|case| case.file == name), "{name} is shown nowhere");
        }
    }

    #[test]
    fn cases_are_chosen_by_file() {
        assert_eq!(cases(Some("blake3")).expect("there are some").len(), 3);
        let error = cases(Some("nosuch")).expect_err("there is none");
        assert!(error.to_string().contains("'nosuch'"), "{error}");
    }
}
