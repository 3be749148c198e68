//! Charts as SVG text: nodes by depth, cutoffs by move, Elo with error bars. What is
//! drawn was computed elsewhere; where the files go is the caller's affair.

use super::games::Match;
use super::rows::{Level, Row};
use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Width and height of a chart in pixels.
const SIZE: (u32, u32) = (960, 540);
/// Width of the column of names or of the legend.
const SIDE: u32 = 130;
/// Height of a bar or a point with its error bar, and of all that is not such.
const BAND: u32 = 44;
const FRAME: u32 = 150;
/// Width of the column of differences in strength, which may be long.
const ELO_SIDE: u32 = 190;
/// How far from zero the end of an interval of Elo may be to be shown.
const FARTHEST: f64 = 1_000.0;

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// Colours that people who cannot tell red from green can tell apart (Okabe and Ito,
/// with a grey for their yellow, which is too light for lines), by scheme.
const LINES: [RGBColor; 8] = [
    RGBColor(150, 150, 150),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 114, 178),
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
];

/// From the first move, dark, to the later ones.
const SHADES: [RGBColor; 4] = [
    RGBColor(0, 82, 130),
    RGBColor(66, 146, 198),
    RGBColor(158, 202, 225),
    RGBColor(222, 222, 222),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What drawing goes wrong with; into memory it does not.
fn failed(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("cannot draw the chart: {error}")
}

fn colour(scheme: &str) -> RGBColor {
    let index = ordering::NAMES.iter().position(|&name| name == scheme).unwrap_or_default();
    LINES[index % LINES.len()]
}

/// A text style of this size, placed about its point.
fn text(size: u32, across: HPos, down: VPos) -> TextStyle<'static> {
    TextStyle::from((FONT, size)).color(&INK).pos(Pos::new(across, down))
}

/// Runs `draw` on a white sheet under a title.
fn sheet(height: u32, title: &str, draw: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (SIZE.0, height)).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        let centre = (SIZE.0 as i32 / 2, 26);
        root.draw(&Text::new(title.to_owned(), centre, text(22, HPos::Center, VPos::Center)))
            .map_err(failed)?;
        draw(&root.margin(48, 10, 10, 20))?;
        root.present().map_err(failed)?;
    }
    Ok(svg)
}

/// Nodes by depth on a logarithmic scale, a line for each scheme. `None` when there
/// is no depth that all finished.
///
/// # Errors
/// When drawing fails.
pub fn nodes(title: &str, schemes: &[&str], levels: &[Level]) -> Result<Option<String>> {
    let (Some(first), Some(last)) = (levels.first(), levels.last()) else { return Ok(None) };
    let all = || levels.iter().flat_map(|level| level.nodes.iter().copied().flatten());
    let low = all().fold(f64::INFINITY, f64::min).max(1.0) / 1.5;
    let high = all().fold(1.0, f64::max) * 1.5;
    // One depth alone has no width.
    let depths = first.depth..last.depth.max(first.depth + 1);
    sheet(SIZE.1, title, |area| {
        let width = area.dim_in_pixel().0;
        let (plot, side) = area.split_horizontally(width - SIDE);
        let mut chart = ChartBuilder::on(&plot)
            .margin_right(16)
            .x_label_area_size(46)
            .y_label_area_size(76)
            .build_cartesian_2d(depths, (low..high).log_scale())
            .map_err(failed)?;
        let positions = |depth: &u32| {
            let level = levels.iter().find(|level| level.depth == *depth);
            level.map_or_else(String::new, |level| format!("{depth} ({})", level.positions))
        };
        chart
            .configure_mesh()
            .x_labels(levels.len())
            .x_label_formatter(&positions)
            .y_labels(10)
            .y_label_formatter(&|nodes| short(*nodes))
            .x_desc("depth in plies (positions compared)")
            .y_desc("nodes, geometric mean")
            .label_style((FONT, 14))
            .axis_desc_style((FONT, 16))
            .bold_line_style(GRID)
            .light_line_style(GRID.mix(0.5))
            .axis_style(INK)
            .draw()
            .map_err(failed)?;
        let mut drawn: Vec<Vec<(u32, f64)>> = Vec::new();
        for (index, &scheme) in schemes.iter().enumerate() {
            let points: Vec<(u32, f64)> = levels
                .iter()
                .filter_map(|level| Some((level.depth, level.nodes.get(index).copied()??)))
                .collect();
            let width = if scheme == ordering::DEFAULT { 4 } else { 2 };
            let style = colour(scheme).stroke_width(width);
            // Of lines on top of each other, the later ones are dashed, each differently.
            let below = drawn.iter().filter(|line| alike(line, &points)).count() as u32;
            if below == 0 {
                chart.draw_series(LineSeries::new(points.clone(), style)).map_err(failed)?;
            } else {
                let dash = 8 * below;
                let line = DashedLineSeries::new(points.clone(), dash, 8 + dash, style);
                chart.draw_series(line).map_err(failed)?;
            }
            let dots = points.iter().map(|&point| Circle::new(point, 3, style.filled()));
            chart.draw_series(dots).map_err(failed)?;
            drawn.push(points);
        }
        let names = schemes.iter().map(|&scheme| (scheme.to_owned(), colour(scheme)));
        legend(&side, 12, names)
    })
    .map(Some)
}

