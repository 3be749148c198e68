//! Charts as SVG: lines, bars, text and a legend.

use std::fmt::Write;

/// Width of a chart in pixels.
pub const WIDTH: f64 = 960.0;
/// Space left of the plot, for names or an axis.
pub const LEFT: f64 = 130.0;
/// Space right of the plot, for a legend or numbers.
pub const RIGHT: f64 = 170.0;
/// Space above the plot.
pub const TOP: f64 = 50.0;
/// Space below the plot.
pub const BOTTOM: f64 = 70.0;

/// Colour of text and axes.
pub const INK: &str = "#282828";
/// Colour of grid lines.
pub const GRID: &str = "#e1e1e1";

/// The elements of a chart.
pub struct Svg {
    /// Its height in pixels.
    pub height: f64,
    body: String,
}

impl Svg {
    /// A chart of this height with its title on top.
    #[must_use]
    pub fn new(height: f64, title: &str) -> Self {
        let mut svg = Self { height, body: String::new() };
        svg.text((WIDTH / 2.0, 30.0), 22, "middle", title);
        svg
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a String takes any text");
    }

    /// Text whose `anchor` (`start`, `middle` or `end`) is at a point, in the middle of its height.
    pub fn text(&mut self, (x, y): (f64, f64), size: u32, anchor: &str, text: &str) {
        self.colored_text((x, y), size, anchor, INK, text);
    }

    /// As [`Svg::text`] in a colour.
    pub fn colored_text(
        &mut self,
        at: (f64, f64),
        size: u32,
        anchor: &str,
        color: &str,
        text: &str,
    ) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.add(format_args!(
            r#"<text x="{:.1}" y="{:.1}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{text}</text>"#,
            at.0, at.1 + f64::from(size) * 0.35
        ));
    }

    /// A filled rectangle from its upper left corner.
    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), color: &str) {
        self.add(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{color}"/>"#
        ));
    }

    /// A line through some points; `dash` is the length of its dashes, 0 for none.
    pub fn line(&mut self, points: &[(f64, f64)], color: &str, width: u32, dash: u32) {
        let points: String = points.iter().map(|(x, y)| format!("{x:.1},{y:.1} ")).collect();
        self.add(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dash}"/>"#,
            points.trim_end()
        ));
    }

    /// A filled circle.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: u32, color: &str) {
        self.add(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="{color}"/>"#));
    }

    /// Names with their colours, right of the plot.
    pub fn legend<'a>(&mut self, entries: impl Iterator<Item = (&'a str, &'a str)>) {
        let x = WIDTH - RIGHT + 14.0;
        for (index, (name, color)) in entries.enumerate() {
            let y = TOP + 14.0 + 26.0 * index as f64;
            self.rectangle((x, y - 6.0), (16.0, 12.0), color);
            self.text((x + 24.0, y), 15, "start", name);
        }
    }

    /// A vertical grid line with its label under the plot.
    pub fn vertical(&mut self, x: f64, label: &str) {
        let bottom = self.height - BOTTOM;
        self.line(&[(x, TOP), (x, bottom)], GRID, 1, 0);
        self.text((x, bottom + 14.0), 14, "middle", label);
    }

    /// The text below the horizontal axis.
    pub fn axis_title(&mut self, title: &str) {
        self.text(((LEFT + WIDTH - RIGHT) / 2.0, self.height - 20.0), 16, "middle", title);
    }

    /// The text of the file.
    #[must_use]
    pub fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{0}\" \
             viewBox=\"0 0 {WIDTH} {0}\" font-family=\"sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{1}</svg>\n",
            self.height, self.body
        )
    }
}

/// Maps `from..to` to the width of the plot.
pub fn across(from: f64, to: f64) -> impl Fn(f64) -> f64 {
    move |value| LEFT + (value - from) / (to - from) * (WIDTH - LEFT - RIGHT)
}
