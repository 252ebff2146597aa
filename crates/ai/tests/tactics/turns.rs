//! Looking through all ways to play one turn.
//!
//! This knows nothing of how the levels think: it plays every sequence of decisions, and leaves out only positions that it
//! has met before.

use std::collections::{HashMap, HashSet};

use ringrift::{Action, Phase, Player, Position};

/// What may be looked at to answer one question, in positions. No case comes near it; a case that does is refused.
pub(crate) const MOST_POSITIONS: u64 = 40_000_000;

/// What is left to look at.
pub(crate) struct Budget(u64);

/// A question that would take more positions than it may.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

impl Budget {
    /// As much as a question may take.
    pub(crate) fn full() -> Budget {
        Budget(MOST_POSITIONS)
    }

    fn spend(&mut self) -> Result<(), TooLarge> {
        self.0 = self.0.checked_sub(1).ok_or(TooLarge)?;
        Ok(())
    }
}

/// Whether the turn in which `start` stands is over.
pub(crate) fn is_turn_over(start: &Position, now: &Position) -> bool {
    matches!(now.phase(), Phase::Over { .. }) || now.turn() != start.turn()
}

/// The winner of a game that is over.
pub(crate) fn winner(position: &Position) -> Option<Player> {
    if let Phase::Over { winner, .. } = position.phase() { winner } else { None }
}

/// A test of a position at the end of a turn.
pub(crate) type EndTest<'a> = dyn FnMut(&Position, &mut Budget) -> Result<bool, TooLarge> + 'a;

/// A way to play the turn to an end that passes a test.
pub(crate) fn way_to(
    start: &Position,
    budget: &mut Budget,
    test: &mut EndTest<'_>,
) -> Result<Option<Vec<Action>>, TooLarge> {
    let mut search = Search { start, most_captures: None, seen: HashSet::new(), path: Vec::new(), test };
    Ok(search.look(start, 0, budget)?.then_some(search.path))
}

/// The same with fewer than so many captures.
pub(crate) fn way_with_fewer_captures(
    start: &Position,
    captures: usize,
    budget: &mut Budget,
    test: &mut EndTest<'_>,
) -> Result<Option<Vec<Action>>, TooLarge> {
    let most_captures = Some(captures - 1);
    let mut search = Search { start, most_captures, seen: HashSet::new(), path: Vec::new(), test };
    Ok(search.look(start, 0, budget)?.then_some(search.path))
}

/// Whether the player to move can win in his turn.
pub(crate) fn can_win(start: &Position, budget: &mut Budget) -> Result<bool, TooLarge> {
    let mover = start.to_move();
    let way = way_to(start, budget, &mut |end, _| Ok(winner(end) == Some(mover)))?;
    Ok(way.is_some())
}

struct Search<'a, 't> {
    start: &'a Position,
    most_captures: Option<usize>,
    /// The hashes of positions that were met, with the captures made so far where they are counted.
    seen: HashSet<(u64, usize)>,
    path: Vec<Action>,
    test: &'a mut EndTest<'t>,
}

impl Search<'_, '_> {
    fn look(&mut self, now: &Position, captures: usize, budget: &mut Budget) -> Result<bool, TooLarge> {
        for &action in &now.legal_actions() {
            let captures = match (self.most_captures, action) {
                (Some(most), Action::Capture { .. }) if captures == most => continue,
                (Some(_), Action::Capture { .. }) => captures + 1,
                _ => captures,
            };
            budget.spend()?;
            let mut next = now.clone();
            next.play_unchecked(action);
            if !self.seen.insert((next.hash(), captures)) {
                continue;
            }
            self.path.push(action);
            let is_end = is_turn_over(self.start, &next);
            let found = if is_end { (self.test)(&next, budget)? } else { self.look(&next, captures, budget)? };
            if found {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}

/// What becomes of a turn in which every decision is made by lot.
pub(crate) struct Lots<'a> {
    start: &'a Position,
    /// What is known already, by the hash of the position.
    chances: HashMap<u64, f64>,
}

impl<'a> Lots<'a> {
    pub(crate) fn new(start: &'a Position) -> Lots<'a> {
        Lots { start, chances: HashMap::new() }
    }

    /// The chance that the turn goes from a position of it to an end that passes a test.
    pub(crate) fn chance(
        &mut self,
        now: &Position,
        budget: &mut Budget,
        test: &mut EndTest<'_>,
    ) -> Result<f64, TooLarge> {
        let hash = now.hash();
        if let Some(&known) = self.chances.get(&hash) {
            return Ok(known);
        }
        budget.spend()?;
        let chance = if is_turn_over(self.start, now) {
            f64::from(u8::from(test(now, budget)?))
        } else {
            let actions = now.legal_actions();
            let mut sum = 0.0;
            for &action in &actions {
                let mut next = now.clone();
                next.play_unchecked(action);
                sum += self.chance(&next, budget, test)?;
            }
            sum / actions.len() as f64
        };
        self.chances.insert(hash, chance);
        Ok(chance)
    }
}

/// The number of different ends of the turn, if it is at most `most`.
pub(crate) fn count_ends(start: &Position, most: usize) -> Option<usize> {
    let mut count = 0;
    let mut counting = |_: &Position, _: &mut Budget| {
        count += 1;
        Ok(count > most)
    };
    let way = way_to(start, &mut Budget::full(), &mut counting);
    (way == Ok(None)).then_some(count)
}

/// Whether no way leads to the goal but through a payment that decides: with one stack the goal can be reached, with another
/// it cannot.
pub(crate) fn needs_right_payment(
    start: &Position,
    budget: &mut Budget,
    test: &mut EndTest<'_>,
) -> Result<bool, TooLarge> {
    let mut lots = Lots::new(start);
    lots.chance(start, budget, test)?;
    let mut seen = HashSet::new();
    let mut open = vec![start.clone()];
    while let Some(now) = open.pop() {
        if is_turn_over(start, &now) {
            return Ok(false);
        }
        let after = |&action: &Action| {
            let mut next = now.clone();
            next.play_unchecked(action);
            next
        };
        let is_good = |next: &Position| lots.chances.get(&next.hash()).is_some_and(|&chance| chance > 0.0);
        let (good, bad): (Vec<Position>, Vec<Position>) = now.legal_actions().iter().map(after).partition(is_good);
        let is_payment = matches!(now.phase(), Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination);
        if bad.is_empty() || !is_payment {
            open.extend(good.into_iter().filter(|next| seen.insert(next.hash())));
        }
    }
    Ok(true)
}
