//! What a comparison or a benchmark compiles: named files, for the named targets, and the corpus.

use crate::corpus::{self, Compiled};
use crate::input::{self, Input};
use crate::target::Target;
use crate::tools::Tools;
use anyhow::Result;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Files and folders, and a part of the corpus.
pub struct Selection {
    /// Files and folders of files.
    pub paths: Vec<PathBuf>,
    /// The targets that are named; if none is, each file says its target itself.
    pub targets: Vec<Target>,
    /// The part of the corpus that is compiled too, if any.
    pub corpus: Option<corpus::Part>,
}

impl Selection {
    /// Whether there is nothing to compile.
    pub fn is_empty(&self) -> bool {
        self.corpus.is_none() && self.paths.is_empty()
    }

    /// The named files for each target, and those of the corpus, which is compiled if it is not in
    /// its cache.
    pub fn collect(
        &self,
        tools: &Tools,
        jobs: NonZeroUsize,
        quiet: bool,
    ) -> Result<Vec<(Target, Input)>> {
        let named = input::collect(&self.paths)?;
        let targets = match &self.targets[..] {
            [] => vec![Target::of_the_input()],
            targets => targets.to_vec(),
        };
        let mut pairs = Vec::new();
        for target in targets {
            pairs.extend(named.iter().map(|input| (target.clone(), input.clone())));
        }
        if let Some(part) = &self.corpus {
            for Compiled { target, inputs } in corpus::compile(part, tools, jobs, quiet)? {
                pairs.extend(inputs.into_iter().map(|input| (target.clone(), input)));
            }
        }
        Ok(pairs)
    }
}
