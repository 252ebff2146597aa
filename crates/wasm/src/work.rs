//! Work that shows the speed and the exactness of the engine: random games, perft, decisions and evaluations by a network.

use engine_workloads::{Loop, play_games};
use game::{Cancellation, Progress, RingRift};
use learning::{Decision, StepList};
use neural::{Network, Workspace};
use ringrift::{Position, PositionOf, PositionVisitor};

use crate::players::require_network;

/// Plays random games from a position and returns the number of actions.
pub fn random_games(start: &str, games: u32) -> Option<u64> {
    Some(play_games(&Position::parse(start).ok()?, Loop::Sampled, 1, games.into()))
}

/// Returns the number of sequences of `depth` actions.
pub(crate) fn perft(position: &str, depth: u32) -> Option<u64> {
    Some(Position::parse(position).ok()?.perft(depth))
}

/// Returns the action that a computer player such as `nodes:2000` or `neural:100` chooses in a position, with the seed 1.
///
/// # Errors
/// If the position is invalid, the game is over, or the player does not exist.
pub fn decide(position: &str, player: &str) -> Result<String, String> {
    let position = Position::parse(position).map_err(|error| error.to_string())?;
    if position.outcome().is_some() {
        return Err("the game is over".to_owned());
    }
    require_network(position.rules().board).map_err(|error| error.body().to_string())?;
    let game = RingRift::new(position);
    let mut bot = ai::rosters().ringrift.find(player)?(1);
    let action = bot.choose(&game, &Cancellation::new(), &Progress::new());
    Ok(game.position().action_text(action))
}

/// Evaluates a position this many times, one at a time, with the network of its board. Returns the sum of the values for the player to move,
/// so that no evaluation can be left out.
pub fn evaluate(position: &str, times: u32) -> Option<f64> {
    let position = Position::parse(position).ok()?;
    let network = Network::embedded(position.rules().board)?;
    position.visit(Evaluate { network, times })
}

struct Evaluate {
    network: &'static Network,
    times: u32,
}

impl PositionVisitor for Evaluate {
    type Output = Option<f64>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<f64> {
        if position.outcome().is_some() {
            return None;
        }
        let decision = Decision::new(position.clone());
        let mut steps = StepList::default();
        steps.fill(&decision);
        let (mut workspace, mut evaluations) = (Workspace::new(), Vec::new());
        let mut sum = 0.0;
        for _ in 0..self.times {
            self.network.evaluate(&mut workspace, &[(&decision, steps.numbers())], &mut evaluations);
            sum += f64::from(evaluations.first()?.values[0]);
        }
        Some(sum)
    }
}
