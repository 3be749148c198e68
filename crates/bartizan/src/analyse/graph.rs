//! A graph of expectations in characters.

/// Lines above and below the middle. A line has two steps.
const HALF_HEIGHT: usize = 4;
/// Columns left of the graph.
const MARGIN: usize = 6;

/// A bar for each value, up from the middle or down. Values are 0 to 1, the middle is 0.5; with more values
/// than columns a bar stands for several, by the value farthest from the middle. `mark` is the sign below
/// the bar of some values, the last of them where there are several; `label` the text below that begins at
/// a bar.
pub(super) fn graph(
    values: &[f64],
    columns: usize,
    mark: impl Fn(usize) -> Option<char>,
    label: impl Fn(usize) -> Option<String>,
) -> Vec<String> {
    let width = columns.saturating_sub(MARGIN).clamp(1, values.len().max(1));
    let column_of = |index: usize| index * width / values.len().max(1);
    let mut bars = vec![0.5; width];
    let (mut marks, mut labels) = (vec![' '; width], String::new());
    for (index, &value) in values.iter().enumerate() {
        let column = column_of(index);
        let bar: &mut f64 = &mut bars[column];
        if (value - 0.5).abs() >= (*bar - 0.5).abs() {
            *bar = value;
        }
        marks[column] = mark(index).unwrap_or(marks[column]);
        if let Some(text) = label(index).filter(|_| labels.len() <= column) {
            labels = format!("{labels:<column$}{text} ");
        }
    }
    let steps = |value: f64| ((value - 0.5) * 4.0 * HALF_HEIGHT as f64).round() as i32;
    let half = HALF_HEIGHT as i32;
    let levels = (1..=half).rev().chain((1..=half).map(|level| -level));
    let line = |level: i32| {
        let name = match level {
            4 => " 1.0 |",
            1 => "     +",
            -4 => " 0.0 |",
            _ => "     |",
        };
        let cell = |bar: &f64| match steps(*bar) * level.signum() - 2 * (level.abs() - 1) {
            ..=0 if level == 1 => '_',
            ..=0 => ' ',
            1 if level > 0 => '▄',
            1 => '▀',
            _ => '█',
        };
        let cells: String = bars.iter().map(cell).collect();
        format!("{name}{cells}").trim_end().to_owned()
    };
    let mut lines: Vec<String> = levels.map(line).collect();
    for text in [marks.into_iter().collect(), labels] {
        lines.push(format!("{:MARGIN$}{text}", "").trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_up_and_down_from_the_middle() {
        let values = [0.5, 0.56, 0.62, 0.75, 1.0, 0.38, 0.0];
        let lines = graph(
            &values,
            80,
            |index| (index == 5).then_some('?'),
            |index| index.is_multiple_of(3).then(|| index.to_string()),
        );
        let expected = [
            " 1.0 |    █",
            "     |    █",
            "     |   ██",
            "     +_▄███__",
            "     |     ██",
            "     |      █",
            "     |      █",
            " 0.0 |      █",
            "           ?",
            "      0  3  6",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn long_games_fit_and_show_the_extremes() {
        let mut values = vec![0.5; 300];
        values[150] = 1.0;
        let lines = graph(&values, 66, |index| (index == 150).then_some('?'), |_| None);
        assert!(lines.iter().all(|line| line.chars().count() <= 66), "{lines:#?}");
        let bar = lines[0].chars().position(|c| c == '█').expect("a bar");
        assert_eq!((bar, lines[8].chars().position(|c| c == '?')), (36, Some(36)));
        assert_eq!(graph(&[], 80, |_| None, |_| None).len(), 10);
        assert_eq!(graph(&[0.5], 0, |_| None, |_| None).len(), 10);
    }
}
