//! The files of a kept failure.

use anyhow::{Context, Result};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The path of a file, for which a folder is made if it is not there.
pub fn file_in(folder: &Path, name: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.join(name))
}

/// Writes a file of a kept failure; its path.
pub fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let path = file_in(folder, name)?;
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Writes a shell script of a kept failure; its path.
pub fn write_script(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let path = write(folder, name, text)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path)
}
