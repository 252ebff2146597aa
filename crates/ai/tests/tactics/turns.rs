//! Enumerates all ways to play one turn, independently of the search in the `ai` crate. Only repeated positions are skipped.

use std::collections::{HashMap, HashSet};

use ringrift::{Action, Phase, Player, Position};

/// Maximum number of positions per search. All cases stay far below it; a case that exceeds it is rejected.
pub(crate) const MOST_POSITIONS: u64 = 40_000_000;

/// Number of positions that a search may still visit.
pub(crate) struct Budget(u64);

/// The limit of positions is exceeded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

impl Budget {
    pub(crate) fn full() -> Budget {
        Budget(MOST_POSITIONS)
    }

    fn spend(&mut self) -> Result<(), TooLarge> {
        self.0 = self.0.checked_sub(1).ok_or(TooLarge)?;
        Ok(())
    }
}

/// Reports whether the turn of `start` is over.
pub(crate) fn is_turn_over(start: &Position, now: &Position) -> bool {
    matches!(now.phase(), Phase::Over { .. }) || now.turn() != start.turn()
}

/// Returns the winner of a finished game.
pub(crate) fn winner(position: &Position) -> Option<Player> {
    if let Phase::Over { winner, .. } = position.phase() { winner } else { None }
}

/// Test of a position at the end of a turn.
pub(crate) type EndTest<'a> = dyn FnMut(&Position, &mut Budget) -> Result<bool, TooLarge> + 'a;

/// Returns a turn whose end passes a test.
pub(crate) fn way_to(
    start: &Position,
    budget: &mut Budget,
    test: &mut EndTest<'_>,
) -> Result<Option<Vec<Action>>, TooLarge> {
    let mut search = Search { start, most_captures: None, seen: HashSet::new(), path: Vec::new(), test };
    Ok(search.visit(start, 0, budget)?.then_some(search.path))
}

/// Returns a turn with fewer than `captures` captures whose end passes a test.
pub(crate) fn way_with_fewer_captures(
    start: &Position,
    captures: usize,
    budget: &mut Budget,
    test: &mut EndTest<'_>,
) -> Result<Option<Vec<Action>>, TooLarge> {
    let most_captures = Some(captures - 1);
    let mut search = Search { start, most_captures, seen: HashSet::new(), path: Vec::new(), test };
    Ok(search.visit(start, 0, budget)?.then_some(search.path))
}

/// Reports whether the player to move can win in this turn.
pub(crate) fn can_win(start: &Position, budget: &mut Budget) -> Result<bool, TooLarge> {
    let mover = start.to_move();
    let way = way_to(start, budget, &mut |end, _| Ok(winner(end) == Some(mover)))?;
    Ok(way.is_some())
}

struct Search<'a, 't> {
    start: &'a Position,
    most_captures: Option<usize>,
    /// Hashes of visited positions, with the number of captures if that is limited.
    seen: HashSet<(u64, usize)>,
    path: Vec<Action>,
    test: &'a mut EndTest<'t>,
}

impl Search<'_, '_> {
    fn visit(&mut self, now: &Position, captures: usize, budget: &mut Budget) -> Result<bool, TooLarge> {
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
            let found = if is_end { (self.test)(&next, budget)? } else { self.visit(&next, captures, budget)? };
            if found {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}

/// Turn in which every action is chosen randomly.
pub(crate) struct RandomPlay<'a> {
    start: &'a Position,
    /// Computed chances by position hash.
    chances: HashMap<u64, f64>,
}

impl<'a> RandomPlay<'a> {
    pub(crate) fn new(start: &'a Position) -> RandomPlay<'a> {
        RandomPlay { start, chances: HashMap::new() }
    }

    /// Returns the probability that random play from a position ends the turn in a position that passes a test.
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

/// Returns the number of different ends of the turn, or `None` if it exceeds `most`.
pub(crate) fn count_ends(start: &Position, most: usize) -> Option<usize> {
    let mut count = 0;
    let mut count_end = |_: &Position, _: &mut Budget| {
        count += 1;
        Ok(count > most)
    };
    let way = way_to(start, &mut Budget::full(), &mut count_end);
    (way == Ok(None)).then_some(count)
}

/// Reports whether every turn that reaches the goal contains a payment for which only some of the possible stacks keep
/// the goal reachable.
pub(crate) fn needs_right_payment(
    start: &Position,
    budget: &mut Budget,
    test: &mut EndTest<'_>,
) -> Result<bool, TooLarge> {
    let mut random_play = RandomPlay::new(start);
    random_play.chance(start, budget, test)?;
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
        let is_good = |next: &Position| random_play.chances.get(&next.hash()).is_some_and(|&chance| chance > 0.0);
        let (good, bad): (Vec<Position>, Vec<Position>) = now.legal_actions().iter().map(after).partition(is_good);
        let is_payment = matches!(now.phase(), Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination);
        if bad.is_empty() || !is_payment {
            open.extend(good.into_iter().filter(|next| seen.insert(next.hash())));
        }
    }
    Ok(true)
}
