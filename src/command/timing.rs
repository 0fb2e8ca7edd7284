//! Reads what `llc -time-passes` writes.

/// Processor time of one run of `llc`, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// In the allocation passes.
    pub allocation: f64,
    /// In all passes of the code generator.
    pub total: f64,
}

/// The allocators of LLVM and the plugin's all end their names like this; where a target runs one
/// several times, the further rows have ` #2` and so on behind it.
const ALLOCATION_PASS: &str = "Register Allocator";
/// What else the plugin runs for an allocation.
const OTHER_PASSES: [&str; 2] = ["LIMIT Register Pressure", "LIMIT Slot Order"];
const REPORT: &str = "Pass execution timing report";

/// Reads the report on passes; other reports may stand before and behind it.
pub fn parse(text: &str) -> Option<Times> {
    let mut times = Times::default();
    let mut lines = text.lines().skip_while(|line| !line.contains(REPORT)).skip(2);
    loop {
        let Some((seconds, name)) = lines.next().map(row)? else { continue };
        if name == "Total" {
            times.total = seconds;
            return Some(times);
        }
        let pass = name.rsplit_once(" #").map_or(name, |(pass, _)| pass);
        if pass.ends_with(ALLOCATION_PASS) || OTHER_PASSES.contains(&pass) {
            times.allocation += seconds;
        }
    }
}

/// The user and system time together and the name in a row such as
/// `0.02 (13.6%)  0.01 ( 1.0%)  0.03 (12.5%)  0.03 (12.4%)  Name`: all columns but the last one,
/// the wall clock, can be missing, and the one before that is the sum of user and system time.
fn row(line: &str) -> Option<(f64, &str)> {
    let (columns, name) = line.rsplit_once("%)")?;
    let mut seconds = Vec::new();
    for column in columns.split("%)") {
        let (value, _) = column.split_once('(')?;
        seconds.push(value.trim().parse::<f64>().ok()?);
    }
    let wanted = seconds.len().saturating_sub(2);
    Some((*seconds.get(wanted)?, name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT_OF_LLC: &str = "\
===----===
                          Pass execution timing report
===----===
  Total Execution Time: 0.2376 seconds (0.2380 wall clock)

   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
   0.0652 ( 30.1%)   0.0160 ( 75.6%)   0.0812 ( 34.2%)   0.0814 ( 34.2%)  X86 DAG->DAG Instruction Selection
   0.0294 ( 13.6%)   0.0002 (  0.8%)   0.0296 ( 12.5%)   0.0290 ( 12.4%)  Greedy Register Allocator
   0.0100 ( 13.6%)   0.0002 (  0.8%)   0.0102 ( 12.5%)   0.0109 ( 12.4%)  Greedy Register Allocator #2
   0.2164 (100.0%)   0.0212 (100.0%)   0.2376 (100.0%)   0.2380 (100.0%)  Total

===----===
                              Register Allocation
===----===
   0.9 (100.0%)   0.9 (100.0%)   0.9 (100.0%)   0.9 (100.0%)  Total
";

    #[test]
    fn the_allocation_passes_are_summed() {
        let times = parse(REPORT_OF_LLC).expect("a whole report");
        assert!((times.allocation - 0.0398).abs() < 1e-9, "{times:?}");
        assert_eq!(times.total, 0.2376);
    }

    #[test]
    fn a_report_without_system_time_is_read() {
        let text = "Pass execution timing report\n=\n 0.5 (50.0%) 0.5 (50.0%) 0.6 (40.0%) Basic Register Allocator\n 1.0 (100.0%) 1.0 (100.0%) 1.1 (100.0%) Total\n";
        assert_eq!(parse(text), Some(Times { allocation: 0.5, total: 1.0 }));
    }

    #[test]
    fn what_the_plugin_runs_beside_its_allocator_is_allocation_too() {
        let text = "Pass execution timing report\n=\n 0.5 (45.0%) 0.5 (45.0%) 0.6 (45.0%) LIMIT Register Allocator\n 0.2 (18.0%) 0.2 (18.0%) 0.2 (18.0%) LIMIT Slot Order\n 0.1 (9.0%) 0.1 (9.0%) 0.1 (9.0%) LIMIT Score\n 1.1 (100.0%) 1.1 (100.0%) 1.1 (100.0%) Total\n";
        assert_eq!(parse(text), Some(Times { allocation: 0.7, total: 1.1 }));
    }

    #[test]
    fn no_report_gives_no_times() {
        assert_eq!(parse(""), None);
        assert_eq!(parse(REPORT), None);
    }
}
