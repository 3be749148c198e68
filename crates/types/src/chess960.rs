//! The back ranks of Chess960, by R. Scharnagl's numbering scheme.

use crate::PieceKind;

/// The two of the five remaining files that the knights take, by the last digit (0 to 9).
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The back rank of this number from the a-file to the h-file; `None` if it is 960 or more.
///
/// The digits of the number, lowest first, place the bishop on the light squares (base 4), the bishop on
/// the dark squares (4), the queen (6) and the knights (10) on the files that are left; rook, king and rook
/// take the rest.
///
/// ```
/// use bartizan_types::chess960::{back_rank, number};
///
/// let row = back_rank(518).expect("below 960");
/// assert_eq!(row.map(|kind| kind.to_char()).iter().collect::<String>(), "rnbqkbnr");
/// assert_eq!(number(&row), Some(518));
/// ```
#[must_use]
pub fn back_rank(number: u16) -> Option<[PieceKind; 8]> {
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut files = [None; 8];
    files[2 * (number % 4) + 1] = Some(PieceKind::Bishop);
    files[2 * (number / 4 % 4)] = Some(PieceKind::Bishop);
    files[nth_empty(&files, number / 16 % 6)?] = Some(PieceKind::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The higher file first, so that the count to the other does not change.
    files[nth_empty(&files, second)?] = Some(PieceKind::Knight);
    files[nth_empty(&files, first)?] = Some(PieceKind::Knight);

    let mut rest = [PieceKind::Rook, PieceKind::King, PieceKind::Rook].into_iter();
    let mut kinds = [PieceKind::Rook; 8];
    for (kind, file) in kinds.iter_mut().zip(files) {
        *kind = file.or_else(|| rest.next())?;
    }
    Some(kinds)
}

/// The number of a back rank; `None` if it is none of the 960.
///
/// ```
/// use bartizan_types::PieceKind;
/// use bartizan_types::chess960::number;
///
/// let row = "bbqnnrkr".chars().filter_map(PieceKind::from_char).collect::<Vec<_>>();
/// assert_eq!(number(&row.try_into().expect("eight kinds")), Some(0));
/// assert_eq!(number(&[PieceKind::Queen; 8]), None);
/// ```
#[must_use]
pub fn number(row: &[PieceKind; 8]) -> Option<u16> {
    (0..960).find(|&number| back_rank(number).as_ref() == Some(row))
}

/// The index of the `n`th empty file, from 0.
fn nth_empty(files: &[Option<PieceKind>; 8], n: usize) -> Option<usize> {
    (0..8).filter(|&file| files[file].is_none()).nth(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_960_back_ranks_are_distinct_and_valid() {
        let mut seen = std::collections::HashSet::new();
        let numbers = (0..960).step_by(if cfg!(miri) { 96 } else { 1 });
        for number in numbers.clone() {
            let row: String = back_rank(number).unwrap().map(PieceKind::to_char).iter().collect();
            let all = |c| row.match_indices(c).map(|(i, _)| i).collect::<Vec<_>>();
            let (king, rooks, bishops) = (all('k'), all('r'), all('b'));
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{row}");
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{row}");
            assert_eq!((all('q').len(), all('n').len()), (1, 2), "{row}");
            seen.insert(row);
            assert_eq!(super::number(&back_rank(number).unwrap()), Some(number));
        }
        assert_eq!(super::number(&[PieceKind::King; 8]), None);
        assert_eq!((seen.len(), back_rank(960)), (numbers.len(), None));
    }
}
