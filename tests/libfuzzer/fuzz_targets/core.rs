//! The bytes of libFuzzer as decisions of the generator of random functions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regalloc_limit::validity::{failure, generate};

fuzz_target!(|bytes: &[u8]| {
    let text = generate::from_bytes(bytes);
    match failure(&text) {
        Ok(None) => {}
        Ok(Some(fault)) => panic!("{fault}\n{text}"),
        Err(error) => panic!("the generator wrote no function: {error}\n{text}"),
    }
});
