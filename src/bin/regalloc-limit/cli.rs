//! The command line.

use crate::allocator::Allocator;
use crate::bench::generate::Shape;
use crate::execute::ExecuteFormat;
use crate::format::Format;
use crate::fuzz::{FuzzArguments, FUZZ_EXAMPLES};
use crate::metric::Threshold;
use crate::target::Target;
use crate::tools::Tools;
use crate::{measure, workers};
use anyhow::{bail, ensure, Result};
use clap::{Args, Parser, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Measures LLVM's register allocators, and the plugin's, against each other.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile inputs with several allocators and compare the code that they give
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(Box<CompareArguments>),
    /// Measure how long allocation takes, and how the time grows with the size of a function
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(Box<BenchArguments>),
    /// Fetch and compile the public corpus of C and C++ projects, and list it
    #[command(after_help = CORPUS_EXAMPLES)]
    Corpus(Box<CorpusArguments>),
    /// Try the allocator on random inputs, and reduce what it does wrong to small cases
    #[command(after_help = FUZZ_EXAMPLES)]
    Fuzz(Box<FuzzArguments>),
    /// Run the programs of the corpus and count the instructions that they execute
    #[command(after_help = EXECUTE_EXAMPLES)]
    Execute(Box<ExecuteArguments>),
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  regalloc-limit compare sqlite3.c
  regalloc-limit compare --target x86-64,riscv64 --alloc limit --alloc pbqp src/
  regalloc-limit compare --alloc 'csr=greedy -regalloc-csr-first-time-cost=8192' x.bc
  regalloc-limit compare --alloc limit --threshold move-cost=1.02 --format json --output r.json x.ll

An input that no allocator compiles is left out and named.
Exit status: 0; 1 if a threshold is exceeded; 2 if nothing could be measured.";

const CORPUS_EXAMPLES: &str = "\
Examples:
  regalloc-limit corpus
  regalloc-limit corpus --target riscv64 --project lua,zstd --cache /var/tmp/corpus

Cargo downloads the sources once; what is compiled stays in the cache folder.";

const EXECUTE_EXAMPLES: &str = "\
Examples:
  regalloc-limit execute --alloc limit
  regalloc-limit execute --target riscv64 --project lua,zstd --alloc limit --alloc pbqp
  regalloc-limit execute --llc-args=-stress-regalloc=8 --format markdown --output counts.md

QEMU's user mode runs and counts; two runs give the same figures.
Exit status: 0; 1 if a program fails or prints something else than with the base; 2 if something
could not be used.";

const BENCH_EXAMPLES: &str = "\
Examples:
  regalloc-limit bench --alloc limit --alloc pbqp
  regalloc-limit bench --largest 0 --runs 5 sqlite3.c
  regalloc-limit bench --largest 1000000 --shape loop-nests,interpreter --runs 1 --alloc limit
  regalloc-limit bench --corpus --target x86-64 --format html --output times.html

One tool runs at a time unless --jobs says otherwise. An allocator that takes longer than --limit
at one size is not asked for larger ones. Ctrl-C writes what was measured until then.
Exit status: 0; 2 if nothing could be measured; 130 after Ctrl-C.";

/// What is compiled, and with which allocators.
#[derive(Debug, Args)]
pub struct Selection {
    /// Files .ll, .bc, .mir (as `llc -stop-before=greedy` writes it), .c, .cc, .cpp or .cxx, or
    /// folders of such files
    pub inputs: Vec<PathBuf>,

    /// The public corpus too; see regalloc-limit corpus
    #[arg(long)]
    pub corpus: bool,

    /// Which part of the corpus, and for what.
    #[command(flatten)]
    pub choice: CorpusChoice,

    /// With which.
    #[command(flatten)]
    pub allocators: AllocatorChoice,
}

impl Selection {
    /// Whether there is anything to compile.
    pub fn has_inputs(&self) -> bool {
        self.corpus || !self.inputs.is_empty()
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
    pub allocators: Vec<Allocator>,

    /// The allocator that the others are compared with
    #[arg(long, value_name = "[NAME=]REGALLOC [FLAG...]", default_value = "greedy")]
    pub base: Allocator,
}

impl AllocatorChoice {
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

/// The arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// What is compiled, and with which allocators.
    #[command(flatten)]
    pub selection: Selection,

    /// Compare only functions whose names contain this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// How the result is written
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,

    /// Where the result goes [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// What bench --format json wrote: its curves of growth go into the HTML page
    #[arg(long, value_name = "FILE")]
    pub growth: Option<PathBuf>,

    /// Exit with status 1 if a ratio of the first --alloc to the base is higher, such as
    /// move-cost=1.02; repeat it for more
    #[arg(long = "threshold", value_name = "METRIC=RATIO")]
    pub thresholds: Vec<Threshold>,

    /// What the commands have in common.
    #[command(flatten)]
    pub common: CommonArguments,
}

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// What is compiled, and with which allocators.
    #[command(flatten)]
    pub selection: Selection,

    /// How often each measurement is made
    #[arg(long, value_name = "N", default_value = "3")]
    pub runs: NonZeroUsize,

    /// The size of the largest generated function in instructions, 1000 to 1000000; 0 for none
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_largest)]
    pub largest: u64,

    /// Which kinds of functions are generated; several with commas [default: all]
    #[arg(long = "shape", value_enum, value_delimiter = ',')]
    pub shapes: Vec<Shape>,

    /// Processor seconds that one measurement may take, beside --timeout, which other work on the
    /// machine uses up too
    #[arg(long, value_name = "SECONDS", default_value = "100")]
    pub limit: NonZeroUsize,

    /// How the result is written
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,

    /// Where the result goes [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// What the commands have in common.
    #[command(flatten)]
    pub common: CommonArguments,
}

