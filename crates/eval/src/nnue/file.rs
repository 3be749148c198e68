//! Network files. `docs/src/train/networks.md` describes the format byte by byte.

use super::architecture::{Architecture, Head};
use super::layers::{LAYER_UNITS, Layers};
use super::network::{Network, NetworkError, Parameters, QA, QB, check_header, unsupported};
use super::simd::{Block, RowBlock};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::RangeInclusive;
use std::path::Path;

/// First bytes of every network file.
const MAGIC: [u8; 8] = *b"BARTNNUE";
/// Versions of the format, one for each head, with what the quantisation after the accumulators may be.
const VERSIONS: [(u32, Head, RangeInclusive<u16>); 2] =
    [(2, Head::Screlu, QB as u16..=QB as u16), (3, Head::Layers, LAYER_UNITS)];
/// Bytes of the header before the note.
const FIXED: usize = 64;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;
/// More bytes than any network has.
const MOST_BYTES: u64 = 1 << 26;
const NO_MEMORY: &str = "no memory for the network";

fn invalid(error: impl Into<String>) -> NetworkError {
    NetworkError::Invalid(error.into())
}

/// Blocks of `N` bytes, in a vector with room for some more.
fn blocks<T, const N: usize>(
    bytes: &[u8],
    room: usize,
    block: impl Fn(&[u8; N]) -> T,
) -> Result<Vec<T>, NetworkError> {
    let chunks = bytes.as_chunks().0;
    let mut blocks = Vec::new();
    blocks.try_reserve_exact(chunks.len() + room).map_err(|_| invalid(NO_MEMORY))?;
    blocks.extend(chunks.iter().map(block));
    Ok(blocks)
}

/// Blocks of values of 16 bits.
fn halves(bytes: &[u8]) -> Result<Box<[Block]>, NetworkError> {
    let block = |bytes: &[u8; 2 * Block::SIZE]| {
        Block(std::array::from_fn(|at| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])))
    };
    Ok(blocks(bytes, 0, block)?.into())
}

/// Groups of four bytes.
fn words_of(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    bytes.as_chunks().0.iter().copied()
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or is no network.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        // Opening a pipe would wait for its writer.
        if !path.metadata()?.is_file() {
            return Err(NetworkError::Foreign);
        }
        let mut bytes = Vec::new();
        match File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(invalid(NO_MEMORY)),
            read => read.map_err(NetworkError::Io).and_then(|_| Self::decode(&bytes)),
        }
    }

    /// Reads the bytes of a file. The weights go straight to where inference wants them: each further copy would
    /// cost the start of the engine a millisecond or more for new pages of memory.
    ///
    /// # Errors
    /// When they are no network.
    pub fn decode(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let size = |expected: usize| {
            let length = bytes.len();
            invalid(format!("the file has {length} bytes where its header says {expected}"))
        };
        let (header, mut rest) = bytes.split_first_chunk::<FIXED>().ok_or_else(|| size(FIXED))?;
        let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let version = u32::from_le_bytes(std::array::from_fn(|at| header[8 + at]));
        let known = VERSIONS.into_iter().find(|(number, ..)| *number == version);
        let Some((_, head, units)) = known else {
            return Err(invalid(format!(
                "network file of version {version}; this program reads versions 2 and 3"
            )));
        };
        let architecture = Architecture {
            hidden: usize::from(u16_at(12)),
            head,
            king_buckets: std::array::from_fn(|at| header[32 + at]),
            mirrored: header[15] & 1 != 0,
            threats: header[15] & 2 != 0,
            output_buckets: usize::from(header[14]),
        };
        let scale = u16_at(20);
        check_header(&architecture, scale, "")?;
        let quantisation = [u16_at(16), u16_at(18)];
        if i32::from(quantisation[0]) != QA || !units.contains(&quantisation[1]) {
            return unsupported("quantisation", format!("{}x{}", quantisation[0], quantisation[1]));
        }
        if header[15] > 3 || header[24..32] != [0; 8] {
            return unsupported("flags", format!("{} {:?}", header[15], &header[24..32]));
        }
        let note_length = usize::from(u16_at(22));
        let [features, biases, weights, output_biases, layer_weights, layer_biases, floats] =
            Parameters::sizes(&architecture);
        let words = 4 * (output_biases + layer_biases + floats);
        let layers = features + 2 * (biases + weights) + layer_weights + words;
        let expected = FIXED + note_length + layers + CHECKSUM;
        if bytes.len() != expected {
            return Err(size(expected));
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(invalid("the checksum is wrong: the file is damaged"));
        }
        let mut take = |count| rest.split_off(..count).unwrap_or_default();
        let note = take(note_length);
        // With room for the row of zeros.
        let rows = blocks(take(features), biases / Block::SIZE, |bytes| {
            RowBlock::new(&bytes.map(|byte: u8| byte as i8))
        })?;
        let weights = [halves(take(2 * biases))?, halves(take(2 * weights))?];
        let output_biases = words_of(take(4 * output_biases)).map(i32::from_le_bytes).collect();
        let layer_weights: Vec<i8> = take(layer_weights).iter().map(|&byte| byte as i8).collect();
        let layer_biases: Vec<i32> =
            words_of(take(4 * layer_biases)).map(i32::from_le_bytes).collect();
        let floats: Vec<f32> = words_of(take(4 * floats)).map(f32::from_le_bytes).collect();
        let note = str::from_utf8(note).or_else(|error| unsupported("note", error))?;
        check_header(&architecture, scale, note)?;
        let layers = Layers::new(quantisation[1], &layer_weights, &layer_biases, &floats)?;
        Self::from_blocks((architecture, scale, note), rows, weights, output_biases, layers)
    }

    /// The bytes of its file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let Architecture { hidden, head, king_buckets, mirrored, threats, output_buckets } =
            *self.architecture();
        let version = VERSIONS.into_iter().find(|(_, of, _)| *of == head);
        let (version, ..) = version.expect("a version for each head");
        let parameters = self.parameters();
        let unit = if head == Head::Layers { parameters.layer_unit } else { QB as u16 };
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(version.to_le_bytes());
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend([output_buckets as u8, u8::from(mirrored) | u8::from(threats) << 1]);
        bytes.extend((QA as u16).to_le_bytes());
        bytes.extend(unit.to_le_bytes());
        bytes.extend(self.scale().to_le_bytes());
        bytes.extend((self.note().len() as u16).to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(king_buckets);
        bytes.extend(self.note().bytes());
        bytes.extend(parameters.feature_weights.iter().map(|&weight| weight as u8));
        let halves = [parameters.feature_biases, parameters.output_weights];
        bytes.extend(halves.iter().flatten().flat_map(|value| value.to_le_bytes()));
        bytes.extend(parameters.output_biases.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(parameters.layer_weights.iter().map(|&weight| weight as u8));
        bytes.extend(parameters.layer_biases.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(parameters.layer_floats.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}
