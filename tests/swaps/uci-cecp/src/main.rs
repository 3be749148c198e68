//! The engine with the protocol CECP: a session on standard input and output.

fn main() {
    uci_cecp::run(std::io::BufReader::new(std::io::stdin()));
}
