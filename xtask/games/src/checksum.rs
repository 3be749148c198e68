//! Checksums that tell contents apart.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Its first eight digits. A CRC would not do: it is the same for all files that end with their own CRC,
/// as networks do.
#[must_use]
pub fn short_checksum(bytes: &[u8]) -> String {
    sha256(bytes)[..8].to_owned()
}

/// A short checksum of settings and other texts of this program, and of files that no network is.
#[must_use]
pub fn crc32(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::nnue::{Architecture, Network, Parameters};

    #[test]
    fn sha256_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }

    #[test]
    fn networks_have_different_checksums() {
        let architecture = Architecture::new(64);
        let checksum = |weight| {
            let parameters = Parameters::from_fn(&architecture, || weight);
            let network = Network::new(architecture, 400, "", &parameters).unwrap();
            short_checksum(&network.encode())
        };
        assert_ne!(checksum(1), checksum(2));
    }
}
