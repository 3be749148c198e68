//! What a search remembers of each ply on the way down.

use board::Move;
use eval::{MAX_PLY, Score};

/// One ply of the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// Corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// How often children of this node's parent failed high lately.
    pub cutoffs: u32,
    /// Double extensions on the way here, the present move's included.
    pub doubles: u32,
}

/// The path, with room above for nodes that look at their children.
pub(crate) struct Frames(Box<[Frame]>);

impl Frames {
    pub(crate) fn new() -> Self {
        Self(vec![Frame::default(); MAX_PLY + 4].into_boxed_slice())
    }

    /// Forgets the path.
    pub(crate) fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    /// Double extensions on the way to this ply.
    pub(crate) fn doubles_above(&self, ply: usize) -> u32 {
        ply.checked_sub(1).map_or(0, |above| self.0[above].doubles)
    }

    /// Notes whether the move about to be made from this ply is extended twice or more.
    pub(crate) fn count_double(&mut self, ply: usize, doubled: bool) {
        self.0[ply].doubles = self.doubles_above(ply) + u32::from(doubled);
    }

    /// The evaluation `back` plies above `ply`, if there was one.
    pub(crate) fn eval_above(&self, ply: usize, back: usize) -> Option<Score> {
        ply.checked_sub(back).and_then(|at| self.0[at].eval)
    }
}

impl std::ops::Index<usize> for Frames {
    type Output = Frame;

    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl std::ops::IndexMut<usize> for Frames {
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}
