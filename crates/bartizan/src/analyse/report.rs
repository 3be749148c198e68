//! What a game amounts to, by player and phase: accuracy, loss and bad moves; as a table for people and as JSON.

use super::game::{AnalysedGame, JUDGEMENTS, Judgement};
use crate::json;
use crate::table::{Align, Table};
use board::{Color, PieceKind, Position};
use notation::{to_san, to_uci};
use serde_json::{Map, Value, json};

/// Scores beyond this are a win either way, in centipawns.
const MAX_CENTIPAWNS: i32 = 1000;
/// At most so many pieces beside kings and pawns begin the middlegame and the endgame.
const PHASE_PIECES: [u32; 2] = [10, 6];
/// The opening is over when a side has less than this on its first rank.
const BACK_RANK: u32 = 4;

/// The names of the phases.
const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// The phase of each position, an index of [`PHASES`]. No phase comes back.
fn phases(positions: &[Position]) -> Vec<usize> {
    let mut phase = 0;
    let of = |position: &Position| {
        let small = position.pieces(PieceKind::Pawn) | position.pieces(PieceKind::King);
        let pieces = (position.occupied() & !small).count();
        let sparse = Color::ALL.iter().any(|&color| {
            (position.color(color) & color.back_rank().bitboard()).count() < BACK_RANK
        });
        phase = phase.max(match pieces {
            count if count <= PHASE_PIECES[1] => 2,
            count if count <= PHASE_PIECES[0] || sparse => 1,
            _ => 0,
        });
        phase
    };
    positions.iter().map(of).collect()
}

/// The moves of a player, or those of a phase.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    moves: usize,
    /// Sums of points and of centipawns lost.
    points: f64,
    centipawns: f64,
    /// Sums of the accuracies and of their reciprocals.
    accuracy: f64,
    reciprocals: f64,
    /// Moves by [`JUDGEMENTS`].
    bad: [usize; JUDGEMENTS.len()],
}

impl Totals {
    fn add(&mut self, points: f64, centipawns: i32, judgement: Option<&Judgement>) {
        let accuracy = accuracy(points);
        self.moves += 1;
        self.points += points;
        self.centipawns += f64::from(centipawns);
        self.accuracy += accuracy;
        self.reciprocals += 1.0 / accuracy.max(1.0);
        if let Some(index) = JUDGEMENTS.iter().position(|one| Some(one) == judgement) {
            self.bad[index] += 1;
        }
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }

    /// In percent: between the arithmetic mean and the harmonic one, in which bad moves weigh more.
    fn accuracy(&self) -> f64 {
        (self.mean(self.accuracy) + self.moves as f64 / self.reciprocals.max(f64::MIN_POSITIVE))
            / 2.0
    }

    fn json(&self) -> Value {
        if self.moves == 0 {
            return Value::Null;
        }
        let bad = JUDGEMENTS.iter().zip(self.bad);
        let mut map: Map<String, Value> =
            bad.map(|(one, count)| (one.plural.to_owned(), count.into())).collect();
        map.insert("moves".to_owned(), self.moves.into());
        map.insert("accuracy".to_owned(), self.accuracy().into());
        map.insert("points_lost".to_owned(), self.mean(self.points).into());
        map.insert("centipawns_lost".to_owned(), self.mean(self.centipawns).into());
        map.into()
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![
            self.moves.to_string(),
            format!("{:.1} %", self.accuracy()),
            format!("{:.3}", self.mean(self.points)),
            format!("{:.0}", self.mean(self.centipawns)),
        ];
        cells.extend(self.bad.map(|count| count.to_string()));
        cells
    }
}

/// How good a move that loses these points is, in percent: the formula of Lichess, from the expectation here.
fn accuracy(points: f64) -> f64 {
    if points <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-4.354_415 * points).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The totals of a player, those of each phase behind them.
