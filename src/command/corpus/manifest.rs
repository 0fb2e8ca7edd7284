//! What the corpus is made of: `benches/corpus/projects.toml`, a part of this command.

use crate::{fetch, patterns};
use anyhow::{ensure, Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const PROJECTS: &str = include_str!("../../../benches/corpus/projects.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    project: Vec<Project>,
}

/// A project whose sources are in a published crate.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// Its name in tables.
    pub name: String,
    /// What kind of program it is.
    pub kind: String,
    /// The crate that carries its sources.
    #[serde(rename = "crate")]
    pub krate: String,
    /// The folder within the crate that all other paths start from; `*` stands for anything.
    #[serde(default)]
    pub folder: String,
    /// Patterns of the files to compile.
    pub files: Vec<String>,
    /// Patterns of files that are not compiled all the same.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Arguments of clang.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Folders of headers.
    #[serde(default)]
    pub includes: Vec<String>,
    /// Headers that the project's own build would have generated, by name.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// How it is run, if it is a program.
    pub program: Option<ProgramDescription>,
}

/// What makes a project a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramDescription {
    /// The file with its function `main`.
    pub driver: String,
    /// The file that it is given as its argument.
    pub input: Option<String>,
}

/// All projects, or those named, by name.
pub fn projects(named: &[String]) -> Result<Vec<Project>> {
    let manifest: Manifest = toml::from_str(PROJECTS).context("benches/corpus/projects.toml")?;
    let mut all = manifest.project;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    for name in named {
        let names: Vec<&str> = all.iter().map(|project| project.name.as_str()).collect();
        ensure!(
            names.contains(&name.as_str()),
            "no project '{name}'; there are {}",
            names.join(", ")
        );
    }
    all.retain(|project| named.is_empty() || named.contains(&project.name));
    Ok(all)
}

impl Project {
    /// The folder of the project below the folder of all crates' sources.
    pub fn root(&self, sources: &Path) -> Result<PathBuf> {
        let krate = fetch::folder_of(&self.krate, sources)?;
        if self.folder.is_empty() {
            return Ok(krate);
        }
        patterns::one(&krate.join(&self.folder))
    }

    /// The files to compile, relative to the project's folder, sorted.
    pub fn source_files(&self, root: &Path) -> Result<Vec<PathBuf>> {
        let excluded = matches_of_all(root, &self.exclude)?;
        let mut files = matches_of_all(root, &self.files)?;
        files.retain(|file| !excluded.contains(file));
        Ok(files)
    }
}

/// The files that the patterns match, each of which has to match some, sorted.
fn matches_of_all(root: &Path, patterns: &[String]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for pattern in patterns {
        let found = patterns::matches(&root.join(pattern))?;
        ensure!(!found.is_empty(), "no file {pattern} in {}", root.display());
        files.extend(found.iter().map(|file| file.strip_prefix(root).expect("below").to_owned()));
    }
    files.sort();
    files.dedup();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_is_well_formed() {
        let all = projects(&[]).expect("well-formed");
        assert!(all.len() >= 20, "{} projects", all.len());
        let mut names: Vec<_> = all.iter().map(|project| &project.name).collect();
        names.dedup();
        assert_eq!(names.len(), all.len(), "no name twice");
    }

    #[test]
    fn projects_are_chosen_by_name() {
        let named = projects(&["lua".to_owned()]).expect("there is lua");
        assert_eq!(named.len(), 1);
        let error = projects(&["nosuch".to_owned()]).expect_err("there is none");
        assert!(error.to_string().contains("no project 'nosuch'"), "{error}");
    }
}
