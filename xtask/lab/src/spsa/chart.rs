//! The chart of a run: the path of each parameter in a row of its own.

use super::tuner::{Spsa, SpsaState};
use games::svg::{BOTTOM, GRID, INK, LEFT, RIGHT, Svg, TOP, WIDTH, across};

/// Height of a row in pixels, with the gap below it.
const ROW: f64 = 74.0;
const GAP: f64 = 14.0;
/// Extra space for names on the left.
const NAMES: f64 = 110.0;
const COLOR: &str = "#0072b2";

/// The paths over the pairs played, each between its least and its greatest value, which stand beside
/// it. A line marks the value at the start.
#[must_use]
pub fn paths(spsa: &Spsa, state: &SpsaState) -> String {
    let rows = spsa.parameters.len() as f64;
    let title = format!("SPSA: {} of {} pairs of games", state.pairs, spsa.pairs);
    let mut svg = Svg::new(TOP + BOTTOM + ROW * rows, &title);
    // The plot is narrower than those of other charts, as names of parameters are long.
    let x = across(LEFT + NAMES, 0.0, spsa.pairs.max(1) as f64);
    for quarter in 0..=4 {
        let pairs = spsa.pairs * quarter / 4;
        svg.vertical(x(pairs as f64), &pairs.to_string());
    }
    for (row, parameter) in spsa.parameters.iter().enumerate() {
        let values = || state.path.iter().map(|point| point.values[row]);
        let reach = values().map(|value| (value - parameter.start).abs());
        // At least one perturbation either way, so that noise does not look like a trend.
        let reach = reach.fold(parameter.c_end, f64::max);
        let (top, height) = (TOP + ROW * row as f64, ROW - GAP);
        let y = |value: f64| top + height * 0.5 * (1.0 - (value - parameter.start) / reach);
        let middle = y(parameter.start);
        svg.text((LEFT + NAMES - 60.0, middle), 14, "end", &parameter.name);
        for value in [parameter.start - reach, parameter.start + reach] {
            svg.text((LEFT + NAMES - 6.0, y(value)), 11, "end", &format!("{value:.0}"));
            svg.line(&[(x(0.0), y(value)), (WIDTH - RIGHT, y(value))], GRID, 1, 0);
        }
        svg.line(&[(x(0.0), middle), (WIDTH - RIGHT, middle)], INK, 1, 4);
        let points = state.path.iter().zip(values());
        let points: Vec<_> = points.map(|(at, value)| (x(at.pairs as f64), y(value))).collect();
        svg.line(&points, COLOR, 2, 0);
        let change = format!("{:.0} → {:.1}", parameter.start, state.values[row]);
        svg.text((WIDTH - RIGHT + 14.0, middle), 14, "start", &change);
    }
    svg.axis_title("pairs of games");
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::tuner::SpsaParam;

    #[test]
    fn every_parameter_has_its_path() {
        let parameter = |name: &str| SpsaParam {
            name: name.to_owned(),
            start: 10.0,
            min: 0.0,
            max: 20.0,
            c_end: 1.0,
            r_end: 0.1,
        };
        let parameters = vec![parameter("first"), parameter("second")];
        let spsa = Spsa { parameters, pairs: 64, batch: 8, seed: 1 };
        let mut state = spsa.start();
        spsa.run(&mut state, |batch| Ok(Some(vec![1; batch.len()])), |_| Ok(())).unwrap();
        let svg = paths(&spsa, &state);
        for part in ["first", "second", "SPSA: 64 of 64", &format!("10 → {:.1}", state.values[1])]
        {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        let lines = svg.lines().filter(|line| line.contains(COLOR));
        assert_eq!(lines.map(|line| line.matches(',').count()).collect::<Vec<_>>(), [9, 9]);
    }
}
