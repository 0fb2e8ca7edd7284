//! The projects that are programs: what of `benches/corpus/drivers` makes them run.

use super::manifest::{self, Project};
use super::{build, Part};
use crate::fetch;
use crate::target::Target;
use crate::tools::Tools;
use anyhow::{ensure, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

macro_rules! drivers {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../benches/corpus/drivers/", $name)))),*]
    };
}

macro_rules! demo_programs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../scripts/demo-programs/", $name)))),*]
    };
}

const DRIVERS: &[(&str, &str)] = drivers![
    "brotli.c",
    "bzip2.c",
    "common.h",
    "esaxx.cpp",
    "expat.c",
    "lcms2.c",
    "luau.cpp",
    "lz4.c",
    "lzma.c",
    "meshopt.cpp",
    "mozjpeg.c",
    "oniguruma.c",
    "opus.c",
    "patterns.h",
    "pcre2.c",
    "pg_query.c",
    "quickjs.c",
    "secp256k1.c",
    "sodium.c",
    "webp.c",
    "zlib.c",
    "zstd.c",
];

/// Those that the demonstration and the tests have too.
const DEMO_PROGRAMS: &[(&str, &str)] =
    demo_programs!["lua.c", "program.lua", "queries.sql", "sqlite.c"];

/// A project that can be run, with a fixed input.
pub struct Program {
    /// The project.
    project: Project,
    /// The folder of the project's sources.
    root: PathBuf,
    /// The folder of the headers that the project's own build would have generated.
    headers: PathBuf,
    /// The folder of drivers and their inputs.
    drivers: PathBuf,
}

/// The names of the chosen projects that are programs; an error if one that is none is named.
pub fn names(part: &Part) -> Result<Vec<String>> {
    let name_of = |project: &Project| project.program.as_ref().map(|_| project.name.clone());
    let all: Vec<String> = manifest::projects(&[])?.iter().filter_map(name_of).collect();
    let chosen = manifest::projects(&part.projects)?;
    for project in chosen.iter().filter(|_| !part.projects.is_empty()) {
        ensure!(
            project.program.is_some(),
            "the project '{}' is no program; those are {}",
            project.name,
            all.join(", ")
        );
    }
    Ok(chosen.iter().filter_map(name_of).collect())
}

/// The chosen programs, by name, once the corpus is compiled; writes their drivers to the cache.
pub fn programs(part: &Part) -> Result<Vec<Program>> {
    let cache = std::path::absolute(&part.cache)?;
    let drivers = cache.join("drivers");
    std::fs::create_dir_all(&drivers)
        .with_context(|| format!("cannot write to {}", drivers.display()))?;
    for (name, text) in DRIVERS.iter().chain(DEMO_PROGRAMS) {
        let path = drivers.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let sources = fetch::sources(&fetch::CORPUS, &cache)?;
    let make = |project: Project| {
        Ok(Program {
            root: project.root(&sources)?,
            headers: build::headers(&cache, &project),
            drivers: drivers.clone(),
            project,
        })
    };
    manifest::projects(&names(part)?)?.into_iter().map(make).collect()
}

impl Program {
    /// The name of the project.
    pub fn name(&self) -> &str {
        &self.project.name
    }

    /// The command that compiles the driver to optimised IR.
    pub fn compile_driver(&self, tools: &Tools, target: &Target, output: &Path) -> Command {
        let mut clang = build::clang(tools, &self.project, target, &self.root, &self.headers);
        // Drivers name headers of the library from the folder of its sources.
        clang.arg("-I").arg(&self.root).arg(self.drivers.join(&self.description().driver));
        clang.arg("-o").arg(output);
        clang
    }

    /// The file that the program is given as its argument.
    pub fn input(&self) -> Option<PathBuf> {
        self.description().input.as_ref().map(|name| self.drivers.join(name))
    }

    fn description(&self) -> &manifest::ProgramDescription {
        self.project.program.as_ref().expect("only projects that are programs are taken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_and_the_drivers_belong_together() {
        let written: Vec<&str> =
            DRIVERS.iter().chain(DEMO_PROGRAMS).map(|(name, _)| *name).collect();
        let mut used = vec!["common.h".to_owned(), "patterns.h".to_owned()];
        for project in manifest::projects(&[]).expect("well-formed") {
            if let Some(program) = project.program {
                used.push(program.driver);
                used.extend(program.input);
            }
        }
        assert!(used.len() > 12, "{used:?}");
        for name in &written {
            assert!(used.iter().any(|used| used == name), "nothing uses {name}");
        }
        for name in &used {
            assert!(written.contains(&name.as_str()), "there is no {name}");
        }
    }
}
