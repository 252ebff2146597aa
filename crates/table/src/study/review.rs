//! Review of a whole game: win probabilities, turning points and better actions.

use std::num::NonZeroUsize;
use std::time::Duration;

use ai::review::{KeyMoment, Play, Review, ReviewedDecision, Severity, TurningPoint, turning_points};
use ai::{IsCancelled, Limits};
use api::{FaultView, KeyMomentView, PlayerReview, ReviewView, TurningPointView};
use ringrift::{ByPlayer, Player};
use ringrift_record::Record;

use super::analysis::line_texts;

/// Search nodes for each decision.
const NODES: u64 = 1_000;

/// Simulations for each decision on a board with a network.
const SIMULATIONS: u64 = 32;

/// Largest number of actions of a game that is reviewed.
pub const MAX_REVIEWED_ACTIONS: usize = 2_000;

/// Reviews a game, each decision for at most `time`. Calls `progress` after each of its [`Review::steps`]; returns `None` if it
/// is cancelled. The evaluations of `hidden` plies are left out.
pub fn review(
    record: Record,
    hidden: &[bool],
    time: Option<Duration>,
    is_cancelled: IsCancelled<'_>,
    progress: &dyn Fn(),
) -> Option<ReviewView> {
    let limits = Limits { nodes: Some(NODES), simulations: Some(SIMULATIONS), time, threads: NonZeroUsize::MIN };
    Some(review_view(&Review::of(record, limits, is_cancelled, progress)?, hidden))
}

/// Returns a review without the evaluation of hidden positions, which occur in running games between people.
fn review_view(review: &Review, hidden: &[bool]) -> ReviewView {
    let players = review.record.rules().players;
    let rounded = |chance: &f64| ai::review::rounded(*chance);
    let hidden = hidden_chances(review, hidden);
    let is_open = |ply: usize| !hidden.get(ply).copied().unwrap_or(false);
    // The loss of a decision compares the chances before and after it.
    let is_judged = |number: usize| is_open(number) && is_open(number + 1);
    let faults = review.decisions.iter().enumerate().filter(|&(number, _)| is_judged(number));
    let chances = |(ply, chances): (usize, &ByPlayer<f64>)| {
        is_open(ply).then(|| chances.of(players).iter().map(rounded).collect())
    };
    let is_shown = |moment: &&KeyMoment| moment.turn.plies.clone().all(is_judged);
    // A turning point also tells who is the favourite in all later positions.
    let open_plies = (0..review.curve.len()).take_while(|&ply| is_open(ply)).count();
    ReviewView {
        chances: review.curve.iter().enumerate().map(chances).collect(),
        turning_points: turning_points(&review.curve[..open_plies], players).iter().map(turning_point_view).collect(),
        faults: faults.filter_map(|(number, decision)| fault_view(number + 1, decision)).collect(),
        players: review.plays_among(is_judged).iter().map(|play| player_review(review, play, &is_judged)).collect(),
        key_moments: review.key_moments.iter().filter(is_shown).map(|moment| key_moment_view(review, moment)).collect(),
    }
}

/// Returns for each ply whether its chances are hidden: those of hidden positions, and those before a forced action that leads to
/// one, because the chances before a forced action are the chances after it.
fn hidden_chances(review: &Review, hidden: &[bool]) -> Vec<bool> {
    let mut hidden: Vec<bool> = (0..review.curve.len()).map(|ply| hidden.get(ply).copied().unwrap_or(false)).collect();
    for (ply, decision) in review.decisions.iter().enumerate().rev() {
        hidden[ply] |= decision.is_forced && hidden[ply + 1];
    }
    hidden
}

fn turning_point_view(point: &TurningPoint) -> TurningPointView {
    TurningPointView { ply: point.ply, from: point.from.map(Player::seat), to: point.to.seat() }
}

fn fault_view(ply: usize, decision: &ReviewedDecision) -> Option<FaultView> {
    let severity = decision.severity?;
    Some(FaultView {
        ply,
        player: decision.player.seat(),
        action: decision.text.clone(),
        verdict: severity.name().to_owned(),
        sign: severity.sign().to_owned(),
        loss: decision.loss,
        better: decision.better.as_ref().map_or(Vec::new(), |better| line_texts(&better.before, &better.line)),
    })
}

