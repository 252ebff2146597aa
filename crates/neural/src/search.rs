//! The search of one decision: simulations at the root, leaves below it, and the result.

use game::GameRng;
use learning::Decision;
use ringrift::MAX_PLAYERS;

use crate::evaluation::{BadEvaluation, check_leaf, check_length};
use crate::root::{Budget, RootSearch, improved_policy};
use crate::tree::{Descent, Leaf, Tree, TreeSettings};
use crate::values::Values;

/// A search of the decisions of one game. The caller evaluates the leaves:
///
/// ```
/// use game::GameRng;
/// use learning::Decision;
/// use neural::{Budget, Search, Selection, TreeSettings};
/// use ringrift::{BoardKind, Position, Ruleset};
///
/// let Position::Small(start) = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)? else { unreachable!() };
/// let mut search = Search::new(&Decision::new(start), TreeSettings::default());
/// search.start(Budget { simulations: 20, considered: 8, noise: 0.0 }, &mut GameRng::seeded(1));
/// while let Selection::Leaf(leaf) = search.select() {
///     // A network would look at `search.tree().leaf_decision(leaf)`.
///     let logits = vec![0.0; search.tree().leaf_numbers(leaf).len()];
///     search.expand(leaf, &logits, &[0.0; 4])?;
/// }
/// let choice = search.best().expect("the game is running");
/// assert!(search.tree().edge(choice).visits > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Several leaves can wait for their evaluation at once; visits on the way to them count as lost until it comes.
#[derive(Clone, Debug)]
pub struct Search<const W: usize> {
    tree: Tree<W>,
    root: RootSearch,
    budget: Budget,
    rng: GameRng,
    /// Whether the choices of the root were drawn.
    is_drawn: bool,
    /// Leaves that wait for their evaluation.
    waiting: usize,
    policy: Vec<f32>,
}

/// What a search needs next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// The evaluation of a leaf.
    Leaf(Leaf),
    /// The evaluations of earlier leaves; until they are there, no further leaf can be selected.
    Wait,
    /// Nothing: the search is complete.
    Complete,
}

impl<const W: usize> Search<W> {
    /// Creates the search of a decision, which has no simulations before [`start`](Search::start).
    pub fn new(decision: &Decision<W>, settings: TreeSettings) -> Search<W> {
        Search {
            tree: Tree::new(decision, settings),
            root: RootSearch::default(),
            budget: Budget { simulations: 0, considered: 1, noise: 0.0 },
            rng: GameRng::seeded(0),
            is_drawn: false,
            waiting: 0,
            policy: Vec::new(),
        }
    }

    /// Replaces the search by that of another decision.
    pub fn reset(&mut self, decision: &Decision<W>) {
        self.tree.reset(decision);
        self.waiting = 0;
        self.is_drawn = false;
    }

    /// Returns the tree.
    pub fn tree(&self) -> &Tree<W> {
        &self.tree
    }

    /// Starts to search the decision of the root. The noise is drawn from a copy of the generator, which itself advances by one number.
    pub fn start(&mut self, budget: Budget, rng: &mut GameRng) {
        self.budget = budget;
        self.rng = GameRng::seeded(u64::from(rng.bits()));
        self.is_drawn = false;
    }

    /// Walks to the next leaf. Walks that end in a proven node need no evaluation and are repeated.
    pub fn select(&mut self) -> Selection {
        loop {
            if !self.tree.is_expanded() {
                if self.tree.is_proven() {
                    return Selection::Complete;
                }
                return match self.tree.descend(None) {
                    Descent::Leaf(leaf) => self.wait_for(leaf),
                    _ => Selection::Wait,
                };
            }
            if !self.is_drawn {
                self.root.start(&self.tree, &self.budget, &mut self.rng);
                self.is_drawn = true;
            }
            let Some(edge) = self.root.next(&mut self.tree) else {
                return if self.waiting > 0 { Selection::Wait } else { Selection::Complete };
            };
            match self.tree.descend(Some(edge)) {
                Descent::Leaf(leaf) => return self.wait_for(leaf),
                Descent::Proven => {}
                Descent::Busy => {
                    self.root.give_back(edge);
                    return Selection::Wait;
                }
            }
        }
    }

    fn wait_for(&mut self, leaf: Leaf) -> Selection {
        self.waiting += 1;
        Selection::Leaf(leaf)
    }

    /// Takes in the evaluation of a leaf: a logit for each of its numbers, and the values in turns after its player to move.
    ///
    /// # Errors
    /// If the number of logits or values is wrong, or one of them is not usable. The leaf still waits then.
    ///
    /// # Panics
    /// If the leaf does not wait for an evaluation.
    pub fn expand(&mut self, leaf: Leaf, logits: &[f32], values: &[f32]) -> Result<(), BadEvaluation> {
        check_length("logits", logits.len(), self.tree.leaf_numbers(leaf).len())?;
        check_length("values", values.len(), MAX_PLAYERS)?;
        check_leaf(0, logits, values)?;
        let mut by_player = [0.0; MAX_PLAYERS];
        by_player.copy_from_slice(values);
        self.expand_checked(leaf, logits, &by_player);
        Ok(())
    }

    /// Takes in an evaluation that was checked.
    pub(crate) fn expand_checked(&mut self, leaf: Leaf, logits: &[f32], values: &Values) {
        self.waiting = self.waiting.saturating_sub(1);
        self.tree.expand(leaf, logits, values);
    }

    /// Takes in the result of a leaf, by seat, that is known without an evaluation.
    ///
    /// # Panics
    /// If the leaf does not wait for an evaluation.
    pub fn prove(&mut self, leaf: Leaf, result: &Values) {
        self.waiting = self.waiting.saturating_sub(1);
        self.tree.prove_leaf(leaf, result);
    }

    /// Takes in the result of a choice of the root, by the seats after the choice. No leaf may wait for its evaluation.
    pub fn prove_edge(&mut self, edge: usize, result: &Values) {
        let edge = self.root.bring_forward(&mut self.tree, edge);
        self.tree.prove_edge(edge, result);
    }

    /// Returns the edge of the best choice: the most probable one before the first simulation, `None` if the game is over or the root was not
    /// evaluated.
    pub fn best(&self) -> Option<usize> {
        if !self.tree.is_expanded() {
            return None;
        }
        if self.is_drawn {
            return Some(self.root.best(&self.tree));
        }
        (0..self.tree.edges()).max_by(|&a, &b| self.tree.prior(a).total_cmp(&self.tree.prior(b)).then(b.cmp(&a)))
    }

    /// Makes a decision below the root the new root and keeps what is known below it. Returns false, without a change, if the tree does not
    /// contain the decision. Forced steps are played first, as in a new tree.
    ///
    /// # Panics
    /// If a leaf waits for its evaluation.
    pub fn move_to(&mut self, decision: &Decision<W>) -> bool {
        let is_found = self.tree.move_to(decision);
        self.is_drawn &= !is_found;
        is_found
    }

    /// Returns the improved policy: a probability for each edge of the root.
    pub fn policy(&mut self) -> &[f32] {
        improved_policy(&self.tree, &mut self.policy);
        &self.policy
    }

    /// Plays the choice of an edge and keeps what is known below it. Returns whether the sides were exchanged.
    ///
    /// # Panics
    /// If a leaf waits for its evaluation.
    pub fn advance(&mut self, edge: usize) -> bool {
        self.is_drawn = false;
        self.tree.advance(edge)
    }
}
