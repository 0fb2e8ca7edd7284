use super::code_motion::{move_loads, move_stores, BlockBoundary, CodeMotion, FlowGraph};
use super::local_properties::Event::{self, Define, Load, Store, Use};
use super::local_properties::LocalProperties;
use crate::limit::limit;
use crate::model::function::{Block, VReg};
use crate::model::index::Idx;
use crate::model::text::parse;
use crate::options::Settings;
use crate::plan::{Move, Site};

mod paths;

type Code = Vec<Vec<Event>>;

fn graph(successors: &[&[usize]]) -> FlowGraph {
    let mut text = String::from("reg r0\nclass g r0\nfunction f\n");
    for (block, to) in successors.iter().enumerate() {
        let to: String = to.iter().map(|to| format!(" b{to}")).collect();
        let arrow = if to.is_empty() { "" } else { " ->" };
        text += &format!("block b{block} 1{arrow}{to}\n  nop\n");
    }
    FlowGraph::of(&parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).function)
}

fn local(code: &[Vec<Event>], live_in: &[u32]) -> LocalProperties {
    let mut local = LocalProperties::new(code.len());
    for (block, events) in code.iter().enumerate() {
        events.iter().for_each(|&event| local.record(Block::new(block), event));
    }
    live_in.iter().for_each(|&block| local.set_live_in(Block(block)));
    local
}

fn motion(inserted: &[BlockBoundary], deleted: &[u32]) -> CodeMotion {
    let deleted = deleted.iter().map(|&block| Block(block)).collect();
    CodeMotion { inserted: inserted.to_vec(), deleted }
}

fn stores(successors: &[&[usize]], code: &[&[Event]]) -> CodeMotion {
    let code: Code = code.iter().map(|events| events.to_vec()).collect();
    move_stores(&graph(successors), &local(&code, &[]))
}

fn loads(successors: &[&[usize]], code: &[&[Event]], live_in: &[u32]) -> CodeMotion {
    let code: Code = code.iter().map(|events| events.to_vec()).collect();
    move_loads(&graph(successors), &local(&code, live_in))
}

const DIAMOND: [&[usize]; 4] = [&[1, 2], &[3], &[3], &[]];

#[test]
fn a_store_below_a_diamond_moves_to_the_arm_without_one() {
    let code: [&[Event]; 4] = [&[Define], &[Store], &[Use], &[Store]];
    // A use does not hold a store up: it goes above the one in b2.
    assert_eq!(stores(&DIAMOND, &code), motion(&[BlockBoundary::Start(Block(2))], &[3]));
}

#[test]
fn the_stores_of_both_arms_become_one_above_the_diamond() {
    // The entry defines, b1 branches: all edges into b1 get a store, so it stands at its head.
    let edges: [&[usize]; 5] = [&[1], &[2, 3], &[4], &[4], &[]];
    let code: [&[Event]; 5] = [&[Define], &[], &[Store], &[Store], &[]];
    assert_eq!(stores(&edges, &code), motion(&[BlockBoundary::Start(Block(1))], &[2, 3]));
}

#[test]
fn a_store_that_stands_as_early_as_it_can_is_not_inserted_and_deleted() {
    let code: [&[Event]; 4] = [&[Define], &[Store], &[Store], &[]];
    assert_eq!(stores(&DIAMOND, &code), motion(&[], &[]));
}

#[test]
fn a_load_makes_the_store_below_it_redundant_and_a_definition_does_not() {
    let edges: [&[usize]; 2] = [&[1], &[]];
    assert_eq!(stores(&edges, &[&[Load], &[Store]]), motion(&[], &[1]));
    assert_eq!(stores(&edges, &[&[Load, Define], &[Store]]), motion(&[], &[]));
}

#[test]
fn a_store_leaves_a_loop_that_does_not_define() {
    let edges: [&[usize]; 3] = [&[1], &[1, 2], &[]];
    let code: [&[Event]; 3] = [&[Define], &[Use, Store], &[]];
    assert_eq!(stores(&edges, &code), motion(&[BlockBoundary::End(Block(0))], &[1]));
    // EARLIEST leaves the store of a value that the loop defines where it is.
    let code: [&[Event]; 3] = [&[Define], &[Define, Store], &[]];
    assert_eq!(stores(&edges, &code), motion(&[], &[]));
}

