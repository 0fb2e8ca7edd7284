//! Fetches published crates that carry sources in C and C++, through Cargo, pinned by a lock file.

use crate::patterns;
use crate::process;
use anyhow::{bail, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A package that depends on the crates; nothing of it is built.
pub struct Package {
    manifest: &'static str,
    lock: &'static str,
    root: &'static str,
}

/// The crates of the corpus.
pub const CORPUS: Package = Package {
    manifest: include_str!("../../benches/corpus/Cargo.toml"),
    lock: include_str!("../../benches/corpus/Cargo.lock"),
    root: include_str!("../../benches/corpus/nothing.rs"),
};

/// The crates of the gallery.
pub const GALLERY: Package = Package {
    manifest: include_str!("../../benches/gallery/Cargo.toml"),
    lock: include_str!("../../benches/gallery/Cargo.lock"),
    root: include_str!("../../benches/gallery/nothing.rs"),
};

/// How long the download may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// The folder with the sources of all crates, below the cache folder; fetched only if the lock file
/// is not the one that the sources there belong to.
pub fn sources(of: &Package, cache: &Path) -> Result<PathBuf> {
    let (sources, package) = (cache.join("sources"), cache.join("package"));
    let stamp = sources.join("fetched.lock");
    if std::fs::read_to_string(&stamp).is_ok_and(|fetched| fetched == of.lock) {
        return Ok(sources);
    }
    let unwritable = || format!("cannot write to the cache folder {}", cache.display());
    std::fs::create_dir_all(&package).with_context(unwritable)?;
    let files = [("Cargo.toml", of.manifest), ("Cargo.lock", of.lock), ("nothing.rs", of.root)];
    for (name, text) in files {
        std::fs::write(package.join(name), text).with_context(unwritable)?;
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["vendor", "--quiet", "--locked", "--versioned-dirs", "--manifest-path"]);
    cargo.arg(package.join("Cargo.toml")).arg(&sources);
    let finished = process::run(&mut cargo, LIMIT)?;
    if !finished.succeeded() {
        bail!("cargo could not fetch the sources ({}); is the network there?", finished.reason());
    }
    std::fs::write(stamp, of.lock).with_context(unwritable)?;
    Ok(sources)
}

/// The folder of a crate below that of all sources.
pub fn folder_of(krate: &str, sources: &Path) -> Result<PathBuf> {
    // Cargo appends the version to the name.
    patterns::one(&sources.join(format!("{krate}-[0-9]*")))
}