/// Whether two lines can hardly be told apart on a logarithmic scale.
fn alike(one: &[(u32, f64)], other: &[(u32, f64)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a.1 / b.1).ln().abs() < 0.06)
}

/// Shares of the beta cutoffs by move, a bar for each scheme.
///
/// # Errors
/// When drawing fails.
pub fn cutoffs(title: &str, rows: &[&Row]) -> Result<Option<String>> {
    let rows: Vec<(&str, [f64; 4])> =
        rows.iter().filter_map(|row| Some((row.scheme.as_str(), row.cutoffs?))).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let height = FRAME + BAND * rows.len() as u32;
    sheet(height, title, |area| {
        let width = area.dim_in_pixel().0;
        let (plot, side) = area.split_horizontally(width - SIDE);
        let names: Vec<&str> = rows.iter().map(|row| row.0).collect();
        let (plot, across) =
            bands(&plot, &names, (0.0, 100.0), "% of the beta cutoffs in the main search")?;
        for (index, (_, shares)) in rows.iter().enumerate() {
            let (top, bottom) = band(&plot, index, rows.len());
            let mut start = 0.0;
            for (place, share) in shares.iter().map(|share| share * 100.0).enumerate() {
                let (left, right) = (across(start), across(start + share));
                let bar = Rectangle::new([(left, top), (right, bottom)], SHADES[place].filled());
                plot.draw(&bar).map_err(failed)?;
                // Narrower ones have no room for a number.
                if share >= 5.0 {
                    let ink = if place < 2 { WHITE } else { INK };
                    let middle = ((left + right) / 2, (top + bottom) / 2);
                    let style = text(14, HPos::Center, VPos::Center).color(&ink);
                    plot.draw(&Text::new(format!("{share:.1}"), middle, style)).map_err(failed)?;
                }
                start += share;
            }
        }
        let moves = ["1st move", "2nd move", "3rd move", "later"];
        legend(&side, 12, moves.into_iter().map(str::to_owned).zip(SHADES))
    })
    .map(Some)
}

/// Elo of each scheme against the default one, with 95 % intervals; an end that is open or too
/// far away for the chart has no mark. `None` without matches.
///
/// # Errors
/// When drawing fails.
pub fn elo(title: &str, matches: &[&Match]) -> Result<Option<String>> {
    if matches.is_empty() {
        return Ok(None);
    }
    let (low, high) = elo_range(matches);
    let height = FRAME + BAND * matches.len() as u32;
    sheet(height, title, |area| {
        let width = area.dim_in_pixel().0;
        let (plot, side) = area.split_horizontally(width - ELO_SIDE);
        let names: Vec<&str> = matches.iter().map(|one| one.scheme.as_str()).collect();
        let axis = format!("Elo against {}, with 95 % intervals", ordering::DEFAULT);
        let (plot, across) = bands(&plot, &names, (low, high), &axis)?;
        let line = |from, to, style: ShapeStyle| {
            plot.draw(&PathElement::new(vec![from, to], style)).map_err(failed)
        };
        let bottom = plot.dim_in_pixel().1 as i32;
        line((across(0.0), 0), (across(0.0), bottom), INK.into())?;
        for (index, one) in matches.iter().enumerate() {
            let (top, bottom) = band(&plot, index, matches.len());
            let (middle, reach) = ((top + bottom) / 2, (bottom - top) / 4);
            let style = colour(&one.scheme).stroke_width(3);
            let seen = |elo: &f64| (low..=high).contains(elo);
            let ends = [one.elo.low, one.elo.high].map(|end| end.filter(seen));
            let (left, right) = (ends[0].unwrap_or(low), ends[1].unwrap_or(high));
            line((across(left), middle), (across(right), middle), style)?;
            for end in ends.into_iter().flatten().map(&across) {
                line((end, middle - reach), (end, middle + reach), style)?;
            }
            if let Some(elo) = one.elo.elo {
                let dot = Circle::new((across(elo), middle), 6, style.filled());
                plot.draw(&dot).map_err(failed)?;
            }
            let style = text(14, HPos::Left, VPos::Center);
            side.draw(&Text::new(one.elo.to_string(), (10, middle), style)).map_err(failed)?;
        }
        Ok(())
    })
    .map(Some)
}

