//! Search for puzzles in the turns of a game.

use std::collections::HashSet;
use std::ops::ControlFlow;

use ringrift::{Action, Player, Position, PositionOf, PositionVisitor};

use super::solver::Solver;
use super::{MOST_NODES, PuzzleGoal};
use crate::search::TurnSearch;

/// A goal that can be reached in a position, with one turn that reaches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    pub goal: PuzzleGoal,
    pub solution: Vec<Action>,
}

/// Largest number of positions to list the turns.
const LISTING_NODES: u64 = 150_000;

/// Largest number of positions of all proofs in one position.
const PROOF_NODES: u64 = 40_000_000;

/// Goals that more than one of this many turns reach are too easy.
const LEAST_TURNS_PER_SOLUTION: usize = 40;

/// Fewer turns than this leave too little choice.
const LEAST_TURNS: usize = 80;

/// Smaller gains of territory are no puzzle.
const LEAST_CELLS: u32 = 5;

/// Number of turns that are checked to estimate how many win in two turns.
const SAMPLES: usize = 40;

/// Returns the puzzles in a position at the beginning of a turn, with the turn that a strong player chose there. For two players.
///
/// A win in one turn excludes the other goals. A win in two turns is searched only for the played turn, and a claim is a puzzle only if
/// the strong player claimed as much.
pub fn find_puzzles(position: &Position, played: &[Action]) -> Vec<FoundPuzzle> {
    position.visit(Find { played })
}

struct Find<'a> {
    played: &'a [Action],
}

/// End of a turn.
struct TurnEnd<const W: usize> {
    position: PositionOf<W>,
    line: Vec<Action>,
}

impl PositionVisitor for Find<'_> {
    type Output = Vec<FoundPuzzle>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Vec<FoundPuzzle> {
        let Some(ends) = ends(position).filter(|ends| ends.len() >= LEAST_TURNS) else { return Vec::new() };
        let player = position.to_move();
        let most = ends.len() / LEAST_TURNS_PER_SOLUTION;
        let wins = |end: &&TurnEnd<W>| end.position.outcome().is_some_and(|outcome| outcome.winner == Some(player));
        let winning: Vec<&TurnEnd<W>> = ends.iter().filter(wins).collect();
        if let Some(first) = winning.first() {
            let solution = first.line.clone();
            let found = FoundPuzzle { goal: PuzzleGoal::Win, solution };
            return if winning.len() <= most { vec![found] } else { Vec::new() };
        }
        let mut played = position.clone();
        self.played.iter().for_each(|&action| played.play_unchecked(action));
        let played = TurnEnd { position: played, line: self.played.to_vec() };
        let mut finder =
            Finder { player, start: position, ends: &ends, played: &played, most, solver: Solver::new(PROOF_NODES) };
        let mut found = Vec::new();
        found.extend(finder.win_in_two());
        if found.is_empty() {
            found.extend(finder.defence());
        }
        found.extend(finder.claim());
        found
    }
}

/// Returns the different ends of the turn, or `None` if there are too many.
fn ends<const W: usize>(position: &PositionOf<W>) -> Option<Vec<TurnEnd<W>>> {
    let mut seen = HashSet::new();
    let mut ends = Vec::new();
    let is_complete = TurnSearch::new(&|| false).visit(position, LISTING_NODES, &mut 0, &mut |end, line| {
        if seen.insert(end.hash()) {
            ends.push(TurnEnd { position: end.clone(), line: line.to_vec() });
        }
        ControlFlow::Continue(())
    });
    is_complete.then_some(ends)
}

struct Finder<'a, const W: usize> {
    player: Player,
    start: &'a PositionOf<W>,
    ends: &'a [TurnEnd<W>],
    /// The turn that was played.
    played: &'a TurnEnd<W>,
    /// Largest number of solutions.
    most: usize,
    solver: Solver<W>,
}

impl<const W: usize> Finder<'_, W> {
    /// Returns the played turn if it is a forced win and such turns are rare.
    fn win_in_two(&mut self) -> Option<FoundPuzzle> {
        // The budget of a check of one turn must suffice.
        let is_forced = Solver::new(MOST_NODES).escape(&self.played.position, self.player)?.is_none();
        if !is_forced {
            return None;
        }
        let step = self.ends.len().div_ceil(SAMPLES);
        for end in self.ends.iter().step_by(step) {
            let is_solution = self.solver.escape(&end.position, self.player)?.is_none();
            if is_solution && end.position.hash() != self.played.position.hash() {
                return None;
            }
        }
        Some(FoundPuzzle { goal: PuzzleGoal::WinInTwo, solution: self.played.line.clone() })
    }

    /// Returns a turn after which the opponent cannot win, if the opponent threatens to win and few turns prevent it.
    fn defence(&mut self) -> Option<FoundPuzzle> {
        let opponent = Player::seats(2).find(|&player| player != self.player)?;
        let threat = self.start.as_if_turn_of(opponent)?;
        if !self.solver.wins_now(&threat)? {
            return None;
        }
        let mut safe = Vec::new();
        for end in self.ends {
            // A turn that ends the game without a win loses it or draws.
            if end.position.outcome().is_some() || self.solver.is_refuted(&end.position, self.player)? {
                continue;
            }
            safe.push(end);
            if safe.len() > self.most {
                return None;
            }
        }
        let is_played = |end: &&&TurnEnd<W>| end.position.hash() == self.played.position.hash();
        let solution = safe.iter().find(is_played).or(safe.first())?;
        Some(FoundPuzzle { goal: PuzzleGoal::Defend, solution: solution.line.clone() })
    }

    /// Returns the played turn if it gains the most territory that a turn can gain without losing at once, and few turns gain as much.
    fn claim(&mut self) -> Option<FoundPuzzle> {
        let before = self.start.territory(self.player);
        let gain = |end: &TurnEnd<W>| end.position.territory(self.player).saturating_sub(before);
        let cells = gain(self.played);
        if cells < LEAST_CELLS || self.played.position.outcome().is_some() {
            return None;
        }
        let as_good: Vec<&TurnEnd<W>> = self.ends.iter().filter(|end| gain(end) >= cells).collect();
        if as_good.len() > self.most || self.solver.is_refuted(&self.played.position, self.player)? {
            return None;
        }
        for end in as_good.iter().filter(|end| gain(end) > cells) {
            if !self.solver.is_refuted(&end.position, self.player)? {
                return None;
            }
        }
        Some(FoundPuzzle { goal: PuzzleGoal::Claim(cells), solution: self.played.line.clone() })
    }
}
