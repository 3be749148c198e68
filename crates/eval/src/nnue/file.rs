//! Network files. `docs/src/train/networks.md` describes the format byte by byte.

use super::architecture::Architecture;
use super::error::NetworkError;
use super::network::{Network, Parameters, check_header};
use super::quantisation::{QA, QB};
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
/// No network file is longer.
const MAX_FILE: u64 = 32 << 20;

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
        // One byte more than any network has is enough to refuse a file.
        File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
        Self::decode(&bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are no network.
    pub fn decode(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let size = |expected| NetworkError::Size { expected, actual: bytes.len() };
        let header = bytes.first_chunk::<FIXED>().ok_or(size(FIXED))?;
        let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let version = u32::from_le_bytes(std::array::from_fn(|at| header[8 + at]));
        if version != VERSION {
            return Err(NetworkError::Version { found: version, read: VERSION });
        }
        let architecture = Architecture {
            hidden: usize::from(u16_at(12)),
            king_buckets: std::array::from_fn(|at| header[32 + at]),
            mirrored: header[15] != 0,
            output_buckets: usize::from(header[14]),
        };
        let scale = u16_at(20);
        check_header(&architecture, scale, "")?;
        let quantisation = [u16_at(16), u16_at(18)].map(i32::from);
        if quantisation != [QA, QB] {
            let value = format!("{}x{}", quantisation[0], quantisation[1]);
            return Err(NetworkError::Unsupported { field: "quantisation", value });
        }
        if header[15] > 1 || header[24..32] != [0; 8] {
            return Err(NetworkError::Unsupported { field: "flags", value: String::new() });
        }
        let note_length = usize::from(u16_at(22));
        let [features, biases, weights, output_biases] = Parameters::sizes(&architecture);
        let body = FIXED + note_length + 2 * (features + biases + weights) + 4 * output_biases;
        if bytes.len() != body + CHECKSUM {
            return Err(size(body + CHECKSUM));
        }
        let (content, checksum) = bytes.split_at(body);
        if checksum != crc32fast::hash(content).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let (note, mut rest) = content[FIXED..].split_at(note_length);
        let mut take = |count: usize| {
            let values;
            (values, rest) = rest.split_at(2 * count);
            values.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
        };
        let parameters = Parameters {
            feature_weights: take(features),
            feature_biases: take(biases),
            output_weights: take(weights),
            output_biases: rest
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| i32::from_le_bytes(bytes))
                .collect(),
        };
        let note = str::from_utf8(note)
            .map_err(|_| NetworkError::Unsupported { field: "note", value: String::new() })?;
        Self::new(architecture, scale, note, &parameters)
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
