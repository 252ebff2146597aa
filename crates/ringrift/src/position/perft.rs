//! Perft: counts action sequences, to test and benchmark action generation.

use crate::action::list::ActionList;
use crate::position::PositionOf;

impl<const W: usize> PositionOf<W> {
    /// Returns the number of sequences of exactly `depth` actions and plays every action, the last ply included.
    pub fn perft_made(&self, depth: u32) -> u64 {
        self.count_sequences(depth, 0, &mut Vec::new())
    }

    /// Returns the number of sequences of exactly `depth` actions; the actions of the last ply are counted, not played.
    pub fn perft(&self, depth: u32) -> u64 {
        self.count_sequences(depth, 1, &mut Vec::new())
    }

    /// Counts sequences; the last `counted` plies, 0 or 1, are not played. `lists` is a pool of action lists for reuse.
    fn count_sequences(&self, depth: u32, counted: u32, lists: &mut Vec<ActionList>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == counted {
            return self.count_legal();
        }
        let mut list = lists.pop().unwrap_or_default();
        self.legal_actions_into(&mut list);
        let mut total = 0;
        let mut next = self.clone();
        for &action in &list {
            next.clone_from(self);
            next.play_unchecked(action);
            total += if depth == 1 { 1 } else { next.count_sequences(depth - 1, counted, lists) };
        }
        lists.push(list);
        total
    }
}
