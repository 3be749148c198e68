//! The searches that are compared: our own, each with one thing changed, and one with all of
//! them changed towards system A. What they come to is measured elsewhere.

use super::arrangements::{
    Arranged, Arrangement, Backwards, MvvLva, NoisyFirst, Off, Ours, PawnsFirst, QuietFirst,
    Swapping, SystemA,
};
use super::experiment::{Budget, Effort, Horizon, Rules, alpha_beta};
use super::values::{Material, Squares};
use board::Position;
use eval::{Centre, Classical, Evaluator, Score};

/// In which order moves are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// [`Ours`]
    Ours,
    /// [`Backwards`]
    Backwards,
    /// [`NoisyFirst`]
    NoisyFirst,
    /// [`QuietFirst`]
    QuietFirst,
    /// [`PawnsFirst`]
    PawnsFirst,
    /// [`SystemA`]
    SystemA,
}

/// How positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// [`Classical`]
    Classical,
    /// [`Centre`]
    Centre,
    /// [`Material`]
    Material,
    /// [`Squares`]
    Squares,
}

impl Values {
    fn evaluator(self) -> Box<dyn Evaluator> {
        match self {
            Self::Classical => Box::new(Classical::default()),
            Self::Centre => Box::new(Centre),
            Self::Material => Box::new(Material),
            Self::Squares => Box::new(Squares),
        }
    }
}

/// A search to be measured with its moves unordered and ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What is changed, in a few words.
    pub name: &'static str,
    /// What that means, in a line.
    pub note: &'static str,
    /// In which order moves are generated, which is all the order there is when it is off.
    pub order: Order,
    /// Whether the ordered moves are brought forward by swapping, as system A does it.
    pub swapping: bool,
    /// The rules of the search.
    pub rules: Rules,
    /// The evaluation.
    pub values: Values,
}

/// Our own: generation order, quiescence and evaluation of the engine's plain search.
pub const OURS: Variant = Variant {
    name: "ours",
    note: "king, pawns, knights, sliders, the captures of each before its quiet moves except for \
           pawns; quiescence with captures and promotions; the classical evaluation",
    order: Order::Ours,
    swapping: false,
    rules: Rules::OURS,
    values: Values::Classical,
};

/// Our own with one thing changed at a time; the last has system A's way in everything.
pub const CHANGES: [Variant; 16] = [
    Variant {
        name: "order: backwards",
        note: "the last move generated comes first",
        order: Order::Backwards,
        ..OURS
    },
    Variant {
        name: "order: noisy first",
        note: "all captures and promotions before all quiet moves",
        order: Order::NoisyFirst,
        ..OURS
    },
    Variant {
        name: "order: quiet first",
        note: "all captures and promotions after all quiet moves",
        order: Order::QuietFirst,
        ..OURS
    },
    Variant {
        name: "order: pawns first",
        note: "by piece from pawn to king, captures among the quiet moves",
        order: Order::PawnsFirst,
        ..OURS
    },
    Variant {
        name: "order: system A",
        note: "king, knights, rooks, bishops, queens, pawns, castling; captures among the quiet \
               moves",
        order: Order::SystemA,
        ..OURS
    },
    Variant {
        name: "picking: by swapping",
        note: "each better move met on the way is swapped to the front, which stirs the quiet \
               moves; no change without ordering",
        swapping: true,
        ..OURS
    },
    Variant {
        name: "quiescence: none",
        note: "the evaluation alone at the horizon",
        rules: Rules { horizon: Horizon::Static, ..Rules::OURS },
        ..OURS
    },
    Variant {
        name: "quiescence: evasions",
        note: "in check all moves are tried, not only captures and promotions",
        rules: Rules { horizon: Horizon::Evasions, ..Rules::OURS },
        ..OURS
    },
    Variant {
        name: "quiescence: captures",
        note: "no promotions without capture, as in system A",
        rules: Rules { horizon: Horizon::Captures, ..Rules::OURS },
        ..OURS
    },
    Variant {
        name: "horizon: no mates",
        note: "mate and stalemate are not looked for at the horizon, as in system A",
        rules: Rules { horizon_mates: false, ..Rules::OURS },
        ..OURS
    },
    Variant {
        name: "checks: extended",
        note: "a position in check above the horizon goes a ply deeper, as in system A",
        rules: Rules { extend_checks: true, ..Rules::OURS },
        ..OURS
    },
    Variant {
        name: "evaluation: centre",
        note: "the centre-map evaluation",
        values: Values::Centre,
        ..OURS
    },
    Variant {
        name: "evaluation: material",
        note: "nothing but material",
        values: Values::Material,
        ..OURS
    },
    Variant {
        name: "evaluation: squares",
        note: "material and piece-square values, as in system A, with numbers of our own",
        values: Values::Squares,
        ..OURS
    },
    Variant {
        name: "all but evaluation",
        note: "system A's order, picking, quiescence, horizon and extension, and our evaluation",
        values: Values::Classical,
        ..SYSTEM_A
    },
    SYSTEM_A,
];

/// System A's way in everything but two: the piece-square values are not its own, and when it
/// swaps moves, the illegal ones that it generates and later passes over take part. With these
/// two as in the original, this search gives its figures to the node, at depths 1 to 3 without
/// ordering (it publishes the third as 722,743,000, rounded from 722,742,786) and 1 to 6 with;
/// beyond, its draw rules begin to count, which are left out here.
const SYSTEM_A: Variant = Variant {
    name: "all as system A",
    note: "the same with piece-square values",
    order: Order::SystemA,
    swapping: true,
    rules: Rules { horizon: Horizon::Captures, extend_checks: true, horizon_mates: false },
    values: Values::Squares,
};

impl Variant {
    /// Searches a position to a depth, with the moves ordered or as generated: the score, `None`
    /// when the budget did not suffice, and the effort.
    pub fn search(
        &self,
        position: &Position,
        ordered: bool,
        depth: u32,
        budget: &Budget<'_>,
    ) -> (Option<Score>, Effort) {
        let job = Job { variant: self, position, ordered, depth, budget };
        match self.order {
            Order::Ours => job.run::<Ours>(),
            Order::Backwards => job.run::<Backwards>(),
            Order::NoisyFirst => job.run::<NoisyFirst>(),
            Order::QuietFirst => job.run::<QuietFirst>(),
            Order::PawnsFirst => job.run::<PawnsFirst>(),
            Order::SystemA => job.run::<SystemA>(),
        }
    }
}

struct Job<'a> {
    variant: &'a Variant,
    position: &'a Position,
    ordered: bool,
    depth: u32,
    budget: &'a Budget<'a>,
}

impl Job<'_> {
    fn run<A: Arrangement>(&self) -> (Option<Score>, Effort) {
        match (self.ordered, self.variant.swapping) {
            (false, _) => self.with(&mut Arranged::<A, Off>::default()),
            (true, false) => self.with(&mut Arranged::<A, MvvLva>::default()),
            (true, true) => self.with(&mut Arranged::<A, Swapping>::default()),
        }
    }

    fn with<O: ordering::MoveOrdering>(&self, ordering: &mut O) -> (Option<Score>, Effort) {
        let mut evaluator = self.variant.values.evaluator();
        let Self { variant, position, depth, budget, .. } = *self;
        alpha_beta(position, evaluator.as_mut(), ordering, depth, variant.rules, budget)
    }
}
