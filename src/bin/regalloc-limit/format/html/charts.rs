//! The charts of the HTML report, as SVG.

use super::escape;
use crate::report::{FunctionRow, Report};
use crate::stats::{cost_ratio, geometric_mean};
use anyhow::{anyhow, Result};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

const SIZE: (u32, u32) = (560, 460);
const GRID: RGBColor = RGBColor(225, 225, 225);
const BETTER: RGBColor = RGBColor(24, 128, 58);
const WORSE: RGBColor = RGBColor(192, 57, 43);

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
        let range = || (1.0..highest * 2.0).log_scale();
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
            .x_desc(format!("O + 1 with {}", report.allocators[0].name))
            .y_desc(format!("O + 1 with {}", report.allocators[index].name))
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
    let bars = bins.into_iter().map(|(bin, count)| {
        let (from, to) = if bin < 0 { (bin, bin + 1) } else { (bin - 1, bin) };
        let colour = if bin < 0 { BETTER } else { WORSE };
        let corners = [(f64::from(from), 0.0), (f64::from(to), f64::from(count))];
        Rectangle::new(corners, colour.mix(0.75).filled())
    });
    let label = |steps: &f64| format!("{:.2}", (steps / STEPS).exp2());
    let end = f64::from(LAST);
    bar_chart((-end..end, 0.0..highest), "ratio of O", "functions", label, bars.collect())
}

/// The geometric mean of the ratios of O for each project.
pub fn projects(report: &Report, target: &str, index: usize) -> Result<String> {
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in report.functions.iter().filter(|row| row.target == target) {
        if let Some((base, cost)) = costs(row, index) {
            ratios.entry(&row.project).or_default().push(cost_ratio(cost, base));
        }
    }
    let mut svg = String::new();
    const ROW: usize = 18;
    let height = ROW * ratios.len() + 30;
    write!(svg, "<svg width=\"560\" height=\"{height}\" viewBox=\"0 0 560 {height}\" xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" font-size=\"12\">")?;
    for (line, (project, ratios)) in ratios.into_iter().enumerate() {
        let mean = geometric_mean(ratios).unwrap_or(1.0);
        // A factor of two is 180 wide, to either side of the middle.
        let width = (mean.log2() * 180.0).clamp(-180.0, 180.0);
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
pub fn curves(curves: &[(&str, Vec<(f64, f64)>)], x_name: &str, y_name: &str) -> Result<String> {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) = values
            .fold((f64::INFINITY, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
        // An axis of no points, or of one only, needs some length too.
        if low < high {
            low * 0.8..high * 1.3
        } else {
            0.5..2.0
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
            .build_cartesian_2d(x.log_scale(), y.log_scale())
            .map_err(drawing)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .x_desc(x_name)
            .y_desc(y_name)
            .label_style(("sans-serif", 13))
            .draw()
            .map_err(drawing)?;
        for ((name, points), colour) in curves.iter().zip(PALETTE.iter().cycle()) {
            let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
            let legend =
                move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
            chart.draw_series(line).map_err(drawing)?.label(*name).legend(legend);
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

type Bar = Rectangle<(f64, f64)>;

fn bar_chart(
    (x, y): (std::ops::Range<f64>, std::ops::Range<f64>),
    x_name: &str,
    y_name: &str,
    label: impl Fn(&f64) -> String,
    bars: Vec<Bar>,
) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart: ChartContext<'_, _, Cartesian2d<RangedCoordf64, RangedCoordf64>> =
            ChartBuilder::on(&area)
                .margin(12)
                .x_label_area_size(38)
                .y_label_area_size(62)
                .build_cartesian_2d(x, y)
                .map_err(drawing)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .x_label_formatter(&label)
            .x_desc(x_name)
            .y_desc(y_name)
            .label_style(("sans-serif", 13))
            .draw()
            .map_err(drawing)?;
        chart.draw_series(bars).map_err(drawing)?;
        area.present().map_err(drawing)?;
    }
    Ok(svg)
}

fn drawing(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("cannot draw a chart: {error}")
}
