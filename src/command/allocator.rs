//! The allocators that are compared: a name and the flags of `llc` that choose it.

use anyhow::{ensure, Result};
use std::str::FromStr;

/// An allocator of LLVM or of the plugin, with options of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocator {
    /// What it is called in tables; no two are called the same.
    pub name: String,
    /// The arguments of `llc`, `-regalloc=` among them.
    pub flags: Vec<String>,
}

impl Allocator {
    /// LLVM's simplest one above -O0.
    pub fn basic() -> Allocator {
        Allocator { name: "basic".to_owned(), flags: vec!["-regalloc=basic".to_owned()] }
    }
}

impl FromStr for Allocator {
    type Err = anyhow::Error;

    /// Reads `REGALLOC [FLAG...]` or `NAME=REGALLOC [FLAG...]`. Where no name is given it is the
    /// whole text.
    fn from_str(text: &str) -> Result<Allocator> {
        // The first `=` belongs to the name only if no flag begins before it.
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) if !name.contains(' ') && !name.starts_with('-') => (name, rest),
            _ => (text, text),
        };
        let mut words = rest.split_whitespace();
        let Some(regalloc) = words.next().filter(|word| !word.starts_with('-')) else {
            anyhow::bail!(
                "'{text}' names no allocator; write it as greedy or 'csr=greedy -FLAG=...'"
            );
        };
        ensure!(!name.trim().is_empty(), "'{text}' has an empty name before '='");
        let mut flags = vec![format!("-regalloc={regalloc}")];
        flags.extend(words.map(str::to_owned));
        if regalloc == "fast" && !flags.iter().any(|flag| flag.starts_with("-optimize-regalloc")) {
            // Above -O0 it crashes behind the passes that prepare for the other allocators.
            flags.push("-optimize-regalloc=false".to_owned());
        }
        Ok(Allocator { name: name.trim().to_owned(), flags })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (String, Vec<String>) {
        let allocator: Allocator = text.parse().expect("well-formed");
        (allocator.name, allocator.flags)
    }

    #[test]
    fn names_and_flags_are_told_apart() {
        assert_eq!(parse("pbqp"), ("pbqp".into(), vec!["-regalloc=pbqp".into()]));
        assert_eq!(
            parse("csr=greedy -regalloc-csr-first-time-cost=8192"),
            (
                "csr".into(),
                vec!["-regalloc=greedy".into(), "-regalloc-csr-first-time-cost=8192".into()]
            )
        );
        let unnamed = "greedy -regalloc-csr-first-time-cost=8192";
        assert_eq!(parse(unnamed).0, unnamed);
    }

    #[test]
    fn a_flag_alone_or_an_empty_name_is_refused() {
        for text in ["", "-regalloc=greedy", "x=", "=greedy", "x=-flag"] {
            assert!(text.parse::<Allocator>().is_err(), "'{text}'");
        }
    }
}
