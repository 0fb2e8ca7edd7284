//! `regalloc-limit corpus`: published C and C++ projects as optimised IR.
//!
//! The sources are crates that Cargo downloads, pinned by `benches/corpus/Cargo.lock`; nothing of them is
//! in this repository. What is compiled how is in `benches/corpus/projects.toml`.

mod build;
mod manifest;
pub mod programs;

use crate::input::Input;
use crate::outcome::Outcome;
use crate::target::Target;
use crate::tools::Tools;
use crate::words::counted;
use crate::{fetch, output, progress, workers};
use anyhow::{anyhow, Result};
use comfy_table::{presets, CellAlignment, Table};
use inkwell::context::Context;
use inkwell::module::Module;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A part of the corpus.
pub struct Part {
    /// What it is compiled for.
    pub targets: Vec<Target>,
    /// The names of its projects; none stands for all.
    pub projects: Vec<String>,
    /// The folder in which sources and compiled files are kept.
    pub cache: PathBuf,
}

/// What `corpus` compiles and lists, and how.
pub struct Options {
    /// Which part.
    pub part: Part,
    /// How many tools run at a time.
    pub jobs: NonZeroUsize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// The corpus for one target, as inputs of a comparison.
pub struct Compiled {
    /// What it is compiled for.
    pub target: Target,
    /// Its files, sorted by project and name.
    pub inputs: Vec<Input>,
}

/// Fetches a part of the corpus and compiles it for each of its targets.
pub fn compile(
    part: &Part,
    tools: &Tools,
    jobs: NonZeroUsize,
    quiet: bool,
) -> Result<Vec<Compiled>> {
    let projects = manifest::projects(&part.projects)?;
    // Absolute, since the paths are part of the commands that the cache compares.
    let cache = std::path::absolute(&part.cache)?;
    let spinner = progress::spinner("fetching the sources of the corpus", quiet);
    let sources = fetch::sources(&fetch::CORPUS, &cache)?;
    spinner.finish_and_clear();
    let mut all = Vec::new();
    for target in &part.targets {
        for project in &projects {
            all.extend(build::jobs(project, target, &sources, &cache)?);
        }
    }
    let bar = progress::bar("corpus", all.len(), quiet);
    let inputs = workers::run(&all, jobs, |job| {
        bar.set_message(format!("{} for {}", job.name(), job.target.name));
        let input = job.run(tools)?;
        bar.inc(1);
        Ok(input)
    })?;
    bar.finish_and_clear();
    let mut compiled: Vec<Compiled> =
        part.targets.iter().map(|t| Compiled { target: t.clone(), inputs: Vec::new() }).collect();
    for (job, input) in all.iter().zip(inputs) {
        let of_target = compiled.iter_mut().find(|compiled| compiled.target == *job.target);
        of_target.expect("the jobs are for these targets").inputs.push(input);
    }
    Ok(compiled)
}

/// Compiles the corpus and prints a table of its projects.
pub fn run(options: &Options) -> Result<Outcome> {
    let Options { part, jobs, quiet } = options;
    let compiled = compile(part, &Tools::without_plugin(), *jobs, *quiet)?;
    let mut projects: BTreeMap<String, Vec<(usize, u64)>> = BTreeMap::new();
    for of_target in &compiled {
        let counted = workers::run(&of_target.inputs, *jobs, functions_of)?;
        let mut here: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for (input, functions) in of_target.inputs.iter().zip(counted) {
            let entry = here.entry(&input.project).or_default();
            *entry = (entry.0 + 1, entry.1 + functions);
        }
        for (project, counts) in here {
            projects.entry(project.to_owned()).or_default().push(counts);
        }
    }
    output::write(None, &table(part, &projects)?)?;
    Ok(Outcome::Good)
}

/// How many functions a file of bitcode defines.
fn functions_of(input: &Input) -> Result<u64> {
    let context = Context::create();
    let module = Module::parse_bitcode_from_path(&input.path, &context)
        .map_err(|error| anyhow!("{}: {error}; remove it and try again", input.path.display()))?;
    Ok(module.get_functions().filter(|function| function.count_basic_blocks() > 0).count() as u64)
}

/// A row for each project, with its files and, for each target, its functions.
fn table(part: &Part, projects: &BTreeMap<String, Vec<(usize, u64)>>) -> Result<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).force_no_tty();
    let mut headings = vec!["project".to_owned(), "kind".to_owned(), "files".to_owned()];
    headings.extend(part.targets.iter().map(|target| format!("functions, {}", target.name)));
    table.set_header(headings);
    let mut sums = vec![0; part.targets.len()];
    for project in manifest::projects(&part.projects)? {
        let counts = &projects[&project.name];
        let mut row = vec![project.name, project.kind, counts[0].0.to_string()];
        for (sum, (_, functions)) in sums.iter_mut().zip(counts) {
            *sum += functions;
            row.push(functions.to_string());
        }
        table.add_row(row);
    }
    let mut last =
        vec![counted(projects.len(), "project", "projects"), String::new(), String::new()];
    last.extend(sums.iter().map(u64::to_string));
    table.add_row(last);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    Ok(format!("{}\n", table.trim_fmt()))
}
