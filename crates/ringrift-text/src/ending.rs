//! How a game ended, on its board.

use ringrift::{Cell, CellContent, Event, Player, Position, Reason};

/// The cells that show how a game ended, given what happened last: the winner's territory, where his last rings left the game, or
/// the stacks of the last who could act. None if the tiebreak ladder decided, or the game goes on.
pub fn proof(position: &Position, last: &[Event]) -> Vec<Cell> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let Some(winner) = outcome.winner else { return Vec::new() };
    match outcome.reason {
        Reason::RingElimination => last_eliminated(last, winner),
        Reason::TerritoryControl => cells_where(position, |space| space == CellContent::Collapsed(winner)),
        Reason::LastPlayerStanding => {
            cells_where(position, |space| matches!(space, CellContent::Stack(stack) if stack.top() == Some(winner)))
        }
        Reason::Stalemate | Reason::TurnCap => Vec::new(),
    }
}

/// Where rings left the game that are credited to a player, each cell once.
fn last_eliminated(last: &[Event], player: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for event in last {
        match *event {
            Event::Eliminated { at, credit, .. } if credit == player && !cells.contains(&at) => cells.push(at),
            _ => {}
        }
    }
    cells
}

fn cells_where(position: &Position, is_meant: impl Fn(CellContent) -> bool) -> Vec<Cell> {
    position.rules().board.iter_cells().filter(|&cell| is_meant(position.content(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells that show how a game ended with these actions.
    fn shown(position: &str, actions: &[&str]) -> Vec<String> {
        let mut position = Position::parse(position).expect("a position");
        let mut events = Vec::new();
        for text in actions {
            let action = position.read_action(text).expect("a legal action");
            events.clear();
            position.play_observed(action, &mut events).expect("a legal action");
        }
        proof(&position, &events).iter().map(|&cell| position.rules().board.cell_name(cell).to_string()).collect()
    }

    #[test]
    fn an_elimination_is_shown_where_it_happened() {
        let position = "G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement";
        assert_eq!(shown(position, &["M d4-d5"]), ["d5"]);
        assert!(shown(position, &["M d4-d6"]).is_empty(), "the game goes on");
    }

    #[test]
    fn territory_is_shown_as_a_whole() {
        let cells = shown("G square8 2p; S a5=1,h8=2; C1 a1:h4; M1 b5; P movement", &["M a5-c5"]);
        assert_eq!(cells.len(), 33);
        assert!(["a1", "h4", "b5"].iter().all(|cell| cells.iter().any(|found| found == cell)), "{cells:?}");
    }

    #[test]
    fn the_last_who_can_act_is_shown_by_his_stacks() {
        let position = "G square8 2p; S h8=1,a1=22222222; P movement; L 1";
        assert_eq!(shown(position, &["M h8-h7", "E a1"]), ["h7"]);
    }
}
