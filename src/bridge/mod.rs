//! The only place that speaks with LLVM: the cxx bridge and the plugin's entry point.

mod entry;
mod ffi;
