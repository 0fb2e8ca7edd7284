//! The analyses on a small function, worked out by hand.

use super::affinity::Affinities;
use super::bundles::Bundles;
use super::dominators::Dominators;
use super::live_blocks::LiveBlocks;
use super::references::References;
use crate::cost::Prices;
use crate::model::function::{Block, Function, Name, VReg};
use crate::model::machine::Reg;
use crate::model::text::{parse, Program};
use crate::options::Settings;
use crate::validity::choices::Choices;

/// A diamond with a loop at its foot.
fn diamond() -> Program {
    parse(
        "reg r0\nreg r1\nclass g r0 r1\nfunction f\n\
         block b0 1 -> b1 b2\n  loadI 1 => %0\n  i2i %0 => %1\n\
         block b1 0.5 -> b3\n  add %0, %0 => %0\n\
         block b2 0.5 -> b3\n  i2i %0 => %1\n\
         block b3 10 -> b3 b4\n  i2i %1 => r1\n\
         block b4 1\n  ret %0\n",
    )
    .unwrap()
}

/// Per block of a range the numbers of its bundles, and how many there are.
fn bundles_of(
    bundles: &mut Bundles,
    function: &Function,
    vreg: u32,
) -> (Vec<[Option<u32>; 2]>, usize) {
    let references = References::collect(function);
    let live = LiveBlocks::of(function, function.live(VReg(vreg)), references.of(VReg(vreg)));
    let found = bundles.of_range(function, &live);
    (found.ends.iter().map(|ends| [ends.entry, ends.exit]).collect(), found.count)
}

#[test]
fn bundles_unite_an_end_with_the_beginnings_after_it() {
    let program = diamond();
    let function = &program.function;
    let bundles = &mut Bundles::new(function);
    // %0 lives from b0 to b4: b0's end meets b1 and b2; the ends of b1, b2 and b3 all meet b3, and b3's end b4.
    let throughout =
        [[None, Some(0)], [Some(0), Some(1)], [Some(0), Some(1)], [Some(1); 2], [Some(1), None]];
    assert_eq!(bundles_of(bundles, function, 0), (throughout.to_vec(), 2));
    // %1 is not live where b0 goes to b2, nor where b3 goes to b4.
    let beside_b4 = [[None, Some(0)], [Some(0), Some(1)], [None, Some(1)], [Some(1); 2]];
    assert_eq!(bundles_of(bundles, function, 1), (beside_b4.to_vec(), 2));
}

#[test]
fn edges_on_which_a_range_is_not_live_unite_nothing() {
    // b0, b1 and b2 all go to b4, which does not need %0: a value may be in another place behind each of them.
    let program = parse(
        "reg r0\nclass g r0\nfunction f\n\
         block b0 1 -> b1 b4\n  loadI 1 => %0\n\
         block b1 1 -> b2 b4\n  store %0\n\
         block b2 1 -> b3 b4\n  store %0\n\
         block b3 1 -> b4\n  store %0\n\
         block b4 1\n  ret\n",
    )
    .unwrap();
    let expected = [[None, Some(0)], [Some(0), Some(1)], [Some(1), Some(2)], [Some(2), None]];
    let found = bundles_of(&mut Bundles::new(&program.function), &program.function, 0);
    assert_eq!(found, (expected.to_vec(), 3));
}

#[test]
fn an_instruction_is_one_reference_and_has_its_price() {
    let program = diamond();
    let function = &program.function;
    let references = References::collect(function);
    let of = references.of(VReg(0));
    let found: Vec<_> = of.iter().map(|r| (r.inst.0, r.reads, r.writes)).collect();
    let (read, write) = ((true, false), (false, true));
    let expected = [(0, write), (1, read), (2, (true, true)), (3, read), (5, read)]
        .map(|(i, (r, w))| (i, r, w));
    assert_eq!(found, expected);
    // Stores: 1 + 0.5. Reloads, 4 each: 1 + 0.5 + 0.5 + 1. Two of them take the place of copies, 0.2 each: 1 + 0.5.
    assert_eq!(
        Prices::of(Settings::default().on(function), VReg(0)).sum(function, of),
        1.5 + 4.0 * 3.0 - 0.2 * 1.5
    );
}

