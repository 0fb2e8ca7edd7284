//! Writes what a command found to a file or to standard output.

use anyhow::{Context, Result};
use std::fs::{OpenOptions, Permissions};
use std::io::{ErrorKind, IsTerminal, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes a line to standard error, if anybody still reads it.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "regalloc-limit: {line}");
}

/// Whether [`write`] to this path goes to somebody's terminal.
pub fn is_terminal(path: Option<&Path>) -> bool {
    path.is_none() && std::io::stdout().is_terminal()
}

/// Whether `NO_COLOR` leaves it to the terminal.
pub fn may_be_coloured() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes the whole text at once: the file is either the old one or the new one, never a part. A
/// device or a pipe, such as `/dev/null`, is written to and stays what it is.
pub fn write(path: Option<&Path>, text: &str) -> Result<()> {
    let Some(path) = path else {
        return match std::io::stdout().write_all(text.as_bytes()) {
            // Whoever read it has seen enough, such as `head`.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.context("cannot write to standard output"),
        };
    };
    let unwritable = || unwritable(path);
    if is_special(path) {
        let mut file = OpenOptions::new().write(true).open(path).with_context(unwritable)?;
        return file.write_all(text.as_bytes()).with_context(unwritable);
    }
    let mut file = file_beside(path)?;
    file.write_all(text.as_bytes()).with_context(unwritable)?;
    file.persist(path).with_context(unwritable)?;
    Ok(())
}

/// An error now if [`write`] would fail after a long run.
pub fn check(path: Option<&Path>) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    anyhow::ensure!(!path.is_dir(), "{}, which is a folder", unwritable(path));
    if is_special(path) {
        return Ok(());
    }
    file_beside(path).map(drop)
}

/// Whether there is something that is neither a file nor a folder, and must not be replaced by one.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::FileTypeExt;
    use std::process::Command;

    #[test]
    fn a_pipe_is_written_to_and_not_replaced() {
        let folder = tempfile::tempdir().expect("there is room");
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo");
        assert!(made.success());
        check(Some(&pipe)).expect("it can be written to");
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::read_to_string(pipe)
        });
        write(Some(&pipe), "text").expect("somebody reads");
        assert_eq!(reader.join().expect("no panic").expect("readable"), "text");
        assert!(pipe.metadata().expect("it is there").file_type().is_fifo());
    }

    #[test]
    fn a_file_is_replaced() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("file");
        for text in ["a longer text", "short"] {
            write(Some(&path), text).expect("writable");
            assert_eq!(std::fs::read_to_string(&path).expect("readable"), text);
        }
    }
}