pub(super) fn totals(analysed: &AnalysedGame<'_>, color: Color) -> [Totals; 1 + PHASES.len()] {
    let phases = phases(&analysed.positions);
    let mut totals = [Totals::default(); 1 + PHASES.len()];
    for (index, &phase) in phases.iter().enumerate().take(analysed.game.moves.len()) {
        if analysed.positions[index].side_to_move() != color {
            continue;
        }
        let loss = analysed.loss(index);
        let centipawns = if loss.points > 0.0 {
            let [before, after] = [index, index + 1].map(|index| centipawns(analysed, index));
            (if color == Color::White { before - after } else { after - before }).max(0)
        } else {
            0
        };
        for total in [0, 1 + phase] {
            totals[total].add(loss.points, centipawns, loss.judgement);
        }
    }
    totals
}

/// The score of a position from White's view, within bounds.
fn centipawns(analysed: &AnalysedGame<'_>, index: usize) -> i32 {
    analysed.shown_score(index).raw().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)
}

/// A row for each player and each phase with moves.
pub(super) fn table(analysed: &AnalysedGame<'_>) -> Table {
    let mut columns = vec![("", Align::Left)];
    let numbers = ["moves", "accuracy", "points lost", "centipawns", "?!", "?", "??"];
    columns.extend(numbers.map(|name| (name, Align::Right)));
    let mut table = Table::new(&columns);
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let totals = totals(analysed, color);
        table.row([vec![name.to_owned()], totals[0].cells()].concat());
        for (phase, total) in PHASES.iter().zip(&totals[1..]).filter(|(_, total)| total.moves > 0) {
            table.row([vec![format!("  {phase}")], total.cells()].concat());
        }
    }
    table
}

/// The game in JSON: its players, and each move with what is known of it. Scores are White's.
pub(super) fn json(analysed: &AnalysedGame<'_>, number: usize) -> Value {
    let game = analysed.game;
    let players = [(Color::White, "White"), (Color::Black, "Black")].map(|(color, tag)| {
        let totals = totals(analysed, color);
        let phases: Map<String, Value> = PHASES
            .iter()
            .zip(&totals[1..])
            .map(|(name, one)| ((*name).to_owned(), one.json()))
            .collect();
        json!({ "name": game.tag(tag), "all": totals[0].json(), "phases": phases })
    });
    let phases = phases(&analysed.positions);
    let moves = game.moves.iter().enumerate().map(|(index, played)| {
        let (position, loss) = (&analysed.positions[index], analysed.loss(index));
        let after = &analysed.evaluations[index + 1];
        let best = &analysed.evaluations[index].line;
        json!({
            "move": played.mv.map(|mv| to_uci(mv, false)),
            "san": played.mv.map(|mv| to_san(position, mv)),
            "phase": PHASES[phases[index]],
            "score": json::score(analysed.shown_score(index + 1)),
            "depth": after.depth,
            "nodes": after.nodes,
            "points_lost": loss.points,
            "judgement": loss.judgement.map(|one| one.name),
            "best": json::moves(best),
        })
    });
    let [white, black] = players;
    json!({
        "game": number,
        "line": game.line,
        "start": game.start.to_fen(),
        "result": game.result,
        "white": white,
        "black": black,
        "score": json::score(analysed.shown_score(0)),
        "moves": moves.collect::<Value>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_what_is_lost() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01 && accuracy(1.0) == 0.0);
        assert!((accuracy(0.1) - 63.6).abs() < 0.1, "{}", accuracy(0.1));
        let mut totals = Totals::default();
        assert!(totals.json().is_null());
        totals.add(0.0, 0, None);
        totals.add(0.5, 400, JUDGEMENTS.last());
        assert!(totals.accuracy() < 53.0 && totals.bad == [0, 0, 1], "{totals:?}");
        assert_eq!((totals.mean(totals.points), totals.mean(totals.centipawns)), (0.25, 200.0));
    }

    #[test]
    fn phases_follow_the_pieces() {
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r2q1rk1/pppb1ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPPB1PPP/R2Q1RK1 w - - 0 8",
            "3rk3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ];
        let positions = positions.map(|fen| Position::from_fen(fen).expect("a position"));
        assert_eq!(phases(&positions), [0, 0, 2, 2]);
    }
}
