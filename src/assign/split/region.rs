//! Region split: the part of a range that is best kept in one given register, for all its blocks at
//! once.

use super::super::assignment::Assignment;
use super::block_costs::{saved_copies, Outside};
use super::piece::{Piece, PieceExtent};
use super::region_blocks::{RegionBlock, RegionBlocks};
use super::region_network::RegionNetwork;
use super::{lower_bound, SplitScratch};
use crate::analysis::live_blocks::LiveBlocks;
use crate::analysis::references::Reference;
use crate::cost::Prices;
use crate::model::function::VReg;
use crate::model::machine::Reg;
use crate::model::point::covers;

/// A piece for one register.
pub struct Region {
    /// The register.
    pub reg: Reg,
    /// What the piece covers.
    pub extent: PieceExtent,
    /// What the range then costs per execution of the function, with what the register adds to the price
    /// of saving.
    pub price: f64,
}

impl Region {
    fn is_empty(&self) -> bool {
        self.extent.segments.is_empty()
    }

    /// Whether it moves far more often than the range is referred to: a range that lives through thousands of cases of
    /// a switch is not taken out and back around each.
    fn moves_too_often(&self, assignment: &Assignment, vreg: VReg) -> bool {
        let (options, references) =
            (assignment.context.options, assignment.references.of(vreg).len());
        let most = options.region_base_moves + options.region_moves_per_reference * references;
        self.extent.transfers.len() > most
    }

    /// The region as a piece of the range; none if it holds no reference.
    pub fn into_piece(self, assignment: &Assignment, vreg: VReg) -> Option<Piece> {
        let Self { reg, extent, .. } = self;
        let all = assignment.references.of(vreg);
        let references = extent.references(assignment.function(), all);
        let holds_any = !references.is_empty();
        holds_any.then_some(Piece { reg, extent, references, copied_at: None })
    }
}

/// Whether a copy of the range disappears in the register.
pub fn saves_copies(assignment: &Assignment, vreg: VReg, hint: Reg) -> bool {
    let (copies, matrix) = (assignment.copies(), assignment.matrix());
    let mut references = assignment.references.of(vreg).iter();
    references.any(|reference| copies.disappears(matrix, vreg, reference.inst, hint))
}

/// The part of the range that is best kept in the register of a hint, if the rest is in another
/// register, which may be known; none if that saves little, or the copies that are left cost `limit` or more.
pub fn for_hint(
    assignment: &Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    live: &LiveBlocks,
    hint: Reg,
    is_known: bool,
    limit: f64,
) -> Option<Region> {
    let function = assignment.function();
    let references = assignment.references.of(vreg);
    let outside = Outside::Register { vreg, hint, is_known };
    let all = outside.sum(assignment, references);
    let limit = limit.min(all * (1.0 - assignment.context.options.split_margin));
    // At least one copy leads in or out.
    let copy = assignment.context.costs.copy * live.least_frequency(function);
    if copy >= limit {
        return None;
    }
    let interfering = assignment.matrix().interfering_segments(vreg, hint);
    let is_free_at = |reference: &&Reference| {
        let point = function.insts[reference.inst].point;
        !covers(&interfering, if reference.writes { point.register() } else { point.base() })
    };
    let free: Vec<Reference> = references.iter().filter(is_free_at).copied().collect();
    let least = all - outside.sum(assignment, &free) + copy;
    if least >= limit {
        return None;
    }
    let bundles = scratch.bundles(function);
    let blocks = RegionBlocks::of(assignment, bundles, vreg, live, outside);
    let network = RegionNetwork::below(limit, assignment, outside, &blocks, &interfering)?;
    let (price, in_register) = network.solve(&mut scratch.flow)?;
    let region = Region { reg: hint, extent: network.extent(&in_register), price };
    (!region.is_empty() && !region.moves_too_often(assignment, vreg)).then_some(region)
}

