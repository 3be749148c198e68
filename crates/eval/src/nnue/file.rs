//! Network files. `docs/src/train/networks.md` describes the format byte by byte.

use super::architecture::Architecture;
use super::network::{Network, NetworkError, Parameters, QA, QB, check_header, unsupported};
use super::simd::{Block, RowBlock};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// First bytes of every network file.
const MAGIC: [u8; 8] = *b"BARTNNUE";
/// Version of the format.
const VERSION: u32 = 2;
/// Bytes of the header before the note.
const FIXED: usize = 64;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;

fn invalid(error: impl Into<String>) -> NetworkError {
    NetworkError::Invalid(error.into())
}

/// A file that is read, and the checksum of what was read.
struct Input<R> {
    input: R,
    hasher: crc32fast::Hasher,
}

impl<R: Read> Input<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NetworkError> {
        self.input.read_exact(bytes)?;
        self.hasher.update(bytes);
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// `count` blocks, which have `N` bytes each in the file, in a vector with room for `capacity` of them.
    fn blocks<T, const N: usize>(
        &mut self,
        count: usize,
        capacity: usize,
        block: impl Fn(&[u8; N]) -> T,
    ) -> Result<Vec<T>, NetworkError> {
        let mut left = count;
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(capacity).map_err(|_| invalid("no memory for the network"))?;
        let mut buffer = [[0; N]; 256];
        while left > 0 {
            let length = left.min(buffer.len());
            let part = &mut buffer[..length];
            self.fill(part.as_flattened_mut())?;
            left -= length;
            blocks.extend(part.iter().map(&block));
        }
        Ok(blocks)
    }

    /// `count` values of 16 bits.
    fn halves(&mut self, count: usize) -> Result<Box<[Block]>, NetworkError> {
        let count = count / Block::SIZE;
        let halves = |bytes: &[u8; 2 * Block::SIZE]| {
            let half = |at: usize| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            Block(std::array::from_fn(half))
        };
        Ok(self.blocks(count, count, halves)?.into())
    }
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
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::read(file, length)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are no network.
    pub fn decode(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read(bytes, bytes.len() as u64)
    }

    /// Reads `length` bytes, from which the weights go straight to where inference wants them: each
    /// further copy would cost the start of the engine a millisecond or more for new pages of memory.
    fn read(input: impl Read, length: u64) -> Result<Self, NetworkError> {
        let mut input = Input { input, hasher: crc32fast::Hasher::new() };
        let mut header = [0; FIXED];
        let (magic, fields) = header.split_at_mut(MAGIC.len());
        if length >= MAGIC.len() as u64 {
            input.fill(magic)?;
        }
        if magic != MAGIC {
            return Err(NetworkError::Foreign);
        }
        let size = |expected: usize| {
            invalid(format!("the file has {length} bytes where its header says {expected}"))
        };
        if length < FIXED as u64 {
            return Err(size(FIXED));
        }
        input.fill(fields)?;
        let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let version = u32::from_le_bytes(std::array::from_fn(|at| header[8 + at]));
        if version != VERSION {
            return Err(invalid(format!(
                "network file of version {version}; this program reads version {VERSION}"
            )));
        }
        let architecture = Architecture {
            hidden: usize::from(u16_at(12)),
            king_buckets: std::array::from_fn(|at| header[32 + at]),
            mirrored: header[15] & 1 != 0,
            threats: header[15] & 2 != 0,
            output_buckets: usize::from(header[14]),
        };
        let scale = u16_at(20);
        check_header(&architecture, scale, "")?;
        let quantisation = [u16_at(16), u16_at(18)].map(i32::from);
        if quantisation != [QA, QB] {
            return unsupported("quantisation", format!("{}x{}", quantisation[0], quantisation[1]));
        }
        if header[15] > 3 || header[24..32] != [0; 8] {
            return unsupported("flags", format!("{} {:?}", header[15], &header[24..32]));
        }
        let note_length = usize::from(u16_at(22));
        let [features, biases, weights, output_biases] = Parameters::sizes(&architecture);
        let expected =
            FIXED + note_length + features + 2 * (biases + weights) + 4 * output_biases + CHECKSUM;
        if length != expected as u64 {
            return Err(size(expected));
        }
        let mut note = vec![0; note_length];
        input.fill(&mut note)?;
        let rows = features / Block::SIZE;
        // With room for the row of zeros.
        let capacity = rows + biases / Block::SIZE;
        let rows = input
            .blocks(rows, capacity, |bytes| RowBlock::new(&bytes.map(|byte: u8| byte as i8)))?;
        let weights = [input.halves(biases)?, input.halves(weights)?];
        let output_biases = (0..output_biases)
            .map(|_| Ok(i32::from_le_bytes(input.array()?)))
            .collect::<Result<_, NetworkError>>()?;
        let checksum = input.hasher.clone().finalize();
        if input.array()? != checksum.to_le_bytes() {
            return Err(invalid("the checksum is wrong: the file is damaged"));
        }
        let note = str::from_utf8(&note).or_else(|error| unsupported("note", error))?;
        check_header(&architecture, scale, note)?;
        Self::from_blocks(architecture, scale, note, rows, weights, output_biases)
    }

    /// The bytes of its file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let Architecture { hidden, king_buckets, mirrored, threats, output_buckets } =
            *self.architecture();
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend([output_buckets as u8, u8::from(mirrored) | u8::from(threats) << 1]);
        bytes.extend((QA as u16).to_le_bytes());
        bytes.extend((QB as u16).to_le_bytes());
        bytes.extend(self.scale().to_le_bytes());
        bytes.extend((self.note().len() as u16).to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(king_buckets);
        bytes.extend(self.note().bytes());
        let parameters = self.parameters();
        bytes.extend(parameters.feature_weights.iter().map(|&weight| weight as u8));
        let halves = [parameters.feature_biases, parameters.output_weights];
        bytes.extend(halves.iter().flatten().flat_map(|value| value.to_le_bytes()));
        bytes.extend(parameters.output_biases.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}
