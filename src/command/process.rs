//! Runs one tool as a child process, with a time limit, in a process group of its own so that
//! Ctrl-C and a time-out end whatever the tool has started itself.

use anyhow::{anyhow, bail, Result};
use rustix::process::{kill_process_group, prlimit, Pid, Resource, Rlimit, Signal};
use std::io::{Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set once, by Ctrl-C or a termination signal; every wait looks at it.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long a wait sleeps at most before it looks again.
const LONGEST_NAP: Duration = Duration::from_millis(20);

/// The reason of a failure at the time limit.
pub const TIMED_OUT: &str = "timed out";

/// The reason of a failure at the limit of processor time.
pub const OUT_OF_PROCESSOR_TIME: &str = "took too much processor time";

/// The error that a run ends with after Ctrl-C.
#[derive(Debug)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Makes Ctrl-C, SIGTERM and SIGHUP end the children instead of this process.
pub fn handle_interrupts() -> Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .map_err(|error| anyhow!("cannot handle Ctrl-C: {error}"))
}

/// An error once Ctrl-C was pressed.
pub fn check_interrupt() -> Result<()> {
    if INTERRUPTED.load(Ordering::SeqCst) {
        bail!(Interrupted);
    }
    Ok(())
}

/// How a child ended.
pub struct Finished {
    /// None if it was ended because its time was over.
    pub status: Option<ExitStatus>,
    /// What it wrote to its standard output, if that was asked for.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error.
    pub stderr: String,
}

impl Finished {
    /// Whether it ended by itself with status 0.
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Why it did not succeed, in one line.
    pub fn reason(&self) -> String {
        let Some(status) = self.status else { return TIMED_OUT.to_owned() };
        if status.signal() == Some(Signal::XCPU.as_raw()) {
            return OUT_OF_PROCESSOR_TIME.to_owned();
        }
        if let Some(signal) = status.signal() {
            return format!("crashed with signal {signal}");
        }
        match self.error_line() {
            Some(line) => line.to_owned(),
            None => format!("failed with status {}", status.code().unwrap_or(-1)),
        }
    }

    /// The first line of its standard error that tells of an error, else the first one at all.
    fn error_line(&self) -> Option<&str> {
        let mut lines = self.stderr.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.clone().next();
        lines.find(|line| line.contains("error:") || line.contains("ERROR")).or(first)
    }
}

/// Runs a tool to its end or to its time limit; an error if it cannot be started or Ctrl-C came.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished> {
    run_within(command, limit, None)
}

/// The same with a limit, in whole seconds, of the processor time of the child itself.
pub fn run_within(
    command: &mut Command,
    limit: Duration,
    processor_limit: Option<Duration>,
) -> Result<Finished> {
    run_or_hint(command, limit, processor_limit, "; scripts/setup installs it")
}

/// Runs a command of the user's own as [`run`] does a tool.
pub fn run_of_user(command: &mut Command, limit: Duration) -> Result<Finished> {
    run_or_hint(command, limit, None, "")
}

/// Runs a command; `hint` is the end of the error if it cannot be started.
fn run_or_hint(
    command: &mut Command,
    limit: Duration,
    processor_limit: Option<Duration>,
    hint: &str,
) -> Result<Finished> {
    check_interrupt()?;
    // Files and not pipes: nobody has to read while the child runs.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    let mut child = command.process_group(0).spawn().map_err(|error| {
        anyhow!("cannot run {}: {error}{hint}", command.get_program().display())
    })?;
    if let (Some(limit), Some(pid)) = (processor_limit, pid_of(&child)) {
        let limit = Rlimit { current: Some(limit.as_secs()), maximum: None };
        // It fails only where the child has ended in the meantime.
        let _ = prlimit(Some(pid), Resource::Cpu, limit);
    }
    let status = wait(&mut child, Instant::now() + limit)?;
    let mut finished = Finished { status, stdout: Vec::new(), stderr: String::new() };
    // The child has moved the position, which the two share.
    stdout.rewind()?;
    stdout.read_to_end(&mut finished.stdout)?;
    let mut bytes = Vec::new();
    stderr.rewind()?;
    stderr.read_to_end(&mut bytes)?;
    finished.stderr = String::from_utf8_lossy(&bytes).into_owned();
    Ok(finished)
}

/// Waits for the end of a child; none if it had to be ended at the deadline.
fn wait(child: &mut Child, deadline: Instant) -> Result<Option<ExitStatus>> {
    let mut nap = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let interrupted = check_interrupt();
        if interrupted.is_err() || Instant::now() >= deadline {
            end(child);
            interrupted?;
            return Ok(None);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(LONGEST_NAP);
    }
}

fn pid_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Ends a child with all that it started.
fn end(child: &mut Child) {
    if let Some(group) = pid_of(child) {
        // It fails only where the group has ended in the meantime.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        run(Command::new("sh").args(["-c", script]), limit).expect("there is a shell")
    }

    #[test]
    fn a_failure_has_its_reason() {
        let reason = |script| shell(script, Duration::from_secs(60)).reason();
        assert_eq!(reason("kill -SEGV $$"), "crashed with signal 11");
        assert_eq!(reason("echo note >&2; echo 'x: error: y' >&2; exit 1"), "x: error: y");
        assert_eq!(reason("exit 3"), "failed with status 3");
    }

    #[test]
    fn a_time_out_ends_what_the_child_has_started() {
        let started = Instant::now();
        // The inner shell would keep the outer one waiting.
        let finished = shell("sh -c 'sleep 60'; true", Duration::from_millis(50));
        assert_eq!(finished.reason(), "timed out");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn processor_time_has_its_own_limit() {
        let run = |script| {
            let mut command = Command::new("sh");
            let (limit, second) = (Duration::from_secs(60), Duration::from_secs(1));
            let finished = run_within(command.args(["-c", script]), limit, Some(second));
            finished.expect("there is a shell")
        };
        assert_eq!(run("while :; do :; done").reason(), OUT_OF_PROCESSOR_TIME);
        assert!(run("sleep 2").succeeded(), "waiting takes none");
    }

    #[test]
    fn output_is_kept() {
        let finished = shell("echo out; echo err >&2", Duration::from_secs(60));
        assert!(finished.succeeded());
        assert_eq!((&finished.stdout[..], finished.stderr.as_str()), (&b"out\n"[..], "err\n"));
    }
}
