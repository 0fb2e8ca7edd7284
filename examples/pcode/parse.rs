//! The text of p-code: one command a line, jumps by the number of commands they pass over.

use super::code::{Command, Kind, Temp, ZERO};

/// The commands of a text.
///
/// # Errors
///
/// What is wrong with the first line that is no command.
pub fn parse(text: &str) -> Result<Vec<Command>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    let command = |(at, line): (usize, &&str)| {
        parse_line(line, at, lines.len()).ok_or_else(|| format!("'{line}' is no p-code command"))
    };
    lines.iter().enumerate().map(command).collect()
}

fn parse_line(line: &str, at: usize, count: usize) -> Option<Command> {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    if let Some(text) = rest.strip_prefix('"') {
        let text = text.strip_suffix('"')?.replace("\\n", "\n");
        return (name == "echo").then_some(Command::EchoText(text));
    }
    let words: Vec<&str> = rest.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let slot = |word: &str| number(word)?.try_into().ok();
    let kind = match name {
        "add" => Some(Kind::Add),
        "sub" => Some(Kind::Sub),
        "div" => Some(Kind::Div),
        "eq" => Some(Kind::Eq),
        "le" => Some(Kind::Le),
        _ => None,
    };
    Some(match (name, kind, words.as_slice()) {
        (_, Some(kind), &[to, a, b]) => {
            Command::Compute { kind, to: register(to)?, a: source(a)?, b: source(b)? }
        }
        ("mov", _, &[to, value]) => Command::Mov { to: register(to)?, value: number(value)? },
        ("echo", _, &[from]) => Command::Echo(register(from)?),
        ("input", _, &[to]) => Command::Input(register(to)?),
        ("load", _, &[to, from]) => Command::Load { to: register(to)?, slot: slot(from)? },
        ("store", _, &[from, to]) => Command::Store { from: register(from)?, slot: slot(to)? },
        ("jz", _, &[condition, offset]) => {
            let target = usize::try_from(at as i64 + 1 + number(offset)?).ok()?;
            let condition = source(condition)?;
            (target < count).then_some(Command::Jz { condition, target })?
        }
        ("hlt", _, []) => Command::Hlt,
        _ => return None,
    })
}

/// A register, whose number is hexadecimal.
fn register(word: &str) -> Option<Temp> {
    let number = Temp::from_str_radix(word.strip_prefix('r')?, 16).ok()?;
    (number != ZERO).then_some(number)
}

/// A register or the constant 0.
fn source(word: &str) -> Option<Temp> {
    match word {
        "0" => Some(ZERO),
        _ => register(word),
    }
}

/// A number, in hexadecimal after `0x`.
fn number(word: &str) -> Option<i64> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    Some(sign * value.ok()?)
}