#[test]
fn copies_between_the_same_registers_add_up() {
    let program = diamond();
    let affinities = Affinities::collect(Settings::default().on(&program.function));
    let found: Vec<_> = affinities.of(VReg(1)).iter().map(|a| (a.other, a.gain)).collect();
    // Greatest first: 0.2 * 10 for r1; 0.2 * (1 + 0.5) for %0.
    assert_eq!(found[0], (Name::Fixed(Reg(1)), 2.0));
    assert_eq!(found[1].0, Name::Virtual(VReg(0)));
    assert!((found[1].1 - 0.3).abs() < 1e-12);
    assert_eq!(found.len(), 2);
}

#[test]
fn a_two_address_form_counts_as_a_copy_if_it_saves_an_instruction() {
    let text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\nblock b0 10\n  loadI 1 => %0\n  \
                two-address %1 %0 saves\n  neg %0 => %1\n  two-address %2 %1\n  add %1, 1 => %2\n  \
                store %2\n";
    let program = parse(text).unwrap();
    let affinities = Affinities::collect(Settings::default().on(&program.function));
    let of = |vreg| affinities.of(VReg(vreg)).iter().map(|a| (a.other, a.gain)).collect::<Vec<_>>();
    let with = |vreg, gain| (Name::Virtual(VReg(vreg)), gain);
    // A copy is 0.2, times the frequency 10.
    assert_eq!(of(0), [with(1, 2.0)]);
    assert_eq!(of(1), [with(0, 2.0), with(2, 0.0)]);
    assert_eq!(of(2), [with(1, 0.0)]);
}

/// The blocks that `from` reaches along `next` without passing `without`.
fn reached(next: &[Vec<usize>], from: &[usize], without: usize) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    let mut stack: Vec<usize> = from.iter().copied().filter(|&block| block != without).collect();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            stack.extend(next[block].iter().copied().filter(|&next| next != without));
        }
    }
    seen
}

#[test]
fn a_block_is_above_those_that_are_not_reached_without_it() {
    for seed in 0..200 {
        let program = parse(&crate::validity::generate::from_seed(seed)).unwrap();
        let function = &program.function;
        let blocks = function.blocks.len();
        let mut ahead: Vec<Vec<usize>> = vec![Vec::new(); blocks];
        let mut behind = ahead.clone();
        for block in function.blocks.indices() {
            for next in function.successors_of(block) {
                ahead[block.0 as usize].push(next.0 as usize);
                behind[next.0 as usize].push(block.0 as usize);
            }
        }
        let ends: Vec<usize> = (0..blocks).filter(|&block| ahead[block].is_empty()).collect();
        let (before, after) = Dominators::of_both_ways(function);
        for (tree, next, from) in [(before, &ahead, &[0][..]), (after, &behind, &ends)] {
            let everywhere = reached(next, from, usize::MAX);
            for above in 0..blocks {
                let around = reached(next, from, above);
                for below in (0..blocks).filter(|&below| everywhere[below]) {
                    let is_above = tree.is_above(Block(above as u32), Block(below as u32));
                    let expected = everywhere[above] && !around[below];
                    assert_eq!(is_above, expected, "{above} {below} of seed {seed}");
                }
            }
        }
    }
}

/// A tree of 2,000 blocks, far deeper than wide: each is entered from one of the four before it.
#[test]
fn the_nearest_common_block_of_a_deep_tree_is_the_first_that_both_walks_up_come_by() {
    let mut choices = Choices::from_seed(1);
    let above: Vec<usize> =
        (0..2000).map(|b: usize| b.saturating_sub(1 + choices.below(4) as usize)).collect();
    let mut text = "reg r0\nclass g r0\nfunction f\n".to_owned();
    for block in 0..above.len() {
        let behind = (block + 1..above.len().min(block + 5)).filter(|&next| above[next] == block);
        let names: String = behind.map(|next| format!(" b{next}")).collect();
        text += &format!("block b{block} 1 ->{names}\n");
    }
    let (tree, _) = Dominators::of_both_ways(&parse(&text).unwrap().function);
    for _ in 0..2000 {
        let [a, b] = [0; 2].map(|_| choices.below(2000) as usize);
        let (mut x, mut y) = (a, b);
        while x != y {
            // A block stands behind those above it.
            (x, y) = (above[x.max(y)], x.min(y));
        }
        let found = tree.common(Block(a as u32), Block(b as u32));
        assert_eq!(found, Some(Block(x as u32)), "{a} {b}");
    }
}
