//! `regalloc-limit corpus`: published C and C++ projects as optimised IR.
//!
//! The sources are crates that Cargo downloads, pinned by `benches/corpus/Cargo.lock`; nothing of them is
//! in this repository. What is compiled how is in `benches/corpus/projects.toml`.

mod build;
mod fetch;
mod manifest;
pub mod programs;

use crate::cli::{CorpusArguments, CorpusChoice};
use crate::input::Input;
use crate::target::Target;
use crate::tools::Tools;
use crate::{output, progress, workers, Outcome};
use anyhow::{anyhow, Result};
use comfy_table::{presets, CellAlignment, Table};
use inkwell::context::Context;
use inkwell::module::Module;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// The corpus for one target, as inputs of a comparison.
pub struct Compiled {
    /// What it is compiled for.
    pub target: Target,
    /// Its files, sorted by project and name.
    pub inputs: Vec<Input>,
}

/// Fetches the corpus and compiles it for each of the targets.
pub fn compile(
    choice: &CorpusChoice,
    targets: &[Target],
    tools: &Tools,
    jobs: NonZeroUsize,
    quiet: bool,
) -> Result<Vec<Compiled>> {
    let projects = manifest::projects(&choice.projects)?;
    // Absolute, since the paths are part of the commands that the cache compares.
    let cache = std::path::absolute(&choice.cache)?;
    let spinner = progress::spinner("fetching the sources of the corpus", quiet);
    let sources = fetch::sources(&cache)?;
    spinner.finish_and_clear();
    let mut all = Vec::new();
    for target in targets {
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
        targets.iter().map(|t| Compiled { target: t.clone(), inputs: Vec::new() }).collect();
    for (job, input) in all.iter().zip(inputs) {
        let of_target = compiled.iter_mut().find(|compiled| compiled.target == *job.target);
        of_target.expect("the jobs are for these targets").inputs.push(input);
    }
    Ok(compiled)
}

/// Compiles the corpus and prints a table of its projects.
pub fn run(arguments: &CorpusArguments) -> Result<Outcome> {
    let targets = arguments.choice.targets();
    let tools = Tools::without_plugin();
    let compiled = compile(&arguments.choice, &targets, &tools, arguments.jobs(), arguments.quiet)?;
    let mut projects: BTreeMap<String, Vec<(usize, u64)>> = BTreeMap::new();
    for of_target in &compiled {
        let counted = workers::run(&of_target.inputs, arguments.jobs(), functions_of)?;
        let mut here: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for (input, functions) in of_target.inputs.iter().zip(counted) {
            let entry = here.entry(&input.project).or_default();
            *entry = (entry.0 + 1, entry.1 + functions);
        }
        for (project, counts) in here {
            projects.entry(project.to_owned()).or_default().push(counts);
        }
    }
    output::write(None, &table(&targets, &projects, &arguments.choice)?)?;
    Ok(Outcome::Good)
}

/// How many functions a file of bitcode defines.
fn functions_of(input: &Input) -> Result<u64> {
    let context = Context::create();
    let module = Module::parse_bitcode_from_path(&input.path, &context)
        .map_err(|error| anyhow!("{}: {error}; remove it and try again", input.path.display()))?;
    Ok(module.get_functions().filter(|function| function.count_basic_blocks() > 0).count() as u64)
}

fn table(
    targets: &[Target],
    projects: &BTreeMap<String, Vec<(usize, u64)>>,
    choice: &CorpusChoice,
) -> Result<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).force_no_tty();
    let mut headings = vec!["project".to_owned(), "kind".to_owned(), "files".to_owned()];
    headings.extend(targets.iter().map(|target| format!("functions, {}", target.name)));
    table.set_header(headings);
    let mut sums = vec![0; targets.len()];
    for project in manifest::projects(&choice.projects)? {
        let counts = &projects[&project.name];
        let mut row = vec![project.name, project.kind, counts[0].0.to_string()];
        for (sum, (_, functions)) in sums.iter_mut().zip(counts) {
            *sum += functions;
            row.push(functions.to_string());
        }
        table.add_row(row);
    }
    let mut last = vec![format!("{} projects", projects.len()), String::new(), String::new()];
    last.extend(sums.iter().map(u64::to_string));
    table.add_row(last);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    Ok(format!("{}\n", table.trim_fmt()))
}
