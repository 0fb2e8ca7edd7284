//! Arguments that several commands have.

use super::reproduction;
use crate::allocator::Allocator;
use crate::corpus;
use crate::measure;
use crate::selection;
use crate::target::Target;
use crate::tools::Tools;
use crate::workers;
use anyhow::{ensure, Context, Result};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// What is compiled, and with which allocators.
#[derive(Debug, Args)]
pub struct Selection {
    /// Files .ll, .bc, .mir (as `llc -stop-before=greedy` writes it), .c, .cc, .cpp or .cxx, or
    /// folders of such files
    inputs: Vec<PathBuf>,

    /// The public corpus too; see regalloc-limit corpus
    #[arg(long)]
    corpus: bool,

    /// Which part of the corpus, and for what.
    #[command(flatten)]
    choice: CorpusChoice,

    /// With which.
    #[command(flatten)]
    pub allocators: AllocatorChoice,
}

impl Selection {
    /// What is compiled.
    pub fn inputs(self) -> selection::Selection {
        selection::Selection {
            paths: self.inputs,
            targets: self.choice.targets.clone(),
            corpus: self.corpus.then(|| self.choice.part()),
        }
    }
}

/// Which allocators.
#[derive(Debug, Args)]
pub struct AllocatorChoice {
    /// An allocator with flags of llc, and a name for it if it is written NAME=; repeat it for more
    #[arg(long = "alloc", value_name = "[NAME=]REGALLOC [FLAG...]", default_values = [
        "limit",
        "csr=greedy -regalloc-csr-first-time-cost=8192",
        "pbqp",
        "basic",
    ])]
    allocators: Vec<Allocator>,

    /// The allocator that the others are compared with
    #[arg(long, value_name = "[NAME=]REGALLOC [FLAG...]", default_value = "greedy")]
    base: Allocator,
}

impl AllocatorChoice {
    /// The base alone if no other is named, else all.
    pub fn one_or_all(&self) -> Result<Vec<Allocator>> {
        match self.allocators.iter().all(|allocator| *allocator == self.base) {
            true => Ok(vec![self.base.clone()]),
            false => self.all(),
        }
    }

    /// The base and the others, no name twice.
    pub fn all(&self) -> Result<Vec<Allocator>> {
        let mut all = vec![self.base.clone()];
        for allocator in &self.allocators {
            ensure!(
                !all.iter().any(|other| other.name == allocator.name),
                "two allocators are called '{0}'; give one another name: --alloc 'NAME={0}'",
                allocator.name
            );
            all.push(allocator.clone());
        }
        Ok(all)
    }
}

/// A part of the corpus.
#[derive(Debug, Args)]
pub struct CorpusChoice {
    /// x86-64, aarch64, riscv64 or a triple; several with commas [default: what the input says, the
    /// first three for the corpus, and this machine for generated functions]
    #[arg(long = "target", value_name = "TARGET", value_delimiter = ',')]
    targets: Vec<Target>,

    /// Only these projects of the corpus, with commas
    #[arg(long = "project", value_name = "NAME", value_delimiter = ',')]
    projects: Vec<String>,

    /// Where the corpus is kept
    #[arg(long, value_name = "FOLDER", default_value = "target/corpus")]
    cache: PathBuf,
}

impl CorpusChoice {
    /// The part, for the targets of the corpus if none is named.
    pub fn part(self) -> corpus::Part {
        let targets = match self.targets.is_empty() {
            true => Target::all_of_the_corpus(),
            false => self.targets,
        };
        corpus::Part { targets, projects: self.projects, cache: self.cache }
    }
}

/// Where a command writes.
#[derive(Debug, Args)]
pub struct Output {
    /// Where the result goes [default: standard output]
    #[arg(long = "output", short = 'o', value_name = "FILE")]
    pub path: Option<PathBuf>,
}

/// What the commands that compile have in common.
#[derive(Debug, Args)]
pub struct Common {
    /// The level of optimisation of clang and llc: above 0, where LLVM lets one choose the allocator
    #[arg(long, default_value = "2", value_parser = ["1", "2", "3"])]
    opt: String,

    /// The processor to generate code for [default: the target's generic one]
    #[arg(long, value_name = "CPU")]
    mcpu: Option<String>,

    /// Further arguments of llc for every allocator, separated by spaces
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, default_value = "")]
    llc_args: String,

    /// Further arguments of clang for C and C++, separated by spaces
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, default_value = "")]
    clang_args: String,

    /// Seconds that one run of a tool may take
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_count)]
    timeout: NonZeroUsize,

    /// The plugin [default: libregalloc_limit.so beside this command]
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
}

/// What shows how far long work has come.
#[derive(Debug, Args)]
pub struct Progress {
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// What runs many tools.
#[derive(Debug, Args)]
pub struct Running {
    /// How many tools run at a time [default: as many as there are processors]
    #[arg(long, short, value_parser = parse_count)]
    pub jobs: Option<NonZeroUsize>,

    /// Whether it shows progress.
    #[command(flatten)]
    pub progress: Progress,
}

impl Running {
    /// How many tools run at a time.
    pub fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(workers::default_jobs)
    }
}

impl Common {
    /// What all measurements have in common; an error if the plugin is not there.
    pub fn settings(&self) -> Result<measure::Settings> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Ok(measure::Settings {
            tools: Tools::find(self.plugin.as_deref())?,
            opt: self.opt.clone(),
            mcpu: self.mcpu.clone(),
            llc_args: words(&self.llc_args),
            clang_args: words(&self.clang_args),
            timeout: Duration::from_secs(self.timeout.get() as u64),
            processor_limit: None,
            command: reproduction::command(std::env::args_os()),
        })
    }
}

/// Reads how many of something there are to be.
pub fn parse_count(text: &str) -> Result<NonZeroUsize> {
    NonZeroUsize::new(text.parse()?).context("must be at least 1")
}
