//! Reads what the plugin of QEMU counted, and gives each function its share.

use anyhow::{Context, Result};
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;

/// Instructions that a program executed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// In all, the C library included.
    pub instructions: u64,
    /// By the name of the function; functions of one name are added up.
    pub functions: BTreeMap<String, u64>,
}

/// Sums lines `ADDRESS INSTRUCTIONS`, in all and by the functions of the executable.
pub fn attribute(blocks: &str, executable: &[u8]) -> Result<Counts> {
    let object = object::File::parse(executable).context("the linker wrote no program")?;
    let mut functions: Vec<(u64, u64, &str)> = object
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0)
        .filter_map(|symbol| Some((symbol.address(), symbol.size(), symbol.name().ok()?)))
        .collect();
    // Of several names of one address the first one counts.
    functions.sort_by_key(|&(address, _, name)| (address, name));
    functions.dedup_by_key(|&mut (address, ..)| address);
    sum(blocks, &functions)
}

/// The functions are start, size and name, sorted.
fn sum(blocks: &str, functions: &[(u64, u64, &str)]) -> Result<Counts> {
    let mut counts = Counts::default();
    for line in blocks.lines() {
        let unreadable = || format!("the plugin of QEMU wrote '{line}'");
        let (address, executed) = line.split_once(' ').with_context(unreadable)?;
        let address: u64 = address.parse().with_context(unreadable)?;
        let executed: u64 = executed.parse().with_context(unreadable)?;
        counts.instructions += executed;
        let after = functions.partition_point(|&(start, ..)| start <= address);
        let Some(&(start, size, name)) = functions[..after].last() else { continue };
        if executed > 0 && address < start + size {
            *counts.functions.entry(name.to_owned()).or_default() += executed;
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_belong_to_the_functions_around_them() {
        let functions = [(100, 20, "a"), (120, 4, "b"), (200, 8, "a")];
        // The first and the last but one are outside all functions, 119 is the last byte of a.
        let blocks = "99 1\n100 10\n119 5\n120 7\n124 2\n204 30\n100 10\n";
        let counts = sum(blocks, &functions).expect("well-formed");
        assert_eq!(counts.instructions, 1 + 10 + 5 + 7 + 2 + 30 + 10);
        let expected = [("a".to_owned(), 55), ("b".to_owned(), 7)];
        assert_eq!(counts.functions.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_line_that_is_no_count_is_an_error() {
        assert!(sum("12\n", &[]).is_err());
        assert!(sum("a b\n", &[]).is_err());
    }
}
