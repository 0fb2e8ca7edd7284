//! What is compiled: files named on the command line, folders of such files, the corpus.

use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};

/// What a file holds, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// LLVM IR, as text or bitcode.
    Ir,
    /// Machine code of LLVM's in text form.
    Mir,
    /// C or C++.
    Source,
}

impl Kind {
    /// None for an extension that is none of these.
    pub fn of(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "ll" | "bc" => Some(Kind::Ir),
            "mir" => Some(Kind::Mir),
            "c" | "cc" | "cpp" | "cxx" => Some(Kind::Source),
            _ => None,
        }
    }
}

/// One file to compile.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is called in tables: the path as it was given.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub kind: Kind,
    /// What it is part of: a project of the corpus, or the folder or file that was named.
    pub project: String,
}

impl Input {
    /// One file that stands for itself.
    pub fn of_file(path: &Path) -> Result<Input> {
        let Some(kind) = Kind::of(path) else {
            bail!("{} is none of .ll, .bc, .mir, .c, .cc, .cpp and .cxx", path.display());
        };
        // Opened now: a run of hours should not find out at its end.
        std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(input(path, kind, path))
    }
}

/// The files named, and those in the folders named, sorted by path.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        let metadata =
            std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        if metadata.is_dir() {
            let before = inputs.len();
            add_folder(path, path, &mut inputs)?;
            if inputs.len() == before {
                bail!("no .ll, .bc, .mir, .c, .cc, .cpp or .cxx file in {}", path.display());
            }
            continue;
        }
        inputs.push(Input::of_file(path)?);
    }
    inputs.sort_by(|a, b| a.name.cmp(&b.name));
    inputs.dedup_by(|a, b| a.name == b.name);
    Ok(inputs)
}

fn input(path: &Path, kind: Kind, project: &Path) -> Input {
    let name = path.display().to_string();
    Input { name, path: path.to_owned(), kind, project: project.display().to_string() }
}

fn add_folder(folder: &Path, project: &Path, inputs: &mut Vec<Input>) -> Result<()> {
    let unreadable = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let path = entry.path();
        // A link to a folder could lead back here.
        if entry.file_type().with_context(unreadable)?.is_dir() {
            add_folder(&path, project, inputs)?;
        } else if let Some(kind) = Kind::of(&path) {
            inputs.push(input(&path, kind, project));
        }
    }
    Ok(())
}
