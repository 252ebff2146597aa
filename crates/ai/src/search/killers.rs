//! Ways to win within a turn that were found somewhere in the tree, and may do elsewhere: what wins against one reply mostly
//! wins against all that do not meet it.

use ringrift::{Action, ByPlayer, PositionOf};

use super::turns::Turns;

/// For every player the beginnings of turns that won, the last one first.
#[derive(Default)]
pub(crate) struct Killers {
    lines: ByPlayer<Vec<Vec<Action>>>,
}

/// So many are remembered for each player.
const MOST_LINES: usize = 6;

/// Behind the beginning so many positions are looked at.
const REST: u64 = 48;

impl Killers {
    /// Remembers a turn that won: what was placed, moved and captured; the rest follows from it.
    pub(crate) fn learn<const W: usize>(&mut self, position: &PositionOf<W>, line: &[Action]) {
        let is_movement = |action: &Action| matches!(action, Action::Move { .. } | Action::Capture { .. });
        let end = line.iter().rposition(is_movement).map_or(0, |last| last + 1);
        let lines = &mut self.lines[position.to_move()];
        lines.retain(|known| known != &line[..end]);
        lines.truncate(MOST_LINES - 1);
        lines.insert(0, line[..end].to_vec());
    }

    /// Whether one of them wins for the player to move.
    pub(crate) fn strike<const W: usize>(
        &mut self,
        position: &PositionOf<W>,
        turns: &mut Turns<'_, W>,
        nodes: &mut u64,
    ) -> bool {
        let lines = &mut self.lines[position.to_move()];
        let wins = lines.iter().position(|line| turns.wins_by(position, line, REST, nodes));
        if let Some(at) = wins {
            lines[..=at].rotate_right(1);
        }
        wins.is_some()
    }
}
