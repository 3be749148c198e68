//! Sessions that are sent nonsense: bytes of every kind, and commands shaken up. The engine must
//! live and answer `isready` afterwards. The nonsense is the same in every run.

use crate::common::{TestClient, count_bestmoves};

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn choose<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

#[test]
fn survives_random_bytes() {
    let client = TestClient::start();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut bytes = Vec::new();
    for _ in 0..100_000 {
        for _ in 0..random.below(40) {
            let byte = random.next() as u8;
            bytes.push(if byte == b'\n' { b' ' } else { byte });
        }
        bytes.push(b'\n');
    }
    client.send_bytes(bytes);
    client.sync();
    // One of the lines happens to be `go`, which never ends by itself.
    client.send("stop\nposition startpos\ngo depth 2");
    assert_eq!(count_bestmoves(&client.close()), 2);
}

const WORDS: [&str; 65] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "debug",
    "on",
    "off",
    "register",
    "later",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "g1f3",
    "0000",
    "e7e8q",
    "é",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/8/4K2R",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "b",
    "KQkq",
    "-",
    "0",
    "1",
    "go",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "2",
    "3",
    "100",
    "-5",
    "99999999999999999999",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Clear",
    "UCI_Chess960",
    "true",
    "Ordering",
    "killers",
    "d",
    "eval",
    "order",
    "stats",
    "\u{0}",
];

#[test]
fn survives_random_word_sequences() {
    let client = TestClient::start();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..40 {
        let mut text = String::new();
        for _ in 0..50 {
            for _ in 0..random.below(9) {
                text.push_str(random.choose(&WORDS));
                text.push(' ');
            }
            text.push('\n');
        }
        // Whatever was begun, this ends it, so that the queue does not grow without bounds.
        text.push_str("stop\n");
        client.send_bytes(text.into_bytes());
        client.sync();
    }
    client.send("setoption name Threads value 1\nposition startpos\ngo depth 2");
    client.recv_until("bestmove");
    client.close();
}

#[test]
fn survives_overlong_lines() {
    let client = TestClient::start();
    client.send_bytes(vec![b'g'; 5_000_000]);
    client.send_bytes(b"\nposition startpos moves ".to_vec());
    client.send_bytes(b"e2e4 ".repeat(500_000));
    client.send_bytes(b"\n".to_vec());
    client.sync();
}
