//! Charts as SVG: nodes by depth, beta cutoffs by move, Elo with error bars.

use super::elo_chart::{self, EloRow};
use super::matches::SchemeMatch;
use super::rows::{DepthNodes, SummaryRow};
use games::svg::{BOTTOM, GRID, INK, LEFT, RIGHT, Svg, TOP, WIDTH, across};

/// Height of the chart with lines, in pixels.
const HEIGHT: f64 = 540.0;
/// Height of the band of a bar.
const BAND: f64 = 44.0;

/// Colours by scheme that can be told apart without seeing red and green (Okabe and Ito, with a grey
/// for their yellow, which is too light for lines).
const LINES: [&str; 8] =
    ["#969696", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#0072b2", "#000000", "#d55e00"];

/// From the first move, dark, to the later ones.
const SHADES: [&str; 4] = ["#005282", "#4292c6", "#9ecae1", "#dedede"];

fn scheme_color(scheme: &str) -> &'static str {
    let index = ordering::NAMES.iter().position(|&name| name == scheme).unwrap_or_default();
    LINES[index % LINES.len()]
}

/// Top of band `index` without the gap above it; the band is 0.7 [`BAND`] high.
fn band(index: usize) -> f64 {
    TOP + BAND * (index as f64 + 0.15)
}

/// Nodes by depth on a logarithmic scale, a line for each scheme. `None` when there is no depth that
/// all finished.
pub fn nodes(title: &str, schemes: &[&str], levels: &[DepthNodes]) -> Option<String> {
    let (first, last) = (levels.first()?, levels.last()?);
    let all = || levels.iter().flat_map(|level| level.nodes.iter().copied().flatten());
    let low = (all().fold(f64::INFINITY, f64::min).max(1.0) / 1.5).log10();
    let high = (all().fold(1.0, f64::max) * 1.5).log10();
    // One depth alone has no width.
    let x = across(LEFT, f64::from(first.depth), f64::from(last.depth.max(first.depth + 1)));
    let bottom = HEIGHT - BOTTOM;
    let y = |nodes: f64| bottom - (nodes.log10() - low) / (high - low) * (bottom - TOP);
    let mut svg = Svg::new(HEIGHT, title);
    for level in levels {
        svg.vertical(x(f64::from(level.depth)), &format!("{} ({})", level.depth, level.positions));
    }
    for exponent in low.ceil() as i32..=high.floor() as i32 {
        let nodes = 10_f64.powi(exponent);
        svg.line(&[(LEFT, y(nodes)), (WIDTH - RIGHT, y(nodes))], GRID, 1, 0);
        svg.text((LEFT - 8.0, y(nodes)), 14, "end", &abbreviated(nodes));
    }
    let mut drawn: Vec<Vec<(f64, f64)>> = Vec::new();
    for (index, &scheme) in schemes.iter().enumerate() {
        let point = |level: &DepthNodes| {
            Some((x(f64::from(level.depth)), y(level.nodes.get(index).copied()??)))
        };
        let points: Vec<(f64, f64)> = levels.iter().filter_map(point).collect();
        let width = if scheme == ordering::DEFAULT { 4 } else { 2 };
        // Of lines on top of each other, the later ones are dashed, each differently.
        let below = drawn.iter().filter(|line| coincide(line, &points)).count() as u32;
        svg.line(&points, scheme_color(scheme), width, 8 * below);
        points.iter().for_each(|&point| svg.dot(point, 3, scheme_color(scheme)));
        drawn.push(points);
    }
    svg.axis_title("depth in plies (positions compared); nodes, geometric mean");
    svg.legend(schemes.iter().map(|&scheme| (scheme, scheme_color(scheme))));
    Some(svg.finish())
}

/// Whether two lines are too close to be told apart.
fn coincide(one: &[(f64, f64)], other: &[(f64, f64)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a.1 - b.1).abs() < 3.0)
}

/// Shares of the beta cutoffs by move, a bar for each scheme. `None` when there are none.
pub fn cutoffs(title: &str, rows: &[&SummaryRow]) -> Option<String> {
    let rows: Vec<(&str, [f64; 4])> =
        rows.iter().filter_map(|row| Some((row.scheme, row.cutoffs?))).collect();
    if rows.is_empty() {
        return None;
    }
    let mut svg = Svg::new(TOP + BOTTOM + BAND * rows.len() as f64, title);
    let x = across(LEFT, 0.0, 100.0);
    (0..=10).map(|ten| 10.0 * f64::from(ten)).for_each(|at| svg.vertical(x(at), &at.to_string()));
    for (index, (scheme, shares)) in rows.iter().enumerate() {
        let (top, height) = (band(index), BAND * 0.7);
        let middle = top + height / 2.0;
        svg.text((LEFT - 8.0, middle), 16, "end", scheme);
        let mut start = 0.0;
        for (place, share) in shares.iter().map(|share| share * 100.0).enumerate() {
            let (left, right) = (x(start), x(start + share));
            svg.rectangle((left, top), (right - left, height), SHADES[place]);
            // Narrower ones have no room for a number.
            if share >= 5.0 {
                let color = if place < 2 { "white" } else { INK };
                let at = ((left + right) / 2.0, middle);
                svg.colored_text(at, 14, "middle", color, &format!("{share:.1}"));
            }
            start += share;
        }
    }
    svg.axis_title("% of the beta cutoffs in the main search");
    svg.legend(["1st move", "2nd move", "3rd move", "later"].into_iter().zip(SHADES));
    Some(svg.finish())
}

/// Elo of each scheme against the default one. `None` without matches.
pub fn elo(title: &str, matches: &[&SchemeMatch]) -> Option<String> {
    let row = |one: &&SchemeMatch| EloRow {
        name: one.scheme,
        color: scheme_color(one.scheme),
        elo: one.elo,
    };
    let rows: Vec<EloRow<'_>> = matches.iter().map(row).collect();
    elo_chart::elo(title, &format!("Elo against {}", ordering::DEFAULT), &rows)
}

/// `950`, `20 k`, `1.5 M`.
fn abbreviated(nodes: f64) -> String {
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
