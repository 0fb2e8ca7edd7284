//! Fetches the crates that carry the corpus, through Cargo, pinned by its lock file.

use crate::process;
use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The package that depends on all crates of the corpus.
const PACKAGE: [(&str, &str); 3] = [
    ("Cargo.toml", include_str!("../../../benches/corpus/Cargo.toml")),
    ("Cargo.lock", include_str!("../../../benches/corpus/Cargo.lock")),
    ("nothing.rs", include_str!("../../../benches/corpus/nothing.rs")),
];

/// How long the download may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// The folder with the sources of all crates, below the cache folder; fetched only if the lock file
/// is not the one that the sources there belong to.
pub fn sources(cache: &Path) -> Result<PathBuf> {
    let (sources, package) = (cache.join("sources"), cache.join("package"));
    let stamp = sources.join("fetched.lock");
    let lock = PACKAGE[1].1;
    if std::fs::read_to_string(&stamp).is_ok_and(|fetched| fetched == lock) {
        return Ok(sources);
    }
    let unwritable = || format!("cannot write to the cache folder {}", cache.display());
    std::fs::create_dir_all(&package).with_context(unwritable)?;
    for (name, text) in PACKAGE {
        std::fs::write(package.join(name), text).with_context(unwritable)?;
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["vendor", "--quiet", "--locked", "--versioned-dirs", "--manifest-path"]);
    cargo.arg(package.join("Cargo.toml")).arg(&sources);
    let finished = process::run(&mut cargo, LIMIT)?;
    if !finished.succeeded() {
        bail!("cargo could not fetch the corpus ({}); is the network there?", finished.reason());
    }
    std::fs::write(stamp, lock).with_context(unwritable)?;
    Ok(sources)
}
