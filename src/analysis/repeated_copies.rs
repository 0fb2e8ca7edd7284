//! Repeated copies: a value is copied out of a register and then back into it, in one block. If nothing
//! changes the register in between, the second copy does nothing, and LLVM's copy propagation removes it
//! (MachineCopyPropagation). An argument that is kept for later and passed on in its own register is one:
//! it costs one copy, as long as nobody uses the argument's register meanwhile.

use super::references::References;
use crate::model::function::{Function, Inst, InstKind, Name, VReg};
use crate::model::machine::Reg;
use crate::model::point::{overlap, Point, Segment};
use crate::options::Context;

/// References of a value looked at, from its second copy back to its first one: bounds the work on very
/// large blocks.
const MOST_REFERENCES: usize = 32;

/// Two copies, of `source` to `value` and of `value` to `target`, the second of which does nothing if
/// source and target have the same register and that is left alone in between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RepeatedCopy {
    /// Where the value comes from.
    pub source: Name,
    /// The value's own range.
    pub value: VReg,
    /// Where it is copied to in the end.
    pub target: Name,
    /// The register, which the source or the target is or both are.
    pub reg: Reg,
    /// From behind the first copy to the second one.
    pub between: Segment,
    /// Price of the second copy per execution of the function.
    pub gain: f64,
}

impl RepeatedCopy {
    /// Whether the range takes part in the copies.
    pub fn concerns(&self, vreg: VReg) -> bool {
        let name = Name::Virtual(vreg);
        self.source == name || self.value == vreg || self.target == name
    }
}

/// The repeated copies of a function.
#[derive(Debug, Default)]
pub struct RepeatedCopies {
    /// By the place where they begin.
    items: Vec<RepeatedCopy>,
    /// Per item the last point of those up to it.
    ends: Vec<Point>,
    /// Which items concern which ranges, sorted.
    by_vreg: Vec<(VReg, u32)>,
}

impl RepeatedCopies {
    /// Collects those in which source or target is a fixed register.
    pub fn collect(context: Context, references: &References) -> Self {
        let function = context.function;
        let mut items: Vec<RepeatedCopy> = Vec::new();
        for (inst, data) in function.insts.enumerate() {
            if data.kind == InstKind::Copy {
                let gain = context.costs.copy * function.blocks[data.block].frequency;
                items.extend(ending_at(function, references, inst, gain));
            }
        }
        items.sort_by_key(|item| (item.between.start, item.between.end));
        let mut last = Point(0);
        let mut ends = Vec::with_capacity(items.len());
        let mut by_vreg = Vec::new();
        for (number, item) in (0..).zip(&items) {
            last = last.max(item.between.end);
            ends.push(last);
            by_vreg.push((item.value, number));
            for name in [item.source, item.target] {
                if let Name::Virtual(vreg) = name {
                    by_vreg.push((vreg, number));
                }
            }
        }
        by_vreg.sort_unstable();
        by_vreg.dedup();
        Self { items, ends, by_vreg }
    }

    /// Those in which the range is copied or copied to.
    pub fn of(&self, vreg: VReg) -> impl Iterator<Item = &RepeatedCopy> {
        let first = self.by_vreg.partition_point(|&(other, _)| other < vreg);
        let own = self.by_vreg[first..].iter().take_while(move |&&(other, _)| other == vreg);
        own.map(|&(_, number)| &self.items[number as usize])
    }

    /// Calls `visit` with those between whose copies a point of `segments` lies, each once.
    pub fn visit_within(&self, segments: &[Segment], mut visit: impl FnMut(&RepeatedCopy)) {
        if self.items.is_empty() {
            return;
        }
        let mut next = 0;
        for segment in segments {
            let first = self.ends.partition_point(|&end| end <= segment.start).max(next);
            for (number, item) in self.items.iter().enumerate().skip(first) {
                if item.between.start >= segment.end {
                    break;
                }
                if item.between.end > segment.start {
                    visit(item);
                    next = number + 1;
                }
            }
        }
    }
}

/// The repeated copy that an instruction is the second one of.
fn ending_at(
    function: &Function,
    references: &References,
    inst: Inst,
    gain: f64,
) -> Option<RepeatedCopy> {
    let (target, Name::Virtual(value)) = whole_copy(function, inst)? else { return None };
    let block_start = function.blocks[function.insts[inst].block].insts.start;
    let all = references.of(value);
    let before = all.partition_point(|reference| reference.inst < inst);
    let mut earlier = (all[..before].iter().rev().take(MOST_REFERENCES))
        .take_while(|reference| reference.inst.0 >= block_start);
    let first = earlier.find(|reference| reference.writes)?.inst;
    let (_, source) = whole_copy(function, first).filter(|copy| copy.0 == Name::Virtual(value))?;
    let reg = match (source, target) {
        (Name::Fixed(from), Name::Fixed(to)) if from != to => return None,
        (_, Name::Fixed(reg)) | (Name::Fixed(reg), _) => reg,
        _ => return None,
    };
    let point = |inst: Inst| function.insts[inst].point.register();
    let between = Segment { start: point(first), end: point(inst) };
    let machine = &function.machine;
    let is_kept = machine.calls_within(between).all(|&(_, mask)| machine.preserves(mask, reg));
    let mut units = machine.units_of(reg).iter();
    let is_taken = units.any(|part| overlap(&[between], machine.fixed_of(part.unit)));
    let is_changed = match source {
        Name::Virtual(vreg) => {
            let all = references.of(vreg);
            let later = &all[all.partition_point(|reference| reference.inst <= first)..];
            later.iter().take_while(|reference| reference.inst < inst).any(|r| r.writes)
        }
        Name::Fixed(_) => false,
    };
    let is_repeated = is_kept && !is_taken && !is_changed;
    is_repeated.then_some(RepeatedCopy { source, value, target, reg, between, gain })
}

