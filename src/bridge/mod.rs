//! The only place that speaks with LLVM: the cxx bridge, the plugin's entry point, and its heap.

mod allocate;
mod check;
mod entry;
mod export;
mod ffi;
mod heap;
mod import;
mod slots;