/// From where to where a chart of these matches goes: all differences, zero, and the ends of
/// intervals as far as they are not so far away that nothing else could be seen.
fn elo_range(matches: &[&Match]) -> (f64, f64) {
    let points = || matches.iter().filter_map(|one| one.elo.elo);
    let ends = || matches.iter().flat_map(|one| [one.elo.low, one.elo.high]).flatten();
    let ends = || ends().map(|end| end.clamp(-FARTHEST, FARTHEST));
    let low = points().chain(ends()).fold(0.0, f64::min);
    let high = points().chain(ends()).fold(0.0, f64::max);
    let rim = (high - low).max(1.0) * 0.05;
    (low - rim, high + rim)
}

/// A field of horizontal bands with a name beside each and an axis of numbers below:
/// the area to draw into, and where a number lies in it.
fn bands<'a>(
    area: &Area<'a>,
    names: &[&str],
    range: (f64, f64),
    axis: &str,
) -> Result<(Area<'a>, impl Fn(f64) -> i32 + use<>)> {
    let mut chart = ChartBuilder::on(area)
        .margin_right(16)
        .x_label_area_size(46)
        .y_label_area_size(SIDE)
        .build_cartesian_2d(range.0..range.1, 0.0..1.0)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(11)
        .x_label_formatter(&|value| format!("{value:.0}"))
        .x_desc(axis)
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 16))
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .draw()
        .map_err(failed)?;
    let plot = chart.plotting_area().strip_coord_spec();
    let (left, top) = (SIDE as i32 - 10, 0);
    for (index, name) in names.iter().enumerate() {
        let (from, to) = band(&plot, index, names.len());
        let place = (left, top + (from + to) / 2);
        area.draw(&Text::new((*name).to_owned(), place, text(16, HPos::Right, VPos::Center)))
            .map_err(failed)?;
    }
    let width = f64::from(plot.dim_in_pixel().0);
    let across = move |value: f64| ((value - range.0) / (range.1 - range.0) * width).round() as i32;
    Ok((plot, across))
}

/// Top and bottom of a band in pixels, with a gap above and below.
fn band(plot: &Area<'_>, index: usize, count: usize) -> (i32, i32) {
    let height = f64::from(plot.dim_in_pixel().1) / count.max(1) as f64;
    let top = height * index as f64;
    ((top + height * 0.15).round() as i32, (top + height * 0.85).round() as i32)
}

/// Names with their colours, one below the other.
fn legend(
    area: &Area<'_>,
    left: i32,
    names: impl Iterator<Item = (String, RGBColor)>,
) -> Result<()> {
    for (index, (name, colour)) in names.enumerate() {
        let middle = 16 + 26 * index as i32;
        let mark = Rectangle::new([(left, middle - 6), (left + 16, middle + 6)], colour.filled());
        area.draw(&mark).map_err(failed)?;
        let style = text(15, HPos::Left, VPos::Center);
        area.draw(&Text::new(name, (left + 24, middle), style)).map_err(failed)?;
    }
    Ok(())
}

/// `950`, `20 k`, `1.5 M`.
fn short(nodes: f64) -> String {
    let (value, unit) = match nodes {
        nodes if nodes >= 1e9 => (nodes / 1e9, " G"),
        nodes if nodes >= 1e6 => (nodes / 1e6, " M"),
        nodes if nodes >= 1e3 => (nodes / 1e3, " k"),
        nodes => (nodes, ""),
    };
    let value = format!("{value:.1}");
    format!("{}{unit}", value.trim_end_matches(".0"))
}

#[cfg(test)]
mod tests;