fn key_moment_view(review: &Review, moment: &KeyMoment) -> KeyMomentView {
    let turn = &moment.turn;
    let played = &review.decisions[turn.plies.clone()];
    KeyMomentView {
        turn: turn.turn,
        player: turn.player.seat(),
        start: turn.plies.start,
        end: turn.plies.end,
        verdict: Severity::of(turn.loss).map_or(String::new(), |severity| severity.name().to_owned()),
        before: ai::review::rounded(turn.before),
        after: ai::review::rounded(turn.after),
        loss: turn.loss,
        played: played.iter().map(|decision| decision.text.clone()).collect(),
        better: line_texts(&moment.start, &moment.better),
    }
}

fn player_review(review: &Review, play: &Play, is_judged: &impl Fn(usize) -> bool) -> PlayerReview {
    let turns = review.turns();
    let of_player = turns.iter().filter(|turn| turn.player == play.player && turn.plies.clone().all(is_judged));
    let losses: Vec<Option<Severity>> = of_player.map(|turn| Severity::of(turn.loss)).collect();
    let count = |wanted: Severity| losses.iter().filter(|&&found| found == Some(wanted)).count();
    PlayerReview {
        player: play.player.seat(),
        decisions: play.decisions,
        turns: play.turns,
        accuracy: play.accuracy,
        inaccuracies: count(Severity::Inaccuracy),
        mistakes: count(Severity::Mistake),
        blunders: count(Severity::Blunder),
    }
}

#[cfg(test)]
mod tests {
    use ai::review::ReviewedTurn;

    use super::*;

    /// Returns a review of five plies in which player 1 becomes the favourite after ply 2 and player 2 after ply 4. The action of
    /// ply 3 is forced.
    fn review() -> Review {
        let text = "[Board \"square8\"]\n\n1. P d4*2; M d4-d6 2. P a1; M a1-a2 3. P h1";
        let record = Record::parse(text).expect("the record is valid");
        let curve: Vec<ByPlayer<f64>> =
            [0.5, 0.5, 0.9, 0.2, 0.2, 0.1].map(|chance| ByPlayer([chance, 1.0 - chance, 0.0, 0.0])).to_vec();
        let decision = |number: usize| ReviewedDecision {
            turn: 1,
            player: if number == 2 || number == 3 { Player::Two } else { Player::One },
            text: "P a1".to_owned(),
            is_forced: number == 3,
            loss: 0.3,
            severity: Some(Severity::Blunder),
            better: None,
        };
        let turning_points = turning_points(&curve, 2);
        let decisions = (0..5).map(decision).collect();
        let mut review = Review { record, curve, decisions, turning_points, key_moments: Vec::new(), nodes: 0 };
        let moment = |turn: ReviewedTurn| {
            let start = review.record.position_after(turn.plies.start);
            KeyMoment { better: start.legal_actions()[..1].to_vec(), start, turn }
        };
        review.key_moments = review.turns().into_iter().take(2).map(moment).collect();
        review
    }

    #[test]
    fn key_moments_list_the_played_and_the_better_turn() {
        let review = review();
        let first = &review_view(&review, &[]).key_moments[0];
        assert_eq!((first.turn, first.player, first.start, first.end), (1, 1, 0, 2));
        assert_eq!(first.played.len(), 2);
        let start = review.record.start();
        assert_eq!(first.better, [start.action_text(start.legal_actions()[0])]);
    }

    #[test]
    fn nothing_in_a_review_reveals_the_evaluation_of_hidden_positions() {
        let review = review();
        let shown = |hidden: [bool; 6]| {
            let view = review_view(&review, &hidden);
            let open: Vec<bool> = view.chances.iter().map(Option::is_some).collect();
            let plies = |points: &[TurningPointView]| points.iter().map(|point| point.ply).collect::<Vec<_>>();
            let faults: Vec<usize> = view.faults.iter().map(|fault| fault.ply).collect();
            let decisions: Vec<usize> = view.players.iter().map(|player| player.decisions).collect();
            let moments: Vec<usize> = view.key_moments.iter().map(|moment| moment.start).collect();
            (open, plies(&view.turning_points), faults, decisions, moments)
        };
        let (open, points, faults, decisions, moments) = shown([false; 6]);
        assert_eq!(moments, [0, 2]);
        assert_eq!(open, [true; 6]);
        assert_eq!(points, [2, 3]);
        assert_eq!(faults, [1, 2, 3, 4, 5]);
        assert_eq!(decisions, [3, 1]);
        // The chances before the forced action 4 are those after it.
        let (open, points, faults, decisions, moments) = shown([false, false, false, false, true, false]);
        assert_eq!(moments, [0], "the second moment leads to a hidden position");
        assert_eq!(open, [true, true, true, false, false, true]);
        assert_eq!(points, [2], "the favourite after a hidden position is hidden as well");
        assert_eq!(faults, [1, 2]);
        assert_eq!(decisions, [2, 0]);
    }
}
