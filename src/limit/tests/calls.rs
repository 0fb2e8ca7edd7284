//! What leaves registers for calls.

use super::text_of;
use crate::limit::limit;
use crate::model::text::parse;
use crate::options::Settings;

#[test]
fn what_fits_the_preserved_half_of_a_register_stays_for_what_does_not() {
    // The call preserves the lower halves of q0 and q1, where %1 finds room; %0 needs a whole register, of which it
    // preserves none. %1 costs 5 in memory. %0 is loaded behind the call in each of ten iterations, for 40: to take %1
    // out instead gains nothing for it, though the lower halves are parts of both registers.
    let text = "reg d0\nreg h0\nreg d1\nreg h1\nreg q0 of d0 h0\nreg q1 of d1 h1\nclass q q0 q1\n\
                class d d0 d1\nmask m d0 d1\nfunction f\nloop l0\nrange %0 q\nrange %1 d\nblock b0 1 -> b1\n  \
                loadI 0 => %0\n  loadI 1 => %1\nblock b1 10 in l0 -> b1 b2\n  call keeps m\n  store %0\n  cbr\n\
                block b2 1\n  store %1\n";
    let program = parse(text).unwrap();
    let edit = limit(Settings::default().on(&program.function));
    assert_eq!(text_of(&program, edit), "%0: memory\n%1: later\n");
}
