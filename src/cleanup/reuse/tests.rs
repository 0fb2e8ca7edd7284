//! Reloads of what a register still holds: by hand, and on random functions that are executed.

use crate::cleanup::clean;
use crate::model::function::{Block, Function, Inst, Name, VReg};
use crate::model::machine::Reg;
use crate::model::text::{parse, print_decision};
use crate::options::Settings;
use crate::plan::{Allocation, Decision};
use crate::validity::choices::Choices;
use std::collections::BTreeMap;
use std::fmt::Write;

/// %0, %1 and %4 in r0, %2 and %3 in r1; d0 is made of both. A call keeps r1.
const MACHINE: &str = "reg r0\nreg r1\nreg d0 of r0 r1\nclass g r0 r1\nclass p d0\nmask m r1\n\
                       function f\nrange %0 g at r0\nrange %1 g at r0\nrange %2 g at r1\n\
                       range %3 g at r1\nrange %4 g at r0\nrange %5 p at d0\n";

/// What is cleaned up where all ranges have the registers that the text says.
fn allocation(function: &Function) -> Allocation {
    let registers = function.vregs.iter().filter_map(|data| data.assigned).collect();
    let mut allocation =
        Allocation { registers, reuses: Vec::new(), dead_stores: Vec::new(), frame_mark: None };
    clean(Settings::default().on(function), &mut allocation);
    allocation
}

/// The reuses as lines.
fn reuses(body: &str) -> String {
    let program = parse(&format!("{MACHINE}{body}")).unwrap();
    let decision = Decision::Assign(allocation(&program.function));
    let text = print_decision(&program, &decision);
    text.lines().filter(|line| line.ends_with("still there")).map(|l| format!("{l}\n")).collect()
}

/// The stores that are found to change nothing.
fn needless(body: &str) -> Vec<Inst> {
    allocation(&parse(&format!("{MACHINE}{body}")).unwrap().function).dead_stores
}

/// What is found of the reload `i3` or later, if this stands between the store and it.
fn after(between: &str, reload: &str) -> String {
    reuses(&format!("block b0 1\n  loadI 1 => %0\n  spill %0, 0\n{between}  {reload}\n  ret\n"))
}

#[test]
fn what_was_stored_or_loaded_is_still_there() {
    assert_eq!(after("  loadI 2 => %2\n", "reload 0 => %1"), "i3: %0 is still there\n");
    // In another register it is copied.
    assert_eq!(after("  loadI 2 => %2\n", "reload 0 => %3"), "i3: %0 is still there\n");
    let loads = "block b0 1\n  reload 0 => %0\n  reload 0 => %2\n  reload 0 => %0\n  ret\n";
    assert_eq!(reuses(loads), "i1: %0 is still there\ni2: %0 is still there\n");
}

#[test]
fn what_a_copy_does_not_read_is_not_there() {
    // What was stored is gone from r0, and the copy has r1.
    let gone = "  loadI 2 => %4\n";
    let copied = |opcode: &str| after(&format!("  {opcode} %0 => %2\n{gone}"), "reload 0 => %3");
    assert_eq!(copied("i2i"), "i4: %2 is still there\n");
    assert_eq!(copied("i2i?"), "");
}

#[test]
fn what_is_stored_behind_a_call_that_raises_is_not_there_in_the_landing_pad() {
    let text = "block b0 1 -> b1 b2\n  loadI 1 => %0\n  last\n  call keeps m\n  loadI 2 => %2\n  \
                spill %2, 0\n  jump\nblock b1 1\n  reload 0 => %3\n  ret\n\
                block b2 0 pad\n  reload 0 => %3\n  ret\n";
    assert_eq!(reuses(text), "i5: %2 is still there\n");
}

#[test]
fn what_takes_the_register_or_changes_the_slot_ends_it() {
    assert_eq!(after("  loadI 2 => %4\n", "reload 0 => %1"), "");
    assert_eq!(after("  loadI 2 => %5\n", "reload 0 => %1"), "");
    assert_eq!(after("  loadI 2 => r0\n", "reload 0 => %1"), "");
    assert_eq!(after("  call keeps m\n", "reload 0 => %1"), "");
    assert_eq!(after("  overwrite 0\n", "reload 0 => %1"), "");
    // Now the slot is that of another value.
    let other = after("  loadI 2 => %2\n  spill %2, 0\n", "reload 0 => %1");
    assert_eq!(other, "i4: %2 is still there\n");
    assert_eq!(after("  overwrite 1\n", "reload 0 => %1"), "i3: %0 is still there\n");
}

