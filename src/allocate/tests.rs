//! Sessions on functions in the text form.

use super::{Allocator, Applied, Part, Refusal, Session};
use crate::model::function::{Fate, Function, VReg};
use crate::model::machine::Reg;
use crate::model::text::parse;
use crate::options::Settings;
use crate::plan::{Decision, Edit, Purpose};
use crate::validity::next_round;

fn function(body: &str) -> Function {
    let machine = "reg r0\nreg r1\nclass g r0 r1\nfunction f\n";
    parse(&format!("{machine}{body}")).unwrap().function
}

/// Three values are live at once: one leaves its register.
fn crowded() -> Function {
    function(
        "block b0 1\n  loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  \
         store %0\n  ret\n",
    )
}

fn settings(all: &[&str]) -> Settings {
    let mut settings = Settings::default();
    all.iter().for_each(|setting| settings.set(setting).unwrap());
    settings
}

/// The edit of the next round.
fn edit(session: &mut Session, function: &Function) -> Edit {
    assert!(session.begin_round());
    match session.decide(&mut function.clone()) {
        Decision::Edit(edit) => edit,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_fits_takes_one_round() {
    let function = function("block b0 1\n  loadI 1 => %0\n  store %0\n  ret\n");
    let mut session = Session::new(&Settings::default());
    let (_, allocation) = session.run(function, |_, _| panic!("nothing is edited")).unwrap();
    assert_eq!(allocation.registers.iter().as_slice(), [Reg(0)]);
    assert_eq!((session.rounds(), session.limited(), session.spilled()), (1, 0, 0));
}

#[test]
fn pressure_is_limited_in_the_first_round_and_registers_are_assigned_in_the_second() {
    let mut session = Session::new(&Settings::default());
    let (last, allocation) = session.run(crowded(), next_round).unwrap();
    assert_eq!(allocation.registers.len(), last.vregs.len());
    assert_eq!((session.rounds(), session.limited(), session.spilled()), (2, 1, 0));
}

#[test]
fn without_limit_assignment_spills() {
    let mut session = Session::new(&settings(&["limit_pressure=false"]));
    session.run(crowded(), next_round).unwrap();
    assert_eq!((session.limited(), session.spilled()), (0, 1));
}

#[test]
fn rounds_and_functions_are_counted() {
    let mut session = Session::new(&settings(&["max_rounds=1"]));
    assert_eq!(session.run(crowded(), next_round).unwrap_err(), Refusal::Rounds);
    assert_eq!(session.rounds(), 1);
    let mut allocator = Allocator::new(settings(&["max_functions=1"]));
    assert!(allocator.session().begin_round());
    let mut second = allocator.session();
    assert!(!second.begin_round());
    assert_eq!((second.refusal(), second.rounds()), (Some(&Refusal::Fuel), 0));
}

#[test]
fn a_failure_says_what_found_no_place_and_may_be_tried_again() {
    let text = "range %0 g register\nrange %1 g register\nrange %2 g register\nblock b0 1\n  \
                loadI 1 => %0\n  loadI 2 => %1\n  loadI 3 => %2\n  store %0, %1, %2\n  ret\n";
    let mut session = Session::new(&Settings::default());
    let refusal = session.run(function(text), next_round).unwrap_err();
    let said = "no register for 1 of 3 ranges, first v2 of class";
    assert!(refusal.to_string().starts_with(said), "{refusal}");
    assert_eq!(session.refusal(), Some(&refusal));
    assert!(session.begin_round());
    assert_eq!(session.refusal(), None);
}

#[test]
fn a_remainder_may_be_split_again_and_a_piece_and_its_parts_may_not() {
    // %0 lives through the loop, which needs both registers: it is cut into a piece behind the loop and
    // a remainder.
    let around = function(
        "loop l0\nblock b0 1 -> b1\n  loadI 1 => %0\n  jump\n\
         block b1 10 in l0 -> b1 b2\n  loadI 2 => %1\n  loadI 3 => %2\n  store %1, %2\n  cbr\n\
         block b2 1\n  store %0\n  store %0\n  ret\n",
    );
    let mut session = Session::new(&Settings::default());
    let edit = edit(&mut session, &around);
    assert_eq!(edit.purpose, Purpose::Limit);
    let [split] = edit.splits.as_slice() else { panic!("{edit:?}") };
    let mut pieces = vec![0; 2];
    let first = around.vregs.len() as u32;
    // The client calls the remainder 70, the piece 80, and a part that fell off the piece 81.
    pieces[(split.remainder.0 - first) as usize] = 70;
    pieces[(split.pieces[0].0 - first) as usize] = 80;
    session.applied(&Applied { pieces, parts: vec![Part { name: 81, of: 80 }] });
    let mut next = function("block b0 1\n  loadI 1 => %0\n  store %0, %1, %2\n  ret\n");
    for (vreg, name) in [70, 80, 81].into_iter().enumerate() {
        next.vregs[VReg(vreg as u32)].name = Some(name);
    }
    assert!(session.begin_round());
    session.decide(&mut next);
    let fates: Vec<Fate> = next.vregs.iter().map(|data| data.fate).collect();
    assert_eq!(fates, [Fate::Free, Fate::Split, Fate::Split]);
    assert_eq!(next.round, 1);
}

#[test]
fn registers_are_kept_by_the_names_that_the_client_gives_them() {
    let mut session = Session::new(&settings(&["limit_pressure=false"]));
    let mut first = crowded();
    first.machine.regs[Reg(0)].name = 17;
    first.machine.regs[Reg(1)].name = 4;
    let edit = edit(&mut session, &first);
    let kept: Vec<VReg> = (0..3).map(VReg).filter(|&vreg| !edit.is_in_memory(vreg)).collect();
    session.applied(&Applied::default());
    // In the next round the registers have other numbers.
    let mut second = crowded();
    second.machine.regs[Reg(0)].name = 4;
    second.machine.regs[Reg(1)].name = 17;
    assert!(session.begin_round());
    session.decide(&mut second);
    for vreg in kept {
        let crate::plan::Place::Register(before) = edit.places[vreg] else { panic!("{edit:?}") };
        assert_eq!(second.vregs[vreg].assigned, Some(Reg(1 - before.0)), "{vreg:?}");
    }
}

#[test]
fn blocks_are_weighed_once_a_round_and_the_clients_function_is_not() {
    let mut session = Session::new(&settings(&["cost.base_frequency=0.25"]));
    let known = crowded();
    for _ in 0..2 {
        assert!(session.begin_round());
        let mut shown = known.clone();
        session.decide(&mut shown);
        assert!(shown.blocks.iter().all(|block| block.frequency == 1.25));
    }
}
