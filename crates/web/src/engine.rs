//! Builds engines from names. They differ from those of the UCI binary in that they count and record what
//! they do, and in that the network comes from outside.

use crate::request::Parts;
use crate::tree::TreeObserver;
use eval::nnue::Network;
use eval::{Centre, Classical, Evaluator, Nnue};
use ordering::{MoveOrdering, SchemeVisitor};
use searcher::Searcher;
use std::sync::Arc;

/// An evaluator of any kind.
pub type BoxedEvaluator = Box<dyn Evaluator + Send>;

/// An evaluator by its name. Not `eval::dispatch`, which brings the network of the binary with it.
pub fn evaluator(name: &str, network: Option<&Arc<Network>>) -> Result<BoxedEvaluator, String> {
    match name {
        "centre" => Ok(Box::new(Centre)),
        Classical::NAME => Ok(Box::new(Classical::default())),
        Nnue::NAME => {
            let network = network.ok_or("the network is not loaded")?;
            Ok(Box::new(Nnue::new(Arc::clone(network))))
        }
        _ => Err(format!("no evaluation is called '{name}'")),
    }
}

/// An engine with these parts.
pub fn build(parts: &Parts, network: Option<&Arc<Network>>) -> Result<Box<dyn Searcher>, String> {
    struct Build {
        parts: Parts,
        network: Option<Arc<Network>>,
    }

    impl SchemeVisitor for Build {
        type Output = Result<Box<dyn Searcher>, String>;

        fn visit<O: MoveOrdering>(self) -> Self::Output {
            let Self { parts: Parts { search, evaluation, .. }, network } = self;
            evaluator(&evaluation, network.as_ref())?;
            let new_evaluator =
                move || evaluator(&evaluation, network.as_ref()).expect("checked above");
            search::build_observed::<_, O, TreeObserver>(&search, new_evaluator)
                .ok_or_else(|| format!("no search is called '{search}'"))
        }
    }

    let name = &parts.ordering;
    ordering::dispatch(name, Build { parts: parts.clone(), network: network.cloned() })
        .unwrap_or_else(|| Err(format!("no ordering is called '{name}'")))
}
