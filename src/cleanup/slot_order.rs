//! Which spill slots are neighbours.
//!
//! Some machines load two neighbouring slots with one instruction, or store to both. Once every range
//! has its register it is known which accesses could be one; the order of the slots decides which of
//! them become one. This is offset assignment (Liao et al. 1995), with pairs of accesses in place of
//! addresses that are stepped on. The order is improved by turning stretches of it round (2-opt, Croes
//! 1958), beginning with the order that there is (E15 in `docs/experiments.md`).

#[cfg(test)]
mod tests;

use crate::options::Options;

/// A spill slot.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Bytes.
    pub size: u64,
    /// Bytes; a power of two.
    pub align: u64,
}

/// An instruction that loads a whole slot or stores to one.
#[derive(Clone, Debug)]
pub struct Access {
    /// The slot, by its place in the order that there is.
    pub slot: u32,
    /// What is saved per execution of the function if another instruction does it too.
    pub worth: f64,
    /// The later accesses that one instruction could do together with it if their slots were
    /// neighbours, in the order of the code.
    pub partners: Vec<u32>,
}

/// The spill slots of a function, and what accesses them.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// In the order that there is, from the highest address down.
    pub slots: Vec<Slot>,
    /// In the order of the code.
    pub accesses: Vec<Access>,
    /// Bytes of the frame above the slots.
    pub above: u64,
    /// What begins less than this many bytes below the frame's upper end is addressed from there, all
    /// else from the lower end. One instruction has one base.
    pub near: u64,
}

impl Slots {
    /// A better order: which slot comes first, second and so on.
    pub fn order(&self, options: &Options) -> Vec<u32> {
        let count = self.slots.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        let mut most = self.saved(&order);
        let mut tries = options.slot_order_budget / (count + self.accesses.len()).max(1);
        loop {
            let before = most;
            for first in 0..count {
                for end in first + 2..=count {
                    if tries == 0 {
                        return order;
                    }
                    tries -= 1;
                    order[first..end].reverse();
                    let saved = self.saved(&order);
                    if saved > most {
                        most = saved;
                    } else {
                        order[first..end].reverse();
                    }
                }
            }
            if most == before {
                return order;
            }
        }
    }

    /// What is saved in an order, if each access is done together with the first of its partners that is
    /// left and has a neighbouring slot.
    fn saved(&self, order: &[u32]) -> f64 {
        let depths = self.depths(order);
        let are_neighbours = |a: u32, b: u32| {
            let (at_a, at_b) = (depths[a as usize], depths[b as usize]);
            let is_next = at_a.abs_diff(at_b) == self.slots[a as usize].size;
            is_next && (at_a < self.near) == (at_b < self.near)
        };
        let mut is_done = vec![false; self.accesses.len()];
        let mut saved = 0.0;
        for (number, access) in self.accesses.iter().enumerate() {
            if is_done[number] {
                continue;
            }
            let mut left = access.partners.iter().filter(|&&partner| !is_done[partner as usize]);
            let suits = |partner: &&u32| {
                are_neighbours(access.slot, self.accesses[**partner as usize].slot)
            };
            if let Some(&partner) = left.find(suits) {
                is_done[partner as usize] = true;
                saved += access.worth;
            }
        }
        saved
    }

    /// How far below the frame's upper end each slot begins.
    fn depths(&self, order: &[u32]) -> Vec<u64> {
        let mut depths = vec![0; self.slots.len()];
        let mut depth = self.above;
        for &slot in order {
            let Slot { size, align } = self.slots[slot as usize];
            depth = (depth + size).next_multiple_of(align);
            depths[slot as usize] = depth;
        }
        depths
    }
}
