//! The operands that need the smaller class of a range that could be of a larger one. They are known by
//! their places among the function's operands, which no edit changes.

use crate::model::function::{Fate, Function, Inst, Name, Widening};
use crate::model::index::Idx;
use crate::model::machine::Class;

/// An operand that needs a class.
struct Need {
    operand: usize,
    narrow: Class,
    wide: Class,
}

/// The operands of a function that need the smaller class.
pub struct Needs(Vec<Need>);

impl Needs {
    /// Before the first round.
    pub fn of(function: &Function) -> Needs {
        let mut needs = Vec::new();
        for widening in &function.widenings {
            let narrow = function.vregs[widening.vreg].class;
            for &inst in &widening.narrow {
                let own = |&operand: &usize| {
                    function.operands[operand].name == Name::Virtual(widening.vreg)
                };
                let operands = function.insts[inst].operands.range().filter(own);
                let need = |operand| Need { operand, narrow, wide: widening.class };
                needs.extend(operands.map(need));
            }
        }
        Needs(needs)
    }

    /// The first operand that names a range with a register outside the class that it needs.
    pub fn fault(&self, function: &Function) -> Option<String> {
        let order = |class| function.machine.order(class);
        self.0.iter().find_map(|need| {
            let Name::Virtual(vreg) = function.operands[need.operand].name else { return None };
            let class = function.vregs[vreg].class;
            let fits = order(class).iter().all(|reg| order(need.narrow).contains(reg));
            (!fits).then(|| format!("{vreg:?} is of {class:?} where {:?} is needed", need.narrow))
        })
    }

    /// Enters what could be of a larger class, as the shim does when it flattens the function again.
    pub fn enter(&self, function: &mut Function) {
        let mut widenings: Vec<Widening> = Vec::new();
        for inst in (0..function.insts.len()).map(Inst::new) {
            let span = function.insts[inst].operands.range();
            for need in self.0.iter().filter(|need| span.contains(&need.operand)) {
                let Name::Virtual(vreg) = function.operands[need.operand].name else { continue };
                let data = &function.vregs[vreg];
                if data.class != need.narrow || data.fate == Fate::Register {
                    continue;
                }
                match widenings.iter_mut().find(|widening| widening.vreg == vreg) {
                    Some(known) if known.narrow.last() == Some(&inst) => {}
                    Some(known) => known.narrow.push(inst),
                    None => {
                        let narrow = vec![inst];
                        widenings.push(Widening { vreg, class: need.wide, narrow });
                    }
                }
            }
        }
        widenings.sort_by_key(|widening| widening.vreg);
        function.widenings = widenings;
    }
}
