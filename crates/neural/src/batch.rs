//! Searches of many given decisions at once, for matches and tests of networks.

use game::{GameRng, derived_seed};
use learning::{ActionSpace, AnyDecision, Decision, ObservationSpace};
use rayon::prelude::*;
use ringrift::{BoardKind, MAX_PLAYERS, MEDIUM_WORDS};

use crate::evaluation::{BadEvaluation, Evaluations, check_leaf, check_length};
use crate::root::Budget;
use crate::search::{Search, Selection};
use crate::self_play::write_observation;
use crate::tree::{Leaf, TreeSettings};

/// Searches of decisions on one board with `W` words, one leaf for each search and step.
#[derive(Debug)]
pub struct SearchBatch<const W: usize> {
    board: BoardKind,
    searches: Vec<Entry<W>>,
    /// The searches with a leaf, in order, and the end of the numbers of each.
    waiting: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct Entry<const W: usize> {
    search: Search<W>,
    leaf: Option<Leaf>,
    /// The number of the only legal choice.
    forced: Option<u32>,
}

impl<const W: usize> SearchBatch<W> {
    /// Starts to search decisions.
    pub fn new(board: BoardKind, decisions: &[&Decision<W>], budget: Budget, seed: u64) -> SearchBatch<W> {
        let entry = |(index, decision): (usize, &&Decision<W>)| {
            let mut rng = GameRng::seeded(derived_seed(seed, &["search", &index.to_string()]));
            let mut search = Search::new(decision, TreeSettings::default());
            search.start(budget, &mut rng);
            Entry { search, leaf: None, forced: forced_number(decision) }
        };
        let searches = decisions.iter().enumerate().map(entry).collect();
        SearchBatch { board, searches, waiting: Vec::new() }
    }

    /// Takes in the evaluations of the leaves of the last step, and walks to the next leaf of each search that is not complete.
    /// Returns the number of leaves and of their numbers.
    ///
    /// # Errors
    /// If an evaluation is not usable; then no search has changed.
    pub fn step(&mut self, evaluations: Option<Evaluations<'_>>) -> Result<(usize, usize), BadEvaluation> {
        let (logits, values) = evaluations.map_or((&[][..], &[][..]), |all| (all.logits, all.values));
        check_length("logits", logits.len(), self.waiting.last().map_or(0, |&(_, end)| end))?;
        check_length("values", values.len(), self.waiting.len() * MAX_PLAYERS)?;
        let rows: Vec<(&[f32], &[f32])> = (0..self.waiting.len())
            .map(|row| {
                let start = if row == 0 { 0 } else { self.waiting[row - 1].1 };
                (&logits[start..self.waiting[row].1], &values[row * MAX_PLAYERS..(row + 1) * MAX_PLAYERS])
            })
            .collect();
        for (row, (logits, values)) in rows.iter().enumerate() {
            check_leaf(row, logits, values)?;
        }
        let mut evaluated = vec![None; self.searches.len()];
        for (&(search, _), row) in self.waiting.iter().zip(rows) {
            evaluated[search] = Some(row);
        }
        self.searches.par_iter_mut().zip(evaluated).for_each(|(entry, row)| entry.step(row));
        self.waiting.clear();
        let mut end = 0;
        for (index, entry) in self.searches.iter().enumerate() {
            if let Some(leaf) = entry.leaf {
                end += entry.search.tree().leaf_numbers(leaf).len();
                self.waiting.push((index, end));
            }
        }
        Ok((self.waiting.len(), end))
    }

    /// Writes the observations of the leaves, and their numbers as row · number of choices of the board + number. What is left of the
    /// arrays becomes 0.
    ///
    /// # Errors
    /// If an array is too short.
    pub fn write(&self, planes: &mut [u8], scalars: &mut [f32], numbers: &mut [i32]) -> Result<(), BadEvaluation> {
        let space = ObservationSpace::new(self.board);
        let (leaves, count) = (self.waiting.len(), self.waiting.last().map_or(0, |&(_, end)| end));
        for (array, length, wanted) in [
            ("planes", planes.len(), leaves * space.plane_bytes()),
            ("scalars", scalars.len(), leaves * space.scalars()),
            ("numbers", numbers.len(), count),
        ] {
            if length < wanted {
                return Err(BadEvaluation::Length { array, length, wanted });
            }
        }
        planes[leaves * space.plane_bytes()..].fill(0);
        scalars[leaves * space.scalars()..].fill(0.0);
        numbers[count..].fill(0);
        let choices = ActionSpace::new(self.board).len();
        let rows = planes.chunks_exact_mut(space.plane_bytes()).zip(scalars.chunks_exact_mut(space.scalars()));
        let mut places = numbers.iter_mut();
        for ((row, &(index, _)), (planes, scalars)) in self.waiting.iter().enumerate().zip(rows) {
            let entry = &self.searches[index];
            let Some(leaf) = entry.leaf else { continue };
            let tree = entry.search.tree();
            write_observation(tree.leaf_decision(leaf), planes, scalars);
            for (&number, place) in tree.leaf_numbers(leaf).iter().zip(&mut places) {
                *place = (row * choices) as i32 + number as i32;
            }
        }
        Ok(())
    }

