//! The commands at a tiny size: the whole way from games to an engine that plays, and settings that are
//! refused.

use super::*;
use crate::datagen;
use clap::Parser;
use eval::nnue::Nnue;
use searcher::Signals;
use std::path::Path;
use std::sync::Arc;
use uci::engine::EngineConfig;
use uci::output::Output;

#[derive(Parser)]
struct DatagenCli {
    #[command(flatten)]
    args: datagen::Args,
}

#[derive(Parser)]
struct TrainCli {
    #[command(flatten)]
    args: Args,
}

fn train_args(text: &str) -> Args {
    TrainCli::try_parse_from(format!("train {text}").split(' ')).expect("a command line").args
}

/// The commands of the book, at a tiny size: games, a network, and an engine that plays with it.
#[test]
fn the_whole_way_from_games_to_an_engine() {
    let folder = std::env::temp_dir().join(format!("xtask-train-{}", std::process::id()));
    let name = folder.to_str().expect("a plain path").to_owned();
    let text = format!("datagen --out {name} --run tiny --games 40 --nodes 40 --hash 1");
    datagen::run(&DatagenCli::try_parse_from(text.split(' ')).unwrap().args).unwrap();
    let net = folder.join("tiny.nnue");
    let text = format!(
        "{name}/tiny.games --net {name}/tiny.nnue --out {name}/state.json --hidden 64 --epochs 3 \
         --batch 256 --early-lambda 0.5"
    );
    run(&train_args(&text)).unwrap();
    let first = std::fs::read(&net).unwrap();
    // The same command has nothing left to do, and writes the same network.
    run(&train_args(&text)).unwrap();
    assert_eq!(std::fs::read(&net).unwrap(), first);
    let other = train_args(&text.replace("--epochs 3", "--epochs 4"));
    let error = run(&other).expect_err("a run of other settings").to_string();
    assert!(error.contains("schedule"), "{error}");
    let json = std::fs::read_to_string(net.with_extension("json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["curve"].as_array().map(|curve| curve.last().unwrap()["epoch"].clone()),
        Some(json!(3.0))
    );
    assert!(json["results"]["training_positions"].as_u64() > Some(100));
    assert_eq!(json["settings"]["selection"]["early_lambda"], 0.5, "{json}");

    let network = Network::load(&net).unwrap();
    assert!(network.to_string().starts_with("768x2-64-8 "), "{network}");

    // Another run goes on from the network, but not with fewer output buckets.
    let start = format!("--start {name}/tiny.nnue");
    let second =
        text.replace("state.json", "other.json").replace("--net", &format!("{start} --net"));
    run(&train_args(&second.replace("tiny.nnue --out", "second.nnue --out"))).unwrap();
    let json = |name: &str| -> serde_json::Value {
        let json = std::fs::read_to_string(folder.join(name)).unwrap();
        serde_json::from_str(&json).unwrap()
    };
    let loss = |name: &str| json(name)["curve"][0]["training"].as_f64().unwrap();
    assert!(
        loss("second.json") < loss("tiny.json"),
        "{} {}",
        loss("second.json"),
        loss("tiny.json")
    );
    // With all of the weights that it began with it is the first network again, but for the line.
    let restored = second.replace("tiny.nnue --out", "restored.nnue --start-share 1 --out");
    run(&train_args(&restored)).unwrap();
    let parameters = |name: &str| Network::load(&folder.join(name)).unwrap().parameters();
    assert_eq!(parameters("restored.nnue"), parameters("tiny.nnue"));
    // The mean of three, of weights rounded to integers: the first network and twice the second.
    let mean = format!("--mean {name}/second.nnue");
    let net = format!("mean.nnue --start-share 1 {mean} {mean} --out");
    let mean = second.replace("tiny.nnue --out", &net);
    run(&train_args(&mean)).unwrap();
    let [first, second_weights, mean_weights] =
        ["tiny.nnue", "second.nnue", "mean.nnue"].map(|name| parameters(name).feature_weights);
    for ((first, second), mean) in first.iter().zip(second_weights).zip(mean_weights) {
        let [first, second, mean] = [*first, second, mean].map(i16::from);
        assert!((first + 2 * second - 3 * mean).abs() <= 2, "{mean} of {first} and {second}");
    }
    // The same run with its weights rounded one by one.
    run(&train_args(&format!("{text} --rounding-epochs 1").replace("tiny.nnue", "rounded.nnue")))
        .unwrap();
    assert_ne!(parameters("rounded.nnue").feature_weights, parameters("tiny.nnue").feature_weights);
    let (rounded, tiny) = (json("rounded.json"), json("tiny.json"));
    assert_eq!(rounded["rounding_epochs"], 1);
    let positions = "training_positions";
    assert_eq!(rounded["results"][positions], tiny["results"][positions], "{rounded}");
    let json = json("mean.json");
    assert_eq!(json["mean"].as_array().map(Vec::len), Some(2), "{json}");
    for (change, expected) in
        [("--hidden 128", "another architecture"), ("--hidden 64 --scale 300", "another scale")]
    {
        let other = mean.replace("--hidden 64", change).replace("--start-share 1 ", "");
        let error = format!("{:#}", run(&train_args(&other)).expect_err("another network"));
        assert!(error.contains("--mean: ") && error.contains(expected), "{error}");
    }
    let other = mean.replace("--hidden 64", "--hidden 64 --scale 300");
    let error = format!("{:#}", run(&train_args(&other)).expect_err("another scale"));
    assert!(error.contains("--start-share: "), "{error}");
    let other = second.replace("--hidden 64", "--hidden 64 --output-buckets 1");
    let error = format!("{:#}", run(&train_args(&other)).expect_err("another architecture"));
    assert!(error.contains("not an architecture to begin with"), "{error}");
    let bench = |network| {
        let config = EngineConfig { evaluation: Nnue::NAME, network, ..EngineConfig::default() };
        uci::bench::run(config, 1, Some(3), &Output::new(io::sink()), &Signals::new())
            .unwrap()
            .unwrap()
    };
    let nodes = |text: String| text.split(' ').next().map(str::to_owned);
    let network = Some(Arc::new(network));
    assert_eq!(nodes(bench(network.clone())), nodes(bench(network.clone())));
    assert_ne!(nodes(bench(network)), nodes(bench(None)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn unusable_settings_are_refused() {
    let games = Path::new("no-such-file.games");
    let error = |text: &str| {
        let args = train_args(&format!("{} {text}", games.display()));
        format!("{:#}", run(&args).expect_err("an error"))
    };
    for (text, expected) in [
        ("--hidden 96", "multiple of 64"),
        ("--hidden 1088", "hidden size 1088"),
        ("--head layers --hidden 192", "hidden size 192"),
        ("--hidden 3200000000", "hidden size 3200000000"),
        ("--output-buckets 3", "output buckets 3"),
        ("--output-buckets 4000000000", "output buckets 4000000000"),
        ("--rate 0", "--rate must be positive"),
        ("--result-share 1.5", "--result-share"),
        ("--batch 0", "--batch"),
        ("--hidden 64", "no-such-file.games"),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!(parse_king_buckets("0011/0011/2222/2222/3333/3333/3333/333v").is_ok());
    for text in [
        "",
        "0011",
        "0011/0011/2222/2222/3333/3333/3333/333w",
        "0011/0011/2222/2222/3333/3333/3333/33330",
    ] {
        assert!(parse_king_buckets(text).is_err(), "{text}");
    }
}
