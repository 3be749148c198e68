//! Builds engines from names. They differ from those of the UCI binary in that they count and record what
//! they do, and in that the network comes from outside.

use crate::own::{self, Own};
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

/// Calls the visitor with the ordering of the parts.
pub fn visit_ordering<V: SchemeVisitor>(parts: &Parts, visitor: V) -> Result<V::Output, String> {
    let Parts { ordering, code, .. } = parts;
    if ordering == own::NAME {
        own::set_program(own::parse(code).map_err(|error| error.to_string())?);
        return Ok(visitor.visit::<Own>());
    }
    ordering::dispatch(ordering, visitor)
        .ok_or_else(|| format!("no ordering is called '{ordering}'"))
}

/// An engine with these parts.
pub fn build(parts: &Parts, network: Option<&Arc<Network>>) -> Result<Box<dyn Searcher>, String> {
    struct Build<'a> {
        parts: &'a Parts,
        network: Option<Arc<Network>>,
    }

    impl SchemeVisitor for Build<'_> {
        type Output = Result<Box<dyn Searcher>, String>;

        fn visit<O: MoveOrdering>(self) -> Self::Output {
            let Self { parts: Parts { search, evaluation, .. }, network } = self;
            evaluator(evaluation, network.as_ref())?;
            let name = evaluation.clone();
            let new_evaluator = move || evaluator(&name, network.as_ref()).expect("checked above");
            search::build_observed::<_, O, TreeObserver>(search, new_evaluator)
                .ok_or_else(|| format!("no search is called '{search}'"))
        }
    }

    let mut engine = visit_ordering(parts, Build { parts, network: network.cloned() })??;
    apply_ablation(engine.as_mut(), parts)?;
    Ok(engine)
}

/// Takes the heuristic out of a search that the parts are without.
fn apply_ablation(
    engine: &mut dyn Searcher,
    Parts { search, without, .. }: &Parts,
) -> Result<(), String> {
    if without.is_empty() {
        return Ok(());
    }
    let ablation = search::ABLATIONS.iter().find(|(name, _)| name == without);
    let (_, values) = ablation.ok_or_else(|| format!("no heuristic is called '{without}'"))?;
    for (name, value) in *values {
        if !engine.set_parameter(name, *value) {
            return Err(format!("{without} cannot be taken out of the search {search} here"));
        }
    }
    Ok(())
}
