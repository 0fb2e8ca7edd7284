//! The entry to the core: rows in, plan out, and no panic past this point.

use super::export::{export, without_rows};
use super::ffi::{FunctionView, PlanRows, Status};
use super::import::import;
#[cfg(debug_assertions)]
use crate::analysis::liveness::recount;
use crate::assign::assign;
use crate::limit::{limit, limit_for_another_allocator, widen};
use crate::options::{Context, Settings};
use crate::plan::Decision;
use cxx::{CxxString, CxxVector};
use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static PANIC_MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The plugin's version.
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// What is wrong with a setting of the form `NAME=VALUE`; empty if nothing is.
pub fn check_setting(setting: &str) -> String {
    Settings::default().set(setting).err().map_or(String::new(), |error| error.to_string())
}

/// The defaults with some settings; those that [`check_setting`] finds fault with change nothing.
pub fn configure(settings: &CxxVector<CxxString>) -> Box<Settings> {
    let mut configured = Settings::default();
    for setting in settings {
        let _ = configured.set(&setting.to_string_lossy());
    }
    Box::new(configured)
}

/// Decides where the ranges of the function go; brings pressure under capacity first if that is
/// to be done here.
pub fn allocate(view: &FunctionView, settings: &Settings) -> PlanRows {
    answer(view, settings, |context| {
        let limits = context.function.round == 0 && context.options.limit_pressure;
        let limited = if limits { limit(context) } else { None };
        Some(limited.map_or_else(|| assign(context), Decision::Edit))
    })
}

/// Brings the function's pressure under capacity, for whichever allocator comes next.
pub fn limit_pressure(view: &FunctionView, settings: &Settings) -> PlanRows {
    answer(view, settings, |context| limit_for_another_allocator(context).map(Decision::Edit))
}

/// A panic becomes a plan with the status `Panicked`, so that the shim can let LLVM allocate the
/// function: a panic must not unwind into C++. A build with debug assertions is there to find bugs, and
/// ends the host instead.
fn answer(
    view: &FunctionView,
    settings: &Settings,
    decide: impl FnOnce(Context) -> Option<Decision>,
) -> PlanRows {
    let answered = || {
        let mut function = import(view);
        settings.costs.weigh_blocks(&mut function);
        let context = settings.on(&function);
        #[cfg(debug_assertions)]
        recount::check(&function);
        let decision = widen(context).map(Decision::Edit).or_else(|| decide(context));
        let nothing = || without_rows(Status::Assign, String::new());
        decision.map_or_else(nothing, |decision| export(&function, &decision))
    };
    let panicked = |message: String| {
        if cfg!(debug_assertions) {
            eprintln!("regalloc-limit: {}: {message}", view.name);
            std::process::abort();
        }
        without_rows(Status::Panicked, message)
    };
    guarded(answered).unwrap_or_else(panicked)
}

/// Runs a part of the core; the message of its panic if it has one.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    keep_panics_quiet();
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| PANIC_MESSAGE.take())
}

/// Keeps the message of a panic for the remark that the shim emits, instead of printing it into the
/// compiler's output. The plugin has a standard library of its own, so no host's hook is replaced.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        drop(take_hook());
        set_hook(Box::new(|info| {
            let message = info.to_string().replace('\n', " ");
            PANIC_MESSAGE.set(message);
        }));
    });
}
