//! The evaluation `nnue`: the option `EvalFile`, `export_net`, `eval`, and the name of the network.

use crate::common::start;
use eval::nnue::{Architecture, Network, Parameters};
use testkit::TempFolder;
use testkit::uci::UciClient;

/// The embedded network with another note and the sign of all outputs turned.
fn other_network() -> Network {
    let embedded = Network::embedded();
    let mut parameters = embedded.parameters();
    parameters.output_weights.iter_mut().for_each(|weight| *weight = -*weight);
    parameters.output_biases.iter_mut().for_each(|bias| *bias = -*bias);
    Network::new(*embedded.architecture(), embedded.scale(), "turned round", &parameters)
        .expect("a network")
}

/// What `eval` says of a position with a queen more for White, in pawns.
fn queen_up(session: &mut UciClient) -> f64 {
    session.send("position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let lines = session.send_and_sync("eval");
    let last = lines.last().expect("an evaluation");
    let score = last.split(' ').nth(1).expect("a score");
    score.parse().unwrap_or_else(|_| panic!("{last}"))
}

#[test]
fn eval_file_is_loaded_and_written() {
    let mut session = start();
    let folder = TempFolder::new("network-written");
    let (path, copy) = (folder.join("a network.nnue"), folder.join("copy.nnue"));
    std::fs::write(&path, other_network().encode()).expect("a file");
    assert!(session.send_and_sync("setoption name Evaluation value nnue").is_empty());
    let embedded = queen_up(&mut session);
    assert!(embedded > 4.0, "{embedded}");
    let set = format!("setoption name EvalFile value {}", path.display());
    assert_eq!(session.send_and_sync(&set), Vec::<String>::new());
    assert_eq!(queen_up(&mut session), -embedded);
    // A wrong file leaves the network as it is.
    let mut damaged = other_network().encode();
    damaged[200] ^= 1;
    std::fs::write(&copy, damaged).expect("a file");
    for (name, why) in [("copy.nnue", "checksum"), ("missing.nnue", "")] {
        let path = folder.join(name);
        let set = format!("setoption name EvalFile value {}", path.display());
        let said = session.send_and_sync(&set);
        let start = "info string EvalFile";
        assert!(said.len() == 1 && said[0].starts_with(start) && said[0].contains(why), "{said:?}");
        assert_eq!(queen_up(&mut session), -embedded, "{name}");
    }

    let lines = session.send_and_sync(&format!("export_net {}", copy.display()));
    assert!(lines[0].contains("turned round"), "{lines:?}");
    assert_eq!(Network::load(&copy).expect("a network"), other_network());
    let lines = session.send_and_sync("export_net /no/such/folder/x.nnue");
    assert!(lines[0].starts_with("info string export_net: cannot write"), "{lines:?}");

    assert!(session.send_and_sync("setoption name EvalFile value <empty>").is_empty());
    assert_eq!(queen_up(&mut session), embedded);
}

#[test]
fn the_first_search_names_the_network() {
    let mut session = start();
    session.send("setoption name Evaluation value classical");
    session.send("go depth 2");
    let lines = session.read_until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("network")), "{lines:?}");
    session.send("setoption name Evaluation value nnue");
    let named = |session: &mut UciClient| {
        session.send("go depth 2");
        let lines = session.read_until("bestmove");
        let lines = lines.into_iter().filter(|line| line.starts_with("info string network"));
        lines.collect::<Vec<_>>()
    };
    let lines = named(&mut session);
    assert!(lines.len() == 1 && lines[0].contains("network 2304x2"), "{lines:?}");
    assert_eq!(named(&mut session), Vec::<String>::new());
    // Another network, another name.
    let folder = TempFolder::new("network-named");
    let path = folder.join("named.nnue");
    let architecture = Architecture::new(192);
    let parameters = Parameters::from_fn(&architecture, || 1);
    let network = Network::new(architecture, 400, "all ones", &parameters).expect("a network");
    std::fs::write(&path, network.encode()).expect("a file");
    session.send(&format!("setoption name EvalFile value {}", path.display()));
    let lines = named(&mut session);
    assert!(lines.len() == 1 && lines[0].contains("768x2-192-8 all ones"), "{lines:?}");
    session.send("ucinewgame");
    assert_eq!(named(&mut session), Vec::<String>::new());
}
