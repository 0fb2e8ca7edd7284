//! What single words say.

use super::{Parsed, Problem};
use crate::model::index::{Idx, IndexVec};

pub(super) fn need<'w>(word: Option<&&'w str>, what: &'static str) -> Parsed<&'w str> {
    word.copied().ok_or(Problem::Missing(what))
}

pub(super) fn number<T: std::str::FromStr>(word: &str) -> Parsed<T> {
    word.parse().map_err(|_| Problem::NotANumber(word.to_owned()))
}

pub(super) fn find<I: Idx>(
    names: &IndexVec<I, String>,
    name: &str,
    kind: &'static str,
) -> Parsed<I> {
    let found = names.iter().position(|known| known == name);
    found.map(I::new).ok_or_else(|| Problem::Unknown(kind, name.to_owned()))
}

pub(super) fn introduce<I: Idx>(names: &mut IndexVec<I, String>, name: &str) -> Parsed<()> {
    if names.iter().any(|known| known == name) {
        return Err(Problem::Taken(name.to_owned()));
    }
    names.push(name.to_owned());
    Ok(())
}

/// The number after the letter that names a kind of thing.
pub(super) fn numbered(word: &str, letter: char, kind: &'static str) -> Parsed<u32> {
    let number = word.strip_prefix(letter).and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| Problem::Unknown(kind, word.to_owned()))
}

pub(super) fn known(word: &str, letter: char, len: usize, kind: &'static str) -> Parsed<u32> {
    let number = numbered(word, letter, kind)?;
    if (number as usize) < len {
        return Ok(number);
    }
    Err(Problem::Unknown(kind, word.to_owned()))
}

/// Blocks and loops are numbered as they come.
pub(super) fn in_order(word: &str, letter: char, next: usize) -> Parsed<()> {
    if word.strip_prefix(letter).and_then(|digits| digits.parse().ok()) == Some(next) {
        return Ok(());
    }
    Err(Problem::Taken(word.to_owned()))
}
