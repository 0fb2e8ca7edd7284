//! The machines that random IR is compiled for: more of them than are ever run.

use super::machines::{Feature, Row, MACHINES};
use crate::target::Target;
use anyhow::Result;
use std::str::FromStr;

/// A machine in the variants that differ in their registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// What it is called.
    pub name: String,
    /// The size in bits of a general register, which assembly takes.
    pub word: u32,
    /// Calling conventions besides C's, as IR names them.
    pub conventions: &'static [&'static str],
    features: &'static [Feature],
    /// The arguments of `llc` for each variant; never empty. The first names the triple.
    variants: Vec<Vec<String>>,
}

impl Machine {
    /// All that are tried if none is named.
    pub fn all() -> Vec<Machine> {
        MACHINES.iter().map(Machine::of_row).collect()
    }

    fn of_row(row: &Row) -> Machine {
        let flags = |variant: &&str| {
            let own = variant.split_whitespace().map(str::to_owned);
            std::iter::once(format!("-mtriple={}", row.triple)).chain(own).collect()
        };
        Machine {
            name: row.name.to_owned(),
            word: row.word,
            conventions: row.conventions,
            features: row.features,
            variants: row.variants.iter().map(flags).collect(),
        }
    }

    /// The arguments of `llc` for the variant that a seed chooses.
    pub fn flags(&self, seed: u64) -> &[String] {
        &self.variants[(seed % self.variants.len() as u64) as usize]
    }

    /// LLVM's triple; none where the input says it.
    pub fn triple(&self) -> Option<&str> {
        self.variants[0].first()?.strip_prefix("-mtriple=")
    }

    /// Whether IR for it may have this.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}

impl FromStr for Machine {
    type Err = anyhow::Error;

    /// A name of the table, or a triple.
    fn from_str(text: &str) -> Result<Machine> {
        if let Some(row) = MACHINES.iter().find(|row| row.name == text) {
            return Ok(Machine::of_row(row));
        }
        let names: Vec<&str> = MACHINES.iter().map(|row| row.name).collect();
        let target: Target = text.parse().map_err(|_| {
            anyhow::anyhow!("'{text}' is none of {} and no triple", names.join(", "))
        })?;
        Ok(Machine {
            variants: vec![target.llc_flags()],
            name: target.name,
            word: 32,
            conventions: &[],
            features: &[],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_name_or_a_triple_is_a_machine() {
        let machine = |text: &str| text.parse::<Machine>();
        let systemz = machine("systemz").expect("it is in the table");
        assert_eq!(systemz.flags(0), ["-mtriple=s390x-linux-gnu"]);
        assert_eq!(systemz.flags(1), ["-mtriple=s390x-linux-gnu", "-mcpu=z14"]);
        assert!(systemz.has(Feature::StackMaps) && !systemz.has(Feature::Funclets));
        let triple = machine("m68k-linux-gnu").expect("a triple");
        assert_eq!(triple.flags(7), ["-mtriple=m68k-linux-gnu"]);
        let error = machine("z80").expect_err("neither").to_string();
        assert!(error.contains("hexagon") && error.contains("no triple"), "{error}");
    }

    #[test]
    fn more_than_35_machines_are_tried_and_no_name_stands_for_two() {
        let names: BTreeSet<String> =
            Machine::all().into_iter().map(|machine| machine.name).collect();
        assert_eq!(names.len(), MACHINES.len());
        assert!(names.len() >= 35);
    }
}