fn parse_largest(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(largest @ (0 | 1000..=1_000_000)) => Ok(largest),
        _ => bail!("'{text}' is neither 0 nor a size from 1000 to 1000000"),
    }
}

/// A part of the corpus.
#[derive(Debug, Args)]
pub struct CorpusChoice {
    /// x86-64, aarch64, riscv64 or a triple; several with commas [default: what the input says, the
    /// first three for the corpus, and this machine for generated functions]
    #[arg(long = "target", value_name = "TARGET", value_delimiter = ',')]
    pub targets: Vec<Target>,

    /// Only these projects of the corpus, with commas
    #[arg(long = "project", value_name = "NAME", value_delimiter = ',')]
    pub projects: Vec<String>,

    /// Where the corpus is kept
    #[arg(long, value_name = "FOLDER", default_value = "target/corpus")]
    pub cache: PathBuf,
}

impl CorpusChoice {
    /// The targets that the corpus is compiled for.
    pub fn targets(&self) -> Vec<Target> {
        match &self.targets[..] {
            [] => Target::all_of_the_corpus(),
            named => named.to_vec(),
        }
    }
}

/// The arguments of `corpus`.
#[derive(Debug, Args)]
pub struct CorpusArguments {
    /// Which part.
    #[command(flatten)]
    pub choice: CorpusChoice,

    /// How many tools run at a time [default: as many as there are processors]
    #[arg(long, short)]
    pub jobs: Option<NonZeroUsize>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

impl CorpusArguments {
    /// How many tools run at a time.
    pub fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(workers::default_jobs)
    }
}

/// The arguments of `execute`.
#[derive(Debug, Args)]
pub struct ExecuteArguments {
    /// Which part.
    #[command(flatten)]
    pub choice: CorpusChoice,

    /// With which allocators.
    #[command(flatten)]
    pub allocators: AllocatorChoice,

    /// How the result is written
    #[arg(long, value_enum, default_value = "table")]
    pub format: ExecuteFormat,

    /// Where the result goes [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// What the commands have in common.
    #[command(flatten)]
    pub common: CommonArguments,
}

/// What the commands have in common.
#[derive(Debug, Args)]
pub struct CommonArguments {
    /// The level of optimisation of clang and llc: above 0, where LLVM lets one choose the allocator
    #[arg(long, default_value = "2", value_parser = ["1", "2", "3"])]
    pub opt: String,

    /// The processor to generate code for [default: the target's generic one]
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,

    /// Further arguments of llc for every allocator, separated by spaces
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, default_value = "")]
    pub llc_args: String,

    /// Further arguments of clang for C and C++, separated by spaces
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true, default_value = "")]
    pub clang_args: String,

    /// Seconds that one run of a tool may take
    #[arg(long, value_name = "SECONDS", default_value = "300")]
    pub timeout: NonZeroUsize,

    /// How many tools run at a time [default: as many as there are processors]
    #[arg(long, short)]
    pub jobs: Option<NonZeroUsize>,

    /// The plugin [default: libregalloc_limit.so beside this command]
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

impl CommonArguments {
    /// How many tools run at a time.
    pub fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(workers::default_jobs)
    }

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
        })
    }
}
