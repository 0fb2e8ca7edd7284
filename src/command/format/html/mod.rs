//! The report as one HTML file that needs nothing else: no network, no other file.

mod charts;

use crate::report::growth::Growth;
use crate::report::{Comparison, Report, Worst};
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write;

const CSS: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The whole page.
pub fn render(report: &Report) -> Result<String> {
    let title = format!("Register allocators compared with {}", report.heading.allocators[0].name);
    let mut page = begin(&title)?;
    writeln!(page, "<h1>{}</h1>", escape(&title))?;
    introduce(&mut page, report)?;
    summarise(&mut page, report)?;
    fail(&mut page, report)?;
    let Some(tested) = report.heading.allocators.get(1) else { return Ok(page) };
    for comparison in report.comparisons.iter().filter(|c| c.allocator == tested.name) {
        draw(&mut page, report, comparison)?;
        list_worst(&mut page, report, comparison)?;
    }
    if !report.growth.is_empty() {
        page.push_str("<h2>Growth of the time in allocation</h2>\n");
        draw_growth(&mut page, &report.growth)?;
    }
    table(&mut page, report)?;
    writeln!(page, "<script>\n{SCRIPT}</script>\n</body>\n</html>")?;
    Ok(page)
}

/// A page up to the beginning of its body.
pub fn begin(title: &str) -> Result<String> {
    let mut page = String::new();
    writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{CSS}</style>\n</head>\n<body>",
        escape(title)
    )?;
    Ok(page)
}

/// Text as it has to stand in HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn introduce(page: &mut String, report: &Report) -> Result<()> {
    let mut arguments = vec![format!("-O{}", report.heading.arguments.opt)];
    arguments.extend(report.heading.arguments.mcpu.iter().map(|cpu| format!("-mcpu={cpu}")));
    arguments.extend(report.heading.arguments.llc_args.iter().cloned());
    writeln!(
        page,
        "<p>O is what allocation adds: 4 × reloads + stores + 0.2 × copies + saves and restores of \
         callee-saved registers; I is all instructions; both as executed per call by LLVM’s block \
         frequencies. Ratios are geometric means over functions, less is better. Pressured functions \
         are those in which either of the two allocators spills.</p>\n<p>{}, regalloc-limit {}, \
         <code>{}</code></p>\n<ul>",
        escape(&report.heading.llvm),
        report.heading.version,
        escape(&arguments.join(" "))
    )?;
    for allocator in &report.heading.allocators {
        let flags = escape(&allocator.flags.join(" "));
        writeln!(page, "<li>{}: <code>{flags}</code></li>", escape(&allocator.name))?;
    }
    Ok(writeln!(page, "</ul>")?)
}

fn summarise(page: &mut String, report: &Report) -> Result<()> {
    page.push_str(
        "<h2>Summary</h2>\n<div class=\"wide\"><table id=\"summary\">\n<tr><th>target<th class=\"text\">allocator\
         <th>functions<th>pressured<th>O, pressured<th>O, all<th>I, pressured<th>I, all<th>better\
         <th>worse<th>text<th>allocation time<th>code generation time<th>failed inputs<th>last resort\n",
    );
    for c in &report.comparisons {
        write!(page, "<tr><td>{}<td class=\"text\">{}", escape(&c.target), escape(&c.allocator))?;
        write!(page, "<td>{}<td>{}", c.functions, c.pressured)?;
        let means = [c.move_cost_pressured, c.move_cost, c.instructions_pressured, c.instructions];
        for mean in means {
            ratio(page, mean)?;
        }
        write!(page, "<td>{}<td>{}", c.better, c.worse)?;
        for sum in [c.text_bytes.ratio(), c.allocation_seconds.ratio(), c.codegen_seconds.ratio()] {
            ratio(page, sum)?;
        }
        writeln!(page, "<td>{}<td>{}", c.failed_inputs, c.last_resort)?;
    }
    Ok(writeln!(page, "</table></div>")?)
}

fn ratio(page: &mut String, ratio: Option<f64>) -> Result<()> {
    match ratio {
        None => write!(page, "<td>")?,
        Some(ratio) => {
            let class = match ratio {
                ratio if ratio < 0.9995 => "better",
                ratio if ratio >= 1.0005 => "worse",
                _ => "same",
            };
            write!(page, "<td class=\"{class}\">{ratio:.3}")?;
        }
    }
    Ok(())
}

fn fail(page: &mut String, report: &Report) -> Result<()> {
    if report.failures.is_empty() {
        return Ok(());
    }
    page.push_str("<h2>Failures</h2>\n<ul>\n");
    for failure in &report.failures {
        let allocator = failure.allocator.as_deref().unwrap_or("all");
        let words = [&failure.input, &failure.target, allocator, &failure.reason].map(escape);
        writeln!(page, "<li>{} for {} with {}: {}</li>", words[0], words[1], words[2], words[3])?;
    }
    page.push_str("</ul>\n");
    Ok(())
}

