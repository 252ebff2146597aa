//! Results of an analysis as JSON: `ringside-analysis/1`.

use ai::review::{Better, KeyMoment, Play, Review, ReviewedDecision, Severity, TurningPoint, rounded};
use ai::{Analysis, ScoredAction, Threat};
use ringrift::{Player, Position};
use ringrift_record::Termination;
use schemars::JsonSchema;
use serde::Serialize;

use super::words::{line_texts, shares_list, threat_amount, threat_texts};

/// The name and version of the format.
const FORMAT: &str = "ringside-analysis/1";

/// Analysis of a position or of a recorded game of RingRift, ringside-analysis/1.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schemars(rename = "ringside-analysis/1")]
enum JsonAnalysis {
    /// Analysis of a position.
    Position(JsonPosition),
    /// Analysis of a game.
    Game(JsonGame),
}

/// Position with its evaluation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Position")]
struct JsonPosition {
    /// The name and version of this format.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// The text of the position.
    position: String,
    /// The seat to move; null if the game is over.
    #[schemars(range(min = 1, max = 4))]
    to_move: Option<u8>,
    /// Chance of each seat to win, from 0 to 1.
    chances: Vec<f64>,
    /// True if the chances are proved, false if they are estimated.
    proved: bool,
    /// Number of evaluated positions.
    nodes: u64,
    /// Every legal action, the best first.
    actions: Vec<JsonAction>,
    /// Threats that the opponents could carry out if it were their turn, the most serious first.
    threats: Vec<JsonThreat>,
}

/// A legal action.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Action")]
struct JsonAction {
    /// Notation of the action.
    action: String,
    /// Chance of each seat to win after the action, from 0 to 1.
    chances: Vec<f64>,
    /// True if the chances are proved, false if they are estimated.
    proved: bool,
    /// Number of visits of the action in the search. A visit evaluates several positions.
    nodes: u64,
    /// Expected line of play, starting with the action.
    line: Vec<String>,
}

/// Threat of an opponent.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Threat")]
struct JsonThreat {
    /// Seat of the threatening player.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// Kind of threat: win, territory or rings.
    #[schemars(extend("enum" = ["win", "territory", "rings"]))]
    threatens: &'static str,
    /// Number of cells or rings; null for a win.
    amount: Option<u32>,
    /// Actions of one turn that carry out the threat.
    line: Vec<String>,
}

/// Recorded game with its evaluation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Game")]
struct JsonGame {
    /// The name and version of this format.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// The file of the game.
    file: String,
    /// The number of the game in its file, counted from 1.
    game: usize,
    /// Line of the file at which the game begins, counted from 1.
    line: usize,
    /// Rules in the form of the field G of position texts.
    rules: String,
    /// The names of the players by seat.
    names: Vec<String>,
    /// Result in the notation of records: 1-0, 2/1/3, or * for an unfinished game.
    result: String,
    /// Reason for the end of the game; null if the record has none.
    termination: Option<&'static str>,
    /// Number of evaluated positions.
    nodes: u64,
    /// Chance of each seat to win at the start, from 0 to 1.
    start: Vec<f64>,
    /// Actions of the game, in order.
    plies: Vec<JsonPly>,
    /// Summary of the play of each seat.
    players: Vec<JsonPlay>,
    /// Plies at which the favourite changed permanently.
    turning_points: Vec<JsonTurningPoint>,
    /// The few turns with the largest losses, in the order of the game.
    key_moments: Vec<JsonKeyMoment>,
}

/// An action of a game.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ply")]
struct JsonPly {
    /// Number of the ply, counted from 1.
    ply: usize,
    /// The number of the turn.
    turn: u32,
    /// Seat that chose the action.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// Notation of the action.
    action: String,
    /// Chance of each seat to win after the action, from 0 to 1.
    chances: Vec<f64>,
    /// True if no other action was legal.
    forced: bool,
    /// Loss of winning chance compared with the best action, from 0 to 1.
    loss: f64,
    /// Class of the error: inaccuracy, mistake or blunder; null if the action is not an error.
    #[schemars(extend("enum" = ["inaccuracy", "mistake", "blunder", null]))]
    verdict: Option<&'static str>,
    /// Better alternative; null without a verdict.
    better: Option<JsonBetter>,
}

/// Better alternative to a played action.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Better")]
struct JsonBetter {
    /// Chance of each seat to win after the better action, from 0 to 1.
    chances: Vec<f64>,
    /// Expected line of play, starting with the better action.
    line: Vec<String>,
}

/// Summary of the play of a seat.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Play")]
struct JsonPlay {
    /// Seat, counted from 1.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// Number of decisions with more than one legal action.
    decisions: usize,
    /// Number of turns that count for the accuracy: those with a choice while the game was open.
    turns: usize,
    /// Mean accuracy of these turns in per cent; null if there were none.
    accuracy: Option<f64>,
    /// Number of inaccuracies.
    inaccuracies: usize,
    /// Number of mistakes.
    mistakes: usize,
    /// Number of blunders.
    blunders: usize,
}

/// Ply at which the favourite changed permanently.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TurningPoint")]
struct JsonTurningPoint {
    /// Number of the ply, counted from 1.
    ply: usize,
    /// Seat of the previous favourite; null if there was none.
    #[schemars(range(min = 1, max = 4))]
    from: Option<u8>,
    /// Seat of the new favourite.
    #[schemars(range(min = 1, max = 4))]
    to: u8,
}

