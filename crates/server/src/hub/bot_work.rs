//! Estimated work of bots.

use table::{AnyGame, Controller};

/// Work of one choice of a bot or agent.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct BotWork {
    pub(super) lane: Lane,
    /// Estimated thinking time in milliseconds.
    pub(super) millis: u64,
}

/// Kind of work, which determines the workers that can do it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// A choice that takes at most [`LIGHT`] milliseconds.
    Light,
    Heavy,
    /// A choice of another program.
    Agent,
}

/// Longest estimated time of a choice that the reserved worker does, in milliseconds.
const LIGHT: u64 = 50;

/// Estimated time of an agent's choice, in milliseconds. Agents are only compared with each other.
const AGENT: u64 = 1_000;

/// Number of cells or nodes of the boards for which the times are estimated.
const USUAL_SIZE: u64 = 64;

impl BotWork {
    /// Estimates the work of one choice. The estimate grows with the size of the board.
    pub(super) fn estimate(controller: Controller<'_>, game: &AnyGame) -> BotWork {
        let name = match controller {
            Controller::Bot(name) => name,
            Controller::Agent(_) => return BotWork { lane: Lane::Agent, millis: AGENT },
            Controller::Open | Controller::Guest => "",
        };
        let (usual, size) = match game {
            AnyGame::RingRift(game) => (ringrift_millis(name), game.position().rules().board.iter_cells().count()),
            AnyGame::Asg(game) => (asg_millis(name), game.scenario().nodes().count()),
        };
        let millis = usual * (size as u64).div_ceil(USUAL_SIZE).max(1);
        BotWork { lane: if millis <= LIGHT { Lane::Light } else { Lane::Heavy }, millis }
    }
}

/// Returns the usual time of a RingRift bot on a small board, in milliseconds.
fn ringrift_millis(name: &str) -> u64 {
    let level = name.strip_prefix("level:").or(name.strip_prefix("classic:")).unwrap_or(name);
    match level {
        "random" | "greedy" | "1" | "2" | "3" => 1,
        "4" => 5,
        "5" => 10,
        "6" => 20,
        "7" => 50,
        "8" => 100,
        "9" => 200,
        _ => 1_000,
    }
}

/// Returns the usual time of an ASG bot on a small map, in milliseconds.
fn asg_millis(name: &str) -> u64 {
    match name.split(':').next() {
        Some("random" | "greedy" | "mix" | "rush") => 1,
        _ => match name {
            "level:1" | "level:2" | "level:3" => 1,
            "level:4" => 5,
            "level:5" => 10,
            "level:6" => 30,
            "level:7" => 100,
            "level:8" | "search" => 300,
            _ => 3_000,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::testing::{long_table, table_of_two};
    use table::ClockRules;

    #[test]
    fn work_grows_with_the_level_and_the_board() {
        let (small, large) = (table_of_two(ClockRules::None), long_table(0));
        let work = |table: &table::Table, name: &str| BotWork::estimate(Controller::Bot(name), table.game());
        let levels: Vec<u64> = (1..=10).map(|level| work(&small, &format!("level:{level}")).millis).collect();
        assert!(levels.is_sorted() && levels[9] >= 100 * levels[0], "{levels:?}");
        assert_eq!(work(&small, "level:1").lane, Lane::Light);
        assert_eq!(work(&large, "level:1").lane, Lane::Light);
        assert_eq!(work(&small, "level:10").lane, Lane::Heavy);
        assert!(work(&large, "level:8").millis > work(&small, "level:8").millis);
        assert_eq!(BotWork::estimate(Controller::Agent("stub"), small.game()).lane, Lane::Agent);
    }
}
