//! Tests of the words of a PGN text.

use super::*;
use Kind::*;

/// A token with the texts of its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind<'a> {
    Tag(&'a str, &'a str),
    Comment(&'a str),
    Variation(&'a str),
    Nag(&'a str),
    Word(&'a str),
    Unclosed(&'static str),
}

fn tokens(text: &str, line: usize) -> Tokens<'_> {
    Tokens::new(text, Cursor { at: 0, line, breaks: 1, close: 0 })
}

fn kinds(text: &str) -> Vec<Kind<'_>> {
    let kind = |token: Token| match token.kind {
        TokenKind::Tag(tag) => Tag(&text[tag.name], &text[tag.value]),
        TokenKind::Comment(span) => Comment(&text[span]),
        TokenKind::Variation(span) => Variation(&text[span]),
        TokenKind::Nag(span) => Nag(&text[span]),
        TokenKind::Word => Word(&text[token.begin..token.end]),
        TokenKind::Unclosed(what) => Unclosed(what),
    };
    tokens(text, 1).map(kind).collect()
}

fn tag<'a>(name: &'a str, value: &'a str) -> Kind<'a> {
    Tag(name, value)
}

#[test]
fn words_of_a_game() {
    let text = "[Event \"a \\\"b\\\" c\"] [ White\"x\" ]\n% not this\n1. e4 {good\nmove} 1... e5!? \
                $14$1 2.Nf3 ; rest\n(2. f4 (2. d4) {)} exf4) a8(Q)+ Nc6* <x y> ) 1 - 0 1/2-1/2";
    let expected = [
        tag("Event", "a \\\"b\\\" c"),
        tag("White", "x"),
        Word("1."),
        Word("e4"),
        Comment("good\nmove"),
        Word("1..."),
        Word("e5!?"),
        Nag("14"),
        Nag("1"),
        Word("2.Nf3"),
        Comment("rest"),
        Variation("2. f4 (2. d4) {)} exf4"),
        Word("a8(Q)+"),
        Word("Nc6*"),
        Comment("<x y>"),
        Word("1 - 0"),
        Word("1/2-1/2"),
    ];
    assert_eq!(kinds(text), expected);
}

#[test]
fn lines_and_breaks_are_counted() {
    let places: Vec<_> = tokens("a\n{b\nc} d\n\n(e\n)\n%x\n;f\n\n%\ng", 5)
        .map(|token| (token.line, token.breaks))
        .collect();
    assert_eq!(places, [(5, 1), (6, 1), (7, 0), (9, 2), (12, 1), (15, 2)]);
}

#[test]
fn comments_end_before_the_next_game() {
    let unclosed = Unclosed("comment");
    for (text, expected) in [
        ("a {b", vec![Word("a"), unclosed]),
        ("{a\n[A \"b\"]", vec![unclosed, tag("A", "b")]),
        ("{a\n[A \"b\"]\n{c}", vec![unclosed, tag("A", "b"), Comment("c")]),
        ("{a\n[A \"b\"]\n} c", vec![Comment("a\n[A \"b\"]"), Word("c")]),
        ("{a {b}} c", vec![Comment("a {b}"), Word("c")]),
        ("{a {b} c} d {e}", vec![Comment("a {b} c"), Word("d"), Comment("e")]),
        ("{a {{b} c} d} e", vec![Comment("a {{b} c} d"), Word("e")]),
        ("{a {b} c {d} e", vec![Comment("a {b"), Word("c"), Comment("d"), Word("e")]),
        ("{a {b} c\n[A \"b\"]\n}", vec![Comment("a {b"), Word("c"), tag("A", "b")]),
        ("(a (b)", vec![Unclosed("variation")]),
        ("(a\n[A \"b\"]", vec![Unclosed("variation"), tag("A", "b")]),
        ("(a {\n[A \"b\"]", vec![unclosed, tag("A", "b")]),
        ("[\nA", vec![Comment("["), Word("A")]),
        ("[]x <y", vec![Comment("[]"), Word("x"), Comment("<y")]),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}
