//! [`NetworkError`]: why something is no network.

use std::io;

/// Why a file or parameters are no network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The system's error.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file does not begin as a network file does.
    #[error("not a network file")]
    Foreign,
    /// The file has another version of the format.
    #[error("network file of version {found}; this program reads version {read}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        read: u32,
    },
    /// The file is shorter or longer than its header says.
    #[error("the file has {actual} bytes where its header says {expected}")]
    Size {
        /// Bytes that the header asks for.
        expected: u64,
        /// Bytes that are there.
        actual: u64,
    },
    /// There is not enough memory for the weights.
    #[error("no memory for the network")]
    Memory,
    /// Bytes were changed.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// A field of the header has a value that this program does not support.
    #[error("unsupported {field} {value}")]
    Unsupported {
        /// Which field.
        field: &'static str,
        /// Its value.
        value: String,
    },
    /// The numbers of parameters are those of another architecture.
    #[error("the parameters are not those of the architecture")]
    Parameters,
    /// A weight is so large that sums might overflow.
    #[error("{kind} {value} is beyond ±{bound}")]
    Weight {
        /// Which kind of weight.
        kind: &'static str,
        /// Its value.
        value: i16,
        /// Its greatest absolute value.
        bound: i16,
    },
}
