//! LIMIT: brings register pressure under what the machine has before registers are assigned (Morgan
//! 1998, chapter 11).
//!
//! Loops come first, from the outside in: what lives through a loop and is not used in it leaves the
//! registers around it. What then is still over capacity is dealt with block by block. Where a range
//! is loaded and stored is decided by its whole price, see [`crate::placement`].

mod blocks;
mod bound;
mod candidates;
mod exchange;
mod limiter;
mod live_sets;
mod log;
mod loops;
mod max_tree;
mod networks;
mod pressure_map;
mod pricing;
mod relax;
mod spill_set;
#[cfg(test)]
mod tests;
mod transaction;
mod widen;

use crate::analysis::pressure::{surely_fits, Pressure};
use crate::analysis::references::References;
use crate::log::Phase;
use crate::model::function::{Function, VReg};
use crate::model::machine::Reg;
use crate::model::point::{covers, Point};
use crate::options::Context;
use crate::placement::{self, SpilledRange};
use crate::plan::{Builder, Edit, Place, Purpose};
use crate::split::SplitEditor;
pub use bound::{distance, Distance};
use limiter::Limiter;
use log::{Alternatives, OverCells};
pub use widen::widen;

/// The register pressure, if it is over capacity anywhere. A function that fits costs one sweep at most.
pub fn over_capacity(function: &Function) -> Option<Pressure> {
    if surely_fits(function) {
        debug_assert!(!Pressure::of(function).is_over());
        return None;
    }
    Some(Pressure::of(function)).filter(Pressure::is_over)
}

/// Which ranges leave the registers where, so that every point fits if that can be done at all; none if
/// no range does.
pub fn limit(context: Context) -> Option<Edit> {
    over_capacity(context.function).and_then(|over| limit_over(context, over))
}

/// The same where the pressure is known.
pub fn limit_over(context: Context, over: Pressure) -> Option<Edit> {
    limit_where(context, over, |_, _| true)
}

/// The same for an allocator that does not know what the pieces are made of, so that to spill a piece
/// it stores the piece where it begins. A range stays whole if a piece of it would begin where fixed
/// registers leave none of its class. An instruction that reads the range there can be a copy to a
/// fixed register only, which reads memory as well.
pub fn limit_for_another_allocator(context: Context, over: Pressure) -> Option<Edit> {
    let Context { function, .. } = context;
    let is_free = |reg: Reg, at: Point| {
        let mut units = function.machine.units_of(reg).iter();
        units.all(|part| !covers(function.machine.fixed_of(part.unit), at))
    };
    limit_where(context, over, |vreg, editor| {
        let order = function.machine.order(function.vregs[vreg].class);
        editor.entries().all(|at| order.iter().any(|&reg| is_free(reg, at)))
    })
}

/// The same, but a range stays whole if `may_cut` does not admit its split.
fn limit_where(
    context: Context,
    pressure: Pressure,
    may_cut: impl Fn(VReg, &SplitEditor) -> bool,
) -> Option<Edit> {
    context.enter_phase(Phase::Limit);
    log::cells_over(context, &pressure);
    let references = References::collect(context.function);
    let over = OverCells::of(context, &pressure);
    let mut limiter = search(context, &references, pressure);
    let others = Alternatives::of(&mut limiter, &over);
    split_all(context, &references, limiter.into_spilled(), &others, may_cut)
}

/// LIMIT's plan, or a cheaper one if the options let it look for that.
fn search<'f>(context: Context<'f>, references: &'f References, pressure: Pressure) -> Limiter<'f> {
    let mut limiter = Limiter::new(context, references, pressure);
    limiter.allow(context.options.limit_steps_per_inst);
    make_fit(&mut limiter);
    context.enter_phase(Phase::Limit);
    bound::plan::or_cheaper(limiter)
}

/// Takes ranges out of registers until every point fits, beside those that are out already, and lets those come
/// back that then can.
fn make_fit(limiter: &mut Limiter) {
    let context = limiter.context;
    context.enter_phase(Phase::Loops);
    loops::limit(limiter);
    context.enter_phase(Phase::Blocks);
    blocks::limit(limiter);
    log::exhausted(limiter);
    limiter.allow(context.options.relax_steps_per_inst);
    context.enter_phase(Phase::Relax);
    relax::relax(limiter);
    log::exhausted(limiter);
}

/// Cuts the ranges that are spilled in part, if `may_cut` admits it; the others go to memory.
fn split_all(
    context: Context,
    references: &References,
    spilled: impl Iterator<Item = SpilledRange>,
    others: &Alternatives,
    may_cut: impl Fn(VReg, &SplitEditor) -> bool,
) -> Option<Edit> {
    let Context { function, options, .. } = context;
    let mut placement = placement::create(options.placement, function, references);
    let mut plan = Builder::new(function);
    for range in spilled {
        let vreg = range.gaps.vreg;
        let [remainder, piece] = plan.names();
        let editor = placement.split(&range, piece);
        if editor.is_unchanged() {
            plan.place(vreg, Place::Memory);
            log::memory(context, &range, others);
        } else if may_cut(vreg, &editor) {
            let split = editor.finish(remainder);
            log::split(context, &split, range.price, others);
            plan.add_split(split);
            plan.place(remainder, Place::Memory);
        }
    }
    plan.edit(Purpose::Limit)
}
