use super::{Access, Slot, Slots};
use crate::options::Options;

/// Slots of the given sizes in a frame without a second base.
fn slots(sizes: &[u64], accesses: Vec<Access>) -> Slots {
    let slots = sizes.iter().map(|&size| Slot { size, align: size }).collect();
    Slots { slots, accesses, above: 0, near: 0 }
}

fn access(slot: u32, worth: f64, partners: &[u32]) -> Access {
    Access { slot, worth, partners: partners.to_vec() }
}

/// Slots 0 and 2 are loaded together, so 1 must not be between them: the first turn that helps
/// exchanges 0 and 1.
#[test]
fn what_is_loaded_together_becomes_neighbours() {
    let far = slots(&[8, 8, 8], vec![access(0, 4.0, &[1]), access(2, 4.0, &[])]);
    assert_eq!(far.saved(&[0, 1, 2]), 0.0);
    assert_eq!(far.order(&Options::default()), [1, 0, 2]);
    assert_eq!(far.saved(&[1, 0, 2]), 4.0);
}

/// Three loads one after the other of slots 0, 1 and 2: the first takes the second along, and the third
/// is left. Were slot 2 next to 0 and 1 not, the third would go with the first.
#[test]
fn an_access_is_done_once_with_the_first_partner() {
    let accesses = || vec![access(0, 4.0, &[1, 2]), access(1, 4.0, &[2]), access(2, 4.0, &[])];
    let three = slots(&[8, 8, 8], accesses());
    assert_eq!(three.saved(&[0, 1, 2]), 4.0);
    assert_eq!(three.saved(&[1, 2, 0]), 4.0);
    let mut four = slots(&[8, 8, 8, 8], accesses());
    four.accesses.push(access(3, 4.0, &[]));
    four.accesses[2].partners.push(3);
    // 0 with 1, then 2 with 3.
    assert_eq!(four.saved(&[0, 1, 2, 3]), 8.0);
    // 1 with 2, and neither 0 nor 3 has anybody.
    assert_eq!(four.saved(&[0, 3, 2, 1]), 4.0);
}

/// A pair in a loop is worth more than two outside.
#[test]
fn the_hotter_pair_wins() {
    let accesses = vec![
        access(0, 40.0, &[1]),
        access(2, 40.0, &[]),
        access(0, 4.0, &[3]),
        access(1, 4.0, &[]),
        access(2, 4.0, &[5]),
        access(3, 4.0, &[]),
    ];
    let all = slots(&[8, 8, 8, 8], accesses);
    // In the order there is 0 and 1 are neighbours, and 2 and 3.
    assert_eq!(all.saved(&[0, 1, 2, 3]), 8.0);
    // All three pairs are: 1 0, 0 2 and 2 3.
    assert_eq!(all.order(&Options::default()), [1, 0, 2, 3]);
    assert_eq!(all.saved(&[1, 0, 2, 3]), 48.0);
}

/// Slots of 8, 4 and 8 bytes begin 8, 12 and 24 bytes down: the two of 8 bytes are no neighbours, as
/// little as with the small one first (4, 16, 24: those are 8 apart, so they are).
#[test]
fn holes_and_smaller_slots_stand_between() {
    let mixed = slots(&[8, 4, 8], vec![access(0, 4.0, &[1]), access(2, 4.0, &[])]);
    assert_eq!(mixed.depths(&[0, 1, 2]), [8, 12, 24]);
    assert_eq!(mixed.saved(&[0, 1, 2]), 0.0);
    assert_eq!(mixed.depths(&[1, 0, 2]), [16, 4, 24]);
    assert_eq!(mixed.saved(&[1, 0, 2]), 4.0);
    assert_eq!(mixed.order(&Options::default()), [1, 0, 2]);
}

/// Slots of 8, 8 and 4 bytes in 32 bytes, of which less than 16 are near the upper end: the first at 8 is
/// addressed from there, the second at 16 is not. With the small one first both are far from it.
#[test]
fn slots_with_different_bases_are_no_neighbours() {
    let near =
        Slots { near: 16, ..slots(&[8, 8, 4], vec![access(0, 4.0, &[1]), access(1, 4.0, &[])]) };
    assert_eq!(near.saved(&[0, 1, 2]), 0.0);
    assert_eq!(near.order(&Options::default()), [2, 1, 0]);
    assert_eq!(near.saved(&[2, 1, 0]), 4.0);
    // 16 bytes above the slots bring all below the boundary.
    assert_eq!(Slots { above: 16, ..near }.saved(&[0, 1, 2]), 4.0);
}

#[test]
fn nothing_to_save_leaves_the_order() {
    assert_eq!(slots(&[8, 4], vec![access(0, 4.0, &[])]).order(&Options::default()), [0, 1]);
    assert!(Slots::default().order(&Options::default()).is_empty());
}
