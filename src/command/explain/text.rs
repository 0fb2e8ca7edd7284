//! The explanation as text for a terminal.

use super::model::{Explanation, Function, Gone, Held, Moves, Nothing, Other, Region, Strip};
use crate::words::counted;

/// How texts are set.
pub struct Style {
    colour: bool,
    width: usize,
}

/// The width if there is no terminal that has one.
const WIDTH: usize = 80;

/// Values in memory that are shown of a region.
const GONE: usize = 8;

/// Where lines that go on begin.
const INDENT: &str = "              ";

impl Style {
    /// As wide as the terminal that `COLUMNS` or the terminal itself names.
    pub fn of(colour: bool) -> Self {
        let columns =
            || rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| size.ws_col);
        let columns = columns().filter(|&columns| columns > 0).map(usize::from);
        Self { colour, width: columns.unwrap_or(WIDTH).max(40) }
    }

    /// Without colour.
    pub fn plain(width: usize) -> Self {
        Self { colour: false, width }
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// Words in lines that fit, the first behind `head`.
    fn list(&self, head: &str, words: &[String]) -> String {
        let mut lines = vec![format!("    {head:<9} ")];
        for word in words {
            let line = lines.last_mut().expect("there is one");
            if line.chars().count() + 2 + word.chars().count() > self.width
                && line.len() > INDENT.len()
            {
                lines.push(INDENT.to_owned() + word);
                continue;
            }
            if line.len() > INDENT.len() {
                line.push_str("  ");
            }
            line.push_str(word);
        }
        lines.join("\n") + "\n"
    }

    fn cut(&self, text: &str) -> String {
        if text.chars().count() <= self.width {
            return text.to_owned();
        }
        text.chars().take(self.width.saturating_sub(3)).collect::<String>() + "..."
    }
}

/// The whole text.
pub fn render(explanation: &Explanation, style: &Style) -> String {
    if let Some(nothing) = &explanation.nothing {
        return format!("{}: {}\n", explanation.input, nothing_in(nothing));
    }
    let mut text = String::new();
    for function in &explanation.functions {
        text += &of_function(function, explanation.beside.as_deref(), style);
    }
    if explanation.functions_left_out > 0 {
        let more = counted(explanation.functions_left_out, "more function", "more functions");
        text += &format!("{more}; --all shows all, --function NAME one\n");
    }
    text
}

/// Why there is nothing to say, and where there would be.
pub fn nothing_in(Nothing { function, line, others }: &Nothing) -> String {
    let mut text = "everything fits and no value is in memory".to_owned();
    if let Some(function) = function {
        text += &format!(" in functions named '{function}'");
    }
    if let Some(line) = line {
        text += &format!(" on line {line}");
    }
    match &others[..] {
        [] => {}
        [other] => text += &format!("; the dearest line is {other}"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(u32::to_string).collect();
            text += &format!("; the dearest lines are {} and {last}", first.join(", "));
        }
    }
    text
}

fn of_function(function: &Function, beside: Option<&str>, style: &Style) -> String {
    let mut text = style.paint("1", &function.name);
    if let Some(file) = &function.file {
        text += &format!(" ({}:{})", short(file), function.line);
    }
    text += &format!("\n  limit: {}\n", moves(&function.moves));
    if let (Some(name), Some(of)) = (beside, &function.moves_beside) {
        text += &format!("  {name}: {}\n", moves(of));
    }
    if let Some(reason) = &function.refused {
        text += &format!("  limit left it to greedy: {reason}\n");
    }
    for region in &function.regions {
        text += "\n";
        text += &of_region(region, beside, style);
    }
    if function.regions_left_out > 0 {
        let more = counted(function.regions_left_out, "more line", "more lines");
        text += &format!("\n  {more} of this function; --all shows all\n");
    }
    text + "\n"
}

