//! Spill cuts of small functions, worked out by hand.

use super::*;
use crate::analysis::bundles::Bundles;
use crate::cost::Prices;
use crate::model::function::VReg;
use crate::model::text::parse;
use crate::options::Settings;
use crate::validity::choices::Choices;
use crate::validity::generate;

/// %0 is defined at 4, and b0 ends at 12. It is not used in b1, from 12 to 24, which is executed ten
/// times, and used in b2 at 28.
const LOOP: &str = "reg r0\nclass g r0\nfunction f\nloop l0\nblock b0 1 -> b1\n  loadI 1 => %0\n  \
                    jump\nblock b1 10 in l0 -> b1 b2\n  nop\n  cbr\nblock b2 1\n  store %0\n  ret\n";

/// Takes %0 out of registers around each of the points: the price after each, where it is out after all of them, and
/// the cut.
fn spill(text: &str, extent: Extent, at: &[u32]) -> (Vec<Option<f64>>, Vec<Segment>, SpillCut) {
    let function = &parse(text).unwrap().function;
    let references = References::collect(function);
    let at: Vec<Point> = at.iter().map(|&at| Point(at)).collect();
    let mut over = at.clone();
    over.sort_unstable();
    let prices = Prices::of(Settings::default().on(function), VReg(0));
    let bundles = &mut Bundles::new(function);
    let gaps = UseGaps::of(function, &references, bundles, VReg(0), prices, &over).unwrap();
    let mut cut = SpillCut::of(function, &references, Rc::new(gaps), extent);
    assert_eq!(cut.price(), 0.0);
    let scratch = &mut Scratch::default();
    let mut out = Vec::new();
    let mut price = |&at: &Point| {
        let mut forced = cut.start_forcing();
        let limit = INFINITE / 2.0;
        let done = cut.spill_around(function, &references, at, limit, scratch, &mut forced);
        if !done {
            cut.undo(&mut forced);
            return None;
        }
        out.extend(cut.locate(function, &forced).1);
        Some(cut.price())
    };
    let prices = at.iter().map(&mut price).collect();
    (prices, out, cut)
}

#[test]
fn each_gap_adds_what_it_needs_beside_those_before() {
    // Out in b1: one store (1) and one load (4). Nothing more in front of the use in b2, nor from the
    // definition on.
    let (prices, _, cut) = spill(LOOP, Extent::Cheapest, &[16, 24, 8]);
    assert_eq!(prices, [5.0, 5.0, 5.0].map(Some));
    assert!(!cut.gaps().is_rematerialised() && !cut.gaps().has_late_result());
}

#[test]
fn a_copy_is_loaded_and_stored_right_where_it_goes_and_comes_from() {
    // As above, but the definition and the use are copies, which the store and the load take the places of.
    let text = LOOP.replace("loadI 1 => %0", "i2i r0 => %0").replace("store %0", "i2i %0 => r0");
    assert_eq!(spill(&text, Extent::Cheapest, &[16]).0, [Some(0.8 + 3.8)]);
}

#[test]
fn a_load_that_an_instruction_takes_in_is_cheap_unless_the_value_stays_in_the_register() {
    // %0 is out of registers at 16 in a loop that is executed ten times, and read at 20: it is recomputed for 0.65
    // there, or taken in for 0.1.
    let text = |folds, last| {
        format!(
            "reg r0\nclass g r0\nfunction f\nloop l0\nrange %0 g remat\nblock b0 1 -> b1\n  loadI 1 => %0\n  \
             jump\nblock b1 10 in l0 -> b1 b2\n  nop\n  {folds}store %0\n  {last}cbr\nblock b2 1\n  ret\n"
        )
    };
    let prices = |folds, last, at: &[u32]| {
        let prices = spill(&text(folds, last), Extent::Cheapest, at).0;
        prices.iter().map(|price| (price.unwrap() * 1e6).round() / 1e6).collect::<Vec<_>>()
    };
    assert_eq!(prices("", "", &[16]), [6.5]);
    assert_eq!(prices("folds %0\n  ", "", &[16]), [1.0]);
    // A second reader at 24 finds it in the register unless the first one takes it in.
    assert_eq!(prices("", "add %0\n  ", &[16]), [6.5]);
    assert_eq!(prices("folds %0\n  ", "add %0\n  ", &[16]), [6.5]);
    // It may, and has to, be out of registers between the two as well.
    assert_eq!(prices("folds %0\n  ", "add %0\n  ", &[16, 22]), [6.5, 7.5]);
    assert_eq!(prices("folds %0\n  ", "folds %0\n  add %0\n  ", &[16, 22]), [2.0, 2.0]);
}

