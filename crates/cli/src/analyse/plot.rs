//! The plot of the chances over a game.

use ai::review::{Review, ReviewedDecision, Severity, TurningPoint};
use ringrift::{ByPlayer, Player};
use ringrift_draw::{ChanceMark, ChanceMarkKind, ChancePlot, ChancePoint, DrawError, Options, chance_plot};

use super::report::{bad_action_text, players, turning_point_text};

/// Draws the chances over a game as SVG.
pub(super) fn svg(review: &Review) -> Result<String, DrawError> {
    let record = &review.record;
    let mut names = ByPlayer::default();
    for player in Player::seats(record.rules().players) {
        names[player] = record.player_name(player);
    }
    let result = record.conclusion.result.text(record.rules().players);
    let plot = ChancePlot {
        title: format!("{}, {result}", players(record)),
        players: record.rules().players,
        points: points(review),
        marks: marks(review),
    };
    chance_plot(&plot, &Options { names, ..Options::default() })
}

/// Returns the chances at the start and after every ply, with the number of the turn.
fn points(review: &Review) -> Vec<ChancePoint> {
    let start = review.record.start().turn();
    let turns = [start].into_iter().chain(review.decisions.iter().map(|decision| decision.turn));
    turns.zip(&review.curve).map(|(turn, &chances)| ChancePoint { turn, chances }).collect()
}

fn marks(review: &Review) -> Vec<ChanceMark> {
    let turning = review.turning_points.iter().map(|point| turning_mark(review, point));
    let bad_actions = (1..).zip(&review.decisions).filter_map(|(ply, decision)| bad_action_mark(review, ply, decision));
    turning.chain(bad_actions).collect()
}

fn turning_mark(review: &Review, point: &TurningPoint) -> ChanceMark {
    let text = turning_point_text(review, point);
    ChanceMark { point: point.ply, player: point.to, kind: ChanceMarkKind::TurningPoint, text }
}

fn bad_action_mark(review: &Review, ply: usize, decision: &ReviewedDecision) -> Option<ChanceMark> {
    let severity = decision.severity?;
    let kind = match severity {
        Severity::Inaccuracy => return None,
        Severity::Mistake => ChanceMarkKind::Mistake,
        Severity::Blunder => ChanceMarkKind::Blunder,
    };
    let text = bad_action_text(review, ply, decision, severity);
    Some(ChanceMark { point: ply, player: decision.player, kind, text })
}