/// The register and the part of the range for which keeping the part in the register saves most;
/// none if nothing is saved by much.
pub fn best(
    assignment: &Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    live: &LiveBlocks,
) -> Option<Region> {
    let outside = Outside::Memory(Prices::of(assignment.context, vreg));
    let bundles = scratch.bundles(assignment.function());
    let blocks = RegionBlocks::of(assignment, bundles, vreg, live, outside);
    let in_memory = outside.sum(assignment, assignment.references.of(vreg));
    let mut least = in_memory * (1.0 - assignment.context.options.split_margin);
    let mut best = None;
    let csr_prices = assignment.csr().prices(vreg, assignment.ranges().live(vreg));
    let Candidates { first, rest } =
        candidates(assignment, vreg, &blocks, |reg| Some(csr_prices(reg)));
    for (tried, &Candidate { reg, csr_price }) in first.iter().chain(&rest).enumerate() {
        if tried >= first.len() && best.is_some() {
            break;
        }
        let interfering = assignment.matrix().interfering_segments(vreg, reg);
        let limit = least - csr_price;
        let network = RegionNetwork::below(limit, assignment, outside, &blocks, &interfering);
        let Some(network) = network else { continue };
        let Some((price, in_register)) = network.solve(&mut scratch.flow) else { continue };
        let price = price + csr_price;
        let region = Region { reg, extent: network.extent(&in_register), price };
        if region.moves_too_often(assignment, vreg) {
            continue;
        }
        // What costs this much with the value outside throughout is no region, but one has to cost less.
        least = price;
        best = Some(region).filter(|region| !region.is_empty());
    }
    best
}

/// The least price of the range without a callee-saved register that nothing else uses: in memory,
/// or in part in another register; `limit` if that is less.
pub fn price_without_csr(
    assignment: &Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    limit: f64,
) -> f64 {
    let csr_prices = assignment.csr().unpaired_prices(vreg, assignment.ranges().live(vreg));
    let in_memory = assignment.ranges().get(vreg).spill_cost;
    let mut least = limit;
    if in_memory < limit {
        least = limit.min(in_memory + price_of_frame(assignment, vreg, &PieceExtent::default()));
    }
    let is_for_nothing = |reg: Reg| csr_prices(reg) == 0.0;
    let order = assignment.ranges().order(vreg).iter().copied();
    if lower_bound::is_reached(assignment, vreg, order.filter(|&reg| is_for_nothing(reg)), least) {
        return least;
    }
    least_price(assignment, scratch, vreg, least, is_for_nothing)
}

/// The least price of the range in part in one of the registers of which `may_hold` holds, and else in memory, with what
/// the spill code adds to the price of saving (E259); `least` if that is less.
pub(super) fn least_price(
    assignment: &Assignment,
    scratch: &mut SplitScratch,
    vreg: VReg,
    least: f64,
    may_hold: impl Fn(Reg) -> bool,
) -> f64 {
    let live = assignment.live_blocks(vreg);
    let outside = Outside::Memory(Prices::of(assignment.context, vreg));
    let bundles = scratch.bundles(assignment.function());
    let blocks = RegionBlocks::of(assignment, bundles, vreg, &live, outside);
    let csr_price = |reg| may_hold(reg).then_some(0.0);
    let candidates = candidates(assignment, vreg, &blocks, csr_price);
    candidates.first.into_iter().fold(least, |least, Candidate { reg, .. }| {
        let interfering = assignment.matrix().interfering_segments(vreg, reg);
        let network = RegionNetwork::below(least, assignment, outside, &blocks, &interfering);
        let Some(network) = network else { return least };
        let solved = network.solve(&mut scratch.flow);
        let price = solved.map(|(price, in_register)| {
            price + price_of_frame(assignment, vreg, &network.extent(&in_register))
        });
        price.map_or(least, |price| price.min(least))
    })
}

/// What it adds to the price of saving registers that the frame is needed where the spill code of a range stands of which
/// this part is in a register.
fn price_of_frame(assignment: &Assignment, vreg: VReg, in_register: &PieceExtent) -> f64 {
    let (function, csr) = (assignment.function(), assignment.csr());
    // What can be computed again in places may need no spill code where the frame is not.
    let is_recomputed =
        !function.vregs[assignment.ranges().get(vreg).origin].recomputable.is_empty();
    if csr.frame().ends().is_none() || !assignment.needs_slot(vreg) || is_recomputed {
        return 0.0;
    }
    let references = assignment.references.of(vreg).iter();
    let in_memory = references.filter(|r| !in_register.holds(function, r.inst));
    let referring = in_memory.map(|reference| function.insts[reference.inst].block);
    let transfers = in_register.transfers.iter().map(|transfer| transfer.at.block);
    csr.price_of_frame_in(referring.chain(transfers))
}

/// A register for which a region may be worth while.
#[derive(Clone, Copy)]
struct Candidate {
    reg: Reg,
    /// What it adds to the price of saving callee-saved registers.
    csr_price: f64,
}

