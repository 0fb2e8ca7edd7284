//! Lets ranges come back that left registers early and need not have, once others left too.
//!
//! One peak is dealt with after the other. So a range that left for the sake of one peak may be out of
//! registers for nothing, and one that left later may do for both.

use super::exchange::{exchange_for_least, needed};
use super::limiter::Limiter;
use super::transaction::Transaction;
use crate::log::Event;
use crate::model::function::VReg;

/// Lets ranges come back to registers as far as everything still fits, the dearest first.
pub fn relax(limiter: &mut Limiter) {
    let spilled = limiter.spills().iter();
    let mut spilled: Vec<(f64, VReg)> =
        spilled.map(|spilled| (limiter.price_of(spilled), spilled.vreg)).collect();
    spilled.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, vreg) in spilled {
        if limiter.is_exhausted() || !limiter.context.may_decide() {
            return;
        }
        relax_range(limiter, vreg);
    }
}

/// Keeps the range in registers throughout if others leave in its stead for less, or out of them only
/// where it still has to be.
fn relax_range(limiter: &mut Limiter, vreg: VReg) {
    let context = limiter.context;
    let options = context.options;
    let mut trial = Transaction::begin(limiter);
    let Some(old) = trial.take_back(vreg) else { return };
    let before = old.price;
    let cells = needed(&trial, &old);
    if cells.is_empty() {
        context.decided(|| Event::PutBack { range: vreg, price: before });
        return trial.commit();
    }
    if cells.len() <= options.max_exchange_cells {
        let limit = before * options.relax_price_share;
        if let Some(instead) = exchange_for_least(&mut trial, vreg, &old, &cells, limit) {
            context.decided(|| Event::Exchange { range: vreg, price: before, instead });
            return trial.commit();
        }
    }
    if let Some(offer) = trial.offer(vreg, &cells, before * options.relax_price_share) {
        let price = offer.price;
        trial.accept(offer);
        if trial.pressure().fits(&old.out) {
            context.decided(|| Event::Retreat { range: vreg, before, price });
            return trial.commit();
        }
    }
    trial.roll_back();
}
