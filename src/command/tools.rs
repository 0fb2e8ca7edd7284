//! Where the tools of LLVM and the plugin are.

use crate::target::Target;
use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The minor version of LLVM that the plugin belongs to.
const LLVM_VERSION: &str = include_str!("../../cpp/llvm-version");
const PLUGIN_NAME: &str = "libregalloc_limit.so";

/// The tools that every measurement uses.
#[derive(Clone)]
pub struct Tools {
    /// LLVM's code generator.
    pub llc: PathBuf,
    /// The compiler of C and C++.
    pub clang: PathBuf,
    /// The plugin: the allocator, and the judge of all allocators.
    pub plugin: PathBuf,
}

impl Tools {
    /// Finds the tools for work that needs no plugin.
    pub fn without_plugin() -> Tools {
        Tools { llc: llvm_tool("llc"), clang: llvm_tool("clang"), plugin: PathBuf::new() }
    }

    /// The command that compiles C or C++ to optimised IR, but for the sources' own flags and the
    /// names of the files. Without warnings, since the sources are not ours.
    pub fn clang_to_ir(&self, opt: &str, target: &Target) -> Command {
        let mut clang = Command::new(&self.clang);
        clang.arg(format!("-O{opt}")).args(["-w", "-emit-llvm", "-c"]).args(target.clang_flags());
        clang
    }

    /// Finds the tools as the build finds LLVM, and the plugin beside this command if it is not
    /// named.
    pub fn find(plugin: Option<&Path>) -> Result<Tools> {
        Ok(Tools { plugin: find_plugin(plugin)?, ..Tools::without_plugin() })
    }
}

/// The path of a tool below the prefix that the environment names, else its name with LLVM's
/// version, to be found on the path.
pub fn llvm_tool(name: &str) -> PathBuf {
    let version = LLVM_VERSION.trim();
    match std::env::var_os(format!("LLVM_SYS_{}_PREFIX", version.replace('.', ""))) {
        Some(prefix) => PathBuf::from(prefix).join("bin").join(name),
        None => PathBuf::from(format!("{name}-{}", version.split('.').next().unwrap_or(version))),
    }
}

fn find_plugin(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = named {
        // Absolute, since the tools run in other folders.
        return path.canonicalize().with_context(|| {
            format!("no plugin at {}; build it with: cargo build --release", path.display())
        });
    }
    let command = std::env::current_exe().context("cannot find the path of this command")?;
    let plugin = command.with_file_name(PLUGIN_NAME);
    if !plugin.exists() {
        bail!(
            "no plugin at {}; build it with: cargo build --release, or name it with --plugin",
            plugin.display()
        );
    }
    Ok(plugin)
}