/// Candidates, each list with the best first.
struct Candidates {
    /// Those of which the best is taken.
    first: Vec<Candidate>,
    /// Those that are tried one after the other if none of the first is worth while (E199).
    rest: Vec<Candidate>,
}

/// Registers by what they save where they are free at the costliest references of the range, with the copies that
/// disappear there (E256), less what each adds to the price of saving; those without a price are left out, and of
/// the rest those that save nothing there.
fn candidates(
    assignment: &Assignment,
    vreg: VReg,
    blocks: &RegionBlocks,
    csr_price: impl Fn(Reg) -> Option<f64>,
) -> Candidates {
    let options = assignment.context.options;
    let costliest = blocks.costliest(options.max_sampled_stretches);
    let machine = &assignment.function().machine;
    let calls = |block: &RegionBlock| machine.calls_within(block.segment).next().is_some();
    let costliest: Vec<(&RegionBlock, bool)> =
        costliest.into_iter().map(|block| (block, calls(block))).collect();
    let is_free = |block: &RegionBlock, calls: bool, reg: Reg| {
        let segment = [block.segment];
        (!calls || assignment.ranges().calls.preserved_within(&segment, reg))
            && assignment.matrix().is_free_within(&segment, reg)
    };
    let rate = |&reg: &Reg| {
        let csr_price = csr_price(reg)?;
        let free = costliest.iter().filter(|&&(block, calls)| is_free(block, calls, reg));
        let price = |block: &RegionBlock| {
            block.price + saved_copies(assignment, vreg, block.references, reg)
        };
        let saved = free.map(|(block, _)| price(block)).sum::<f64>() - csr_price;
        Some((saved, Candidate { reg, csr_price }))
    };
    let order = assignment.ranges().order(vreg);
    let mut rated: Vec<(f64, Candidate)> = order.iter().filter_map(rate).collect();
    // The sort is stable: among equals the target's order decides.
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rest = rated.split_off(rated.len().min(options.max_region_registers));
    let mut first: Vec<Candidate> = rated.into_iter().map(|(_, candidate)| candidate).collect();
    let worth = rest.into_iter().filter(|&(saved, _)| saved > 0.0);
    let mut rest: Vec<Candidate> = worth.map(|(_, candidate)| candidate).collect();
    // A range that is not worth a callee-saved register may be worth a region in another one (E131).
    if first.iter().all(|candidate| candidate.csr_price > 0.0) {
        rest.sort_by_key(|candidate| candidate.csr_price > 0.0);
        let free = rest.partition_point(|candidate| candidate.csr_price == 0.0);
        first.extend(rest.drain(..free.min(options.max_region_registers)));
    }
    Candidates { first, rest }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::with_assignment;
    use super::*;

    /// In memory %0 costs a store, 12 loads in b1 and 2 * 5 in b4. r0 and r1 are free in b1, which saves most, but
    /// taken in b2: they would be loaded there as often. r2 is free in b4, before which it is loaded once.
    const TEXT: &str = "reg r0\nreg r1\nreg r2\nclass g r0 r1 r2\nfunction f\nloop l0\nloop l1\n\
                        block b0 1 -> b1\n  loadI 1 => %0\n\
                        block b1 12 in l0 -> b2\n  loadI 1 => %1\n  store %0\n  store %1\n\
                        block b2 12 in l0 -> b1 b3\n  loadI 1 => %2\n  loadI 1 => %3\n  loadI 1 => %4\n  \
                        store %2\n  store %3\n  store %4\n\
                        block b3 1 -> b4\n  loadI 1 => %5\n  store %5\n\
                        block b4 5 in l1 -> b4 b5\n  loadI 1 => %6\n  loadI 1 => %7\n  store %0\n  store %0\n  \
                        store %6\n  store %7\n\
                        block b5 1\n  ret\n";

    #[test]
    fn where_the_most_promising_registers_save_nothing_others_are_tried() {
        with_assignment(TEXT, |mut assignment| {
            let order = assignment.ranges().order(VReg(0)).to_vec();
            for (vreg, reg) in [(1, 2), (2, 0), (3, 1), (4, 2), (6, 0), (7, 1)] {
                assert!(assignment.try_assign(VReg(vreg), order[reg]));
            }
            let live = assignment.live_blocks(VReg(0));
            let region = best(&assignment, &mut SplitScratch::default(), VReg(0), &live);
            let region = region.expect("r2 saves 36 of 89");
            assert_eq!((region.reg, region.price), (order[2], 1.0 + 12.0 * 4.0 + 4.0));
        });
    }
}
