//! Regions of a small function, worked out by hand.

use super::*;
use crate::explain::model::{Held, OneMore, Strip};
use crate::explain::{log, placements};

/// In front of the loop `a` is stored, as the loop has one register, which `b` has; at its end `a` is
/// loaded. The loop executes 10 times: 1 for the store and 4 x 10 for the load are 41.
const CODE: &str = r#"{"schema":1,"module":"m","function":"f","file":"/none/f.c","line":1,"blocks":[{"block":0,"frequency":1,"start":0,"end":40,"depth":0},{"block":1,"frequency":10,"start":40,"end":80,"depth":1,"header":1,"loop_line":4}],"instructions":[{"point":16,"before":16,"block":0,"line":2,"text":"","writes":[0]},{"point":24,"block":0,"text":"","reads":[0],"stores":[3]},{"point":32,"before":32,"block":0,"line":3,"text":"","writes":[1]},{"point":48,"before":48,"block":1,"line":5,"text":"","reads":[1]},{"point":56,"block":1,"text":"","writes":[2],"loads":[3]},{"point":64,"before":60,"block":1,"line":6,"text":"","reads":[1,2]}],"ranges":[{"range":0,"of":0,"register":"r0","segments":[18,26]},{"range":1,"of":1,"register":"r0","segments":[34,80]},{"range":2,"of":0,"register":"r1","segments":[58,66]}],"values":[{"range":0,"class":"G","variable":"a","line":2,"slot":3,"segments":[18,76]},{"range":1,"class":"G","segments":[34,76]}]}"#;

const LOG: &str = r#"{"schema":1,"event":"function","module":"m","function":"f","decisions":0,"sets":[{"set":0,"class":"G","registers":1,"takes":[{"class":"G","registers":1}]}]}
{"function":"f","number":0,"round":0,"phase":"limit","event":"over","set":0,"at":{"point":48,"block":1},"held":2,"capacity":1}
{"function":"f","number":1,"round":0,"phase":"blocks","event":"candidates","set":0,"at":{"point":48,"block":1},"excess":1,"offers":[{"range":0,"price":50},{"range":1,"price":90}]}
{"function":"f","number":2,"round":0,"phase":"limit","event":"split","range":0,"why":"pressure","price":41,"pieces":[],"remainder":2,"moves":[],"others":[{"range":1,"price":90,"with":[{"range":4}]}]}
{"function":"f","number":3,"round":1,"phase":"assign","event":"memory","range":2,"why":"no register","price":40,"recomputed":0,"others":[{"range":1,"price":95,"with":[]}]}
"#;

fn function() -> Function {
    let codes = placements::parse(CODE).expect("well-formed");
    let logs = log::parse(LOG).expect("well-formed");
    Builder::new(&codes["f"], Some(&logs[0]), Some(&codes["f"])).function()
}

#[test]
fn lines_are_in_the_order_of_what_their_moves_cost() {
    let function = function();
    assert_eq!(function.moves, Moves { reloads: 1, stores: 1, copies: 0, cost: 41.0 });
    // The load belongs to the line in front of which it stands, the store to that of its.
    let lines: Vec<_> = function.regions.iter().map(|r| (r.line, r.moves.cost)).collect();
    assert_eq!(lines, [(Some(6), 40.0), (Some(3), 1.0), (Some(5), 0.0)]);
    assert_eq!(function.regions[0].share, 40.0 / 41.0);
}

#[test]
fn the_worst_point_says_who_is_where_and_why() {
    let function = function();
    let region = &function.regions[2];
    assert_eq!(region.strips, [Strip { class: "G".to_owned(), held: 2, capacity: 1 }]);
    let held = Held { register: "r0".to_owned(), value: 1, name: "%1".to_owned() };
    assert_eq!((&region.registers[..], region.loop_line), (&[held][..], Some(4)));
    let [gone] = &region.memory[..] else { panic!("{region:?}") };
    assert_eq!((gone.name.as_str(), gone.cost, gone.share), ("a", 41.0, 1.0));
    assert_eq!(gone.why.as_deref(), Some("pressure"), "the reason of the dearest piece");
    assert_eq!((gone.next_use, gone.last_use), (Some(6), Some(6)));
    assert_eq!(gone.reload_lines, [6]);
    let [other] = &gone.others[..] else { panic!("{gone:?}") };
    assert_eq!((other.name.as_str(), other.price, gone.price), ("%1", Some(90.0), Some(41.0)));
    assert_eq!(other.with, ["%4"], "a range that the code does not have in the end");
    // It was offered for 50, and what was done in the end costs 41.
    let saves = OneMore { class: "G".into(), name: "a".into(), saves: 41.0, share: 1.0 };
    assert_eq!(region.one_more, Some(saves), "with two registers a stays");
}

#[test]
fn the_same_code_beside_differs_in_nothing() {
    let function = function();
    for region in &function.regions {
        let beside = region.beside.as_ref().expect("it was given");
        assert!(beside.only_limit.is_empty() && beside.only_other.is_empty(), "{region:?}");
        assert_eq!((beside.moves, &beside.registers), (region.moves, &region.registers));
    }
}
