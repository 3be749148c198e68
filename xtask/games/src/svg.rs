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
    title: String,
    body: String,
}

/// Text as it stands in SVG and HTML, within quotation marks too.
#[must_use]
pub fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

impl Svg {
    /// A chart of this height with its title on top.
    #[must_use]
    pub fn new(height: f64, title: &str) -> Self {
        let mut svg = Self { height, title: escape(title), body: String::new() };
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
        let text = escape(text);
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
             viewBox=\"0 0 {WIDTH} {0}\" font-family=\"sans-serif\" role=\"img\" aria-label=\"{1}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
            self.height, self.title, self.body
        )
    }
}

/// Maps `from..to` to the width of a plot that begins at `left`.
pub fn across(left: f64, from: f64, to: f64) -> impl Fn(f64) -> f64 {
    move |value| left + (value - from) / (to - from) * (WIDTH - left - RIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_the_title_is_a_label() {
        let svg = Svg::new(100.0, "a < b & \"c\"").finish();
        assert_eq!(svg.matches("a &lt; b &amp; &quot;c&quot;").count(), 2, "{svg}");
        assert!(svg.contains("aria-label=\"a &lt;"), "{svg}");
    }
}
