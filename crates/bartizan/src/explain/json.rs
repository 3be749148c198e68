//! An explanation in JSON.

use super::Explanation;
use super::recorder::{Counts, MoveRecord};
use super::text::shown_iteration;
use crate::json;
use board::{Move, Position};
use eval::material_count;
use notation::{to_san, to_uci};
use search::{MovePruning, NodeEnd};
use searcher::Bound;
use serde_json::{Map, Value, json};

/// The root moves of the last completed iteration; or one move in each iteration.
pub(super) fn explanation(explanation: &Explanation, shown: Option<Move>) -> Value {
    let Explanation { position, result, record, observed, time } = explanation;
    let mut map = json::result(position, result, *time);
    map.insert("observed".to_owned(), (*observed).into());
    let counted = match shown {
        None => {
            let moves = shown_iteration(explanation).map(|iteration| &iteration.moves[..]);
            let moves = moves.unwrap_or_default().iter().map(|record| root_move(position, record));
            map.insert("moves".to_owned(), moves.collect());
            Some(&record.total)
        }
        Some(mv) => {
            let of = |record: &&MoveRecord| record.picked.mv == mv;
            let iterations = record.iterations.iter().filter_map(|iteration| {
                let mut row = root_move(position, iteration.moves.iter().find(of)?);
                row["iteration"] = iteration.depth.into();
                Some(row)
            });
            map.insert("iterations".to_owned(), iterations.collect());
            record.below.get(&mv)
        }
    };
    if let Some(counted) = counted.filter(|_| *observed) {
        map.insert("counts".to_owned(), counts(counted));
    }
    map.into()
}

fn root_move(position: &Position, record: &MoveRecord) -> Value {
    let material = material_count(position);
    let bound = |bound| match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let searches = record.searches.iter();
    let searches =
        searches.map(|&(depth, open)| json!({ "depth": depth + 1, "open_window": open }));
    let terms = record.reduction.as_ref().map(|(plies, terms)| {
        let terms: Map<String, Value> =
            terms.named().map(|(name, amount)| (name.to_owned(), amount.into())).collect();
        json!({ "plies": plies, "terms": terms })
    });
    json!({
        "move": to_uci(record.picked.mv, false),
        "san": to_san(position, record.picked.mv),
        "place": record.place,
        "stage": record.picked.stage.name(),
        "ordering_score": record.picked.score,
        "history": record.history,
        "searches": searches.collect::<Value>(),
        "reduction": terms,
        "score": record.result.map(|(score, _)| json::score(score.normalised(material))),
        "bound": record.result.map(|(_, of)| bound(of)),
        "nodes": record.nodes,
        "line": json::moves(&record.line),
        "line_end": record.line_end.map(NodeEnd::name),
    })
}

fn counts(counts: &Counts) -> Value {
    let ends: Map<String, Value> = NodeEnd::ALL
        .iter()
        .map(|&end| (end.name().to_owned(), counts.ends[end as usize].into()))
        .collect();
    let pruned: Map<String, Value> = MovePruning::ALL
        .iter()
        .map(|&why| (why.name().to_owned(), counts.pruned[why as usize].into()))
        .collect();
    json!({
        "ends": ends,
        "late_move_pruning": counts.late_moves_pruned,
        "pruned": pruned,
        "reduced": counts.reduced,
        "reduced_plies": counts.reduced_plies,
        "extended": counts.extended,
        "negatively_extended": counts.negatively_extended,
    })
}
