//! The charts of the HTML report, as SVG.

use super::escape;
use crate::report::{FunctionRow, Report};
use crate::stats::{cost_ratio, geometric_mean};
use anyhow::{anyhow, Result};
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

const SIZE: (u32, u32) = (560, 460);
const GRID: RGBColor = RGBColor(225, 225, 225);
const BETTER: RGBColor = RGBColor(24, 128, 58);
const WORSE: RGBColor = RGBColor(192, 57, 43);

/// Where a logarithmic axis is marked: the powers of ten within it.
fn decades(range: &Range<f64>) -> Vec<f64> {
    let (first, last) = (range.start.log10().ceil() as i32, range.end.log10().floor() as i32);
    (first..=last).map(|power| 10f64.powi(power)).collect()
}

/// A mark of an axis, short: `0.01`, `100`, `10k`, `1M`.
fn short(value: &f64) -> String {
    let (value, unit) = match *value {
        value if value >= 1e9 => (value / 1e9, "G"),
        value if value >= 1e6 => (value / 1e6, "M"),
        value if value >= 1e3 => (value / 1e3, "k"),
        value => (value, ""),
    };
    // Powers of ten are not exact below 1; the digits that are cut are not there in decimal.
    let digits = format!("{value:.9}");
    format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// Names in the hint on a mark that stands for several functions.
const NAMES: usize = 12;

/// The move costs of a function with the base and with the allocator of that index.
fn costs(row: &FunctionRow, index: usize) -> Option<(f64, f64)> {
    let score = |index: usize| row.scores.get(index)?.as_ref();
    Some((score(0)?.move_cost, score(index)?.move_cost))
}

/// O against the base's O, both plus 1, on logarithmic axes; functions at the same pixel share a
/// mark, which names them when pointed at.
pub fn scatter(report: &Report, target: &str, index: usize) -> Result<String> {
    let rows = report.functions.iter().filter(|row| row.target == target);
    let points: Vec<_> = rows.filter_map(|row| Some((row, costs(row, index)?))).collect();
    let highest =
        points.iter().fold(10.0, |high: f64, (_, (base, cost))| high.max(*base).max(*cost));
    let mut marks: BTreeMap<(i32, i32), Vec<&FunctionRow>> = BTreeMap::new();
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let range = || {
            let range = 1.0..highest * 2.0;
            let marks = decades(&range);
            range.log_scale().with_key_points(marks)
        };
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(62)
            .build_cartesian_2d(range(), range())
            .map_err(drawing)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .x_desc(format!("O + 1 with {}", report.heading.allocators[0].name))
            .y_desc(format!("O + 1 with {}", report.heading.allocators[index].name))
            .x_label_formatter(&short)
            .y_label_formatter(&short)
            .label_style(("sans-serif", 13))
            .draw()
            .map_err(drawing)?;
        let diagonal = [(1.0, 1.0), (highest * 2.0, highest * 2.0)];
        chart.draw_series(LineSeries::new(diagonal, BLACK.mix(0.4))).map_err(drawing)?;
        for (row, (base, cost)) in points {
            marks.entry(chart.backend_coord(&(base + 1.0, cost + 1.0))).or_default().push(row);
        }
        area.present().map_err(drawing)?;
    }
    let mut circles = String::new();
    for ((x, y), rows) in marks {
        let names: Vec<&str> = rows.iter().take(NAMES).map(|row| row.function.as_str()).collect();
        let more = rows.len().saturating_sub(NAMES);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        writeln!(
            circles,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#2667ab\" fill-opacity=\"0.55\"><title>{}{rest}</title></circle>",
            escape(&names.join(", "))
        )?;
    }
    Ok(svg.replace("</svg>", &format!("{circles}</svg>")))
}

