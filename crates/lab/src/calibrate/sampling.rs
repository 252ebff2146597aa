//! Random positions of games with their analyses.

use ai::{Analyst, Limits, final_chances};
use arena::ParsedRecord;
use arena::log::GameLine;
use cli_support::Failure;
use cli_support::runs::is_interrupted;
use game::{Game, GameRng, RingRift, derived_seed};
use indicatif::ProgressBar;
use ratings::calibration::Prediction;
use ringrift::{Action, Position};

use crate::measure::{PartLog, map_games};

/// Number of positions per game, and search effort.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sampling {
    /// Maximum number of positions per game.
    pub(super) positions: usize,
    /// Nodes of each analysis.
    pub(super) nodes: u64,
    /// Simulations of each analysis on boards with a network.
    pub(super) simulations: u64,
}

/// The prediction for the player to move in an analysed position.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct AnalysedPosition {
    pub(super) prediction: Prediction,
    /// The search proved the result, so the chance is not an estimate.
    pub(super) is_proved: bool,
}

impl Sampling {
    /// Analyses random positions of all games.
    pub(super) fn take(self, log: &PartLog) -> Result<Vec<AnalysedPosition>, Failure> {
        let bar = ProgressBar::new(log.log.games.len() as u64);
        let found = map_games(
            log,
            |_| true,
            |game, recorded| {
                // An interrupted run skips the remaining games.
                let analysed = if is_interrupted() { Ok(Vec::new()) } else { self.of_game(game, recorded) };
                bar.inc(1);
                analysed
            },
        );
        bar.finish_and_clear();
        let analysed = found?.into_iter().flat_map(|(_, analysed)| analysed).collect();
        if is_interrupted() { Err(Failure::Unfinished) } else { Ok(analysed) }
    }

    fn of_game(self, line: &GameLine, recorded: ParsedRecord<RingRift>) -> Result<Vec<AnalysedPosition>, String> {
        let mut rng = GameRng::seeded(derived_seed(1, &[&line.run, &line.game]));
        let mut game = recorded.start;
        let mut kept: Vec<Position> = Vec::new();
        let mut seen = 0;
        for action in &recorded.moves {
            if *action == Action::SwapSides {
                // A swap of sides changes the colours, so earlier positions are dropped.
                (kept, seen) = (Vec::new(), 0);
            } else if game.position().count_legal() > 1 {
                seen += 1;
                self.keep(&mut kept, seen, game.position(), &mut rng);
            }
            game.play(action).map_err(|problem| problem.to_string())?;
        }
        let Some(won) = final_chances(game.position()) else { return Ok(Vec::new()) };
        let limits = Limits { nodes: Some(self.nodes), simulations: Some(self.simulations), ..Limits::NONE };
        let analysed = kept.iter().filter_map(|position| Analyst::new(limits).analyse(position, &|| false));
        Ok(analysed
            .map(|analysis| AnalysedPosition {
                prediction: Prediction { chance: analysis.chances[analysis.to_move], result: won[analysis.to_move] },
                is_proved: analysis.actions.first().is_some_and(|best| best.is_proved),
            })
            .collect())
    }

    /// Reservoir sampling: keeps each position with the same probability.
    fn keep(self, kept: &mut Vec<Position>, seen: usize, position: &Position, rng: &mut GameRng) {
        if kept.len() < self.positions {
            kept.push(position.clone());
        } else if let at = rng.below(seen)
            && at < self.positions
        {
            kept[at] = position.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use ringrift::{BoardKind, Ruleset};

    use super::*;

    #[test]
    fn samples_positions_from_the_whole_game() {
        let sampling = Sampling { positions: 3, nodes: 1, simulations: 1 };
        let start = Position::new(&Ruleset::canon(BoardKind::Square8, 2).expect("the rules are valid"))
            .expect("the rules are playable");
        let mut kept_turns = Vec::new();
        for seed in 0..50 {
            let (mut rng, mut kept, mut position) = (GameRng::seeded(seed), Vec::new(), start.clone());
            for seen in 1..=20 {
                sampling.keep(&mut kept, seen, &position, &mut rng);
                let action = rng.pick(&position.legal_actions()).expect("the game is not over");
                position.play_unchecked(action);
            }
            assert_eq!(kept.len(), 3);
            kept_turns.extend(kept.iter().map(Position::turn));
        }
        kept_turns.sort_unstable();
        kept_turns.dedup();
        assert!(kept_turns.len() > 5, "{kept_turns:?}");
    }
}