    /// Returns for each decision the number of the best choice, and the value for its player to move; `None` if the game is over or
    /// the search has not begun.
    pub fn best(&self) -> Vec<Option<(u32, f32)>> {
        self.searches.iter().map(Entry::best).collect()
    }
}

impl<const W: usize> Entry<W> {
    fn step(&mut self, row: Option<(&[f32], &[f32])>) {
        if let (Some(leaf), Some((logits, values))) = (self.leaf.take(), row) {
            let mut by_player = [0.0; MAX_PLAYERS];
            by_player.copy_from_slice(values);
            self.search.expand_checked(leaf, logits, &by_player);
        }
        self.leaf = match (self.forced, self.search.select()) {
            (None, Selection::Leaf(leaf)) => Some(leaf),
            _ => None,
        };
    }

    fn best(&self) -> Option<(u32, f32)> {
        let tree = self.search.tree();
        let value = tree.values()[tree.mover()];
        if let Some(number) = self.forced {
            return Some((number, value));
        }
        self.search.best().map(|edge| (tree.edge(edge).number, value))
    }
}

/// Returns the number of the only legal choice of a decision.
fn forced_number<const W: usize>(decision: &Decision<W>) -> Option<u32> {
    let mut steps = learning::StepList::default();
    steps.fill(decision);
    if steps.steps().len() == 1 { steps.numbers().first().copied() } else { None }
}

/// Searches of decisions on a board chosen at run time.
#[derive(Debug)]
pub enum AnySearchBatch {
    /// A board of up to 64 cells.
    Small(SearchBatch<1>),
    /// A board of up to 384 cells.
    Medium(SearchBatch<MEDIUM_WORDS>),
    /// A board of up to 512 cells.
    Large(SearchBatch<8>),
}

/// Evaluates an expression with the searches of the actual board size.
macro_rules! each_size {
    ($self:expr, $batch:ident => $body:expr) => {
        match $self {
            AnySearchBatch::Small($batch) => $body,
            AnySearchBatch::Medium($batch) => $body,
            AnySearchBatch::Large($batch) => $body,
        }
    };
}

/// Decisions that are not all on the same board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("all decisions of a batch must be on the same board, and there must be at least one")]
pub struct DifferentBoards;

impl AnySearchBatch {
    /// Starts to search decisions, which must all be on the same board.
    ///
    /// # Errors
    /// If they are on different boards, or there are none.
    pub fn new(decisions: &[&AnyDecision], budget: Budget, seed: u64) -> Result<AnySearchBatch, DifferentBoards> {
        let board = decisions.first().ok_or(DifferentBoards)?.board();
        if decisions.iter().any(|decision| decision.board() != board) {
            return Err(DifferentBoards);
        }
        let (mut small, mut medium, mut large) = (Vec::new(), Vec::new(), Vec::new());
        for decision in decisions {
            match decision {
                AnyDecision::Small(decision) => small.push(&**decision),
                AnyDecision::Medium(decision) => medium.push(&**decision),
                AnyDecision::Large(decision) => large.push(&**decision),
            }
        }
        Ok(if !small.is_empty() {
            AnySearchBatch::Small(SearchBatch::new(board, &small, budget, seed))
        } else if !medium.is_empty() {
            AnySearchBatch::Medium(SearchBatch::new(board, &medium, budget, seed))
        } else {
            AnySearchBatch::Large(SearchBatch::new(board, &large, budget, seed))
        })
    }

    /// Walks to the next leaves, see [`SearchBatch::step`].
    ///
    /// # Errors
    /// If an evaluation is not usable; then no search has changed.
    pub fn step(&mut self, evaluations: Option<Evaluations<'_>>) -> Result<(usize, usize), BadEvaluation> {
        each_size!(self, batch => batch.step(evaluations))
    }

    /// Writes the leaves, see [`SearchBatch::write`].
    ///
    /// # Errors
    /// If an array is too short.
    pub fn write(&self, planes: &mut [u8], scalars: &mut [f32], numbers: &mut [i32]) -> Result<(), BadEvaluation> {
        each_size!(self, batch => batch.write(planes, scalars, numbers))
    }

    /// Returns the best choices, see [`SearchBatch::best`].
    pub fn best(&self) -> Vec<Option<(u32, f32)>> {
        each_size!(self, batch => batch.best())
    }
}
