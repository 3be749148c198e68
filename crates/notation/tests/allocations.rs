//! Reading with a visitor allocates nothing for a move, a comment or a variation.

use bartizan_notation::pgn::{Nag, Played, Reader, Visitor};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write;
use std::ops::ControlFlow;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts all it is told, variations included, and writes each move in SAN.
#[derive(Default)]
struct Counter {
    moves: usize,
    others: usize,
    san: String,
}

impl Visitor for Counter {
    type Output = usize;

    fn played(&mut self, played: Played<'_>) -> ControlFlow<usize> {
        self.moves += 1;
        self.san.clear();
        if let Some(san) = played.san() {
            write!(self.san, "{san}").expect("memory");
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, text: &str) -> ControlFlow<usize> {
        self.others += text.len();
        ControlFlow::Continue(())
    }

    fn nag(&mut self, _nag: Nag) -> ControlFlow<usize> {
        self.others += 1;
        ControlFlow::Continue(())
    }

    fn enter_variation(&mut self) -> bool {
        true
    }

    fn end_game(&mut self) -> usize {
        self.moves
    }
}

#[test]
fn moves_comments_and_variations_allocate_nothing() {
    const GAMES: usize = testkit::cases(20);
    let mut games = String::new();
    for _ in 0..GAMES {
        games += "[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n";
        for number in (1..400).step_by(5) {
            let [n2, n3, n4, n5] = [1, 2, 3, 4].map(|more| number + more);
            games += &format!(
                "{number}. Nf3! {{[%clk 1:00:00]}} Nf6 $10 ({number}... d5!? {{or}} {n2}. d4 ({n2}. c4 e6)) \
                 {n2}. Ng1 ♞g8 {n3}. Nc3?! N:f6 prose of words {n4}. Nc3-b1 Nf6g8+= {n5}. -- -- ; line\n"
            );
        }
        games += "1/2-1/2\n\n";
    }
    let (mut reader, mut counter) = (Reader::new(games.as_bytes()), Counter::default());
    let mut counts = Vec::with_capacity(100);
    loop {
        let before = COUNT.get();
        let game = reader.read_game(&mut counter).expect("a game");
        counts.push(COUNT.get() - before);
        if game.is_none() {
            break;
        }
    }
    assert_eq!((counts.len(), counter.moves), (GAMES + 1, GAMES * 80 * 14));
    // The lists grow in the first ones, and the window with the file's chunks.
    assert!(counts[2..].iter().all(|&count| count <= 1), "{counts:?}");
    assert!(counts[2..].iter().filter(|&&count| count > 0).count() <= 2, "{counts:?}");
}
