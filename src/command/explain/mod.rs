//! `regalloc-limit explain`: why values were taken out of registers, what that costs, and what else could
//! have been done.
//!
//! The plugin says why in its log and where values are in its placements ([`log`], [`placements`]);
//! [`build`] puts the two together. The placements of another allocator are read in the same way.

mod build;
mod html;
mod log;
pub mod model;
mod placements;
mod text;

use crate::allocator::Allocator;
use crate::input::{Input, Kind};
use crate::measure::Settings;
use crate::outcome::Outcome;
use crate::output;
use crate::process;
use crate::target::Target;
use crate::words::counted;
use anyhow::{bail, ensure, Context, Result};
use build::Builder;
use clap::ValueEnum;
use log::FunctionLog;
use model::{Explanation, Function, Nothing, Region, SCHEMA};
use placements::Code;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Functions that are shown if not all are asked for.
const FUNCTIONS: usize = 3;

/// Regions of a function that are shown if not all are asked for.
const REGIONS: usize = 5;

/// Lines that are named where there is nothing to explain on the one that was asked for.
const LINES: usize = 3;

/// A file, and perhaps a line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The file.
    pub path: PathBuf,
    /// The line that is looked at.
    pub line: Option<u32>,
}

impl FromStr for Subject {
    type Err = std::convert::Infallible;

    /// A colon and digits behind the name of a file are a line, unless a file is called so.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let split = text.rsplit_once(':').filter(|_| !Path::new(text).exists());
        let line = split.and_then(|(path, line)| Some((path, line.parse().ok()?)));
        Ok(match line {
            Some((path, line)) => Subject { path: path.into(), line: Some(line) },
            None => Subject { path: text.into(), line: None },
        })
    }
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// To read
    Text,
    /// One object; docs/explain.md is the schema
    Json,
    /// A page of its own: code, pressure and registers side by side
    Html,
}

/// What is explained, and how.
pub struct Options {
    /// How the input is compiled.
    pub settings: Settings,
    /// The input.
    pub subject: Subject,
    /// The name of a function, or a part of it.
    pub function: Option<String>,
    /// The target.
    pub target: Target,
    /// The allocator beside limit.
    pub beside: Option<Allocator>,
    /// Whether nothing is left out.
    pub all: bool,
    /// The form of the result.
    pub form: Form,
    /// Where it goes; none is standard output.
    pub output: Option<PathBuf>,
}

/// Explains the input and writes that.
pub fn run(options: &Options) -> Result<Outcome> {
    let output = options.output.as_deref();
    output::check(output)?;
    let compiled = compile_both(options)?;
    let mut sources = Sources::default();
    let explanation = explain(options, &compiled, &mut sources)?;
    let written = match options.form {
        Form::Text => {
            let colour = output::is_terminal(output) && output::may_be_coloured();
            text::render(&explanation, &text::Style::of(colour))
        }
        Form::Json => serde_json::to_string_pretty(&explanation)? + "\n",
        Form::Html => {
            let builders = explanation.functions.iter().map(|function| {
                (function, compiled.builder(&compiled.limit.codes[&function.name]))
            });
            html::render(&explanation, options.subject.line, builders, &mut sources)?
        }
    };
    output::write(output, &written)?;
    Ok(Outcome::Good)
}

/// What the text says of the dearest line of the dearest function, in lines of so many characters; none if
/// nothing leaves registers and everything fits.
pub fn dearest(options: &Options, width: usize) -> Result<Option<String>> {
    let compiled = compile_both(options)?;
    let mut explanation = explain(options, &compiled, &mut Sources::default())?;
    explanation.functions.truncate(1);
    explanation.functions_left_out = 0;
    for function in &mut explanation.functions {
        function.regions.truncate(1);
        function.regions_left_out = 0;
    }
    let has_any = !explanation.functions.is_empty();
    Ok(has_any.then(|| text::render(&explanation, &text::Style::plain(width))))
}

/// What one compilation says.
struct Compiled {
    codes: BTreeMap<String, Code>,
    logs: Vec<FunctionLog>,
}

/// What both compilations say.
struct Both {
    input: String,
    limit: Compiled,
    beside: Option<Compiled>,
}

impl Both {
    fn builder<'e>(&'e self, code: &'e Code) -> Builder<'e> {
        let log = self.limit.logs.iter().find(|log| log.function == code.function);
        let other = self.beside.as_ref().and_then(|beside| beside.codes.get(&code.function));
        Builder::new(code, log, other)
    }
}

fn compile_both(options: &Options) -> Result<Both> {
    let input = Input::of_file(&options.subject.path)?;
    if let (Kind::Source, Some(line)) = (input.kind, options.subject.line) {
        check_line(&options.subject.path, line)?;
    }
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut settings = options.settings.clone();
    settings.clang_args.push("-g".to_owned());
    let prepared = settings.prepare(&input, &options.target, folder.path())?;
    let prepared = prepared.map_err(anyhow::Error::msg)?;
    if input.kind == Kind::Mir {
        // The pass in front of the allocator stands behind the scheduler, which is to do nothing more.
        settings
            .llc_args
            .extend(["-start-before=machine-scheduler", "-enable-misched=false"].map(Into::into));
    }
    let compile = |allocator: &Allocator| compile(&settings, &options.target, &prepared, allocator);
    let limit = compile(&"limit".parse()?)?;
    let beside = options.beside.as_ref().map(compile).transpose()?;
    Ok(Both { input: input.name, limit, beside })
}

