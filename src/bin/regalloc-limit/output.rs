//! Writes what a command found to a file or to standard output.

use anyhow::{Context, Result};
use std::fs::Permissions;
use std::io::{ErrorKind, IsTerminal, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::NamedTempFile;

/// Whether [`write`] to this path goes to somebody's terminal.
pub fn is_terminal(path: Option<&Path>) -> bool {
    path.is_none() && std::io::stdout().is_terminal()
}

/// Writes the whole text at once: the file is either the old one or the new one, never a part.
pub fn write(path: Option<&Path>, text: &str) -> Result<()> {
    let Some(path) = path else {
        return match std::io::stdout().write_all(text.as_bytes()) {
            // Whoever read it has seen enough, such as `head`.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.context("cannot write to standard output"),
        };
    };
    let mut file = file_beside(path)?;
    let unwritable = || unwritable(path);
    file.write_all(text.as_bytes()).with_context(unwritable)?;
    file.persist(path).with_context(unwritable)?;
    Ok(())
}

/// An error now if [`write`] would fail after a long run.
pub fn check(path: Option<&Path>) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    anyhow::ensure!(!path.is_dir(), "{}, which is a folder", unwritable(path));
    file_beside(path).map(drop)
}

/// A temporary file that can be renamed to the path, with the rights of any new file.
fn file_beside(path: &Path) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .with_context(|| unwritable(path))
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}; name a file in a folder that is there", path.display())
}
