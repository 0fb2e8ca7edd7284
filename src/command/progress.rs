//! The bar that says what is running and how much is left; on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for so many steps; it shows nothing if `quiet`, or where standard error is no terminal.
pub fn bar(title: &'static str, steps: usize, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target(quiet));
    let template = "{prefix} [{bar:30}] {pos}/{len}, {eta} left: {wide_msg}";
    let style = ProgressStyle::with_template(template).expect("a template of this module's own");
    bar.with_prefix(title).with_style(style.progress_chars("=> "))
}

/// A note that something without steps is running.
pub fn spinner(title: &'static str, quiet: bool) -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, target(quiet)).with_message(title);
    spinner.enable_steady_tick(std::time::Duration::from_millis(100));
    spinner
}

fn target(quiet: bool) -> ProgressDrawTarget {
    if quiet {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::stderr()
}