/// Turn with a large loss, and a better turn.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyMoment")]
struct JsonKeyMoment {
    /// The number of the turn.
    turn: u32,
    /// Seat that played the turn.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// Number of the first ply of the turn, counted from 1.
    first_ply: usize,
    /// Number of the last ply of the turn.
    last_ply: usize,
    /// Winning chance of the seat after the better turn, from 0 to 1.
    before: f64,
    /// Winning chance of the seat after the turn that was played, from 0 to 1, analysed with the same effort.
    after: f64,
    /// Difference of both, from 0 to 1.
    loss: f64,
    /// Actions of a better turn, from the position before the turn.
    better: Vec<String>,
}

/// Returns the JSON Schema of the format.
pub(super) fn schema() -> serde_json::Value {
    schemars::schema_for!(JsonAnalysis).to_value()
}

/// Returns the analysis of a position of a running game, on one line.
pub(super) fn position(position: &Position, analysis: &Analysis, threats: &[Threat]) -> String {
    let players = position.rules().players;
    let action = |scored: &ScoredAction| JsonAction {
        action: position.action_text(scored.action),
        chances: shares_list(&scored.chances, players),
        proved: scored.is_proved,
        nodes: scored.nodes,
        line: line_texts(position, &scored.line),
    };
    one_line(&JsonAnalysis::Position(JsonPosition {
        format: FORMAT,
        position: position.to_string(),
        to_move: Some(analysis.to_move.seat()),
        chances: shares_list(&analysis.chances, players),
        proved: analysis.actions.first().is_some_and(|best| best.is_proved),
        nodes: analysis.nodes,
        actions: analysis.actions.iter().map(action).collect(),
        threats: threats.iter().map(JsonThreat::of).collect(),
    }))
}

/// Returns the analysis of the last position of a finished game, on one line.
pub(super) fn finished(position: &Position, chances: &ringrift::ByPlayer<f64>) -> String {
    one_line(&JsonAnalysis::Position(JsonPosition {
        format: FORMAT,
        position: position.to_string(),
        to_move: None,
        chances: shares_list(chances, position.rules().players),
        proved: true,
        nodes: 0,
        actions: Vec::new(),
        threats: Vec::new(),
    }))
}

/// Returns the analysis of a game, on one line.
pub(super) fn game(review: &Review, file: &str, number: usize, line: usize) -> String {
    let record = &review.record;
    let players = record.rules().players;
    let after = review.curve.iter().skip(1);
    let plies = (1..).zip(review.decisions.iter().zip(after));
    one_line(&JsonAnalysis::Game(JsonGame {
        format: FORMAT,
        file: file.to_owned(),
        game: number,
        line,
        rules: record.rules().to_string(),
        names: Player::seats(players).map(|player| record.player_name(player)).collect(),
        result: record.conclusion.result.text(players),
        termination: record.conclusion.termination.map(Termination::name),
        nodes: review.nodes,
        start: shares_list(&review.curve[0], players),
        plies: plies
            .map(|(ply, (decision, chances))| JsonPly::of(ply, decision, shares_list(chances, players)))
            .collect(),
        players: review.plays().iter().map(JsonPlay::of).collect(),
        turning_points: review.turning_points.iter().map(JsonTurningPoint::of).collect(),
        key_moments: review.key_moments.iter().map(JsonKeyMoment::of).collect(),
    }))
}

fn one_line(analysis: &JsonAnalysis) -> String {
    serde_json::to_string(analysis).expect("an analysis serializes to JSON")
}

impl JsonThreat {
    fn of(threat: &Threat) -> JsonThreat {
        let (threatens, amount) = threat_amount(threat.kind);
        JsonThreat { player: threat.player.seat(), threatens, amount, line: threat_texts(threat) }
    }
}

impl JsonPly {
    fn of(ply: usize, decision: &ReviewedDecision, chances: Vec<f64>) -> JsonPly {
        JsonPly {
            ply,
            turn: decision.turn,
            player: decision.player.seat(),
            action: decision.text.clone(),
            chances,
            forced: decision.is_forced,
            loss: decision.loss,
            verdict: decision.severity.map(Severity::name),
            better: decision.better.as_ref().map(JsonBetter::of),
        }
    }
}

impl JsonBetter {
    fn of(better: &Better) -> JsonBetter {
        let chances = shares_list(&better.chances, better.before.rules().players);
        JsonBetter { chances, line: line_texts(&better.before, &better.line) }
    }
}

impl JsonPlay {
    fn of(play: &Play) -> JsonPlay {
        let [inaccuracies, mistakes, blunders] = play.severity_counts;
        JsonPlay {
            player: play.player.seat(),
            decisions: play.decisions,
            turns: play.turns,
            accuracy: play.accuracy.map(rounded),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}

impl JsonTurningPoint {
    fn of(point: &TurningPoint) -> JsonTurningPoint {
        JsonTurningPoint { ply: point.ply, from: point.from.map(Player::seat), to: point.to.seat() }
    }
}

impl JsonKeyMoment {
    fn of(moment: &KeyMoment) -> JsonKeyMoment {
        let turn = &moment.turn;
        JsonKeyMoment {
            turn: turn.turn,
            player: turn.player.seat(),
            first_ply: turn.plies.start + 1,
            last_ply: turn.plies.end,
            before: rounded(turn.before),
            after: rounded(turn.after),
            loss: turn.loss,
            better: line_texts(&moment.start, &moment.better),
        }
    }
}
