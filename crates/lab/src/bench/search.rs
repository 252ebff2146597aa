//! Speed of the RingRift search.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use ai::{Analyst, Limits};
use cli_support::Failure;
use game::bots::random_opening;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde::{Deserialize, Serialize};

/// Board cells per random action: a searched position is reached by `cells / CELLS_PER_ACTION` random actions.
const CELLS_PER_ACTION: usize = 2;

/// Number of positions per board.
const POSITIONS: u64 = 4;

/// Boards of the live edition, each with two players.
const BOARDS: [BoardKind; 4] = [BoardKind::Square8, BoardKind::Hex8, BoardKind::Square19, BoardKind::Hexagonal12];

/// Speed on one board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchSpeed {
    pub(crate) rules: String,
    pub(crate) nodes_per_second: f64,
}

/// Measures the search on positions from the middle of games, on one thread, with this time per board.
pub(crate) fn search_speeds(budget: Duration) -> Result<Vec<SearchSpeed>, Failure> {
    BOARDS.iter().map(|&board| search_speed(board, budget)).collect()
}

fn search_speed(board: BoardKind, budget: Duration) -> Result<SearchSpeed, Failure> {
    let rules = Ruleset::new(Edition::Live, board, 2, &Overrides::default()).map_err(Failure::bad_input)?;
    let start = Position::new(&rules).map_err(Failure::bad_input)?;
    let plies = usize::from(board.cells()) / CELLS_PER_ACTION;
    let (began, mut nodes) = (Instant::now(), 0);
    for seed in (0..POSITIONS).cycle() {
        let position = random_opening(&start, plies, seed);
        // Each analysis starts with an empty tree and stops at the tree size of the highest level, or when the budget is
        // spent.
        let time = Some(budget.saturating_sub(began.elapsed()));
        let analysis =
            Analyst::classic(Limits { time, ..Limits::NONE }).analyse(&position, &|| began.elapsed() >= budget);
        nodes += analysis.map_or(0, |analysis| analysis.nodes);
        if began.elapsed() >= budget {
            break;
        }
    }
    Ok(SearchSpeed { rules: rules.to_string(), nodes_per_second: nodes as f64 / began.elapsed().as_secs_f64() })
}

/// Prints the table.
pub(super) fn print(rows: &[SearchSpeed], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nSearch in the middle of random games, nodes per second")?;
    for SearchSpeed { rules, nodes_per_second } in rows {
        writeln!(out, "{rules:<22} {nodes_per_second:>12.0}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_every_board() {
        let speeds = search_speeds(Duration::from_millis(2)).expect("the rules are valid");
        assert_eq!(speeds.len(), BOARDS.len());
        assert!(speeds.iter().all(|speed| speed.nodes_per_second > 0.0), "{speeds:?}");
    }
}