#[test]
fn no_range_is_out_of_registers_where_an_instruction_refers_to_it() {
    // At 5 %0 is not live yet, and 28 is its use.
    assert_eq!(spill(LOOP, Extent::Cheapest, &[5, 28]).0, [None, None]);
}

#[test]
fn a_range_is_out_between_the_insertion_points_at_which_it_moves() {
    // The cheapest cut has as much as possible in memory: from the definition to the use.
    let (_, cheapest, _) = spill(LOOP, Extent::Cheapest, &[16]);
    assert_eq!(cheapest, [Segment { start: Point(4).dead(), end: Point(28) }]);
    // In a register at both ends of b1, and out between its two insertion points, up to its `cbr`.
    let (_, forced, _) = spill(LOOP, Extent::WhereForced, &[16]);
    assert_eq!(forced, [Segment { start: Point(13), end: Point(20) }]);
}

#[test]
fn live_through_gaps_that_are_made_when_they_are_forced_change_neither_prices_nor_places() {
    let mut choices = Choices::from_seed(11);
    let scratch = &mut Scratch::default();
    let mut divisible = 0;
    for seed in 1..=400 {
        let text = generate::from_seed(seed);
        let function = &parse(&text).unwrap().function;
        let references = References::collect(function);
        let bundles = &mut Bundles::new(function);
        for vreg in function.vregs.indices() {
            let live = function.live(vreg);
            let points = live.iter().flat_map(|of| of.start.0..of.end.0).map(Point);
            let over: Vec<Point> = points.filter(|_| choices.chance(20)).collect();
            let prices = Prices::of(Settings::default().on(function), vreg);
            let Some(gaps) = UseGaps::of(function, &references, bundles, vreg, prices, &over)
            else {
                continue;
            };
            let gaps = Rc::new(gaps);
            let mut cut = SpillCut::of(function, &references, Rc::clone(&gaps), Extent::Cheapest);
            let (flow, nodes) = CostNetwork::new(&gaps).build(function, references.of(vreg));
            let mut of_all = SpillCut { flow, nodes, gaps, side: None, node_gaps: None, ..cut };
            divisible += cut.flow.divisible();
            for _ in 0..5 {
                if over.is_empty() {
                    break;
                }
                let at = over[choices.below(over.len() as u64) as usize];
                let keeps = choices.chance(70);
                let mut spill = |cut: &mut SpillCut| {
                    let mut forced = cut.start_forcing();
                    let limit = INFINITE / 2.0;
                    let is_possible =
                        cut.spill_around(function, &references, at, limit, scratch, &mut forced);
                    let price = cut.price();
                    cut.undo(&mut forced);
                    let mut out = None;
                    if is_possible {
                        cut.redo(&mut forced);
                        let (before, newly_out) = cut.locate(function, &forced);
                        out = Some((newly_out, cut.locations()));
                        if !keeps {
                            cut.undo(&mut forced);
                            cut.restore(before);
                        }
                    }
                    (is_possible, (price * 1e6).round(), out)
                };
                assert_eq!(
                    spill(&mut cut),
                    spill(&mut of_all),
                    "seed {seed} {vreg:?} {at:?}\n{text}"
                );
            }
        }
    }
    assert!(divisible > 1000, "{divisible}");
}
