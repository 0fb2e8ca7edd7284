//! Links the command to the LLVM that the plugin's build found: it generates functions with it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let of_llvm = |key: &str| std::env::var(format!("DEP_LIMITCPP_LLVM_{key}"));
    // The plugin's build ends with an error of its own where there is no LLVM.
    let (Ok(folder), Ok(library)) = (of_llvm("FOLDER"), of_llvm("LIBRARY")) else { return };
    println!("cargo:rustc-link-arg-bins=-L{folder}");
    println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{folder}");
    println!("cargo:rustc-link-arg-bins=-l{library}");
}
