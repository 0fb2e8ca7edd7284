//! `regalloc-limit gallery`: code that people complain about in public, greedy beside limit.
//! `docs/gallery.md` is what it writes.

mod manifest;
mod show;

use crate::allocator::Allocator;
use crate::explain::{self, Form, Subject};
use crate::fetch;
use crate::input::Input;
use crate::measure::{Cell, Settings};
use crate::outcome::Outcome;
use crate::score::Score;
use crate::target::Target;
use crate::{output, progress};
use anyhow::{bail, Context, Result};
use manifest::Case;
use std::path::{Path, PathBuf};

/// What is shown, and where.
pub struct Options {
    /// How one measurement is made.
    pub settings: Settings,
    /// Whether no progress is shown.
    pub quiet: bool,
    /// Only the cases whose file's name contains this.
    pub case: Option<String>,
    /// The folder in which published sources are kept.
    pub cache: PathBuf,
    /// Where the page goes; none is standard output.
    pub output: Option<PathBuf>,
}

/// What both allocators made of a case for one target.
struct Measured {
    target: Target,
    /// The functions that both or one of them compiled, with greedy's score and limit's.
    functions: Vec<(String, [Option<Score>; 2])>,
    /// Why greedy, or limit, compiled nothing.
    failures: [Option<String>; 2],
}

/// Characters in a line of what `explain` says.
const WIDTH: usize = 100;

/// A case and what was measured of it.
struct Shown {
    case: Case,
    measured: Vec<Measured>,
    /// What `explain` says of the dearest line for the first target; none if there is nothing to say.
    reasons: Option<String>,
}

/// Measures all cases and writes the page.
pub fn run(options: &Options) -> Result<Outcome> {
    let output = options.output.as_deref();
    output::check(output)?;
    let cases = manifest::cases(options.case.as_deref())?;
    let allocators: [Allocator; 2] = ["greedy".parse()?, "limit".parse()?];
    let llvm = options.settings.check(&allocators, &[])?;
    let folder = tempfile::tempdir()?;
    let bar = progress::bar("gallery", cases.len(), options.quiet);
    let mut all = Vec::new();
    for case in cases {
        bar.set_message(case.file.clone());
        let path = source(&case, &options.cache, folder.path())?;
        let settings = Settings {
            opt: case.opt.clone(),
            clang_args: [&options.settings.clang_args[..], &case.flags].concat(),
            ..options.settings.clone()
        };
        let mut measured = Vec::new();
        for target in case.targets()? {
            let of_target = measure(&settings, &case, &path, target, &allocators, folder.path());
            measured.push(of_target.with_context(|| case.file.clone())?);
        }
        let reasons = match measured.first() {
            Some(first) => reasons(&settings, &case, &path, first)?,
            None => None,
        };
        all.push(Shown { case, measured, reasons });
        bar.inc(1);
    }
    bar.finish_and_clear();
    output::write(output, &show::page(&llvm, &all))?;
    Ok(Outcome::Good)
}

/// The file of the case: in the crate that carries it, or written to `folder`.
fn source(case: &Case, cache: &Path, folder: &Path) -> Result<PathBuf> {
    if let Some(krate) = &case.krate {
        let sources = fetch::sources(&fetch::GALLERY, &std::path::absolute(cache)?)?;
        return Ok(fetch::folder_of(krate, &sources)?.join(&case.file));
    }
    let text = case.text().with_context(|| format!("{} has no text", case.file))?;
    let path = folder.join(&case.file);
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

fn measure(
    settings: &Settings,
    case: &Case,
    path: &Path,
    target: Target,
    allocators: &[Allocator; 2],
    folder: &Path,
) -> Result<Measured> {
    let input = Input::of_file(path)?;
    let prepared = match settings.prepare(&input, &target, folder)? {
        Ok(prepared) => prepared,
        Err(reason) => bail!("{reason}"),
    };
    let mut cells: Vec<Cell> = Vec::new();
    for allocator in allocators {
        cells.push(settings.measure(&prepared, &target, allocator)?);
    }
    let score = |cell: &Cell, name: &str| cell.as_ref().ok()?.scores.get(name).cloned();
    let scored = cells.iter().flatten().flat_map(|run| run.scores.keys().cloned());
    let mut names: Vec<String> =
        scored.filter(|name| case.functions.is_empty() || case.functions.contains(name)).collect();
    names.sort();
    names.dedup();
    let functions =
        names.into_iter().map(|name| (name.clone(), [0, 1].map(|i| score(&cells[i], &name))));
    Ok(Measured {
        functions: functions.collect(),
        failures: [0, 1].map(|i| cells[i].as_ref().err().cloned()),
        target,
    })
}

/// What `explain` says of the function of the case that limit's moves cost most in, beside greedy if that
/// compiles it.
fn reasons(
    settings: &Settings,
    case: &Case,
    path: &Path,
    measured: &Measured,
) -> Result<Option<String>> {
    let cost = |scores: &[Option<Score>; 2]| scores[1].as_ref().map(|limit| limit.move_cost);
    let costs = measured.functions.iter().filter_map(|(name, scores)| Some((name, cost(scores)?)));
    let Some((dearest, _)) = costs.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(a.0))) else {
        return Ok(None);
    };
    let beside = match &measured.failures[0] {
        Some(_) => None,
        None => Some("greedy".parse()?),
    };
    let options = explain::Options {
        settings: settings.clone(),
        subject: Subject { path: path.to_owned(), line: None },
        function: Some(dearest.clone()),
        target: measured.target.clone(),
        beside,
        all: true,
        form: Form::Text,
        output: None,
    };
    explain::dearest(&options, WIDTH).with_context(|| case.file.clone())
}
