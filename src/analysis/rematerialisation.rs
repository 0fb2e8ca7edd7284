//! Which ranges are rematerialised from which others.
//!
//! An instruction that computes a value again reads other ranges. Where one of those is out of registers
//! the value has to come from memory after all. So the price of spilling an operand holds the price of
//! spilling what depends on it.

use super::references::References;
use crate::model::function::{Function, Inst, Name, VReg};
use crate::model::index::{IndexVec, Span};
use crate::model::point::covers;

/// The ranges that the values of `vreg` are computed from which can be rematerialised.
pub fn operands<'a>(
    function: &'a Function,
    references: &'a References,
    vreg: VReg,
) -> impl Iterator<Item = VReg> + 'a {
    let data = &function.vregs[vreg];
    // Of a range with several values perhaps only some can be computed again.
    let is_recomputable = move |inst: Inst| {
        data.rematerialisable
            || covers(function.recomputable(vreg), function.insts[inst].point.dead())
    };
    // Of most ranges nothing can.
    let references = if data.is_recomputed() { references.of(vreg) } else { &[] };
    let definitions = references.iter().filter(move |r| r.writes && is_recomputable(r.inst));
    let read = definitions.flat_map(|r| function.operands_of(r.inst));
    read.filter_map(move |operand| match operand.name {
        Name::Virtual(read) if operand.reads && read != vreg => Some(read),
        _ => None,
    })
}

/// Per range those that are rematerialised from it.
#[derive(Debug)]
pub struct RematDependents {
    spans: IndexVec<VReg, Span>,
    dependents: Vec<VReg>,
}

impl RematDependents {
    /// Reads them off the definitions of what can be rematerialised.
    pub fn new(function: &Function, references: &References) -> Self {
        let mut pairs: Vec<(VReg, VReg)> = Vec::new();
        for vreg in function.vregs.indices() {
            pairs.extend(operands(function, references, vreg).map(|read| (read, vreg)));
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

    /// The ranges that are rematerialised from `vreg`, in order.
    pub fn of(&self, vreg: VReg) -> &[VReg] {
        &self.dependents[self.spans[vreg].range()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;

    #[test]
    fn what_can_be_rematerialised_depends_on_what_its_definitions_read() {
        let text = "reg r0\nclass g r0\nfunction f\nrange %1 g remat\nrange %2 g remat\n\
                    block b0 1\n  loadI 1 => %0\n  addI %0, 1 => %1\n  add %0, %1 => %2\n  \
                    addI %0, 3 => %3\n  store %1, %2, %3\n  ret\n";
        let function = parse(text).unwrap().function;
        let dependents = RematDependents::new(&function, &References::collect(&function));
        // %3 is stored in any case, so that it does not matter what it is computed from.
        assert_eq!(dependents.of(VReg(0)), [VReg(1), VReg(2)]);
        assert_eq!(dependents.of(VReg(1)), [VReg(2)]);
        assert!(dependents.of(VReg(2)).is_empty());
    }

    #[test]
    fn of_several_values_only_those_that_can_be_recomputed_depend_on_what_they_are_computed_from() {
        let text = "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  \
                    addI %0, 1 => %2\n  remat %2\n  store %2\n  addI %1, 1 => %2\n  store %2\n  ret\n";
        let function = parse(text).unwrap().function;
        let dependents = RematDependents::new(&function, &References::collect(&function));
        assert_eq!(dependents.of(VReg(0)), [VReg(2)]);
        assert!(dependents.of(VReg(1)).is_empty());
    }
}
