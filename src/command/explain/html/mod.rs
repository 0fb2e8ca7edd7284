//! The explanation as one HTML file without network: the code with its pressure, and per allocator a column
//! for each register. [`rows`] puts the instructions of the allocators side by side, [`side`] says who is
//! where at each row; the page's script draws the rows that are in sight.

mod rows;
mod side;

use super::build::Builder;
use super::model::{Explanation, Function, Gone, Moves, OneMore, Region};
use super::placements::Block;
use super::text::nothing_in;
use super::Sources;
use anyhow::Result;
use rows::{Row, Rows};
use serde::Serialize;
use side::Side;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("page.html");
const CSS: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What the script draws.
#[derive(Serialize)]
struct Page<'e> {
    input: &'e str,
    target: &'e str,
    /// The line at which it begins.
    line: Option<u32>,
    /// What it says if there is nothing to explain.
    nothing: Option<String>,
    functions: Vec<Sheet<'e>>,
    functions_left_out: usize,
}

/// A function.
#[derive(Serialize)]
struct Sheet<'e> {
    name: &'e str,
    refused: Option<&'e str>,
    moves: Moves,
    moves_beside: Option<Moves>,
    /// The dearest first.
    regions: Vec<Place<'e>>,
    /// The classes of the register sets.
    sets: Vec<&'e str>,
    blocks: &'e [Block],
    lines: Vec<SourceLine>,
    rows: Vec<Row<'e>>,
    /// Limit, and the other allocator.
    sides: Vec<Side>,
    values: BTreeMap<u32, Known<'e>>,
}

/// A region without who is where in it, which the rows say.
#[derive(Serialize)]
struct Place<'e> {
    file: Option<&'e str>,
    line: Option<u32>,
    source: Option<&'e str>,
    block: u32,
    loop_line: Option<u32>,
    moves: Moves,
    share: f64,
    one_more: Option<&'e OneMore>,
}

impl<'e> Place<'e> {
    fn of(region: &'e Region) -> Self {
        Place {
            file: region.file.as_deref(),
            line: region.line,
            source: region.source.as_deref(),
            block: region.block,
            loop_line: region.loop_line,
            moves: region.moves,
            share: region.share,
            one_more: region.one_more.as_ref(),
        }
    }
}

#[derive(Serialize)]
struct SourceLine {
    file: Option<String>,
    line: u32,
    text: Option<String>,
}

/// A value.
#[derive(Serialize)]
struct Known<'e> {
    name: String,
    class: &'e str,
    line: Option<u32>,
    /// Why limit has it in no register somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Gone>,
}

/// The page; each function has what was compiled of it.
pub fn render<'e>(
    explanation: &Explanation,
    line: Option<u32>,
    functions: impl Iterator<Item = (&'e Function, Builder<'e>)>,
    sources: &mut Sources,
) -> Result<String> {
    let functions: Vec<(&Function, Builder)> = functions.collect();
    let beside = explanation.beside.as_deref();
    let sheets = functions.iter().map(|(function, of)| sheet(function, of, beside, sources));
    let page = Page {
        input: &explanation.input,
        target: &explanation.target,
        line,
        nothing: explanation.nothing.as_ref().map(nothing_in),
        functions: sheets.collect(),
        functions_left_out: explanation.functions_left_out,
    };
    // Names could hold `</script>`.
    let data = serde_json::to_string(&page)?.replace("</", "<\\/");
    let title = crate::format::html::escape(&explanation.input);
    Ok(PAGE
        .replacen("{{css}}", CSS, 1)
        .replacen("{{script}}", SCRIPT, 1)
        .replacen("{{title}}", &title, 1)
        .replacen("{{data}}", &data, 1))
}

fn sheet<'s>(
    function: &'s Function,
    builder: &'s Builder,
    beside: Option<&str>,
    sources: &mut Sources,
) -> Sheet<'s> {
    let Rows { mut rows, lines } = Rows::of(builder);
    let before = rows::spans(&rows, |row| row.before);
    let mut sides = vec![Side::of("limit", builder, builder.code, &rows, &before, 0)];
    if let (Some(name), Some(code)) = (beside, builder.beside) {
        sides.push(Side::of(name, builder, code, &rows, &before, 1));
    }
    rows::measure(&mut rows, &before, builder);
    let gone: BTreeSet<u32> = sides[0].memory.iter().map(|run| run.0).collect();
    let values = builder.code.values.iter().map(|value| {
        let first = value.segments.first().and_then(|&point| builder.code.at_before(point));
        let gone = first.filter(|_| gone.contains(&value.range)).and_then(|place| {
            let block = builder.code.block(builder.code.instructions[place].block)?;
            Some(builder.gone(value.range, place, block))
        });
        let known = Known { name: value.name(), class: &value.class, line: value.line, gone };
        (value.range, known)
    });
    Sheet {
        name: &function.name,
        refused: function.refused.as_deref(),
        moves: function.moves,
        moves_beside: function.moves_beside,
        regions: function.regions.iter().map(Place::of).collect(),
        sets: builder
            .log
            .map_or(Vec::new(), |log| log.sets.iter().map(|set| set.class.as_str()).collect()),
        blocks: &builder.code.blocks,
        lines: lines
            .into_iter()
            .map(|(file, line)| {
                let text = file.as_deref().and_then(|file| sources.line(file, line));
                SourceLine { text: text.map(str::to_owned), file, line }
            })
            .collect(),
        values: values.collect(),
        rows,
        sides,
    }
}
