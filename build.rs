//! Compiles the C++ shim in `cpp/` against LLVM's headers and links it whole into the plugin.
//!
//! `cpp/llvm-version` says which LLVM: M.N is found through `LLVM_SYS_MN_PREFIX`, else `llvm-config-M`,
//! else `llvm-config`.
//! Its symbols stay undefined in the plugin: they are resolved from the host that loads it. The
//! command, a package of its own, is told where LLVM is and links it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "plugin")]
    if let Err(message) = build() {
        // Cargo prints this as one line and fails; a panic would bury what to install.
        println!("cargo::error={message}");
    }
}

#[cfg(feature = "plugin")]
fn build() -> Result<(), String> {
    let llvm_config = llvm::find_config()?;
    shim::build(&llvm_config)?;
    llvm::tell_command(&llvm_config)
}

#[cfg(feature = "plugin")]
mod llvm {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    /// The minor version that `cpp/RegAllocBase.h` describes.
    const VERSION: &str = include_str!("cpp/llvm-version");

    /// The major version.
    pub fn major() -> &'static str {
        VERSION.split('.').next().unwrap_or(VERSION)
    }

    /// The variable that llvm-sys reads too.
    fn prefix_variable() -> String {
        format!("LLVM_SYS_{}_PREFIX", VERSION.trim().replace('.', ""))
    }

    /// The first `llvm-config` of the right major version; a wrong one named by the user is an error.
    pub fn find_config() -> Result<PathBuf, String> {
        let (major, variable) = (major(), prefix_variable());
        println!("cargo:rerun-if-env-changed={variable}");
        println!("cargo:rerun-if-env-changed=PATH");
        if let Some(prefix) = std::env::var_os(&variable) {
            let tool = PathBuf::from(prefix).join("bin").join("llvm-config");
            let version = query(&tool, "--version")
                .map_err(|_| format!("{variable} is set but {} does not run; point it at an LLVM {major} prefix, e.g. /usr/lib/llvm-{major}", tool.display()))?;
            return accept(tool, &version);
        }
        let versioned = PathBuf::from(format!("llvm-config-{major}"));
        for tool in [versioned, PathBuf::from("llvm-config")] {
            if let Ok(version) = query(&tool, "--version") {
                return accept(tool, &version);
            }
        }
        Err(format!("LLVM {major} not found; install it (Debian: apt-get install llvm-{major}-dev) or set {variable}"))
    }

    fn accept(tool: PathBuf, version: &str) -> Result<PathBuf, String> {
        let (major, variable) = (major(), prefix_variable());
        if version.split('.').next() == Some(major) {
            return Ok(tool);
        }
        Err(format!("{} is LLVM {version}, but this plugin is for LLVM {major}; install it (Debian: apt-get install llvm-{major}-dev) or set {variable}", tool.display()))
    }

    pub fn query(tool: &Path, flag: &str) -> Result<String, String> {
        let output = Command::new(tool)
            .arg(flag)
            .output()
            .map_err(|error| format!("{}: {error}", tool.display()))?;
        if !output.status.success() {
            return Err(format!("{} {flag} failed", tool.display()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Tells the builds of packages that depend on this one where LLVM's shared library is.
    pub fn tell_command(llvm_config: &Path) -> Result<(), String> {
        println!("cargo::metadata=LLVM_FOLDER={}", query(llvm_config, "--libdir")?);
        println!("cargo::metadata=LLVM_LIBRARY=LLVM-{}", major());
        Ok(())
    }
}

#[cfg(feature = "plugin")]
mod shim {
    use super::llvm::query;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    pub fn build(llvm_config: &Path) -> Result<(), String> {
        println!("cargo:rerun-if-changed=cpp");
        println!("cargo:rerun-if-env-changed=DOCS_RS");
        if std::env::var_os("DOCS_RS").is_some() {
            // Documentation needs no shim, whose compilation takes the longest.
            return Ok(());
        }
        let include = query(llvm_config, "--includedir")?;
        compile(Path::new(&include))?;
        link_whole();
        Ok(())
    }

    /// The C++ files of `cpp` and of the folders in it, sorted.
    fn sources() -> Result<Vec<PathBuf>, String> {
        let (mut folders, mut files) = (vec![PathBuf::from("cpp")], Vec::new());
        while let Some(folder) = folders.pop() {
            let failed = |error| format!("{}: {error}", folder.display());
            for entry in std::fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "cpp") {
                    files.push(path);
                }
            }
        }
        files.sort();
        Ok(files)
    }

    /// Most of a file's compilation is that of LLVM's headers, so some files at a time are compiled as one, in a
    /// third of the time. Returns what includes them.
    fn batches() -> Result<Vec<PathBuf>, String> {
        const FILES: usize = 7;
        let folder = std::env::current_dir().map_err(|error| error.to_string())?;
        let include = |file: &PathBuf| format!("#include \"{}\"\n", folder.join(file).display());
        let batch = |(number, files): (usize, &[PathBuf])| {
            let path = Path::new(&out_dir()).join(format!("batch{number}.cpp"));
            std::fs::write(&path, files.iter().map(include).collect::<String>())
                .map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(path)
        };
        sources()?.chunks(FILES).enumerate().map(batch).collect()
    }

    fn compile(include: &Path) -> Result<(), String> {
        let mut build = cxx_build::bridge("src/bridge/ffi.rs");
        build
            .files(batches()?)
            .include("cpp")
            .flag(format!("-isystem{}", include.display()))
            .std("c++17")
            .define("LIMIT_LLVM_MAJOR", super::llvm::major())
            .flag("-fno-rtti")
            .flag("-fno-exceptions")
            .flag("-fvisibility-inlines-hidden")
            .flag_if_supported("-fno-semantic-interposition")
            .flag_if_supported("-fno-plt")
            .force_frame_pointer(false)
            .flag("-Wall")
            .flag("-Wextra")
            .flag("-Wno-unused-parameter")
            .pic(true)
            .cargo_metadata(false);
        if std::env::var("PROFILE").as_deref() == Ok("release") {
            build.define("NDEBUG", None);
        }
        build
            .try_compile("limitcpp")
            .map_err(|error| format!("the C++ shim does not compile: {error}"))?;
        weaken_llvm_symbols()
    }

    /// Makes what the shim wants of LLVM weak, so that a host of another LLVM can load the plugin
    /// far enough to be told in one line that it is the wrong one; otherwise the loader refuses
    /// with a mangled name.
    fn weaken_llvm_symbols() -> Result<(), String> {
        let archive = format!("{}/liblimitcpp.a", out_dir());
        let status = Command::new("objcopy")
            .args(["--wildcard", "--weaken-symbol=_Z*4llvm*", &archive])
            .status()
            .map_err(|error| format!("objcopy: {error}; install binutils"))?;
        if status.success() {
            return Ok(());
        }
        Err(format!("objcopy could not change {archive}"))
    }

    fn out_dir() -> String {
        std::env::var("OUT_DIR").expect("cargo sets OUT_DIR")
    }

    /// Whole, since nothing refers to the static objects that register the passes; for the
    /// cdylib only, so that `cargo test` links no LLVM.
    fn link_whole() {
        let out = out_dir();
        println!("cargo:rustc-cdylib-link-arg=-Wl,--whole-archive,{out}/liblimitcpp.a,--no-whole-archive");
        println!("cargo:rustc-cdylib-link-arg=-lstdc++");
    }
}
