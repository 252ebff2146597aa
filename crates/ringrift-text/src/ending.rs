//! The cells that show why a game ended.

use ringrift::{Cell, CellContent, Event, Player, Position, Reason};

/// Returns the cells that show how the game was won, given the events of the last action.
///
/// These are the cells on which the winner's last rings were eliminated, the winner's territory, or the stacks of the last
/// player standing. Empty while the game runs, after a draw, and if the reason is a stalemate or the turn cap.
pub fn deciding_cells(position: &Position, last_events: &[Event]) -> Vec<Cell> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let Some(winner) = outcome.winner else { return Vec::new() };
    match outcome.reason {
        Reason::RingElimination => last_eliminated(last_events, winner),
        Reason::TerritoryControl => cells_where(position, |content| content == CellContent::Collapsed(winner)),
        Reason::LastPlayerStanding => {
            cells_where(position, |content| matches!(content, CellContent::Stack(stack) if stack.top() == Some(winner)))
        }
        Reason::Stalemate | Reason::TurnCap => Vec::new(),
    }
}

/// Returns the cells on which rings credited to a player were eliminated, without duplicates.
fn last_eliminated(last_events: &[Event], player: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for event in last_events {
        match *event {
            Event::Eliminated { at, credit, .. } if credit == player && !cells.contains(&at) => cells.push(at),
            _ => {}
        }
    }
    cells
}

fn cells_where(position: &Position, matches: impl Fn(CellContent) -> bool) -> Vec<Cell> {
    position.rules().board.iter_cells().filter(|&cell| matches(position.content(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the actions and returns the names of the deciding cells.
    fn deciding(position: &str, actions: &[&str]) -> Vec<String> {
        let mut position = Position::parse(position).expect("the position is valid");
        let mut events = Vec::new();
        for text in actions {
            let action = position.read_action(text).expect("the action is legal");
            events.clear();
            position.play_observed(action, &mut events).expect("the action is legal");
        }
        let cells = deciding_cells(&position, &events);
        cells.iter().map(|&cell| position.rules().board.cell_name(cell).to_string()).collect()
    }

    #[test]
    fn ring_elimination_is_shown_by_the_cell_of_the_last_eliminated_ring() {
        let position = "G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement";
        assert_eq!(deciding(position, &["M d4-d5"]), ["d5"]);
        assert!(deciding(position, &["M d4-d6"]).is_empty(), "the game has not ended");
    }

    #[test]
    fn territory_control_is_shown_by_all_territory_of_the_winner() {
        let cells = deciding("G square8 2p; S a5=1,h8=2; C1 a1:h4; M1 b5; P movement", &["M a5-c5"]);
        assert_eq!(cells.len(), 33);
        assert!(["a1", "h4", "b5"].iter().all(|cell| cells.iter().any(|found| found == cell)), "{cells:?}");
    }

    #[test]
    fn last_player_standing_is_shown_by_the_stacks_of_the_winner() {
        let position = "G square8 2p; S h8=1,a1=22222222; P movement; L 1";
        assert_eq!(deciding(position, &["M h8-h7", "E a1"]), ["h7"]);
    }
}