fn draw(page: &mut String, report: &Report, comparison: &Comparison) -> Result<()> {
    let Comparison { target, allocator, .. } = comparison;
    let charts = [
        (
            charts::scatter(report, target, 1)?,
            "Each function’s O; above the line it costs more. Point at a mark for names.",
        ),
        (
            charts::distribution(report, target, 1)?,
            "How many functions have which ratio of O; those with equal costs are left out.",
        ),
        (charts::projects(report, target, 1)?, "The mean ratio of O for each project."),
    ];
    writeln!(page, "<h2>{} on {}</h2>\n<div class=\"charts\">", escape(allocator), escape(target))?;
    for (svg, caption) in charts {
        writeln!(page, "<figure>{svg}<figcaption>{caption}</figcaption></figure>")?;
    }
    page.push_str("</div>\n");
    Ok(())
}

/// The curves of growth, a chart for each target and kind of function.
pub fn draw_growth(page: &mut String, growth: &[Growth]) -> Result<()> {
    page.push_str("<div class=\"charts\">\n");
    for chart in growth.chunk_by(|a, b| (&a.target, &a.shape) == (&b.target, &b.shape)) {
        let curve = |growth: &Growth| {
            // Nothing that takes no measurable time has a place on a logarithmic axis.
            let points = growth.points.iter().filter(|point| point.allocation > 0.0);
            let points = points.map(|point| (point.instructions as f64, point.allocation));
            let exponent = growth.exponent.map(|k| format!(", k = {k:.2}")).unwrap_or_default();
            (format!("{}{exponent}", growth.allocator), points.collect())
        };
        let curves: Vec<(String, Vec<(f64, f64)>)> = chart.iter().map(curve).collect();
        let svg = charts::curves(&curves, "instructions of LLVM IR", "seconds in allocation")?;
        let (shape, target) = (escape(&chart[0].shape), escape(&chart[0].target));
        writeln!(page, "<figure>{svg}<figcaption>{shape}, {target}</figcaption></figure>")?;
    }
    Ok(writeln!(page, "</div>")?)
}

fn list_worst(page: &mut String, report: &Report, comparison: &Comparison) -> Result<()> {
    if comparison.worst.is_empty() {
        return Ok(());
    }
    let (target, names) =
        (&comparison.target, [&report.heading.allocators[0].name, &comparison.allocator]);
    writeln!(page, "<h3>The functions that cost most beside the base</h3>")?;
    for Worst { input, function, ratio, move_cost } in &comparison.worst {
        let (name, file) = (escape(function), escape(input));
        let (this, base) = (move_cost.this, move_cost.base);
        writeln!(page, "<details><summary><code>{}</code> in {}: {ratio:.2} times, {this:.1} against {base:.1}</summary>", name, file)?;
        let listing = report.listings.iter().find(|listing| listing.is_of(target, input, function));
        if let Some(link) = listing.and_then(|listing| listing.page.as_deref()) {
            let text = "which values are in memory, and why";
            writeln!(page, "<p><a href=\"{}\">{text}</a></p>", escape(link))?;
        }
        page.push_str("<div class=\"listings\">\n");
        for (name, text) in names.iter().zip(listing.map(|l| &l.texts).into_iter().flatten()) {
            writeln!(page, "<div>{}<pre>{}</pre></div>", escape(name), escape(text))?;
        }
        page.push_str("</div></details>\n");
    }
    Ok(())
}

/// A function for the script, with one value per allocator.
#[derive(Serialize)]
struct ScriptRow<'a> {
    f: &'a str,
    #[serde(rename = "in")]
    input: &'a str,
    p: &'a str,
    t: &'a str,
    o: Vec<Option<f64>>,
    i: Vec<Option<f64>>,
    b: Vec<Option<u64>>,
}

#[derive(Serialize)]
struct ScriptData<'a> {
    functions: Vec<ScriptRow<'a>>,
}

fn table(page: &mut String, report: &Report) -> Result<()> {
    let functions = report.functions.iter().map(|row| {
        let scores = || row.scores.iter().map(Option::as_ref);
        ScriptRow {
            f: &row.function,
            input: &row.input,
            p: &row.project,
            t: &row.target,
            o: scores().map(|score| score.map(|score| rounded(score.move_cost))).collect(),
            i: scores()
                .map(|score| score.map(|score| rounded(score.instructions.weighted)))
                .collect(),
            b: scores().map(|score| score.and_then(|score| score.code_bytes)).collect(),
        }
    });
    let data = serde_json::to_string(&ScriptData { functions: functions.collect() })?;
    page.push_str("<h2>Functions</h2>\n<p><label>Search <input id=\"search\" type=\"search\"></label>\n<label>Allocator <select id=\"allocator\">");
    for (index, allocator) in report.heading.allocators.iter().enumerate().skip(1) {
        write!(page, "<option value=\"{index}\">{}</option>", escape(&allocator.name))?;
    }
    page.push_str("</select></label> <span id=\"count\"></span></p>\n<div class=\"wide\"><table id=\"functions\"><thead><tr>");
    let base = format!("O, {}", report.heading.allocators[0].name);
    for heading in ["function", "input", "target", &base, "O", "ratio of O", "ratio of I", "bytes"]
    {
        write!(page, "<th><button>{}</button>", escape(heading))?;
    }
    // Names could hold `</script>`.
    let data = data.replace("</", "<\\/");
    writeln!(page, "</thead><tbody></tbody></table></div>\n<p><button id=\"more\" hidden>Show more</button></p>\n<script type=\"application/json\" id=\"data\">{data}</script>")?;
    Ok(())
}

/// Four digits behind the point: more would only make the file larger.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
