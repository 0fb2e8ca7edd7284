//! Handovers on small random functions, held against all choices there are.

use super::super::super::tests::with_assignment;
use super::*;
use crate::model::index::Idx;
use crate::model::point::overlap;
use crate::plan::Site;

/// A generator of small numbers.
struct Random(u32);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % bound
    }
}

/// A function in which %0 lives in all blocks but the last one, where ways out of some of them meet, with the registers
/// of the other ranges, each of which lives within a block.
fn random_function(random: &mut Random) -> (String, Vec<Reg>) {
    const SHAPES: [[&str; 6]; 4] = [
        ["b1 b2", "b3", "b3", "b4", "b5", ""],
        ["b1", "b1 b2", "b3", "b1 b4", "b5", ""],
        ["b1 b2", "b2 b3", "b4", "b1 b4", "b5", ""],
        ["b1 b5", "b2 b5", "b3 b5", "b1 b4", "b5", ""],
    ];
    let shape = SHAPES[random.below(4) as usize];
    let mut text = "reg r0\nreg r1\nclass g r0 r1\nfunction f\n".to_owned();
    let mut registers = Vec::new();
    for (block, successors) in shape.iter().enumerate() {
        let frequency = ["0.25", "1", "8"][random.below(3) as usize];
        text += &format!("block b{block} {frequency} -> {successors}\n");
        if block == 0 {
            text += "  loadI 0 => %0\n";
        }
        let mut holders: [Option<usize>; 2] = [None, None];
        for _ in 0..if block == 5 { 0 } else { random.below(7) } {
            let reg = random.below(2) as usize;
            let other_is_taken = holders[1 - reg].is_some() && random.below(20) != 0;
            match holders[reg].take() {
                Some(holder) => text += &format!("  store %{holder}\n"),
                None if !other_is_taken => {
                    registers.push(Reg(reg as u32));
                    holders[reg] = Some(registers.len());
                    text += &format!("  loadI 1 => %{}\n", registers.len());
                }
                None => text += "  store %0\n",
            }
        }
        for holder in holders.into_iter().flatten() {
            text += &format!("  store %{holder}\n");
        }
        text += match block {
            4 => "  store %0\n",
            5 => "  ret\n",
            _ => "  jump\n",
        };
    }
    (text, registers)
}

/// The least price of a block by the register at its beginning and at its end, over all places for copies.
fn block_prices(assignment: &Assignment, block: Block) -> [[f64; 2]; 2] {
    let function = assignment.function();
    let points = InsertionPoints::of(function, VReg(0));
    let data = &function.blocks[block];
    let insts = data.insts.range().map(|number| Inst(number as u32));
    let mut places = vec![points.block_start(block).at, points.block_end(block).at];
    places.extend(
        insts.flat_map(|inst| [points.before(inst), points.after(inst)]).flatten().map(|p| p.at),
    );
    let copy = assignment.context.costs.copy * data.frequency;
    let live = assignment.ranges().live(VReg(0));
    [0, 1].map(|first: usize| {
        let mut prices = [f64::INFINITY; 2];
        prices[first] = 0.0;
        for number in data.points.start.0..data.points.end.0 {
            let at = Point(number);
            let here = Segment { start: at, end: Point(number + 1) };
            if !overlap(&[here], live) {
                // Before its first definition the value is nowhere, and may begin anywhere.
                continue;
            }
            if places.contains(&at) {
                let [a, b] = prices;
                prices = [a.min(b + copy), b.min(a + copy)];
            }
            for (reg, price) in prices.iter_mut().enumerate() {
                if !assignment.matrix().is_free_within(&[here], Reg(reg as u32)) {
                    *price = f64::INFINITY;
                }
            }
        }
        if places.contains(&data.points.end) {
            let [a, b] = prices;
            prices = [a.min(b + copy), b.min(a + copy)];
        }
        prices
    })
}

