//! One trial: the user's command with a bound on what limit may do.

use super::search::Verdict;
use crate::process;
use crate::words::counted;
use anyhow::{bail, Result};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The status by which a command says that it can tell neither, as for `git bisect run`.
const UNTESTABLE: i32 = 125;

/// How far limit may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Functions that it allocates; all others are greedy's.
    pub functions: u32,
    /// Optional decisions in the last of those functions.
    pub decisions: u32,
    /// Where it writes its log, if it is to.
    pub log: Option<PathBuf>,
}

impl Bounds {
    /// No bound on decisions, and no log.
    pub fn functions(functions: u32) -> Bounds {
        Bounds { functions, decisions: u32::MAX, log: None }
    }

    /// For people.
    pub fn text(&self) -> String {
        match (self.functions, self.decisions) {
            (u32::MAX, _) => "all functions".to_owned(),
            (functions, u32::MAX) => counted(functions, "function", "functions"),
            (functions, decisions) => {
                let decisions = counted(decisions, "decision", "decisions");
                format!("{}, {decisions}", counted(functions, "function", "functions"))
            }
        }
    }

    fn llc_flags(&self) -> Vec<String> {
        let mut flags = vec![format!("-limit-fuel={}", self.functions)];
        flags.push(format!("-limit-decisions={}", self.decisions));
        if let Some(path) = &self.log {
            flags.extend([
                format!("-limit-log={}", path.display()),
                "-limit-log-format=text".into(),
            ]);
        }
        flags
    }

    fn clang_flags(&self) -> Vec<String> {
        self.llc_flags().into_iter().flat_map(|flag| ["-mllvm".to_owned(), flag]).collect()
    }
}

/// The command of the user.
pub struct Trial {
    /// The program and its arguments, with placeholders.
    pub command: Vec<String>,
    /// The time that it may take.
    pub timeout: Duration,
}

/// What stands for options of the plugin in the command.
struct Placeholder {
    text: &'static str,
    /// The environment variable that holds the options too.
    variable: &'static str,
    flags: fn(&Bounds) -> Vec<String>,
}

const PLACEHOLDERS: [Placeholder; 2] = [
    Placeholder { text: "{llc}", variable: "LIMIT_LLC_FLAGS", flags: Bounds::llc_flags },
    Placeholder { text: "{clang}", variable: "LIMIT_CLANG_FLAGS", flags: Bounds::clang_flags },
];

impl Trial {
    /// Runs the command; an error if it cannot be started, or cannot tell.
    pub fn run(&self, bounds: &Bounds) -> Result<Verdict> {
        let words = expand(&self.command, bounds);
        let Some((program, arguments)) = words.split_first() else { bail!("no command to run") };
        let mut command = Command::new(program);
        command.args(arguments);
        for placeholder in PLACEHOLDERS {
            command.env(placeholder.variable, (placeholder.flags)(bounds).join(" "));
        }
        let finished = process::run_of_user(&mut command, self.timeout)?;
        let Some(status) = finished.status else { return Ok(Verdict::Bad) };
        if status.code() == Some(UNTESTABLE) {
            bail!(
                "the command cannot tell (status {UNTESTABLE}) with {}",
                bounds.llc_flags().join(" ")
            );
        }
        Ok(if status.success() { Verdict::Good } else { Verdict::Bad })
    }
}

/// The words of the command with the options in place of the placeholders: as words of their own where
/// a word is the placeholder, else with spaces between them.
fn expand(command: &[String], bounds: &Bounds) -> Vec<String> {
    let mut words = Vec::new();
    for word in command {
        if let Some(whole) = PLACEHOLDERS.iter().find(|placeholder| word == placeholder.text) {
            words.extend((whole.flags)(bounds));
            continue;
        }
        let mut word = word.clone();
        for placeholder in PLACEHOLDERS {
            word = word.replace(placeholder.text, &(placeholder.flags)(bounds).join(" "));
        }
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn placeholders_become_options() {
        let bounds = Bounds { functions: 3, decisions: 7, log: Some("l".into()) };
        let expanded = expand(&words(&["clang", "{clang}", "x.c"]), &bounds);
        let flags =
            ["-limit-fuel=3", "-limit-decisions=7", "-limit-log=l", "-limit-log-format=text"];
        let of_clang: Vec<&str> = flags.iter().flat_map(|flag| ["-mllvm", flag]).collect();
        assert_eq!(expanded, words(&[&["clang"], &of_clang[..], &["x.c"]].concat()));
        let in_a_word = expand(&words(&["sh", "-c", "llc {llc} x.ll"]), &bounds);
        assert_eq!(in_a_word[2], format!("llc {} x.ll", flags.join(" ")));
    }

    #[test]
    fn the_status_is_the_verdict() {
        let bounds = Bounds::functions(2);
        let trial = |script: &str| Trial {
            command: words(&["sh", "-c", script]),
            timeout: Duration::from_secs(10),
        };
        let of_variable = "case $LIMIT_LLC_FLAGS in *-limit-fuel=2*) exit 0;; *) exit 1;; esac";
        assert_eq!(trial(of_variable).run(&bounds).expect("it runs"), Verdict::Good);
        assert_eq!(trial("exit 3").run(&bounds).expect("it runs"), Verdict::Bad);
        assert_eq!(trial("kill -9 $$").run(&bounds).expect("it runs"), Verdict::Bad);
        let error = trial("exit 125").run(&bounds).expect_err("it cannot tell");
        assert!(error.to_string().contains("-limit-fuel=2"), "{error}");
    }
}
