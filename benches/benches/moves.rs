//! Move generation and making every move. One iteration covers
//! all positions.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use bartizan_benches::{fens, positions};
use board::{Move, Position};
use chess::{Board as ChessBoard, ChessMove, MoveGen};
use cozy_chess::{Board as CozyBoard, Move as CozyMove};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::str::FromStr;

fn cozy_boards() -> Vec<CozyBoard> {
    fens().iter().map(|fen| CozyBoard::from_str(fen).expect("a valid position")).collect()
}

fn chess_boards() -> Vec<ChessBoard> {
    fens().iter().map(|fen| ChessBoard::from_str(fen).expect("a valid position")).collect()
}

fn cozy_moves(board: &CozyBoard) -> Vec<CozyMove> {
    let mut list = Vec::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

/// The number of legal moves in all positions.
fn count_moves() -> u64 {
    let ours: usize = positions().iter().map(|position| movegen::legal_moves(position).len()).sum();
    let cozy: usize = cozy_boards().iter().map(|board| cozy_moves(board).len()).sum();
    let chess: usize = chess_boards().iter().map(|board| MoveGen::new_legal(board).len()).sum();
    assert_eq!((ours, ours), (cozy, chess));
    ours as u64
}

fn generate_moves(criterion: &mut Criterion) {
    let (ours, cozy, chess) = (positions(), cozy_boards(), chess_boards());
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(count_moves()));
    group.bench_function("bartizan", |bencher| {
        bencher.iter(|| {
            for position in &ours {
                for mv in movegen::legal_moves(black_box(position)) {
                    black_box(mv);
                }
            }
        });
    });
    group.bench_function("cozy-chess", |bencher| {
        bencher.iter(|| {
            for board in &cozy {
                black_box(board).generate_moves(|moves| {
                    for mv in moves {
                        black_box(mv);
                    }
                    false
                });
            }
        });
    });
    group.bench_function("chess", |bencher| {
        bencher.iter(|| {
            for board in &chess {
                for mv in MoveGen::new_legal(black_box(board)) {
                    black_box(mv);
                }
            }
        });
    });
}

fn make_moves(criterion: &mut Criterion) {
    let ours: Vec<(Position, Vec<Move>)> = positions()
        .into_iter()
        .map(|position| {
            let moves = movegen::legal_moves(&position).into_iter().collect();
            (position, moves)
        })
        .collect();
    let cozy: Vec<(CozyBoard, Vec<CozyMove>)> = cozy_boards()
        .into_iter()
        .map(|board| {
            let moves = cozy_moves(&board);
            (board, moves)
        })
        .collect();
    let chess: Vec<(ChessBoard, Vec<ChessMove>)> = chess_boards()
        .into_iter()
        .map(|board| (board, MoveGen::new_legal(&board).collect()))
        .collect();
    let mut group = criterion.benchmark_group("make");
    group.throughput(Throughput::Elements(count_moves()));
    group.bench_function("bartizan", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &ours {
                for &mv in moves {
                    black_box(position.make(black_box(mv)));
                }
            }
        });
    });
    group.bench_function("cozy-chess", |bencher| {
        bencher.iter(|| {
            for (board, moves) in &cozy {
                for &mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(black_box(mv));
                    black_box(child);
                }
            }
        });
    });
    group.bench_function("chess", |bencher| {
        bencher.iter(|| {
            for (board, moves) in &chess {
                for &mv in moves {
                    black_box(board.make_move_new(black_box(mv)));
                }
            }
        });
    });
}

criterion_group!(benches, generate_moves, make_moves);
criterion_main!(benches);
