//! Compiles the corpus to optimised IR, into a cache: what is there already, made by the same
//! command, is not compiled again.

use super::manifest::Project;
use crate::input::{Input, Kind};
use crate::process;
use crate::target::Target;
use crate::tools::Tools;
use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long one file may take.
const LIMIT: Duration = Duration::from_secs(600);

/// One source file for one target.
pub struct Job<'a> {
    /// The project it belongs to.
    pub project: &'a Project,
    /// What it is compiled for.
    pub target: &'a Target,
    root: PathBuf,
    /// Relative to the root.
    source: PathBuf,
    /// The bitcode file.
    output: PathBuf,
    headers: PathBuf,
}

/// The jobs of a project for a target; writes the headers that it lacks.
pub fn jobs<'a>(
    project: &'a Project,
    target: &'a Target,
    sources: &Path,
    cache: &Path,
) -> Result<Vec<Job<'a>>> {
    let root = project.root(sources)?;
    let headers = headers(cache, project);
    for (name, text) in &project.headers {
        let path = headers.join(name);
        let folder = path.parent().expect("a file is in a folder");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let folder = cache.join(&target.name).join(&project.name);
    let job = |source: PathBuf| Job {
        project,
        target,
        root: root.clone(),
        output: with_ending(&folder.join(&source), ".bc"),
        source,
        headers: headers.clone(),
    };
    Ok(project.source_files(&root)?.into_iter().map(job).collect())
}

/// The path with something appended to the file's name: `a.c` and `a.cpp` stay apart.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl Job<'_> {
    /// What the file is called in tables.
    pub fn name(&self) -> String {
        format!("{}/{}", self.project.name, self.source.display())
    }

    /// Compiles the file unless that has been done; the bitcode as an input.
    pub fn run(&self, tools: &Tools) -> Result<Input> {
        let mut clang = self.command(tools);
        let stamp = with_ending(&self.output, ".command");
        let command = format!("{clang:?}\n");
        let input = Input {
            name: self.name(),
            path: self.output.clone(),
            kind: Kind::Ir,
            project: self.project.name.clone(),
        };
        if self.output.exists() && std::fs::read_to_string(&stamp).is_ok_and(|old| old == command) {
            return Ok(input);
        }
        let folder = self.output.parent().expect("a file is in a folder");
        let unwritable = || format!("cannot write to {}", folder.display());
        std::fs::create_dir_all(folder).with_context(unwritable)?;
        // Under another name until it is whole.
        let partial =
            tempfile::NamedTempFile::new_in(folder).with_context(unwritable)?.into_temp_path();
        let finished = process::run(clang.arg("-o").arg(&partial), LIMIT)?;
        if !finished.succeeded() {
            bail!("{} for {}: {}", self.name(), self.target.name, finished.reason());
        }
        partial.persist(&self.output).with_context(unwritable)?;
        std::fs::write(stamp, command).with_context(unwritable)?;
        Ok(input)
    }

    fn command(&self, tools: &Tools) -> Command {
        let mut clang = clang(tools, self.project, self.target, &self.root, &self.headers);
        clang.arg(self.root.join(&self.source));
        clang
    }
}

/// The folder of the headers that a project's own build would have generated.
pub fn headers(cache: &Path, project: &Project) -> PathBuf {
    cache.join("headers").join(&project.name)
}

/// The command that compiles a file of a project to optimised IR, but for the names of the files.
pub fn clang(
    tools: &Tools,
    project: &Project,
    target: &Target,
    root: &Path,
    headers: &Path,
) -> Command {
    let mut clang = tools.clang_to_ir("2", target);
    clang.arg("-I").arg(headers).args(&project.flags);
    for folder in &project.includes {
        clang.arg("-I").arg(root.join(folder));
    }
    clang
}
