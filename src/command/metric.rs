//! The figures that `--threshold` can bound.

use crate::report::{Comparison, Report};
use anyhow::{bail, Result};
use std::str::FromStr;

/// A figure of a comparison, as a ratio to the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    MoveCost,
    MoveCostPressured,
    Instructions,
    InstructionsPressured,
    Text,
    AllocationTime,
    CodegenTime,
}

impl Metric {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Metric; 7] = [
        Metric::MoveCost,
        Metric::MoveCostPressured,
        Metric::Instructions,
        Metric::InstructionsPressured,
        Metric::Text,
        Metric::AllocationTime,
        Metric::CodegenTime,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Metric::MoveCost => "move-cost",
            Metric::MoveCostPressured => "move-cost-pressured",
            Metric::Instructions => "instructions",
            Metric::InstructionsPressured => "instructions-pressured",
            Metric::Text => "text",
            Metric::AllocationTime => "allocation-time",
            Metric::CodegenTime => "codegen-time",
        }
    }

    /// Its value; none if nothing was compared.
    pub fn of(self, comparison: &Comparison) -> Option<f64> {
        match self {
            Metric::MoveCost => comparison.move_cost,
            Metric::MoveCostPressured => comparison.move_cost_pressured,
            Metric::Instructions => comparison.instructions,
            Metric::InstructionsPressured => comparison.instructions_pressured,
            Metric::Text => comparison.text_bytes.ratio(),
            Metric::AllocationTime => comparison.allocation_seconds.ratio(),
            Metric::CodegenTime => comparison.codegen_seconds.ratio(),
        }
    }
}

/// The highest ratio that is accepted of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    metric: Metric,
    ratio: f64,
}

impl FromStr for Threshold {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Threshold> {
        let names = Metric::ALL.map(Metric::name).join(", ");
        let Some((name, ratio)) = text.split_once('=') else {
            bail!("'{text}' is not METRIC=RATIO, such as move-cost=1.02; the metrics are {names}");
        };
        let Some(metric) = Metric::ALL.into_iter().find(|metric| metric.name() == name) else {
            bail!("there is no metric '{name}'; there are {names}");
        };
        match ratio.parse() {
            Ok(ratio) if ratio > 0.0 && f64::is_finite(ratio) => Ok(Threshold { metric, ratio }),
            _ => bail!("'{ratio}' is no ratio; write a number above 0, such as 1.02"),
        }
    }
}

/// One line for each threshold that an allocator under test, the first one beside the base, exceeds.
pub fn exceeded(report: &Report, thresholds: &[Threshold]) -> Vec<String> {
    let tested = report.heading.allocators.get(1).map(|allocator| allocator.name.as_str());
    let mut lines = Vec::new();
    for comparison in report.comparisons.iter().filter(|c| Some(c.allocator.as_str()) == tested) {
        for threshold in thresholds {
            let (name, limit) = (threshold.metric.name(), threshold.ratio);
            if let Some(value) = threshold.metric.of(comparison).filter(|value| *value > limit) {
                let Comparison { target, allocator, .. } = comparison;
                lines.push(format!(
                    "{name} of {allocator} on {target} is {value:.4}, above {limit}"
                ));
            }
        }
    }
    lines
}
