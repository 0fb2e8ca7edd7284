//! The part of a range that is best kept in one given register, for all its blocks at once.

use super::parts::{Part, Parts};
use super::problem::{Outside, Problem};
use super::shape::Shape;
use super::state::State;
use super::workspace::Workspace;
use crate::analysis::live_blocks::{LiveBlock, LiveBlocks};
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
    pub shape: Shape,
    /// What the range then costs per execution of the function, with what the register adds to the price
    /// of saving.
    pub price: f64,
}

/// The part of the range that is best kept in the register that its copies want, if the rest is in
/// another register; none if that saves little.
pub fn for_copies(
    state: &State,
    workspace: &mut Workspace,
    vreg: VReg,
    live: &LiveBlocks,
    wanted: Reg,
) -> Option<Region> {
    let outside = Outside::Register { vreg, wanted };
    let all = outside.sum(state, state.references.of(vreg));
    let limit = all * (1.0 - state.options.split_margin);
    let blocked = state.blocked(vreg, wanted);
    let is_open = |reference: &&Reference| {
        let point = state.function.insts[reference.inst].point;
        !covers(&blocked, if reference.writes { point.register() } else { point.base() })
    };
    let copies = state.references.of(vreg).iter();
    let open: Vec<Reference> = copies.filter(is_open).copied().collect();
    // What can be saved, but for at least one copy that leads in or out.
    let frequency = |block: &LiveBlock| state.function.blocks[block.block].frequency;
    let rarest = live.blocks().map(frequency).fold(f64::INFINITY, f64::min);
    if all - outside.sum(state, &open) + state.costs.copy * rarest >= limit {
        return None;
    }
    let parts = Parts::of(state, &mut workspace.bundles, vreg, live, outside);
    let problem = Problem::new(state, outside, &parts, &blocked);
    if problem.lower_bound() >= limit {
        return None;
    }
    let (price, in_register) = problem.solve(limit, &mut workspace.room)?;
    let shape = problem.shape(&in_register);
    Some(Region { reg: wanted, shape, price }).filter(|region| region.is_worth_it(state, vreg))
}

/// The register and the part of the range for which keeping the part in the register saves most;
/// none if nothing is saved by much.
pub fn best(
    state: &State,
    workspace: &mut Workspace,
    vreg: VReg,
    live: &LiveBlocks,
) -> Option<Region> {
    let outside = Outside::Memory(Prices::of(state.context(), vreg));
    let parts = Parts::of(state, &mut workspace.bundles, vreg, live, outside);
    let mut least =
        outside.sum(state, state.references.of(vreg)) * (1.0 - state.options.split_margin);
    let mut best = None;
    let prices = state.saving_prices(vreg);
    for (reg, opening) in promising(state, vreg, &parts, |reg| Some(prices(reg))) {
        let problem = Problem::new(state, outside, &parts, &state.blocked(vreg, reg));
        if problem.lower_bound() + opening >= least {
            continue;
        }
        if let Some((price, in_register)) = problem.solve(least - opening, &mut workspace.room) {
            least = price + opening;
            best = Some(Region { reg, shape: problem.shape(&in_register), price: least });
        }
    }
    best.filter(|region| region.is_worth_it(state, vreg))
}

impl Region {
    /// Whether it is neither empty nor moves far more often than the range is referred to.
    fn is_worth_it(&self, state: &State, vreg: VReg) -> bool {
        let (options, references) = (state.options, state.references.of(vreg).len());
        let most = options.region_base_moves + options.region_moves_per_reference * references;
        !self.shape.segments.is_empty() && self.shape.transitions.len() <= most
    }
}

/// The least price of the range without a callee-saved register that nothing else uses: in memory,
/// or in part in another register; `limit` if that is less.
pub fn price_without_saved_register(
    state: &State,
    workspace: &mut Workspace,
    vreg: VReg,
    limit: f64,
) -> f64 {
    let live = state.live_blocks(vreg);
    let outside = Outside::Memory(Prices::of(state.context(), vreg));
    let parts = Parts::of(state, &mut workspace.bundles, vreg, &live, outside);
    let prices = state.saving_prices_alone(vreg);
    let no_price = |reg| Some(prices(reg)).filter(|&price| price == 0.0);
    let open = promising(state, vreg, &parts, no_price).into_iter();
    open.fold(limit.min(state.ranges.get(vreg).cost), |least, (reg, _)| {
        let problem = Problem::new(state, outside, &parts, &state.blocked(vreg, reg));
        if problem.lower_bound() >= least {
            return least;
        }
        problem.solve(least, &mut workspace.room).map_or(least, |(price, _)| price)
    })
}

/// The registers that are free at the costliest references of the range, less the price that comes
/// with each, if it is a choice at all; with that price, best first.
fn promising(
    state: &State,
    vreg: VReg,
    parts: &Parts,
    price: impl Fn(Reg) -> Option<f64>,
) -> Vec<(Reg, f64)> {
    let mut costly: Vec<(f64, &Part)> = parts
        .items
        .iter()
        .filter(|part| !part.references.is_empty())
        .map(|part| (part.price, part))
        .collect();
    costly.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.number.cmp(&b.1.number)));
    costly.truncate(state.options.max_sampled_stretches);
    let is_free = |part: &Part, reg: Reg| {
        let segment = [part.segment];
        state.is_free_over(&segment, reg)
            && state.ranges.calls_preserve(state.function, &segment, reg)
    };
    let promise = |&reg: &Reg| {
        let opening = price(reg)?;
        let free = costly.iter().filter(|(_, part)| is_free(part, reg));
        Some((free.map(|(price, _)| price).sum::<f64>() - opening, (reg, opening)))
    };
    let mut promises: Vec<(f64, (Reg, f64))> =
        state.order(vreg).iter().filter_map(promise).collect();
    // The sort is stable: among equals the target's order decides.
    promises.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most = state.options.max_region_registers;
    promises.iter().take(most).map(|&(_, choice)| choice).collect()
}
