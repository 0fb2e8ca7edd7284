//! What the plugin's log says of the decision that was found.

use anyhow::{ensure, Context, Result};
use std::path::Path;

/// The function that was found, and the line of its last optional decision; none was needed if
/// `decisions` is 0.
pub fn text(log: &Path, functions: u32, decisions: u32) -> Result<String> {
    let log = std::fs::read_to_string(log)
        .context("the command wrote no log; does it pass all of {llc} or {clang} on?")?;
    found(&log, functions, decisions)
}

fn found(log: &str, functions: u32, decisions: u32) -> Result<String> {
    // What limit allocated, so many functions in each process at most; of all others there is the name. Fuel
    // and decisions of the pressure pass are counted apart.
    let is_allocated = |function: &&str| {
        let header = function.lines().next().unwrap_or_default();
        function.contains("\nround ") && !header.ends_with(" in limit-pressure")
    };
    let allocated = log.split("\nfunction ").filter(is_allocated);
    let mut text = String::new();
    for (index, function) in allocated.enumerate() {
        if !(index as u32 + 1).is_multiple_of(functions) {
            continue;
        }
        let (name, body) = function.split_once('\n').unwrap_or((function, ""));
        let name = name.trim_start_matches("function ");
        text += &format!("Function number {functions} is {name}.\n");
        if decisions == 0 {
            text += "It is wrong without any optional decision.\n";
            continue;
        }
        let mut round = "";
        for line in body.lines() {
            if line.starts_with("round ") {
                round = line;
            } else if line.contains(&format!(": {decisions}. ")) {
                text += &format!("Its decision number {decisions}, in {round}:\n{line}\n");
            }
        }
    }
    ensure!(!text.is_empty(), "the log has no function number {functions}");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "function f\nround 0\n  relax: 1. %3 comes back and saves 2\n\
                       function g\nround 0\n  relax: 1. %7 comes back and saves 4\n\
                       round 1\n  assign: 2. %8 takes eax (hint, 5) from %9 1\n  assign: %8 in eax\n\
                       function h\n";

    #[test]
    fn what_the_pressure_pass_decided_is_no_function() {
        let log = format!("function f in limit-pressure\nround 0\n  relax: 1. x\n{LOG}");
        let expected = found(LOG, 1, 1).expect("it is there");
        assert_eq!(found(&log, 1, 1).expect("it is there"), expected);
    }

    #[test]
    fn the_decision_of_the_last_function_is_shown() {
        let expected = "Function number 2 is g.\nIts decision number 2, in round 1:\n  \
                        assign: 2. %8 takes eax (hint, 5) from %9 1\n";
        assert_eq!(found(LOG, 2, 2).expect("it is there"), expected);
    }

    #[test]
    fn a_function_can_be_wrong_without_any() {
        let expected = "Function number 2 is g.\nIt is wrong without any optional decision.\n";
        assert_eq!(found(LOG, 2, 0).expect("it is there"), expected);
    }

    #[test]
    fn a_missing_function_is_an_error() {
        assert!(found(LOG, 3, 1).is_err());
    }
}
