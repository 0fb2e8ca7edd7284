//! Trials of decisions: what is tried in a transaction is undone unless it is committed.

use super::limiter::Limiter;
use std::ops::{Deref, DerefMut};

/// A trial of decisions on a limiter, which it stands for. Transactions may be nested.
pub struct Transaction<'l, 'f> {
    limiter: &'l mut Limiter<'f>,
    /// The length of the journal at the beginning.
    start: usize,
    is_committed: bool,
}

impl<'l, 'f> Transaction<'l, 'f> {
    /// Begins a trial.
    pub fn begin(limiter: &'l mut Limiter<'f>) -> Self {
        let start = limiter.begin_trial();
        Self { limiter, start, is_committed: false }
    }

    /// Keeps what was decided.
    pub fn commit(mut self) {
        self.is_committed = true;
    }

    /// Undoes what was decided, as dropping the transaction does.
    pub fn roll_back(self) {}
}

impl Drop for Transaction<'_, '_> {
    fn drop(&mut self) {
        if !self.is_committed {
            self.limiter.undo_since(self.start);
        }
        self.limiter.end_trial();
    }
}

impl<'f> Deref for Transaction<'_, 'f> {
    type Target = Limiter<'f>;

    fn deref(&self) -> &Limiter<'f> {
        self.limiter
    }
}

impl<'f> DerefMut for Transaction<'_, 'f> {
    fn deref_mut(&mut self) -> &mut Limiter<'f> {
        self.limiter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::pressure::Pressure;
    use crate::analysis::references::References;
    use crate::model::function::VReg;
    use crate::model::point::{Point, Segment};
    use crate::model::text::parse;
    use crate::options::Settings;

    /// One register. From i1 on, at 8, two values are live, and from i2 on, at 12, three.
    const TEXT: &str = "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  \
                        loadI 2 => %1\n  loadI 3 => %2\n  store %2\n  store %0\n  store %1\n  ret\n";
    const ALL: Segment = Segment { start: Point(0), end: Point(100) };

    /// Which ranges are spilled, and the excess at the peak.
    fn state(limiter: &Limiter) -> (Vec<u32>, Option<i32>) {
        let spilled = limiter.spills().iter().map(|spilled| spilled.vreg.0).collect();
        (spilled, limiter.pressure().peak(ALL).map(|peak| peak.excess))
    }

    fn spill(limiter: &mut Limiter, vreg: u32) {
        let at = Point(12).register();
        let offer = limiter.offer(VReg(vreg), &[at], f64::INFINITY).expect("it can leave");
        limiter.accept(offer);
    }

    fn with_limiter(test: impl FnOnce(Limiter)) {
        let function = parse(TEXT).unwrap().function;
        let references = References::collect(&function);
        let settings = Settings::default();
        let pressure = Pressure::of(&function);
        test(Limiter::new(settings.on(&function), &references, pressure));
    }

    #[test]
    fn what_is_not_committed_is_undone() {
        with_limiter(|mut limiter| {
            assert_eq!(state(&limiter), (vec![], Some(2)));
            let mut trial = Transaction::begin(&mut limiter);
            spill(&mut trial, 0);
            assert_eq!(state(&trial), (vec![0], Some(1)));
            trial.roll_back();
            assert_eq!(state(&limiter), (vec![], Some(2)));
            let mut trial = Transaction::begin(&mut limiter);
            spill(&mut trial, 1);
            trial.commit();
            assert_eq!(state(&limiter), (vec![1], Some(1)));
        });
    }

    #[test]
    fn a_trial_within_another_is_undone_alone_or_with_it() {
        with_limiter(|mut limiter| {
            let mut outer = Transaction::begin(&mut limiter);
            spill(&mut outer, 0);
            let mut inner = Transaction::begin(&mut outer);
            inner.take_back(VReg(0));
            spill(&mut inner, 1);
            assert_eq!(state(&inner), (vec![1], Some(1)));
            drop(inner);
            assert_eq!(state(&outer), (vec![0], Some(1)));
            let mut inner = Transaction::begin(&mut outer);
            spill(&mut inner, 1);
            inner.commit();
            assert_eq!(state(&outer), (vec![0, 1], None));
            drop(outer);
            assert_eq!(state(&limiter), (vec![], Some(2)));
        });
    }
}