#[test]
fn a_copy_holds_it_too() {
    let copied = "  i2i %0 => %2\n  loadI 2 => %4\n  call keeps m\n";
    assert_eq!(after(copied, "reload 0 => %1"), "i5: %2 is still there\n");
}

/// b1 and b2 are the arms of a diamond with a reload at its foot.
fn diamond(left: &str, right: &str) -> String {
    reuses(&format!(
        "block b0 1 -> b1 b2\n  loadI 1 => %0\n  spill %0, 0\n  cbr\n\
         block b1 0.5 -> b3\n{left}  jump\nblock b2 0.5 -> b3\n{right}  jump\n\
         block b3 1\n  reload 0 => %1\n  ret\n"
    ))
}

#[test]
fn it_must_be_there_on_every_path() {
    assert_eq!(diamond("  loadI 2 => %2\n", "  loadI 2 => %2\n"), "i7: %0 is still there\n");
    assert_eq!(diamond("  loadI 2 => %4\n", ""), "");
    assert_eq!(diamond("  loadI 2 => %4\n", "  loadI 2 => %4\n"), "");
}

#[test]
fn a_load_at_the_end_of_a_loop_of_what_was_loaded_before_it() {
    let text = |end: &str| {
        reuses(&format!(
            "block b0 1 -> b1\n  reload 0 => %0\n  jump\n\
             block b1 10 -> b1 b2\n  store %0\n{end}  reload 0 => %0\n  cbr\nblock b2 1\n  ret\n"
        ))
    };
    assert_eq!(text(""), "i3: %0 is still there\n");
    assert_eq!(text("  loadI 2 => %4\n"), "");
}

#[test]
fn what_is_stored_behind_the_last_place_for_copies_is_not_known_to_successors() {
    let text = |last: &str| {
        format!(
            "block b0 1 -> b1\n  loadI 1 => %0\n  {last}\n  spill %0, 0\n  nop\n\
             block b1 1\n  reload 0 => %1\n  ret\n"
        )
    };
    assert_eq!(reuses(&text("last")), "");
    assert_eq!(reuses(&text("nop")), "i4: %0 is still there\n");
}

/// A random function on two registers and two slots; six ranges in the registers of [`MACHINE`].
fn random_body(choices: &mut Choices) -> String {
    let blocks = 2 + choices.below(5);
    let mut text = String::new();
    for block in 0..blocks {
        let _ = write!(text, "block b{block} 1 ->");
        for _ in 0..1 + choices.below(2) {
            let _ = write!(text, " b{}", choices.below(blocks));
        }
        text += "\n";
        for _ in 0..1 + choices.below(4) {
            let (range, slot) = (choices.below(5), choices.below(2));
            let _ = match choices.below(13) {
                0 => writeln!(text, "  loadI 1 => %{range}"),
                1 => writeln!(text, "  loadI 1 => r{}", choices.below(2)),
                2 => writeln!(text, "  call keeps m"),
                3 => writeln!(text, "  overwrite {slot}"),
                4 | 5 => writeln!(text, "  i2i %{range} => %{}", choices.below(5)),
                12 => writeln!(text, "  peek {slot}"),
                6..=8 => writeln!(text, "  spill %{range}, {slot}"),
                _ => writeln!(text, "  reload {slot} => %{range}"),
            };
        }
        text += "  cbr\n";
    }
    text
}

/// What registers and slots hold while a function is executed; a number per value.
#[derive(Default)]
struct Contents {
    regs: BTreeMap<Reg, u64>,
    slots: BTreeMap<i64, u64>,
    /// What the slots hold without the needless stores.
    cleaned: BTreeMap<i64, u64>,
    values: u64,
}

impl Contents {
    fn fresh(&mut self) -> u64 {
        self.values += 1;
        self.values
    }

    fn write(&mut self, reg: Reg) {
        let value = self.fresh();
        self.regs.insert(reg, value);
    }
}

