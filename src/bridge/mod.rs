//! The only place that speaks with LLVM: the cxx bridge and the plugin's entry point.

mod allocate;
mod check;
mod entry;
mod export;
mod ffi;
mod import;
mod slots;
