//! Tests of EPD: suites with all their dialects, operations read and written.

use super::*;
use board::Move;

fn parsed(text: &str) -> Result<Problem, String> {
    parse_line(7, text).map_err(|error| error.to_string())
}

fn uci(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn operations_are_read() {
    let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O h1h8; am Rh2; dm 3; c0 \"a; b\"; id \"x\x1b y\";";
    let problem = parsed(line).expect("a problem");
    assert_eq!((problem.line, problem.id.as_str(), problem.mate), (7, "x\u{fffd} y", Some(3)));
    assert_eq!((uci(&problem.best), uci(&problem.avoid)), ("e1h1 h1h8".into(), "h1h2".into()));
    let short = parsed("4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Rh8+").expect("a problem");
    assert_eq!((uci(&short.best), short.id), ("h1h8".into(), String::new()));
}

/// What collections of problems write; the answers are `bm`, `am` and `dm`.
#[test]
fn dialects_of_operations() {
    for (operations, best, avoid, mate) in [
        ("bm Qd4 Qd2;", "d1d4 d1d2", "", None),
        ("bm Qd4,Qd2;", "d1d4 d1d2", "", None),
        ("bm Qd4, Qd2 ;", "d1d4 d1d2", "", None),
        ("bm Qd4 or Qd2", "d1d4 d1d2", "", None),
        ("bm Qd4; bm Qd2; bm Qd4;", "d1d4 d1d2 d1d4", "", None),
        ("bm d1d4;", "d1d4", "", None),
        ("bm ♕d4+!; am qd5+?? 1.Qd1-d6+;", "d1d4", "d1d5 d1d6", None),
        ("bm 1. Qd4!! ;id x", "d1d4", "", None),
        ("bm 1...Qd4;", "d1d4", "", None),
        ("bm Qd4 c0 \"x\";", "d1d4", "", None),
        ("bm Qd4 v9 1 tcri 3 5", "d1d4", "", None),
        ("bm Qd4/Qd2", "d1d4 d1d2", "", None),
        ("bm Qd4 & Qd2", "d1d4 d1d2", "", None),
        ("bm Qd4 (or Qd2)", "d1d4 d1d2", "", None),
        ("bm Qd4+ $1", "d1d4", "", None),
        ("bm 1. Qd4 Kf5 2. Qd3", "d1d4", "", None),
        ("bm 1. Qd4 1. Qd2", "d1d4 d1d2", "", None),
        ("bm \"Qd4 Qd2\";", "d1d4 d1d2", "", None),
        ("BM Qd4; Am Qd2", "d1d4", "d1d2", None),
        ("bm: Qd4", "d1d4", "", None),
        ("bm Qd4 id \"x\"", "d1d4", "", None),
        ("- - bm Qd4;", "d1d4", "", None),
        ("\"a\" bm Qd4;", "d1d4", "", None),
        ("bm Qd4;;; ;", "d1d4", "", None),
        ("bm Qd4; id \"x", "d1d4", "", None),
        ("id BT.07 by \"him\"; c0 \"a \"b\"; c\"; bm Qd4", "d1d4", "", None),
        ("id \"a \\\"b; c\\\" d\"; bm Qd4", "d1d4", "", None),
        ("acd 12; acn 99; ce -31; pv Qd4 Kf5; sm Qd3; eco \"A00\"; bm Qd4;", "d1d4", "", None),
        ("bm #3;", "", "", Some(3)),
        ("bm #+3", "", "", Some(3)),
        ("bm M3;", "", "", Some(3)),
        ("bm mate in 3;", "", "", Some(3)),
        ("bm Qd4; bm #3; dm 3;", "d1d4", "", Some(3)),
        ("dm #4", "", "", Some(4)),
        ("dm \"4\";", "", "", Some(4)),
        ("0 1 bm Qd4;", "d1d4", "", None),
        ("0 1; bm Qd4;", "d1d4", "", None),
    ] {
        let problem = parsed(&format!("8/8/8/4k3/8/8/8/3QK3 w - - {operations}"));
        let problem = problem.unwrap_or_else(|error| panic!("{operations}: {error}"));
        assert_eq!(
            (uci(&problem.best).as_str(), uci(&problem.avoid).as_str(), problem.mate),
            (best, avoid, mate),
            "{operations}"
        );
    }
}

#[test]
fn counters_are_those_of_the_operations() {
    let start = "8/8/8/4k3/8/8/8/3QK3 w - -";
    for (operations, expected) in [
        ("", "0 1"),
        ("hmvc 3; fmvn 9;", "3 9"),
        ("id \"a; hmvc 3", "0 1"),
        ("4 5", "4 5"),
        ("hmvc", "0 1"),
        ("fmvn x;", "0 1"),
        ("bm Qd4; hmvc 99; fmvn 80;", "99 80"),
        ("hmvc 99; bm Qd4", "99 1"),
        ("fmvn 7; bm Qd4", "0 7"),
        ("12 30 bm Qd4", "12 30"),
        ("12 30 fmvn 31; bm Qd4", "12 31"),
        ("12 30 hmvc 13; bm Qd4", "13 30"),
        ("hmvc 99 fmvn 80 bm Qd4", "99 80"),
        ("hmvc 3.0; bm Qd4", "3 1"),
        ("hmvc abc; bm Qd4", "0 1"),
        ("fmvn 70000; bm Qd4", "0 65535"),
        ("fmvn -1; bm Qd4", "0 1"),
    ] {
        let line = format!("{start} {operations}");
        let (position, rest) = Position::from_epd(&line).expect("a position");
        let position = with_counters(position, rest).expect("counters");
        assert_eq!(position.to_fen(), format!("{start} {expected}"), "{operations}");
        if operations.contains("bm") {
            assert_eq!(parsed(&line).expect("a problem").position, position, "{operations}");
        }
    }
    let chess960 = parsed("4k3/8/8/8/8/8/8/1R2K1R1 w BG - hmvc 3; bm O-O").expect("a problem");
    assert_eq!(chess960.position.to_shredder_fen(), "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 3 1");
}

#[test]
fn mistakes_are_named() {
    for (line, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w K", "fields"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "none of bm"),
        ("4k3/8/8/8/8/8/8/4K2R w K - id \"a\";", "none of bm"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;", "bm Rh9: this is not a move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - am Ra1;", "am Ra1: this move is not legal"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm;", "bm has no move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - id \"a; bm Rh8;", "partner"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 Kd7;", "bm Kd7: this move is not legal"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm --;", "bm --: this is not a move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm ,;", "bm has no move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm #0;", "dm needs"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm #3; dm 2", "mate in 3 and in 2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - dm;", "dm needs"),
        ("4k3/8/8/8/8/8/8/4K2R w K - dm -3;", "dm needs"),
        ("4k3/8/8/8/8/8/8/4K2R w K - pv Rh8; sm Rh8", "none of bm"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm 1. Kd7 Rh8", "bm Kd7: this move is not legal"),
        ("4k3/8/8/8/8/8/8/4K2R w K - dm 0;", "dm needs"),
        ("4k3/8/8/8/8/8/8/4K2R w K - dm 2 3;", "dm needs"),
        ("é w - - bm Ke2;", ""),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm \u{e9}2;\u{3000}\"\u{e9}\"\u{2028}", "not a move"),
    ] {
        let error = parsed(line).map(|_| ()).expect_err(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn comments_and_empty_lines_are_skipped() {
    let lines: Vec<_> = numbered_lines("\u{feff}# a\n\n  x \n\u{feff}y\n\u{1a}").collect();
    assert_eq!(lines, [(3, "x"), (4, "y")]);
}

/// What is read is written in its exact form, and that is read as the same.
#[test]
fn lines_are_written_as_they_are_read() {
    for (operations, written) in [
        ("", ""),
        ("bm Qd4 Qd2; am d1d5", "bm Qd4+ Qd2; am Qd5+;"),
        ("pv 1. Qd4+ Kf5 2. Qd3+", "pv Qd4+ Kf5 Qd3+;"),
        ("pv;", "pv;"),
        ("sm Qd1-d4; pm Kd2;", "sm Qd4+; pm Kd2;"),
        ("acd 12; acn +99; acs 3.0; ce -31; rc 2;", "acd 12; acn 99; acs 3; ce -31; rc 2;"),
        ("hmvc 7; fmvn 40;", "hmvc 7; fmvn 40;"),
        ("bm #3;", "dm 3;"),
        (
            "id BT.07 by him; eco C42; nic \"RG 3.8\"",
            "id \"BT.07 by him\"; eco \"C42\"; nic \"RG 3.8\";",
        ),
        ("c0 \"a; b\"; c9 12; v0 main", "c0 \"a; b\"; c9 \"12\"; v0 \"main\";"),
        ("draw_offer; resign; noop 1 2.5 x;", "draw_offer; resign; noop 1 2.5 \"x\";"),
        ("tcri \"Ada L.\" 5; tcgs 1e3;", "tcri \"Ada L.\" 5; tcgs 1000.0;"),
        ("X_own \"4\" inf nan 1x -;", "X_own \"4\" \"inf\" \"nan\" \"1x\" \"-\";"),
        (r#"c1 "a \\ \"b\" \n\t";"#, r#"c1 "a \\ \"b\" \n\t";"#),
    ] {
        let line = format!("8/8/8/4k3/8/8/8/3QK3 w - - {operations}");
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{operations}: {error}"));
        let text = epd.to_string();
        assert_eq!(text, format!("8/8/8/4k3/8/8/8/3QK3 w - - {written}").trim_end());
        assert_eq!(text.parse(), Ok(epd), "{text}");
    }
    // A comment or a move.
    for (operations, written) in [
        ("bm c4 c3; pv c4 Kd7 c5", "bm c4 c3; pv c4 Kd7 c5;"),
        ("bm c4 c3 \"x\" id y", "bm c4; c3 \"x\"; id \"y\";"),
        ("c4 \"x\"; c5 y", "c4 \"x\"; c5 \"y\";"),
    ] {
        let epd: Epd = format!("4k3/8/8/8/8/8/2P5/4K3 w - - {operations}").parse().expect("a line");
        assert_eq!(epd.to_string(), format!("4k3/8/8/8/8/8/2P5/4K3 w - - {written}"));
    }
    let chess960 = "4k3/8/8/8/8/8/8/RR2K1R1 w KB - bm O-O;";
    assert_eq!(chess960.parse::<Epd>().expect("a line").to_string(), chess960);
}

#[test]
fn wrong_operands_are_errors() {
    for (operations, error) in [
        ("pv Qd4 Qd5;", "pv Qd5: this move is not legal here"),
        ("sm Qx9", "sm Qx9: this is not a move in the expected notation"),
        ("acd twelve;", "acd needs one integer"),
        ("ce 1 2;", "ce needs one integer"),
        ("hmvc;", "hmvc needs one integer"),
        ("dm -1;", "dm needs one number of moves"),
        ("c0 \"a; b", "a quotation mark has no partner"),
    ] {
        let read = format!("8/8/8/4k3/8/8/8/3QK3 w - - {operations}").parse::<Epd>();
        assert_eq!(read.map_err(|error| error.to_string()).expect_err(operations), error);
    }
}

#[test]
fn operations_are_set() {
    let mut epd: Epd = "8/8/8/4k3/8/8/8/3QK3 w - - c0 a; id x; c0 b;".parse().expect("a line");
    let [legal, illegal] = ["d1d4", "e1e2"].map(|text| {
        let position = Position::from_fen("8/8/8/8/8/k7/8/3QK3 w - - 0 1").expect("a position");
        crate::parse_uci(&position, text).expect("a move")
    });
    assert_eq!(epd.set("bm", [legal, illegal]), Ok(()));
    assert_eq!(epd.set("pv", [legal, legal]), Err(EpdError::Operand("pv".to_owned())));
    assert_eq!(epd.set("ce", [f64::NAN]), Err(EpdError::Operand("ce".to_owned())));
    for name in ["", "a b", "1a", "a;", "-"] {
        assert_eq!(epd.set(name, [1]), Err(EpdError::Opcode), "{name}");
    }
    epd.set("c0", ["one"]).expect("a text");
    epd.set("noop", [1.5]).expect("a number");
    let written = "8/8/8/4k3/8/8/8/3QK3 w - - c0 \"one\"; id \"x\"; bm Qd4+ Ke2; noop 1.5;";
    assert_eq!(epd.to_string(), written);
    epd.remove("c0");
    assert!(epd.text("c0").is_none() && epd.operations().len() == 3);
}
