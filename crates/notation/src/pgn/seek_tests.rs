//! Tests of places in files, and of reading on from there.

use super::stream_tests::TEXT;
use super::*;

/// The games of a file with their offsets, and with the cause for those that cannot be read.
fn with_offsets<S: Source>(reader: &mut Reader<S>) -> Vec<(u64, Result<PgnGame, PgnErrorCause>)> {
    let (mut games, mut builder) = (Vec::new(), GameBuilder::new());
    while let Some(game) = reader.read_game(&mut builder).transpose() {
        let cause = |error| match error {
            ReadError::Game(error) => error.cause,
            error => panic!("{error}"),
        };
        games.push((reader.offset(), game.map_err(cause)));
    }
    games
}

#[test]
fn games_are_found_again_at_their_offsets() {
    let windows = TEXT.replace('\n', "\r\n");
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}; 𝄞\r\n".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    };
    let latin = b"{\xe9\xe9}\xa0\xe9\r1. e4 {\r\n\xe9} *\r\n\r\n";
    let latin = [latin, windows.as_bytes()].concat();
    let lengths = if cfg!(miri) { &[1 << 16][..] } else { &[1, 7, 100, 1 << 16] };
    let (little, big) = (utf16(TEXT, u16::to_le_bytes), utf16(&windows, u16::to_be_bytes));
    for bytes in [TEXT.into(), windows.into(), latin, little, big] {
        for &length in lengths {
            let file = || Reader::new(std::io::Cursor::new(&bytes)).with_chunk(length);
            let mut reader = file();
            let games = with_offsets(&mut reader);
            assert!(games.len() > 8 && games.windows(2).all(|pair| pair[0].0 < pair[1].0));
            assert_eq!(reader.offset(), bytes.len() as u64);
            for (index, (offset, _)) in games.iter().enumerate() {
                let mut new = file();
                for reader in [&mut reader, &mut new] {
                    reader.seek(*offset).expect("memory");
                    assert!(with_offsets(reader) == games[index..], "{length}: {offset}");
                }
            }
            reader.seek(0).expect("memory");
            assert!(with_offsets(&mut reader) == games, "{length}");
        }
    }
}

/// A file that cannot be sought far.
struct Short<'a>(std::io::Cursor<&'a [u8]>);

impl std::io::Read for Short<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl std::io::Seek for Short<'_> {
    fn seek(&mut self, place: std::io::SeekFrom) -> std::io::Result<u64> {
        match place {
            std::io::SeekFrom::Start(99..) => Err(std::io::ErrorKind::InvalidInput.into()),
            place => self.0.seek(place),
        }
    }
}

#[test]
fn a_reader_that_could_not_seek_has_no_game() {
    let file = || Reader::new(Short(std::io::Cursor::new(b"1. e4 {\xe9} *\r\n\r\n1. d4 *\r\n")));
    for read in 0..4 {
        let mut reader = file();
        (0..read).for_each(|_| assert!(reader.skip_game().is_ok()));
        assert!(reader.seek(100).is_err());
        let _ = (reader.offset(), reader.line());
        assert!(matches!(reader.skip_game(), Ok(false)));
        reader.seek(0).expect("memory");
        assert_eq!(reader.games().count(), 2);
    }
}

#[test]
fn the_last_offset_is_the_end_of_the_file() {
    for (text, games) in
        [("1. e4 *  \r\n\r\n ", 1), ("1. e4", 1), ("; none\n \n", 0), (" ", 0), ("", 0)]
    {
        let mut reader = Reader::from_text(text);
        assert_eq!(reader.games().count(), games);
        assert_eq!(reader.offset(), text.len() as u64, "{text}");
        assert!(matches!(reader.skip_game(), Ok(false)));
        assert_eq!(reader.offset(), text.len() as u64, "{text}");
    }
}
