//! Bulk perft without a hash table: Bartizan and two other libraries. The published figures
//! come from `cargo xtask perft-speed`, which runs longer and alternates between them.

#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use board::Position;
use chess::{Board as ChessBoard, MoveGen};
use cozy_chess::Board as CozyBoard;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::str::FromStr;

const POSITIONS: [(&str, &str, u32, u64); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    ("rook-ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
];

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for (name, fen, depth, nodes) in POSITIONS {
        let ours = Position::from_fen(fen).expect("a valid position");
        let cozy = CozyBoard::from_str(fen).expect("a valid position");
        let chess = ChessBoard::from_str(fen).expect("a valid position");
        let counts = [
            movegen::perft(&ours, depth),
            perft_of_cozy(&cozy, depth),
            perft_of_chess(&chess, depth),
        ];
        assert_eq!(counts, [nodes; 3], "{name}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new("bartizan", name), |bencher| {
            bencher.iter(|| movegen::perft(black_box(&ours), depth));
        });
        group.bench_function(BenchmarkId::new("cozy-chess", name), |bencher| {
            bencher.iter(|| perft_of_cozy(black_box(&cozy), depth));
        });
        group.bench_function(BenchmarkId::new("chess", name), |bencher| {
            bencher.iter(|| perft_of_chess(black_box(&chess), depth));
        });
    }
}

fn perft_of_cozy(board: &CozyBoard, depth: u32) -> u64 {
    let mut nodes = 0;
    // Two closures, so that the one for the last ply stays small.
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += perft_of_cozy(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

fn perft_of_chess(board: &ChessBoard, depth: u32) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| perft_of_chess(&board.make_move_new(mv), depth - 1)).sum()
}

criterion_group!(benches, perft);
criterion_main!(benches);