/// What a copy of whole registers writes and reads.
fn whole_copy(function: &Function, inst: Inst) -> Option<(Name, Name)> {
    if function.insts[inst].kind != InstKind::Copy {
        return None;
    }
    let [a, b] = function.operands_of(inst) else { return None };
    let (to, from) = if a.writes { (a, b) } else { (b, a) };
    let is_whole = to.part.is_none() && from.part.is_none() && !to.reads && !from.writes;
    (is_whole && from.reads).then_some((to.name, from.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::parse;
    use crate::options::Settings;

    const MACHINE: &str = "reg r0\nreg r1\nclass g r0 r1\nmask m r1\nfunction f\n";

    /// Source, value and target of the repeated copies, with where they begin and end.
    fn repeated(text: &str) -> Vec<(Name, VReg, Name, u32, u32)> {
        let function = parse(&format!("{MACHINE}{text}")).unwrap().function;
        let references = References::collect(&function);
        let copies = RepeatedCopies::collect(Settings::default().on(&function), &references);
        let all = copies.items.iter();
        all.map(|c| (c.source, c.value, c.target, c.between.start.0, c.between.end.0)).collect()
    }

    #[test]
    fn a_value_is_copied_out_of_a_register_and_back() {
        let (fixed, range) = (|reg| Name::Fixed(Reg(reg)), |vreg| Name::Virtual(VReg(vreg)));
        // The instructions stand at 4, 8 and so on; copies write 2 later.
        let argument = "block b0 1\n  i2i r0 => %0\n  store %0\n  i2i %0 => r0\n  ret r0\n";
        assert_eq!(repeated(argument), [(fixed(0), VReg(0), fixed(0), 6, 14)]);
        let from_range = "block b0 1\n  i2i %0 => %1\n  store %0\n  i2i %1 => r0\n  ret r0\n";
        assert_eq!(repeated(from_range), [(range(0), VReg(1), fixed(0), 6, 14)]);
        let to_range = "block b0 1\n  i2i r0 => %0\n  i2i %0 => %1\n  store %0, %1\n";
        assert_eq!(repeated(to_range), [(fixed(0), VReg(0), range(1), 6, 10)]);
        let unread = "block b0 1\n  i2i r0 => %0\n  store %0\n  i2i? %0 => r0\n  ret r0\n";
        assert_eq!(repeated(unread), []);
    }

    #[test]
    fn the_register_and_the_value_must_stay_as_they_are() {
        let copies = |between: &str| {
            let text = format!("block b0 1\n  i2i r0 => %0\n{between}  i2i %0 => r0\n  ret r0\n");
            repeated(&text).len()
        };
        assert_eq!(copies("  store %0\n"), 1);
        assert_eq!(copies("  add %0, 1 => %0\n"), 0, "another value");
        assert_eq!(copies("  call keeps m\n"), 0, "r0 is lost");
        assert_eq!(copies("  loadI 1 => r0\n  store r0\n"), 0, "r0 is written");
        assert_eq!(copies("block b1 1\n"), 0, "another block");
        let other = "block b0 1\n  i2i r0 => %0\n  i2i %0 => r1\n  ret r1\n";
        assert_eq!(repeated(other), [], "another register");
        let source = "block b0 1\n  i2i %0 => %1\n  add %0, 1 => %0\n  i2i %1 => r0\n  ret r0\n";
        assert_eq!(repeated(source), [], "the source changes");
    }

    #[test]
    fn those_are_visited_once_in_which_a_segment_lies() {
        let text = "block b0 1\n  i2i r0 => %0\n  store %0\n  i2i %0 => r0\n  store r0\n  \
                    i2i r1 => %1\n  store %1\n  i2i %1 => r1\n  ret r1\n";
        let function = parse(&format!("{MACHINE}{text}")).unwrap().function;
        let references = References::collect(&function);
        let copies = RepeatedCopies::collect(Settings::default().on(&function), &references);
        let visited = |segments: &[(u32, u32)]| {
            let segment = |&(start, end)| Segment { start: Point(start), end: Point(end) };
            let segments: Vec<Segment> = segments.iter().map(segment).collect();
            let mut values = Vec::new();
            copies.visit_within(&segments, |copy| values.push(copy.value.0));
            values
        };
        // They go from 6 to 14 and from 22 to 30.
        assert_eq!(visited(&[(0, 6), (14, 22), (30, 40)]), []);
        assert_eq!(visited(&[(0, 7), (8, 9), (13, 14)]), [0]);
        assert_eq!(visited(&[(8, 23), (29, 31)]), [0, 1]);
        let of = |vreg| copies.of(VReg(vreg)).map(|copy| copy.value).collect::<Vec<VReg>>();
        assert_eq!((of(0), of(1)), (vec![VReg(0)], vec![VReg(1)]));
    }
}
