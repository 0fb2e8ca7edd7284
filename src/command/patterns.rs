//! Files and folders by patterns, in which `*` stands for anything.

use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};

/// The files and folders that a pattern matches, sorted.
pub fn matches(pattern: &Path) -> Result<Vec<PathBuf>> {
    let pattern = pattern.to_str().context("the cache folder's name is no text")?;
    let found = glob::glob(pattern).with_context(|| format!("the pattern {pattern}"))?;
    found.collect::<Result<_, _>>().with_context(|| format!("cannot read {pattern}"))
}

/// The file or folder that a pattern matches, which has to be one.
pub fn one(pattern: &Path) -> Result<PathBuf> {
    match &matches(pattern)?[..] {
        [path] => Ok(path.clone()),
        [] => {
            bail!("nothing is called {}; remove the cache folder and try again", pattern.display())
        }
        _ => bail!(
            "several things are called {}; remove the cache folder and try again",
            pattern.display()
        ),
    }
}
