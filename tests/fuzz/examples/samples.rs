//! Writes the valid inputs of all readers for `cargo fuzz`.

fn main() -> std::io::Result<()> {
    fuzz::write_samples()
}
