//! Which ranges are recomputed from which others.
//!
//! What recomputes a value reads other ranges. Where one of those is out of registers the value has to
//! come from memory after all, so the price of taking out an operand holds that of what depends on it.

use crate::analysis::references::References;
use crate::model::function::{Function, Name, VReg};
use crate::model::index::{IndexVec, Span};

/// Per range those that are recomputed from it.
#[derive(Debug)]
pub struct Recomputing {
    spans: IndexVec<VReg, Span>,
    dependents: Vec<VReg>,
}

impl Recomputing {
    /// Reads them off the definitions of what can be recomputed.
    pub fn of(function: &Function, references: &References) -> Self {
        let mut pairs: Vec<(VReg, VReg)> = Vec::new();
        for (vreg, data) in function.vregs.enumerate() {
            if !data.rematerialisable && data.recomputable.is_empty() {
                continue;
            }
            let definitions = references.of(vreg).iter().filter(|r| r.writes);
            for operand in definitions.flat_map(|r| function.operands_of(r.inst)) {
                match operand.name {
                    Name::Virtual(read) if operand.reads && read != vreg => {
                        pairs.push((read, vreg));
                    }
                    _ => {}
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let span = |read: VReg| {
            let start = pairs.partition_point(|pair| pair.0 < read);
            Span::since(start, pairs.partition_point(|pair| pair.0 <= read))
        };
        let spans = function.vregs.indices().map(span).collect();
        Self { spans, dependents: pairs.into_iter().map(|pair| pair.1).collect() }
    }

    /// The ranges that are recomputed from `vreg`.
    pub fn from(&self, vreg: VReg) -> &[VReg] {
        &self.dependents[self.spans[vreg].range()]
    }
}
