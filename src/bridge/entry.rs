//! `llvmGetPassPluginInfo`, which hosts look up to accept a shared object as a pass plugin.
//!
//! It is defined here and not in C++ because rustc's version script makes every C++ symbol of a
//! cdylib local. The plugin registers its passes when it is loaded, so the callbacks are empty.

use std::ffi::{c_char, c_void};

/// `llvm::PassPluginLibraryInfo` (`llvm/Plugins/PassPlugin.h`).
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register_pass_builder_callbacks: Option<unsafe extern "C" fn(*mut c_void)>,
    pre_code_gen_callback: Option<unsafe extern "C" fn()>,
}

const API_VERSION: u32 = 2;

unsafe extern "C" fn register_nothing(_pass_builder: *mut c_void) {}

/// The plugin's description, called once by a host that loads it with `-load-pass-plugin`.
// SAFETY: the name is LLVM's own for this entry point and no other item of the crate has it.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo {
        api_version: API_VERSION,
        name: c"regalloc-limit".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register_pass_builder_callbacks: Some(register_nothing),
        pre_code_gen_callback: None,
    }
}