fn short(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn moves(moves: &Moves) -> String {
    format!(
        "{}, {}, {}: {} per call",
        counted(moves.reloads, "reload", "reloads"),
        counted(moves.stores, "store", "stores"),
        counted(moves.copies, "copy", "copies"),
        number(moves.cost)
    )
}

fn number(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 0.1 || value == 0.0 => format!("{value:.1}"),
        value if value >= 0.001 => format!("{value:.3}"),
        _ => "under 0.001".to_owned(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn of_region(region: &Region, beside: Option<&str>, style: &Style) -> String {
    let place = match (&region.file, region.line) {
        (Some(file), Some(line)) => format!("{}:{line}", short(file)),
        (None, Some(line)) => format!("line {line}"),
        _ => format!("block {}", region.block),
    };
    let mut text = format!("  {}", style.paint("1", &place));
    text += &format!(", executed {} times per call", number(region.frequency));
    match (region.depth, region.loop_line) {
        (0, _) => {}
        (depth, None) => text += &format!(", in {depth} loops").replace("1 loops", "a loop"),
        (1, Some(line)) => text += &format!(", in the loop of line {line}"),
        (depth, Some(line)) => text += &format!(", in {depth} loops, of line {line}"),
    }
    text += "\n";
    if let Some(source) = &region.source {
        text += &style.paint("2", &style.cut(&format!("    | {source}")));
        text += "\n";
    }
    let mut strips: Vec<Strip> = Vec::new();
    for strip in &region.strips {
        // Classes of the same registers in several sizes are one line.
        match strips.iter_mut().find(|s| (s.held, s.capacity) == (strip.held, strip.capacity)) {
            Some(known) => known.class += &format!(", {}", strip.class),
            None => strips.push(strip.clone()),
        }
    }
    for strip in &strips {
        text += &of_strip(strip, style);
    }
    if region.points > 0 {
        text += &format!(
            "    {:<10}{}\n",
            "",
            match region.points {
                1 => "over capacity at one point".to_owned(),
                points => format!("over capacity at {points} points, shown at the worst"),
            }
        );
    } else {
        text +=
            &format!("    {:<10}as many values as fit; shown at the dearest move\n", "pressure");
    }
    if region.moves.cost > 0.0 {
        let share = format!("{} of the function's", percent(region.share));
        text += &style.list("moves", &[moves(&region.moves) + ",", share]).replace(",  ", ", ");
    }
    text += &in_memory(&region.memory, style);
    if !region.registers.is_empty() {
        text += &style.list("registers", &held(&region.registers));
    }
    if let Some(one) = &region.one_more {
        let saves =
            style.paint("32", &format!("{} per call, {}", number(one.saves), percent(one.share)));
        let words = [
            format!("{} register would keep {}:", one.class, one.name),
            format!("saves up to {saves}"),
        ];
        text += &style.list("one more", &words);
    }
    if let (Some(of), Some(name)) = (&region.beside, beside) {
        let in_memory = counted(of.memory, "value", "values") + " in memory here";
        let words = [moves(&of.moves) + ",", in_memory];
        text += &style.list(name, &words).replace(",  ", ", ");
        text += &only("limit", name, &of.only_limit, style);
        text += &only(name, "limit", &of.only_other, style);
    }
    text
}

fn only(allocator: &str, other: &str, names: &[String], style: &Style) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut words = vec![format!("in memory with {allocator} and not with {other}:")];
    words.extend(names.iter().cloned());
    style.list("", &words)
}

/// A block per register: those that are held, and those of them for which there is none.
fn of_strip(Strip { class, held, capacity }: &Strip, style: &Style) -> String {
    let fits = (*capacity).min(*held).max(0) as usize;
    let over = (held - capacity).max(0) as usize;
    let bars = if fits + over + class.len() + 24 <= style.width {
        "█".repeat(fits) + &style.paint("31", &"▒".repeat(over)) + " "
    } else {
        String::new()
    };
    let count = style.paint("31", &format!("{held} of {capacity}"));
    format!("    {:<10}{class} {bars}{count}\n", "pressure")
}

fn held(registers: &[Held]) -> Vec<String> {
    registers.iter().map(|held| format!("{}={}", held.register, held.name)).collect()
}

/// What could have left instead, each with its price, beside the price at which the value left.
fn instead(gone: &Gone) -> Vec<String> {
    let priced = gone.others.iter().filter_map(|other| Some((other, other.price?)));
    let one = |(other, price): (&Other, f64)| match other.with.len() {
        0 => format!("{} {}", other.name, number(price)),
        more => format!("{} and {more} more {}", other.name, number(price)),
    };
    let mut others: Vec<String> = priced.map(one).collect();
    if let Some(first) = others.first_mut() {
        let price = gone.price.map_or_else(|| number(gone.cost), number);
        first.insert_str(0, &format!("instead of {price}: "));
    }
    others
}

fn in_memory(memory: &[Gone], style: &Style) -> String {
    let mut dearest: Vec<&Gone> = memory.iter().collect();
    dearest.sort_by(|a, b| b.cost.total_cmp(&a.cost).then(a.value.cmp(&b.value)));
    let mut text = String::new();
    for (index, gone) in dearest.iter().take(GONE).enumerate() {
        let mut words = vec![style.paint("33", &gone.name)];
        if let Some(line) = gone.line.filter(|_| gone.name.starts_with('%')) {
            words.push(format!("of line {line}"));
        }
        words.push(format!("costs {} ({})", number(gone.cost), percent(gone.share)));
        if gone.place == "recomputed" {
            words.push("recomputed".to_owned());
        }
        words.extend(gone.why.iter().cloned());
        match (gone.next_use, gone.last_use) {
            (Some(next), Some(last)) if next != last => {
                words.push(format!("needed next in line {next}, last in line {last}"));
            }
            (Some(line), _) | (None, Some(line)) => words.push(format!("needed in line {line}")),
            _ => {}
        }
        words.extend(instead(gone));
        for word in &mut words[..] {
            word.push(',');
        }
        if let Some(last) = words.last_mut() {
            last.pop();
        }
        text += &style.list(if index == 0 { "memory" } else { "" }, &words).replace(",  ", ", ");
    }
    if dearest.len() > GONE {
        text += &format!("{INDENT}and {} that cost no more\n", dearest.len() - GONE);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_do_not_vanish() {
        let texts = [1234.5, 12.34, 0.5, 0.0123, 0.0002, 0.0].map(number);
        assert_eq!(texts, ["1234", "12.3", "0.5", "0.012", "under 0.001", "0.0"]);
    }

    #[test]
    fn the_price_of_others_is_beside_the_price_at_which_a_value_left() {
        let other = |name: &str, with: &[&str], price| Other {
            name: name.to_owned(),
            with: with.iter().map(|&name| name.to_owned()).collect(),
            price,
        };
        let gone = Gone {
            value: 1,
            name: "x".to_owned(),
            line: None,
            place: "memory",
            why: None,
            price: Some(5.0),
            cost: 4.0,
            share: 0.5,
            reload_lines: Vec::new(),
            next_use: None,
            last_use: None,
            others: vec![
                other("y", &[], Some(6.0)),
                other("z", &["u", "v"], Some(9.5)),
                other("w", &[], None),
            ],
        };
        assert_eq!(instead(&gone), ["instead of 5.0: y 6.0", "z and 2 more 9.5"]);
    }
}