/// The least price of all ways to hand %0 between the two registers; infinite if there is none.
fn least_price(assignment: &Assignment) -> f64 {
    let function = assignment.function();
    let prices: Vec<[[f64; 2]; 2]> =
        function.blocks.indices().map(|block| block_prices(assignment, block)).collect();
    // Which register has it at the end of each block but the last two, where it is not live.
    let price_of = |choice: u32| -> f64 {
        let at_exit = |block: Block| (choice >> block.0 & 1) as usize;
        let of_block = |block: Block| {
            let leads_here = |of: &Block| function.successors_of(*of).contains(&block);
            let before: Vec<usize> =
                function.blocks.indices().filter(leads_here).map(at_exit).collect();
            let of_entry = |entry: usize| {
                let prices = prices[block.index()][entry];
                if block == Block(4) {
                    prices[0].min(prices[1])
                } else {
                    prices[at_exit(block)]
                }
            };
            match before[..] {
                [] => of_entry(0).min(of_entry(1)),
                [first, ref others @ ..] if others.iter().all(|&o| o == first) => of_entry(first),
                _ => f64::INFINITY,
            }
        };
        function.blocks.indices().take(5).map(of_block).sum()
    };
    (0..1 << 4).map(price_of).fold(f64::INFINITY, f64::min)
}

#[test]
fn what_fits_in_two_registers_is_handed_over_for_the_least_price() {
    let mut random = Random(7);
    let (mut found, mut impossible) = (0, 0);
    for _ in 0..2000 {
        let (text, registers) = random_function(&mut random);
        with_assignment(&text, |mut assignment| {
            for (number, &reg) in registers.iter().enumerate() {
                assignment.assign(VReg(number as u32 + 1), reg);
            }
            if [0, 1].iter().any(|&reg| assignment.matrix().is_free(VReg(0), Reg(reg))) {
                return;
            }
            let least = least_price(&assignment);
            let mut scratch = SplitScratch::default();
            let split = handover(&mut assignment, &mut scratch, VReg(0), 1e6);
            let function = assignment.function();
            let frequency = |site: Site| function.blocks[site.block(function)].frequency;
            let price = split.map(|split| {
                split.moves.iter().map(|m| assignment.context.costs.copy * frequency(m.site)).sum()
            });
            match price {
                Some::<f64>(price) => {
                    assert!((price - least).abs() < 1e-9, "{price} instead of {least}: {text}");
                    found += 1;
                }
                None => {
                    assert!(least.is_infinite(), "none instead of {least}: {text}");
                    impossible += 1;
                }
            }
        });
    }
    assert!(found > 300 && impossible > 30, "{found} {impossible}");
}

#[test]
fn of_pairs_that_cost_the_same_one_joins_a_copy() {
    // %0 comes in r2. It has to be in r3 in the end, and may be in r1 or r2 before.
    let text = "reg r0\nreg r1\nreg r2\nreg r3\nclass g r0 r1 r2 r3\nfunction f\nblock b0 1\n  \
                loadI 1 => %1\n  loadI 1 => %4\n  i2i r2 => %0\n  store %4\n  loadI 1 => %2\n  \
                loadI 1 => %3\n  store %0\n  store %1\n  store %2\n  store %3\n";
    with_assignment(text, |mut assignment| {
        for (vreg, reg) in [(1, 0), (2, 1), (3, 2), (4, 3)] {
            assignment.assign(VReg(vreg), Reg(reg));
        }
        let mut scratch = SplitScratch::default();
        let split = handover(&mut assignment, &mut scratch, VReg(0), 1e6).expect("two fit");
        let matrix = assignment.matrix();
        let parts = split.pieces.iter().copied().chain([split.remainder]);
        let registers: Vec<Option<Reg>> = parts.map(|vreg| matrix.register(vreg)).collect();
        assert_eq!(registers, [Some(Reg(2)), Some(Reg(3))]);
    });
}
