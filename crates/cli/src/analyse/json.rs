//! What was found, as JSON: `ringside-analysis/1`.

use ai::review::{Better, Decision, Play, Review, TurningPoint, Verdict, rounded};
use ai::{Analysis, ScoredAction, Threat};
use ringrift::{Player, Position};
use ringrift_record::Termination;
use schemars::JsonSchema;
use serde::Serialize;

use super::words::{line_texts, shares_list, threat_amount, threat_texts};

/// The name and version of the format.
const FORMAT: &str = "ringside-analysis/1";

/// An analysis of RingRift, ringside-analysis/1: of a position, or of a recorded game.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schemars(rename = "ringside-analysis/1")]
enum JsonAnalysis {
    /// Of a position.
    Position(JsonPosition),
    /// Of a game.
    Game(JsonGame),
}

/// A position and what was found out about it.
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
    /// The chance of every seat to win.
    chances: Vec<f64>,
    /// Whether the chances are no estimate.
    proved: bool,
    /// How many positions were looked at.
    nodes: u64,
    /// Every legal action, the best first.
    actions: Vec<JsonAction>,
    /// What those who are not to move could do if it were their turn, the worst first.
    threats: Vec<JsonThreat>,
}

/// A legal action.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Action")]
struct JsonAction {
    /// Its text.
    action: String,
    /// The chance of every seat to win after it.
    chances: Vec<f64>,
    /// Whether the chances are no estimate.
    proved: bool,
    /// How many of the positions that were looked at come after it.
    nodes: u64,
    /// How the game goes on if all play well, the action first.
    line: Vec<String>,
}

/// A threat.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Threat")]
struct JsonThreat {
    /// The seat that threatens.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// What: win, territory or rings.
    #[schemars(extend("enum" = ["win", "territory", "rings"]))]
    threatens: &'static str,
    /// How many cells or rings; null for a win.
    amount: Option<u32>,
    /// The actions of a turn that carry it out.
    line: Vec<String>,
}

/// A game and what was found out about it.
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
    /// The line at which it begins, counted from 1.
    line: usize,
    /// The rules, as the field G of position texts has them.
    rules: String,
    /// The names of the players by seat.
    names: Vec<String>,
    /// The result as records write it: 1-0, 2/1/3, * for an open game.
    result: String,
    /// Why the game ended, if the record says so.
    termination: Option<&'static str>,
    /// How many positions were looked at.
    nodes: u64,
    /// The chance of every seat to win at the start.
    start: Vec<f64>,
    /// What was played.
    plies: Vec<JsonPly>,
    /// How each seat played.
    players: Vec<JsonPlay>,
    /// Where the favourite changed for good.
    turning_points: Vec<JsonTurningPoint>,
}

/// An action of a game.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ply")]
struct JsonPly {
    /// Its number, counted from 1.
    ply: usize,
    /// The number of the turn.
    turn: u32,
    /// The seat that decided.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// The text of the action.
    action: String,
    /// The chance of every seat to win after it.
    chances: Vec<f64>,
    /// Whether there was no other action.
    forced: bool,
    /// How much of its chance to win the seat lost by it.
    loss: f64,
    /// How bad it was: inaccuracy, mistake, blunder; null if it was not.
    #[schemars(extend("enum" = ["inaccuracy", "mistake", "blunder", null]))]
    verdict: Option<&'static str>,
    /// What would have been better, if there is a verdict.
    better: Option<JsonBetter>,
}

/// What would have been better.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Better")]
struct JsonBetter {
    /// The chance of every seat to win after it.
    chances: Vec<f64>,
    /// How the game would have gone on, the better action first.
    line: Vec<String>,
}

/// How a seat played.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Play")]
struct JsonPlay {
    /// The seat.
    #[schemars(range(min = 1, max = 4))]
    player: u8,
    /// How many decisions with a choice it made.
    decisions: usize,
    /// How well it made them, in per cent; null if there were none.
    accuracy: Option<f64>,
    /// How many of them were inaccuracies.
    inaccuracies: usize,
    /// How many of them were mistakes.
    mistakes: usize,
    /// How many of them were blunders.
    blunders: usize,
}

/// Where the favourite changed for good.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TurningPoint")]
struct JsonTurningPoint {
    /// The ply that changed it.
    ply: usize,
    /// The seat that was the favourite; null if none was.
    #[schemars(range(min = 1, max = 4))]
    from: Option<u8>,
    /// The seat that is it now.
    #[schemars(range(min = 1, max = 4))]
    to: u8,
}

/// The JSON Schema of the format.
pub(super) fn schema() -> serde_json::Value {
    schemars::schema_for!(JsonAnalysis).to_value()
}

/// What was found about a position that is not over, on one line.
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

/// A position of a game that is over, on one line.
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

/// What was found about a game, on one line.
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
    }))
}

fn one_line(analysis: &JsonAnalysis) -> String {
    // There is nothing in it that JSON cannot hold.
    serde_json::to_string(analysis).unwrap_or_default()
}

impl JsonThreat {
    fn of(threat: &Threat) -> JsonThreat {
        let (threatens, amount) = threat_amount(threat.kind);
        JsonThreat { player: threat.player.seat(), threatens, amount, line: threat_texts(threat) }
    }
}

impl JsonPly {
    fn of(ply: usize, decision: &Decision, chances: Vec<f64>) -> JsonPly {
        JsonPly {
            ply,
            turn: decision.turn,
            player: decision.player.seat(),
            action: decision.text.clone(),
            chances,
            forced: decision.is_forced,
            loss: decision.loss,
            verdict: decision.verdict.map(Verdict::name),
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
        let [inaccuracies, mistakes, blunders] = play.verdicts;
        JsonPlay {
            player: play.player.seat(),
            decisions: play.decisions,
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
