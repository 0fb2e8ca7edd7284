//! Runs independent jobs on several threads; the results come in the order of the jobs.

use crate::process::check_interrupt;
use anyhow::Result;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// As many jobs at a time as the machine has processors.
pub fn default_jobs() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Calls `work` for each item, `jobs` at a time, and returns the results in the items' order.
/// The first error, in that order, ends the run: no further job is started.
pub fn run<Item: Sync, Output: Send>(
    items: &[Item],
    jobs: NonZeroUsize,
    work: impl Fn(&Item) -> Result<Output> + Sync,
) -> Result<Vec<Output>> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let results: Vec<Mutex<Option<Result<Output>>>> =
        items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.get().min(items.len()) {
            scope.spawn(|| {
                while !failed.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let result = check_interrupt().and_then(|()| work(item));
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    *results[index].lock().expect("a worker never panics here") = Some(result);
                }
            });
        }
    });
    results
        .into_iter()
        .filter_map(|result| result.into_inner().expect("a worker never panics here"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        let jobs = NonZeroUsize::new(7).expect("7 is not 0");
        let squares = run(&items, jobs, |item| Ok(item * item)).expect("no job fails");
        assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_error_ends_the_run() {
        let started = AtomicUsize::new(0);
        let result = run(&[1, 2, 3, 4], NonZeroUsize::MIN, |item| {
            started.fetch_add(1, Ordering::Relaxed);
            anyhow::ensure!(*item != 2, "two");
            Ok(())
        });
        assert_eq!(result.expect_err("2 fails").to_string(), "two");
        assert_eq!(started.into_inner(), 2);
    }
}
