//! Killer lines: turns that won in one position of the tree and often win in its siblings too.

use ringrift::{Action, ByPlayer, PositionOf};

use super::turn_search::TurnSearch;

/// Beginnings of winning turns of each player, the most recently successful first.
#[derive(Default)]
pub(crate) struct KillerLines {
    lines: ByPlayer<Vec<Vec<Action>>>,
}

/// Number of lines stored per player.
const MOST_LINES: usize = 6;

/// Maximum number of positions searched after a stored beginning.
const REST_NODES: u64 = 48;

impl KillerLines {
    /// Stores a winning turn up to its last move or capture; the actions after it are searched again.
    pub(crate) fn learn<const W: usize>(&mut self, position: &PositionOf<W>, line: &[Action]) {
        let is_movement = |action: &Action| matches!(action, Action::Move { .. } | Action::Capture { .. });
        let end = line.iter().rposition(is_movement).map_or(0, |last| last + 1);
        let lines = &mut self.lines[position.to_move()];
        lines.retain(|known| known != &line[..end]);
        lines.truncate(MOST_LINES - 1);
        lines.insert(0, line[..end].to_vec());
    }

    /// Reports whether a stored line wins for the player to move.
    pub(crate) fn any_wins<const W: usize>(
        &mut self,
        position: &PositionOf<W>,
        turns: &mut TurnSearch<'_, W>,
        nodes: &mut u64,
    ) -> bool {
        let lines = &mut self.lines[position.to_move()];
        let wins = lines.iter().position(|line| turns.wins_by(position, line, REST_NODES, nodes));
        if let Some(at) = wins {
            lines[..=at].rotate_right(1);
        }
        wins.is_some()
    }
}