fn explain(options: &Options, compiled: &Both, sources: &mut Sources) -> Result<Explanation> {
    let Subject { path, line } = &options.subject;
    let chosen = chosen(&compiled.limit.codes, options.function.as_deref())?;
    let builders = chosen.into_iter().map(|code| compiled.builder(code));
    let builders = builders.filter(Builder::has_anything);
    let mut explanation = Explanation {
        schema: SCHEMA,
        input: compiled.input.clone(),
        target: options.target.name.clone(),
        beside: options.beside.as_ref().map(|allocator| allocator.name.clone()),
        functions: builders.map(|builder| builder.function()).collect(),
        functions_left_out: 0,
        nothing: None,
    };
    // The page has all lines of its functions.
    let is_page = options.form == Form::Html;
    let others = dearest_lines(&explanation.functions);
    if let Some(line) = line {
        keep_line(&mut explanation.functions, path, *line, is_page);
    }
    if explanation.functions.is_empty() {
        let function = options.function.clone();
        explanation.nothing = Some(Nothing { function, line: *line, others });
    }
    explanation.functions.sort_by(|a, b| b.moves.cost.total_cmp(&a.moves.cost));
    if !options.all {
        cut(&mut explanation, if is_page { usize::MAX } else { REGIONS });
    }
    read_sources(&mut explanation.functions, sources);
    Ok(explanation)
}

fn compile(
    settings: &Settings,
    target: &Target,
    prepared: &Path,
    allocator: &Allocator,
) -> Result<Compiled> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let [placements, log] = ["placements", "log"].map(|name| folder.path().join(name));
    let mut llc = settings.llc(prepared, target, allocator);
    llc.arg(format!("-limit-placements={}", placements.display()));
    llc.arg(format!("-limit-log={}", log.display()));
    llc.args(["-filetype=null", "-o", "-"]);
    let finished = process::run(&mut llc, settings.timeout)?;
    if !finished.succeeded() {
        settings.check_loaded(&finished.reason())?;
        bail!("llc with {}: {}", allocator.name, finished.reason());
    }
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let codes = placements::parse(&read(&placements))?;
    Ok(Compiled { codes, logs: log::parse(&read(&log))? })
}

/// An error if a source file has no line of that number.
fn check_line(path: &Path, line: u32) -> Result<()> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = String::from_utf8_lossy(&text).lines().count();
    let is_there = (1..=lines).contains(&(line as usize));
    let all = counted(lines, "line", "lines");
    ensure!(is_there, "{} has no line {line}; it has {all}", path.display());
    Ok(())
}

/// The function of that name, else those whose names contain it.
fn chosen<'c>(codes: &'c BTreeMap<String, Code>, name: Option<&str>) -> Result<Vec<&'c Code>> {
    let Some(name) = name else { return Ok(codes.values().collect()) };
    if let Some(code) = codes.get(name) {
        return Ok(vec![code]);
    }
    let found: Vec<&Code> = codes.values().filter(|code| code.function.contains(name)).collect();
    ensure!(
        !found.is_empty(),
        "no function has a name with '{name}' in it; there are {}",
        codes.len()
    );
    Ok(found)
}

/// Some lines with something to explain, the dearest first.
fn dearest_lines(functions: &[Function]) -> Vec<u32> {
    let regions = functions.iter().flat_map(|function| &function.regions);
    let mut dearest: Vec<&Region> = regions.filter(|region| region.line.is_some()).collect();
    dearest.sort_by(|a, b| b.moves.cost.total_cmp(&a.moves.cost));
    let mut lines: Vec<u32> = dearest.into_iter().filter_map(|region| region.line).collect();
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(*line));
    lines.truncate(LINES);
    lines
}

/// Keeps the regions of one line, or whole functions that have some of it.
fn keep_line(functions: &mut Vec<Function>, path: &Path, line: u32, whole: bool) {
    let is_source = Kind::of(path) == Some(Kind::Source);
    let same_file = |file: &Option<String>| {
        let name = file.as_deref().map(|file| Path::new(file).file_name());
        !is_source || name.is_none_or(|name| name == path.file_name())
    };
    let is_kept = |region: &Region| region.line == Some(line) && same_file(&region.file);
    functions.retain(|function| function.regions.iter().any(is_kept));
    for function in functions.iter_mut().filter(|_| !whole) {
        function.regions.retain(is_kept);
    }
}

fn cut(explanation: &mut Explanation, regions: usize) {
    let functions = &mut explanation.functions;
    explanation.functions_left_out = functions.len().saturating_sub(FUNCTIONS);
    functions.truncate(FUNCTIONS);
    for function in functions {
        function.regions_left_out = function.regions.len().saturating_sub(regions);
        function.regions.truncate(regions);
    }
}

/// The texts of the lines, where the files can be read.
fn read_sources(functions: &mut [Function], sources: &mut Sources) {
    for region in functions.iter_mut().flat_map(|function| &mut function.regions) {
        let (Some(file), Some(line)) = (&region.file, region.line) else { continue };
        region.source = sources.line(file, line).map(|text| text.trim().to_owned());
    }
}

/// Source files, each read once.
#[derive(Default)]
struct Sources(BTreeMap<String, Vec<String>>);

impl Sources {
    /// A line of a file; none if it cannot be read.
    fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        let lines = self.0.entry(file.to_owned()).or_insert_with(|| {
            let text = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
        });
        let text = (line as usize).checked_sub(1).and_then(|index| lines.get(index));
        text.map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stands_behind_the_file() {
        let parse = |text: &str| text.parse::<Subject>().expect("every text is one");
        assert_eq!(parse("a.c:12"), Subject { path: "a.c".into(), line: Some(12) });
        assert_eq!(parse("a.c"), Subject { path: "a.c".into(), line: None });
        assert_eq!(parse("a:b.c"), Subject { path: "a:b.c".into(), line: None });
    }
}
