//! The bar that says what is running and how much is left; on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for so many steps; it shows nothing if `quiet`, or where standard error is no terminal.
pub fn bar(title: &'static str, steps: usize, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
    let template = "{prefix} [{bar:30}] {pos}/{len}, {eta} left: {wide_msg}";
    let style = ProgressStyle::with_template(template).expect("a template of this module's own");
    bar.with_prefix(title).with_style(style.progress_chars("=> "))
}