#[test]
fn nothing_is_stored_before_a_loop_without_exit() {
    let edges: [&[usize]; 3] = [&[1, 2], &[1], &[]];
    let code: [&[Event]; 3] = [&[Define], &[], &[Store]];
    assert_eq!(stores(&edges, &code), motion(&[], &[]));
}

#[test]
fn a_critical_edge_keeps_the_store_below_it() {
    // b0 defines and goes to b1, which stores, or past it to b2. The store in b2 would have to go to the
    // edge from b0; the one in b3 is redundant then.
    let edges: [&[usize]; 4] = [&[1, 2], &[2], &[3], &[]];
    let code: [&[Event]; 4] = [&[Define], &[Store], &[Store], &[Store]];
    assert_eq!(stores(&edges, &code), motion(&[], &[3]));
    // Without a store in b2 the one in b3 would go to the edge; it cannot go above b2 then.
    let code: [&[Event]; 4] = [&[Define], &[Store], &[], &[Store]];
    assert_eq!(stores(&edges, &code), motion(&[], &[]));
}

#[test]
fn a_load_leaves_a_loop_that_does_not_use_and_dies_where_nobody_does() {
    let edges: [&[usize]; 4] = [&[1], &[1, 2, 3], &[], &[]];
    let code: [&[Event]; 4] = [&[Define, Store], &[Load], &[Use], &[]];
    assert_eq!(loads(&edges, &code, &[1, 2]), motion(&[BlockBoundary::Start(Block(2))], &[1]));
    // A use in the loop holds the load up.
    let code: [&[Event]; 4] = [&[Define, Store], &[Load, Use], &[Use], &[]];
    assert_eq!(loads(&edges, &code, &[1, 2]), motion(&[], &[]));
}

#[test]
fn the_loads_of_both_arms_become_one_below_the_diamond() {
    let edges: [&[usize]; 5] = [&[1, 2], &[3], &[3], &[4], &[]];
    let code: [&[Event]; 5] = [&[Define, Store], &[Load], &[Load], &[], &[Use]];
    assert_eq!(
        loads(&edges, &code, &[1, 2, 3, 4]),
        motion(&[BlockBoundary::End(Block(3))], &[1, 2])
    );
}

#[test]
fn a_load_above_another_load_is_redundant_and_one_above_a_store_is_not() {
    let edges: [&[usize]; 2] = [&[1], &[]];
    assert_eq!(loads(&edges, &[&[Load], &[Load, Use]], &[1]), motion(&[], &[0]));
    assert_eq!(loads(&edges, &[&[Load], &[Store, Use]], &[1]), motion(&[], &[]));
}

/// A loop defines the value, its cold path reads it; with a store behind the definition EARLIEST can
/// do nothing, and LIMIT's minimum cut stores on the cold path, where alone the value is out of registers.
#[test]
fn a_store_sinks_to_the_cold_path_by_minimum_cut_and_not_by_earliest() {
    let edges: [&[usize]; 4] = [&[1], &[2, 3], &[1], &[]];
    let code: [&[Event]; 4] = [&[], &[Define, Store], &[Load, Use], &[]];
    assert_eq!(stores(&edges, &code), motion(&[], &[]));
    assert_eq!(loads(&edges, &code, &[2]), motion(&[], &[]));
    let function = parse(
        "reg r0\nclass g r0\nfunction f\nloop l0\nblock b0 1 -> b1\n  jump\n\
         block b1 100 in l0 -> b2 b3\n  loadI 1 => %0\n  jump\n\
         block b2 0.5 in l0 -> b1\n  loadI 2 => %1\n  store %1\n  store %0\n  jump\n\
         block b3 1\n  ret\n",
    )
    .unwrap()
    .function;
    let edit = limit(Settings::default().on(&function)).expect("something is over capacity");
    let [split] = edit.splits.as_slice() else { panic!("{edit:?}") };
    // The last use stays with the remainder: it is loaded there.
    let store =
        Move { site: Site::BlockStart(Block(2)), from: split.pieces[0], to: split.remainder };
    assert_eq!((split.vreg, split.moves.as_slice()), (VReg(0), [store].as_slice()));
}
