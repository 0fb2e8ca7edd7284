//! Keeps failures: what failed, a small case of it, and the commands that reproduce both.

use super::case::{Evidence, Failure};
use super::files::write;
use super::llc::Llc;
use super::{core, reduce, Kind};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How many failures with the same signature are reduced and kept; of the others the seed is said.
const KEPT_ALIKE: u64 = 2;

/// Where failures are kept.
pub struct Keeper {
    folder: PathBuf,
    /// How many failures there were of each kind and signature.
    alike: Mutex<BTreeMap<(Kind, String), u64>>,
}

impl Keeper {
    /// An error if the folder cannot be made.
    pub fn new(folder: &Path) -> Result<Keeper> {
        let unusable = || format!("cannot use {}; name a folder with --keep", folder.display());
        std::fs::create_dir_all(folder).with_context(unusable)?;
        let folder = folder.canonicalize().with_context(unusable)?;
        Ok(Keeper { folder, alike: Mutex::default() })
    }

    /// Reduces and keeps a failure, unless there were enough like it; what to say of it.
    pub fn keep(&self, llc: &Llc, kind: Kind, seed: u64, failure: &Failure) -> Result<String> {
        let (name, subject) = (kind.name(), failure.subject());
        let said = format!("{name} {seed} {subject}: {}", failure.reason);
        let mut alike = self.alike.lock().expect("a worker never panics here");
        let count = alike.entry((kind, failure.signature())).or_default();
        *count += 1;
        if *count > KEPT_ALIKE {
            return Ok(format!("{said}; like others before"));
        }
        drop(alike);
        let folder = self.folder.join(format!("{name}-{seed}-{subject}"));
        let mut again = format!("regalloc-limit fuzz --kind {name} --seed {seed} --count 1");
        if kind != Kind::Core {
            again += &format!(" --target {}", failure.machine);
        }
        let small = match &failure.evidence {
            Evidence::Text(text) => self.keep_text(text, &folder)?,
            Evidence::Ir { path, failing, passing } => {
                reduce::ir(llc, path, [failing, passing], &failure.reason, &folder)?
            }
            Evidence::Program(program) => reduce::program(llc, program, &folder)?,
        };
        write(&folder, "failure.txt", &format!("{}\n{again}\n", failure.reason))?;
        Ok(format!("{said}; see {}", small.display()))
    }

    fn keep_text(&self, text: &str, folder: &Path) -> Result<PathBuf> {
        write(folder, "program.txt", text)?;
        write(folder, "reduced.txt", &core::reduced(text))
    }
}
