//! The loss curve as text.

use super::trainer::LossPoint;

/// Columns and rows of the text.
const COLUMNS: usize = 60;
const ROWS: usize = 12;

/// Points of one line: epoch and loss.
type Line = Vec<(f64, f64)>;

/// The lines of both parts, and the least and greatest loss. Early losses are cut off at twice the
/// least one, or a little above the last one of validation, as nothing could be seen of the rest.
fn lines(curve: &[LossPoint]) -> ([Line; 2], f64, f64) {
    let training: Line = curve.iter().map(|point| (point.epoch, point.training)).collect();
    let validation: Line =
        curve.iter().filter_map(|point| Some((point.epoch, point.validation?))).collect();
    let losses = || training.iter().chain(&validation).map(|&(_, loss)| loss);
    let least = losses().fold(f64::INFINITY, f64::min);
    let last = validation.last().map_or(0.0, |&(_, loss)| loss);
    let greatest = losses().fold(0.0, f64::max).min((2.0 * least).max(1.1 * last));
    // A flat curve has a height too.
    let greatest = greatest.max(least * 1.001);
    (
        [training, validation].map(|line| {
            line.into_iter().map(|(epoch, loss)| (epoch, loss.min(greatest))).collect()
        }),
        least,
        greatest,
    )
}

/// The curve in characters: `.` for training, `o` for validation.
#[must_use]
pub fn text(curve: &[LossPoint]) -> String {
    let (lines, least, greatest) = lines(curve);
    let epochs = curve.last().map_or(1.0, |point| point.epoch);
    let mut cells = [[' '; COLUMNS]; ROWS];
    for (line, mark) in lines.iter().zip(['.', 'o']) {
        for &(epoch, loss) in line {
            let column = (epoch / epochs * (COLUMNS - 1) as f64).round() as usize;
            let height = (loss - least) / (greatest - least);
            let row = ((1.0 - height) * (ROWS - 1) as f64).round() as usize;
            cells[row.min(ROWS - 1)][column.min(COLUMNS - 1)] = mark;
        }
    }
    let mut text = String::new();
    for (row, cells) in cells.iter().enumerate() {
        let loss = greatest - (greatest - least) * row as f64 / (ROWS - 1) as f64;
        let cells: String = cells.iter().collect();
        text += &format!("{loss:.6} |{}\n", cells.trim_end());
    }
    text + &format!(
        "         +{:->COLUMNS$}\n{:>width$}\n",
        "",
        format!("{epochs} epochs; . training, o validation"),
        width = COLUMNS + 10
    )
}
