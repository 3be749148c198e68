//! A chart of Elo with error bars, a row for each name.

use games::arena::Elo;
use games::svg::{BOTTOM, INK, LEFT, RIGHT, Svg, TOP, WIDTH, across};

/// The greatest distance from zero, in Elo, at which the end of an interval is shown.
const MAX_ELO: f64 = 1_000.0;
/// Width of a letter of a name in pixels, rounded up.
const LETTER: f64 = 9.2;
/// Letters of a name that are shown at most.
const NAME_LENGTH: usize = 46;
/// Rows from which on they are lower.
const MANY: usize = 12;

/// A difference in strength.
#[derive(Clone, Copy, Debug)]
pub struct EloRow<'a> {
    /// The name left of it.
    pub name: &'a str,
    /// Its colour.
    pub color: &'a str,
    /// The difference.
    pub elo: Elo,
}

/// The rows of a chart.
struct Rows {
    svg: Svg,
    /// Left end of the plot.
    left: f64,
    /// Height of a row.
    height: f64,
}

impl Rows {
    fn new<'a>(title: &str, names: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let height = if names.len() > MANY { 28.0 } else { 44.0 };
        let svg = Svg::new(TOP + BOTTOM + height * names.len() as f64, title);
        let letters = names.map(|name| name.chars().count().min(NAME_LENGTH)).max();
        let left = LEFT.max(LETTER * letters.unwrap_or_default() as f64 + 16.0);
        Self { svg, left, height }
    }

    /// Vertical grid lines at round numbers.
    fn grid(&mut self, (low, high): (f64, f64)) {
        let x = across(self.left, low, high);
        let wanted = (high - low) / 10.0;
        let power = 10_f64.powf(wanted.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power);
        let step = step.into_iter().find(|&step| step >= wanted).unwrap_or(wanted);
        let digits = (-power.log10()).max(0.0) as usize;
        for number in (low / step).ceil() as i32..=(high / step).floor() as i32 {
            let at = f64::from(number) * step;
            self.svg.vertical(x(at), &format!("{at:.digits$}"));
        }
    }

    /// Writes name and text of a row. Returns the middle of its height.
    fn label(&mut self, index: usize, name: &str, text: &str) -> f64 {
        let middle = TOP + self.height * (index as f64 + 0.5);
        let mut shown: String = name.chars().take(NAME_LENGTH).collect();
        if shown.len() < name.len() {
            shown.pop();
            shown.push('…');
        }
        self.svg.text((self.left - 8.0, middle), 16, "end", &shown);
        self.svg.text((WIDTH - RIGHT + 14.0, middle), 14, "start", text);
        middle
    }

    fn finish(mut self, axis: &str) -> String {
        let middle = ((self.left + WIDTH - RIGHT) / 2.0, self.svg.height - 20.0);
        self.svg.text(middle, 16, "middle", axis);
        self.svg.finish()
    }
}

/// Differences with their 95 % intervals; an end that is infinite or outside the chart has no mark.
/// `None` without any.
#[must_use]
pub fn elo(title: &str, axis: &str, differences: &[EloRow<'_>]) -> Option<String> {
    if differences.is_empty() {
        return None;
    }
    let (low, high) = elo_range(differences);
    let mut rows = Rows::new(title, differences.iter().map(|row| row.name));
    rows.grid((low, high));
    let x = across(rows.left, low, high);
    let bottom = rows.svg.height - BOTTOM;
    rows.svg.line(&[(x(0.0), TOP), (x(0.0), bottom)], INK, 1, 0);
    for (index, &EloRow { name, color, elo }) in differences.iter().enumerate() {
        let middle = rows.label(index, name, &elo.to_string());
        let cap = rows.height * 0.17;
        let shown = |end: Option<f64>| end.filter(|elo| (low..=high).contains(elo));
        let ends = [shown(elo.low), shown(elo.high)];
        let (left, right) = (x(ends[0].unwrap_or(low)), x(ends[1].unwrap_or(high)));
        rows.svg.line(&[(left, middle), (right, middle)], color, 3, 0);
        for end in ends.into_iter().flatten().map(&x) {
            rows.svg.line(&[(end, middle - cap), (end, middle + cap)], color, 3, 0);
        }
        if let Some(elo) = elo.elo {
            rows.svg.dot((x(elo), middle), 6, color);
        }
    }
    Some(rows.finish(&format!("{axis}, with 95 % intervals")))
}

/// The range of a chart: zero, all differences, and the ends of the intervals, the latter up to
/// [`MAX_ELO`].
fn elo_range(rows: &[EloRow<'_>]) -> (f64, f64) {
    let points = || rows.iter().filter_map(|row| row.elo.elo);
    let ends = || rows.iter().flat_map(|row| [row.elo.low, row.elo.high]).flatten();
    let ends = || ends().map(|end| end.clamp(-MAX_ELO, MAX_ELO));
    let low = points().chain(ends()).fold(0.0, f64::min);
    let high = points().chain(ends()).fold(0.0, f64::max);
    let margin = (high - low).max(1.0) * 0.05;
    (low - margin, high + margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOR: &str = "#0072b2";
    use games::arena::Pentanomial;

    fn row(name: &str, pentanomial: [u64; 5]) -> EloRow<'_> {
        EloRow { name, color: COLOR, elo: Pentanomial(pentanomial).elo().unwrap() }
    }

    fn assert_holds(svg: &str, texts: &[&str]) {
        for text in texts {
            assert!(svg.contains(text), "no {text:?} in {svg}");
        }
    }

    #[test]
    fn elo_with_error_bars() {
        let rows = [
            row("none", [5, 1, 0, 0, 0]),
            row("killers", [30, 0, 0, 0, 0]),
            row("classic", [0, 0, 0, 0, 30]),
            row("see", [20, 30, 80, 30, 20]),
        ];
        let svg = elo("A title", "An axis", &rows).unwrap();
        assert_holds(&svg, &["A title", "none", "killers", "classic", "-545 (-∞ … -89)"]);
        assert_holds(&svg, &["&lt; -", "&gt; +", "+0 ± ", "An axis, with 95 %"]);
        assert_eq!(elo("A title", "An axis", &[]), None);
    }

    #[test]
    fn interval_ends_outside_the_chart_have_no_mark() {
        let mut one = row("none", [5, 1, 0, 0, 0]);
        one.elo = Elo { elo: Some(-500.0), low: Some(-3_000.0), high: Some(-300.0), los: 0.1 };
        assert_eq!(elo_range(&[one]), (-1_050.0, 50.0));
        // The bar goes as far as the plot does, and only its other end is marked.
        let cut = elo("A title", "An axis", &[one]).unwrap();
        one.elo.low = Some(-900.0);
        let whole = elo("A title", "An axis", &[one]).unwrap();
        let lines = |svg: &str| {
            let bars = svg.lines().filter(|line| line.starts_with("<polyline"));
            bars.filter(|line| line.contains(COLOR) && line.contains("stroke-width=\"3\"")).count()
        };
        assert_eq!((lines(&cut), lines(&whole)), (2, 3));
    }
}
