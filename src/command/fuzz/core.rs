//! Random functions in the core's text form, through the allocator alone, whose plans the oracle of
//! `regalloc_limit::validity` judges.

use super::case::{Evidence, Failure, Tried};
use regalloc_limit::validity::{self, generate, reduce};
use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic is the core's and expected: its message is kept and not printed.
    static IN_THE_CORE: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Judges the allocator's plan for the seed's function.
pub fn try_seed(seed: u64) -> Tried {
    let text = generate::from_seed(seed);
    let failure = |reason| Failure {
        machine: "core".to_owned(),
        checked: None,
        reason,
        evidence: Evidence::Text(text.clone()),
    };
    let failures = failure_of(&text).into_iter().map(failure).collect();
    Tried { runs: 1, failures, ..Tried::default() }
}

/// The text without what the failure does not need.
pub fn reduced(text: &str) -> String {
    let Some(reason) = failure_of(text) else { return text.to_owned() };
    let wanted = kind_of(&reason);
    reduce::reduce(text, |text| failure_of(text).is_some_and(|reason| kind_of(&reason) == wanted))
}

/// What failures of the same kind have in common: all but the numbers.
fn kind_of(reason: &str) -> String {
    reason.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Why the allocator fails on a text, by a panic for instance; none if it does not, or if the text
/// is no function.
fn failure_of(text: &str) -> Option<String> {
    keep_panics_quiet();
    IN_THE_CORE.set(true);
    let failure = catch_unwind(AssertUnwindSafe(|| validity::failure(text)));
    IN_THE_CORE.set(false);
    match failure {
        Ok(Ok(failure)) => failure,
        Ok(Err(_)) => None,
        Err(_) => Some(MESSAGE.take()),
    }
}

fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !IN_THE_CORE.get() {
                return usual(info);
            }
            MESSAGE.set(info.to_string().replace('\n', " "));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_allocated_well_are_no_failures() {
        for seed in 1..50 {
            let tried = try_seed(seed);
            assert_eq!((tried.runs, tried.failures.len()), (1, 0), "seed {seed}");
        }
    }

    #[test]
    fn a_text_that_is_no_function_is_no_failure() {
        assert_eq!(failure_of("class g r9"), None);
        assert_eq!(reduced("class g r9"), "class g r9");
    }
}
