//! Network files. `docs/src/train/networks.md` describes the format byte by byte.

use super::architecture::Architecture;
use super::error::NetworkError;
use super::network::{Network, Parameters, check_header};
use super::quantisation::{QA, QB};
use super::simd::Block;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// First bytes of every network file.
const MAGIC: [u8; 8] = *b"BARTNNUE";
/// Version of the format.
const VERSION: u32 = 1;
/// Bytes of the header before the note.
const FIXED: usize = 64;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;

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

    /// `count` values of 16 bits.
    fn blocks(&mut self, count: usize) -> Result<Box<[Block]>, NetworkError> {
        let mut blocks = Vec::with_capacity(count / Block::SIZE);
        let mut buffer = [0; 1 << 14];
        let mut bytes = 2 * count;
        while bytes > 0 {
            let part = &mut buffer[..bytes.min(1 << 14)];
            self.fill(part)?;
            bytes -= part.len();
            let values = |bytes: &[u8; 2 * Block::SIZE]| {
                Block(std::array::from_fn(|at| {
                    i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])
                }))
            };
            blocks.extend(part.as_chunks().0.iter().map(values));
        }
        Ok(blocks.into())
    }
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or is no network.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let metadata = path.metadata()?;
        // Opening a pipe would wait for its writer.
        if !metadata.is_file() {
            return Err(NetworkError::Foreign);
        }
        Self::read(File::open(path)?, metadata.len())
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
        let magic = MAGIC.len() as u64;
        if length < magic || input.array()? != MAGIC {
            return Err(NetworkError::Foreign);
        }
        let size = |expected: usize| {
            let expected = expected as u64;
            if length == expected {
                Ok(())
            } else {
                Err(NetworkError::Size { expected, actual: length })
            }
        };
        if length < FIXED as u64 {
            size(FIXED)?;
        }
        let header: [u8; FIXED - MAGIC.len()] = input.array()?;
        let header = |at: usize| header[at - MAGIC.len()];
        let u16_at = |at: usize| u16::from_le_bytes([header(at), header(at + 1)]);
        let version = u32::from_le_bytes(std::array::from_fn(|at| header(8 + at)));
        if version != VERSION {
            return Err(NetworkError::Version { found: version, read: VERSION });
        }
        let architecture = Architecture {
            hidden: usize::from(u16_at(12)),
            king_buckets: std::array::from_fn(|at| header(32 + at)),
            mirrored: header(15) != 0,
            output_buckets: usize::from(header(14)),
        };
        let scale = u16_at(20);
        check_header(&architecture, scale, "")?;
        let quantisation = [u16_at(16), u16_at(18)].map(i32::from);
        if quantisation != [QA, QB] {
            let value = format!("{}x{}", quantisation[0], quantisation[1]);
            return Err(NetworkError::Unsupported { field: "quantisation", value });
        }
        if header(15) > 1 || (24..32).any(|at| header(at) != 0) {
            return Err(NetworkError::Unsupported { field: "flags", value: String::new() });
        }
        let note_length = usize::from(u16_at(22));
        let [features, biases, weights, output_biases] = Parameters::sizes(&architecture);
        size(
            FIXED + note_length + 2 * (features + biases + weights) + 4 * output_biases + CHECKSUM,
        )?;
        let mut note = vec![0; note_length];
        input.fill(&mut note)?;
        let network = Self {
            architecture,
            scale,
            feature_weights: input.blocks(features)?,
            feature_biases: input.blocks(biases)?,
            output_weights: input.blocks(weights)?,
            output_biases: (0..output_biases)
                .map(|_| Ok(i32::from_le_bytes(input.array()?)))
                .collect::<Result<_, NetworkError>>()?,
            note: String::new(),
        };
        let checksum = input.hasher.clone().finalize();
        if input.array()? != checksum.to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let note = String::from_utf8(note)
            .map_err(|_| NetworkError::Unsupported { field: "note", value: String::new() })?;
        Self { note, ..network }.checked()
    }

    /// The bytes of its file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let Architecture { hidden, king_buckets, mirrored, output_buckets } = *self.architecture();
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend([output_buckets as u8, u8::from(mirrored)]);
        bytes.extend((QA as u16).to_le_bytes());
        bytes.extend((QB as u16).to_le_bytes());
        bytes.extend(self.scale().to_le_bytes());
        bytes.extend((self.note().len() as u16).to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(king_buckets);
        bytes.extend(self.note().bytes());
        let parameters = self.parameters();
        let halves =
            [parameters.feature_weights, parameters.feature_biases, parameters.output_weights];
        bytes.extend(halves.iter().flatten().flat_map(|value| value.to_le_bytes()));
        bytes.extend(parameters.output_biases.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}
