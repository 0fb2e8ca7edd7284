//! `regalloc-limit results`: makes one document of what `compare`, `execute` and `bench` wrote as
//! JSON. Most tables of `docs/results.md` and the table in the README are made so; those of causes,
//! of functions over twice greedy's, of distance and of copies in `docs/results.md` are put
//! together by hand.

use crate::bench;
use crate::execute;
use crate::format::tables::{self, new_table, ratio, Style};
use crate::format::Format;
use crate::outcome::Outcome;
use crate::output;
use crate::report::{self, Comparison, Failure, Heading, Versus};
use anyhow::{bail, ensure, Context, Result};
use serde::de::DeserializeOwned;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What the document is made of.
pub struct Options {
    /// Files that `compare`, `execute` and `bench` wrote as JSON, in the order of the document.
    pub files: Vec<PathBuf>,
    /// The state of the allocator, such as a commit.
    pub state: String,
    /// Only a short table of the comparisons, for the README.
    pub short: bool,
    /// Where the document goes; none is standard output.
    pub output: Option<PathBuf>,
}

/// Writes the document.
pub fn run(options: &Options) -> Result<Outcome> {
    let output = options.output.as_deref();
    output::check(output)?;
    let parts = options.files.iter().map(|path| Part::read(path)).collect::<Result<Vec<_>>>()?;
    let text = match options.short {
        true => short(&parts)?,
        false => document(&options.state, &parts)?,
    };
    output::write(output, &text)?;
    Ok(Outcome::Good)
}

/// What one run of a command found.
enum Part {
    Compared(report::Report),
    Executed(execute::Report),
    Timed(bench::Report),
}

/// What tells the reports of the commands apart.
#[derive(Deserialize)]
struct Kind {
    arguments: report::Arguments,
}

/// The parts of a comparison that the tables show: of tens of thousands of functions nothing is
/// kept.
#[derive(Deserialize)]
struct Compared {
    schema: u32,
    version: String,
    llvm: String,
    arguments: report::Arguments,
    allocators: Vec<report::NamedFlags>,
    comparisons: Vec<Comparison>,
    failures: Vec<Failure>,
}

impl Part {
    fn read(path: &Path) -> Result<Part> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let kind: Kind = parse(&text, path)?;
        match kind.arguments.command.split_whitespace().nth(1) {
            Some("compare") => Ok(Part::Compared(parse::<Compared>(&text, path)?.into())),
            Some("execute") => Ok(Part::Executed(parse(&text, path)?)),
            Some("bench") => Ok(Part::Timed(parse(&text, path)?)),
            _ => bail!("{}", foreign(path)),
        }
    }

    fn heading(&self) -> &Heading {
        match self {
            Part::Compared(report) => &report.heading,
            Part::Executed(report) => &report.heading,
            Part::Timed(report) => &report.heading,
        }
    }

    fn render(&self) -> Result<String> {
        match self {
            Part::Compared(report) => Format::Markdown.render(report, false),
            Part::Executed(report) => {
                execute::render(report, execute::ExecuteFormat::Markdown, false)
            }
            Part::Timed(report) => bench::render(report, Format::Markdown, false),
        }
    }
}

fn parse<T: DeserializeOwned>(text: &str, path: &Path) -> Result<T> {
    serde_json::from_str(text).with_context(|| foreign(path))
}

fn foreign(path: &Path) -> String {
    format!(
        "{} was not written by regalloc-limit compare, execute or bench --format json",
        path.display()
    )
}

impl From<Compared> for report::Report {
    fn from(read: Compared) -> report::Report {
        let Compared { schema, version, llvm, arguments, allocators, .. } = read;
        report::Report {
            heading: Heading { schema, version, llvm, arguments, allocators },
            comparisons: read.comparisons,
            failures: read.failures,
            functions: Vec::new(),
            listings: Vec::new(),
            growth: Vec::new(),
        }
    }
}

fn document(state: &str, parts: &[Part]) -> Result<String> {
    let Some(first) = parts.first() else { bail!("nothing to write: name files") };
    let mut text = format!(
        "# Results\n\n\
         What `regalloc-limit` measured, all of one state: {state}, with {}.\n\
         `regalloc-limit results` makes this page of what the commands below write with `--format json`.\n\n\
         Costs and counts are exact: two runs give the same. Times are processor time on a machine that \
         does other work too: read their ratios, and those roughly.\n\n\
         What was tried is in [experiments.md](experiments.md), what the checker found in \
         [checker.md](checker.md).\n",
        first.heading().llvm
    );
    for part in parts {
        text += &format!("\n{}", part.render()?);
    }
    Ok(text)
}

const SHORT: [&str; 8] = [
    "target",
    "move cost, pressured functions",
    "move cost, all functions",
    "instructions times frequency, all functions",
    "functions better / worse",
    "functions over 2 times",
    "time of allocation",
    "time of code generation",
];

/// A row for each target of each comparison: the first allocator beside the base and, in brackets,
/// the second one.
fn short(parts: &[Part]) -> Result<String> {
    let by_target = parts.iter().flat_map(|part| match part {
        Part::Compared(report) => {
            report.comparisons.chunk_by(|a, b| a.target == b.target).collect()
        }
        Part::Executed(_) | Part::Timed(_) => Vec::new(),
    });
    let mut table = new_table(Style::Markdown, &SHORT, 1);
    for of_target in by_target {
        let tested = &of_target[0];
        let figure = |of: fn(&Comparison) -> Option<f64>| {
            let figures: Vec<String> =
                of_target.iter().take(2).map(|c| ratio(of(c)).content()).collect();
            match &figures[..] {
                [tested, other] => format!("{tested} ({other})"),
                _ => figures.concat(),
            }
        };
        let time = |seconds: Versus<f64>| {
            seconds.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
        };
        table.add_row([
            tables::cell(&tested.target, Style::Markdown),
            figure(|c| c.move_cost_pressured),
            figure(|c| c.move_cost),
            figure(|c| c.instructions),
            format!("{} / {}", tested.better, tested.worse),
            tested.over_twice.to_string(),
            time(tested.allocation_seconds),
            time(tested.codegen_seconds),
        ]);
    }
    ensure!(!table.is_empty(), "no file was written by compare --format json");
    Ok(format!("{}\n", table.trim_fmt()))
}