/// Executes a random path and counts what it comes by of the allocation's reuses and needless stores: each
/// reuse must find the slot's value, and whoever reads a slot what it would hold with all stores.
fn walk(text: &str, allocation: &Allocation, choices: &mut Choices) -> (usize, usize) {
    let program = parse(text).unwrap();
    let function = &program.function;
    let reg = |vreg: VReg| function.vregs[vreg].assigned.expect("all ranges have registers");
    let mut now = Contents::default();
    let (mut block, mut met) = (Block(0), (0, 0));
    for _ in 0..20 {
        for inst in function.blocks[block].insts.range().map(|i| Inst(i as u32)) {
            let opcode = &program.names.opcodes[inst];
            let operands = function.operands_of(inst);
            let slot = opcode.immediates.first().copied().unwrap_or_default();
            let is_needless = allocation.dead_stores.contains(&inst);
            let stored = now.slots.get(&slot).copied();
            if let Some(reuse) = allocation.reuses.iter().find(|reuse| reuse.inst == inst) {
                assert!(stored.is_some(), "{text}{reuse:?} of nothing");
                assert_eq!(now.regs.get(&reg(reuse.holder)).copied(), stored, "{text}{reuse:?}");
                met.0 += 1;
            } else if ["reload", "peek", "overwrite"].contains(&opcode.name.as_str()) {
                let cleaned = now.cleaned.get(&slot).copied();
                assert_eq!(cleaned, stored, "{text}{inst:?} reads {:?}", allocation.dead_stores);
            }
            met.1 += usize::from(is_needless);
            let of = |operand: usize| match operands[operand].name {
                Name::Virtual(vreg) => reg(vreg),
                Name::Fixed(reg) => reg,
            };
            match opcode.name.as_str() {
                "reload" => {
                    let value = stored.unwrap_or_else(|| now.fresh());
                    now.slots.insert(slot, value);
                    now.cleaned.entry(slot).or_insert(value);
                    now.regs.insert(of(0), value);
                }
                "spill" => {
                    let value = now.regs.get(&of(0)).copied().unwrap_or_else(|| now.fresh());
                    now.regs.insert(of(0), value);
                    now.slots.insert(slot, value);
                    if !is_needless {
                        now.cleaned.insert(slot, value);
                    }
                }
                "overwrite" => {
                    let value = now.fresh();
                    now.slots.insert(slot, value);
                    now.cleaned.insert(slot, value);
                }
                "i2i" => {
                    let value = now.regs.get(&of(1)).copied().unwrap_or_else(|| now.fresh());
                    now.regs.insert(of(1), value);
                    now.regs.insert(of(0), value);
                }
                "loadI" => now.write(of(0)),
                "call" => now.write(Reg(0)),
                _ => {}
            }
        }
        let successors = function.successors_of(block);
        block = successors[choices.below(successors.len() as u64) as usize];
    }
    met
}

#[test]
fn on_every_path_of_a_random_function_everybody_reads_what_they_would_with_all_spill_code() {
    let mut met = (0, 0);
    for seed in 1..=400 {
        let choices = &mut Choices::from_seed(seed);
        let text = format!("{MACHINE}{}", random_body(choices));
        let allocation = allocation(&parse(&text).unwrap().function);
        for _ in 0..8 {
            let (reuses, stores) = walk(&text, &allocation, choices);
            met = (met.0 + reuses, met.1 + stores);
        }
    }
    assert!(met.0 > 2000 && met.1 > 2000, "{met:?} reuses and stores say little");
}

#[test]
fn a_store_that_nobody_reads_any_more_changes_nothing() {
    // Its only reload is of what r0 still holds.
    let text = |end: &str| {
        format!("block b0 1\n  loadI 1 => %0\n  spill %0, 0\n  reload 0 => %1\n{end}  ret\n")
    };
    assert_eq!(needless(&text("")), [Inst(1)]);
    assert_eq!(needless(&text("  peek 0\n")), []);
    assert_eq!(needless(&text("  overwrite 0\n")), []);
    // The second store comes before the slot is read, the third behind it.
    let again = "  loadI 2 => %2\n  spill %2, 0\n  peek 0\n  loadI 3 => %3\n  spill %3, 0\n";
    assert_eq!(needless(&text(again)), [Inst(1), Inst(7)]);
}

#[test]
fn a_store_lives_as_long_as_one_path_reads_it() {
    let text = |left: &str, right: &str| {
        needless(&format!(
            "block b0 1 -> b1 b2\n  loadI 1 => %0\n  spill %0, 0\n  cbr\n\
             block b1 0.5 -> b3\n{left}  jump\nblock b2 0.5 -> b3\n{right}  jump\n\
             block b3 1\n  peek 0\n  ret\n"
        ))
    };
    let store = "  loadI 2 => %2\n  spill %2, 0\n";
    assert_eq!(text(store, ""), []);
    assert_eq!(text(store, store), [Inst(1)]);
    // An exceptional edge leaves before the store.
    assert_eq!(text(store, "  loadI 2 => %2\n  last\n  spill %2, 0\n"), []);
}
