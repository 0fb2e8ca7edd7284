//! Traits, closures, panics that unwind and formatting.
use std::collections::BTreeMap;

fn main() {
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    for word in "a rose is a rose is a rose".split(' ') {
        *words.entry(word).or_default() += 1;
    }
    println!("{words:?}");
    std::panic::set_hook(Box::new(|_| {}));
    let caught = std::panic::catch_unwind(|| words["thorn"]).is_err();
    println!("{caught} {:.3}", (1..100).map(|n| 1.0 / n as f64).sum::<f64>());
}
