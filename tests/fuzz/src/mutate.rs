//! Random changes of an input.

use testkit::Rng;

/// Longest input, in bytes, unless a sample is longer.
const MAX_LENGTH: usize = 1 << 14;
/// Most bytes that a change inserts at random.
const MAX_NOISE: usize = 8;
/// How often a part is repeated at most.
const MAX_REPEATS: usize = 40;

/// One of the samples with one or more changes; half of the results have one.
pub(super) fn mutated(samples: &[Vec<u8>], words: &[&str], rng: &mut Rng) -> Vec<u8> {
    let mut input = rng.pick(samples).cloned().unwrap_or_default();
    let longest = MAX_LENGTH.max(input.len());
    loop {
        change(&mut input, samples, words, rng);
        input.truncate(longest);
        if rng.one_in(2) {
            return input;
        }
    }
}

fn change(input: &mut Vec<u8>, samples: &[Vec<u8>], words: &[&str], rng: &mut Rng) {
    let at = rng.below(input.len() + 1);
    let part = at..(at + rng.below(MAX_LENGTH.min(input.len()) + 1)).min(input.len());
    match rng.below(9) {
        0 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
        1 => {
            let noise: Vec<u8> = (0..=rng.below(MAX_NOISE)).map(|_| rng.next_u64() as u8).collect();
            input.splice(at..at, noise);
        }
        2 => drop(input.drain(part)),
        3 => {
            let repeated = input[part].repeat(1 + rng.below(MAX_REPEATS));
            input.splice(at..at, repeated.into_iter().take(MAX_LENGTH));
        }
        4 => {
            let other = rng.pick(samples).map_or(&[][..], Vec::as_slice);
            let begin = rng.below(other.len() + 1);
            let end = (begin + rng.below(other.len() + 1)).min(other.len());
            input.splice(part, other[begin..end].iter().copied());
        }
        5 => input.truncate(at),
        // The rest are words, since most formats consist of them.
        _ => {
            let word = rng.pick(words).map_or("", |word| *word);
            let replaced = if rng.one_in(2) { at..at } else { part.start..part.end.min(at + 4) };
            input.splice(replaced, word.bytes());
        }
    }
}