/// How many functions have which ratio of O, in steps of a quarter of a power of two; those with a
/// ratio of 1 are left out, since they would hide the others.
pub fn distribution(report: &Report, target: &str, index: usize) -> Result<String> {
    const STEPS: f64 = 4.0;
    const LAST: i32 = 12;
    let mut bins: BTreeMap<i32, u32> = BTreeMap::new();
    let rows = report.functions.iter().filter(|row| row.target == target);
    for (base, cost) in rows.filter_map(|row| costs(row, index)) {
        let steps = cost_ratio(cost, base).log2() * STEPS;
        if steps.abs() > 1e-6 {
            // Away from 1, so that no bin has both better and worse functions.
            let bin = if steps < 0.0 { steps.floor() } else { steps.ceil() };
            *bins.entry((bin as i32).clamp(-LAST, LAST)).or_default() += 1;
        }
    }
    let highest = f64::from(bins.values().copied().max().unwrap_or(1)) * 1.1;
    let at = |bin: i32| (f64::from(bin) / STEPS).exp2();
    let bars = bins.into_iter().map(|(bin, count)| {
        let (from, to) = if bin < 0 { (bin, bin + 1) } else { (bin - 1, bin) };
        let colour = if bin < 0 { BETTER } else { WORSE };
        let corners = [(at(from), 0.0), (at(to), f64::from(count))];
        Rectangle::new(corners, colour.mix(0.75).filled())
    });
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let marks = (-3..=3).map(|power| 2f64.powi(power)).collect();
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(62)
            .build_cartesian_2d(
                (at(-LAST)..at(LAST)).log_scale().with_key_points(marks),
                0.0..highest,
            )
            .map_err(drawing)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .x_label_formatter(&short)
            .y_label_formatter(&|count| format!("{count:.0}"))
            .x_desc("ratio of O")
            .y_desc("functions")
            .label_style(("sans-serif", 13))
            .draw()
            .map_err(drawing)?;
        chart.draw_series(bars).map_err(drawing)?;
        area.present().map_err(drawing)?;
    }
    Ok(svg)
}

/// The geometric mean of the ratios of O for each project.
pub fn projects(report: &Report, target: &str, index: usize) -> Result<String> {
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in report.functions.iter().filter(|row| row.target == target) {
        if let Some((base, cost)) = costs(row, index) {
            ratios.entry(&row.project).or_default().push(cost_ratio(cost, base));
        }
    }
    let means = ratios.into_iter().map(|(project, ratios)| {
        (project, geometric_mean(ratios).expect("a project has a function"))
    });
    let means: Vec<(&str, f64)> = means.collect();
    // The longest bar is as long as half of the chart, unless all are within a tenth of 1.
    let longest = means.iter().fold(1.1f64.ln(), |longest, (_, mean)| longest.max(mean.ln().abs()));
    let mut svg = String::new();
    const ROW: usize = 18;
    let height = ROW * means.len() + 30;
    write!(svg, "<svg width=\"560\" height=\"{height}\" viewBox=\"0 0 560 {height}\" xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" font-size=\"12\">")?;
    for (line, (project, mean)) in means.into_iter().enumerate() {
        let width = mean.ln() / longest * 150.0;
        let (x, y) = (330.0 + width.min(0.0), 10 + line * ROW);
        let colour = if mean < 1.0 { "#18803a" } else { "#c0392b" };
        let name = escape(project.rsplit('/').next().unwrap_or(project));
        write!(svg, "<text x=\"140\" y=\"{}\" text-anchor=\"end\">{name}</text>", y + 11)?;
        write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"14\" fill=\"{colour}\"/>",
            width.abs().max(0.5)
        )?;
        write!(svg, "<text x=\"550\" y=\"{}\" text-anchor=\"end\">{mean:.3}</text>", y + 11)?;
    }
    write!(
        svg,
        "<line x1=\"330\" x2=\"330\" y1=\"5\" y2=\"{}\" stroke=\"#000\"/></svg>",
        height - 15
    )?;
    Ok(svg)
}

/// Colours that are told apart by those who see few of them too (Okabe and Ito's).
const PALETTE: [RGBColor; 6] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
];

/// Named curves on logarithmic axes.
pub fn curves(curves: &[(String, Vec<(f64, f64)>)], x_name: &str, y_name: &str) -> Result<String> {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) = values
            .fold((f64::INFINITY, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
        // From one power of ten to another one; an axis of no points needs some length too.
        let whole = |value: f64, round: fn(f64) -> f64| 10f64.powf(round(value.log10()));
        if low <= high {
            whole(low, f64::floor)..whole(high * 1.01, f64::ceil)
        } else {
            1.0..10.0
        }
    };
    let (x, y) = (range(&mut points().map(|(x, _)| *x)), range(&mut points().map(|(_, y)| *y)));
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(70)
            .build_cartesian_2d(
                x.clone().log_scale().with_key_points(decades(&x)),
                y.clone().log_scale().with_key_points(decades(&y)),
            )
            .map_err(drawing)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .x_desc(x_name)
            .y_desc(y_name)
            .x_label_formatter(&short)
            .y_label_formatter(&short)
            .label_style(("sans-serif", 13))
            .draw()
            .map_err(drawing)?;
        for ((name, points), colour) in curves.iter().zip(PALETTE.iter().cycle()) {
            let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
            let legend =
                move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
            chart.draw_series(line).map_err(drawing)?.label(name).legend(legend);
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(("sans-serif", 13))
            .draw()
            .map_err(drawing)?;
        area.present().map_err(drawing)?;
    }
    Ok(svg)
}

fn drawing(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("cannot draw a chart: {error}")
}
