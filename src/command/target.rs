//! The machines that code is generated for.

use anyhow::{ensure, Result};
use std::str::FromStr;

/// A machine: one of the three of the corpus, or any other by its triple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// What it is called in tables.
    pub name: String,
    /// LLVM's triple; none leaves it to the input, or to clang's own default.
    pub triple: Option<String>,
}

impl Target {
    /// What the input says itself.
    pub fn of_the_input() -> Target {
        Target { name: "input".to_owned(), triple: None }
    }

    /// The machine that this command runs on.
    pub fn of_this_machine() -> Target {
        std::env::consts::ARCH.parse().unwrap_or_else(|_| Target::of_the_input())
    }

    /// The three machines that the corpus is compiled for.
    pub fn all_of_the_corpus() -> Vec<Target> {
        ["x86-64", "aarch64", "riscv64"]
            .map(|name| name.parse().expect("a name of this module's own"))
            .into()
    }

    /// The arguments of `llc`. The extensions of RISC-V are those of every 64-bit Linux: bitcode
    /// without function attributes would be compiled for a machine without floating point.
    pub fn llc_flags(&self) -> Vec<String> {
        let Some(triple) = &self.triple else { return Vec::new() };
        let mut flags = vec![format!("-mtriple={triple}")];
        if triple.starts_with("riscv64") {
            flags.extend(["-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"].map(str::to_owned));
        }
        flags
    }

    /// The emulator of QEMU's user mode; none for a machine that is not one of the corpus's.
    pub fn emulator(&self) -> Option<&'static str> {
        match self.triple.as_deref()?.split('-').next()? {
            "x86_64" => Some("qemu-x86_64"),
            "aarch64" => Some("qemu-aarch64"),
            "riscv64" => Some("qemu-riscv64"),
            _ => None,
        }
    }

    /// The arguments of clang.
    pub fn clang_flags(&self) -> Vec<String> {
        self.triple.iter().map(|triple| format!("--target={triple}")).collect()
    }
}

impl FromStr for Target {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Target> {
        let triple = match text {
            "x86-64" | "x86_64" => "x86_64-linux-gnu",
            "aarch64" | "arm64" => "aarch64-linux-gnu",
            "riscv64" => "riscv64-linux-gnu",
            triple => {
                ensure!(
                    triple.contains('-'),
                    "'{text}' is no target; write x86-64, aarch64, riscv64 or a triple such as s390x-linux-gnu"
                );
                triple
            }
        };
        let name = match text {
            "x86_64" => "x86-64",
            "arm64" => "aarch64",
            name => name,
        };
        Ok(Target { name: name.to_owned(), triple: Some(triple.to_owned()) })
    }
}
