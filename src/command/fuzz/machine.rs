//! The machines that random IR is compiled for: more of them than are ever run.

use crate::target::Target;
use anyhow::Result;
use std::str::FromStr;

/// A machine in the variants that differ in their registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// What it is called.
    pub name: String,
    /// The arguments of `llc` for each variant; never empty.
    variants: Vec<Vec<String>>,
}

/// Names, triples, and the variants' further arguments.
const MACHINES: [(&str, &str, &[&str]); 14] = [
    ("x86-64", "x86_64-linux-gnu", &["", "-mattr=+avx2", "-mattr=+avx512f,+avx512vl,+avx512bw"]),
    ("i386", "i686-linux-gnu", &["-mattr=+sse2", "-mattr=+avx2"]),
    ("aarch64", "aarch64-linux-gnu", &["", "-mattr=+sve2"]),
    ("arm", "armv7-linux-gnueabihf", &["-mattr=+neon"]),
    ("thumb", "thumbv7-linux-gnueabihf", &["-mattr=+neon"]),
    (
        "riscv64",
        "riscv64-linux-gnu",
        &["-mattr=+m,+a,+f,+d,+c -target-abi=lp64d", "-mattr=+m,+a,+f,+d,+c,+v -target-abi=lp64d"],
    ),
    ("riscv32", "riscv32-linux-gnu", &["-mattr=+m,+a,+f,+d,+c -target-abi=ilp32d"]),
    ("powerpc64", "powerpc64le-linux-gnu", &["", "-mcpu=pwr10"]),
    ("systemz", "s390x-linux-gnu", &["", "-mcpu=z14"]),
    ("mips64", "mips64-linux-gnu", &["", "-mcpu=mips64r6 -mattr=+msa"]),
    ("mips", "mips-linux-gnu", &["-mcpu=mips32r2"]),
    ("hexagon", "hexagon-unknown-elf", &["", "-mattr=+hvxv66,+hvx-length128b"]),
    ("loongarch64", "loongarch64-linux-gnu", &["", "-mattr=+lasx"]),
    ("sparc64", "sparcv9-linux-gnu", &[""]),
];

impl Machine {
    /// All that are tried if none is named.
    pub fn all() -> Vec<Machine> {
        MACHINES.iter().map(Machine::of_row).collect()
    }

    fn of_row(&(name, triple, variants): &(&str, &str, &[&str])) -> Machine {
        let flags = |variant: &&str| {
            let own = variant.split_whitespace().map(str::to_owned);
            std::iter::once(format!("-mtriple={triple}")).chain(own).collect()
        };
        Machine { name: name.to_owned(), variants: variants.iter().map(flags).collect() }
    }

    /// The arguments of `llc` for the variant that a seed chooses.
    pub fn flags(&self, seed: u64) -> &[String] {
        &self.variants[(seed % self.variants.len() as u64) as usize]
    }
}

impl FromStr for Machine {
    type Err = anyhow::Error;

    /// A name of the table, or a triple.
    fn from_str(text: &str) -> Result<Machine> {
        if let Some(row) = MACHINES.iter().find(|row| row.0 == text) {
            return Ok(Machine::of_row(row));
        }
        let names: Vec<&str> = MACHINES.iter().map(|row| row.0).collect();
        let target: Target = text.parse().map_err(|_| {
            anyhow::anyhow!("'{text}' is none of {} and no triple", names.join(", "))
        })?;
        Ok(Machine { variants: vec![target.llc_flags()], name: target.name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_or_a_triple_is_a_machine() {
        let machine = |text: &str| text.parse::<Machine>();
        let systemz = machine("systemz").expect("it is in the table");
        assert_eq!(systemz.flags(0), ["-mtriple=s390x-linux-gnu"]);
        assert_eq!(systemz.flags(3), ["-mtriple=s390x-linux-gnu", "-mcpu=z14"]);
        assert_eq!(
            machine("m68k-linux-gnu").expect("a triple").flags(7),
            ["-mtriple=m68k-linux-gnu"]
        );
        let error = machine("z80").expect_err("neither").to_string();
        assert!(error.contains("hexagon") && error.contains("no triple"), "{error}");
    }

    #[test]
    fn more_than_eight_machines_are_tried() {
        assert!(Machine::all().len() >= 8);
    }
}
