//! Networks on the CPU, tree search guided by them, and self-play for training them.
//!
//! [`Network`] evaluates positions on the CPU with the same bits on every machine. [`Tree`] selects leaves, the caller evaluates them with a
//! network or any program, and the tree takes in the policy and the values. [`Search`] decides how many simulations each choice of a decision
//! gets. [`SelfPlay`] plays many games at once, one leaf for each game and step, and returns training rows; [`SearchBatch`] searches given
//! positions for matches. `docs/neural.md` describes the whole.

mod batch;
mod evaluation;
mod math;
mod network;
mod root;
mod search;
mod self_play;
mod tree;
mod values;

pub use batch::{AnySearchBatch, DifferentBoards, SearchBatch};
pub use evaluation::{BadEvaluation, Evaluations, LeafArrays};
pub use network::{Evaluation, Network, NetworkError, Workspace};
pub use root::Budget;
pub use search::{Search, Selection};
pub use self_play::{
    AnySelfPlay, MixedRules, RowArrays, SelfPlay, SelfPlayError, SelfPlaySettings, SelfPlayStartError, Statistics,
};
pub use tree::{ChoiceView, Edge, Leaf, NodeView, Tree, TreeSettings};
pub use values::{Values, result_values};
