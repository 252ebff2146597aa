//! Checking a record against the rules: every action, every hash, and how the game ended.

use ringrift::{FingerprintHash, Outcome, Player, Position};

use crate::conclusion::{Conclusion, GameResult, Termination};
use crate::error::{RecordError, RecordProblem};
use crate::record::{Line, Record};
use crate::written::{Claims, RecordText, Spot, What, WrittenRecord};

/// A record that has been found right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game.
    pub record: Record,
    /// How many hashes were compared.
    pub hashes: usize,
    /// What is odd, but not wrong by the rules.
    pub remarks: Vec<String>,
}

impl RecordText {
    /// Reads the game, plays it, and checks all that it says about itself.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        self.parse()?.check().map_err(|(spot, problem)| match spot.0 {
            Some(at) => self.error((at, problem)),
            None => problem.nowhere(),
        })
    }
}

impl WrittenRecord {
    /// Plays the record and checks all that it says about itself.
    pub(crate) fn check(&self) -> Result<Verified, (Spot, RecordProblem)> {
        let record = self.play()?;
        let nowhere = |problem| (Spot(None), problem);
        let mut hashes = Hashes::default();
        let checked = hashes.check(&record.main, &record.start, 1);
        checked.map_err(|problem| (self.spot_of_action(hashes.actions), problem))?;
        check_ending(&self.claims, &record).map_err(nowhere)?;
        let remarks = remarks(&self.claims, &record);
        Ok(Verified { record, hashes: hashes.compared, remarks })
    }

    /// Where the action with a number stands, counted through the text from 1, variations included.
    fn spot_of_action(&self, number: usize) -> Spot {
        let mut actions = self.items.iter().filter(|item| matches!(item.what, What::Action(_)));
        number.checked_sub(1).and_then(|index| actions.nth(index)).map_or(Spot(None), |item| item.place)
    }
}

/// How far the hashes of a record have been compared.
#[derive(Default)]
struct Hashes {
    compared: usize,
    /// The number of the action that is looked at, counted through the text from 1.
    actions: usize,
}

impl Hashes {
    /// Compares the hashes of a line and its variations.
    fn check(&mut self, line: &Line, start: &Position, first: usize) -> Result<(), RecordProblem> {
        let mut position = start.clone();
        for (i, ply) in line.plies.iter().enumerate() {
            let before = position.clone();
            position.play_unchecked(ply.action);
            self.actions += 1;
            if ply.comments.iter().any(|comment| comment.contains("[%hash")) {
                return Err(RecordProblem::Note(
                    "this hash cannot be read; it has 32 hexadecimal digits, and is there once",
                ));
            }
            if let Some(written) = ply.notes.hash {
                check_hash(first + i, written, position.fingerprint_hash())?;
                self.compared += 1;
            }
            for variation in &ply.variations {
                self.check(variation, &before, first + i)?;
            }
        }
        Ok(())
    }
}

fn check_hash(ply: usize, written: FingerprintHash, found: FingerprintHash) -> Result<(), RecordProblem> {
    if written == found { Ok(()) } else { Err(RecordProblem::Hash { ply, written, found }) }
}

fn check_ending(claims: &Claims, record: &Record) -> Result<(), RecordProblem> {
    let last = record.last_position();
    match last.outcome() {
        Some(outcome) => check_against_rules(claims, &outcome, record.rules().players),
        None => check_without_rules(claims, record, &last),
    }
}

/// The rules have ended the game: whatever the record says must agree.
fn check_against_rules(claims: &Claims, outcome: &Outcome, players: u8) -> Result<(), RecordProblem> {
    let truth = Conclusion::of(Some(*outcome));
    let is_result = claims.result.is_none_or(|result| result == truth.result);
    let is_termination = claims.termination.is_none() || claims.termination == truth.termination;
    if is_result && is_termination && claims.by.is_none() {
        return Ok(());
    }
    Err(RecordProblem::Ending {
        written: ending_text(claims.result, claims.termination, claims.by, players),
        found: ending_text(Some(truth.result), truth.termination, None, players),
    })
}

/// The game goes on by the rules: it can have ended only for another reason, and the result must fit that.
fn check_without_rules(claims: &Claims, record: &Record, last: &Position) -> Result<(), RecordProblem> {
    let players = record.rules().players;
    let result = claims.result.unwrap_or_default();
    let written = || ending_text(claims.result, claims.termination, claims.by, players);
    let conflict = |why| Err(RecordProblem::Conflict { written: written(), why });
    let is_open = result == GameResult::Open;
    let has_doer = claims.termination.is_some_and(Termination::has_doer);
    match claims.termination {
        _ if claims.by.is_some() && !has_doer => conflict("nobody's doing has ended the game"),
        Some(Termination::Rules(_)) => {
            Err(RecordProblem::NotOver { written: written(), plies: record.main.plies.len() })
        }
        None if !is_open => Err(RecordProblem::NotOver { written: written(), plies: record.main.plies.len() }),
        Some(Termination::Unfinished) if !is_open => conflict("an unfinished game has the result *"),
        Some(Termination::Resignation | Termination::Timeout) if is_open => {
            conflict("a game that was lost has a result")
        }
        Some(_) if has_doer && !is_given_up(result, claims.by, last) => {
            match last.rules().resignation_has_no_winner() {
                true => conflict(
                    "nobody wins by these rules if one of several players gives up: all are ranked as they stand",
                ),
                false => conflict("who resigned or ran out of time comes last"),
            }
        }
        _ => Ok(()),
    }
}

/// Whether this is the result of a game that a player gave up; anyone, if it is not known who.
fn is_given_up(result: GameResult, by: Option<Player>, last: &Position) -> bool {
    let rules = last.rules();
    if rules.resignation_has_no_winner() {
        return result == GameResult::Ranks(last.ranking_after_resignation(Player::One));
    }
    let mut doers = Player::seats(rules.players).filter(|&player| by.is_none_or(|by| by == player));
    doers.any(|doer| is_last(result, doer, rules.players))
}

/// Whether nobody comes behind a player.
fn is_last(result: GameResult, player: Player, players: u8) -> bool {
    let rank = result.rank(player);
    Player::seats(players).all(|other| other == player || result.rank(other) < rank)
}

fn ending_text(
    result: Option<GameResult>,
    termination: Option<Termination>,
    by: Option<Player>,
    players: u8,
) -> String {
    let result = result.map(|result| format!("the result {}", result.text(players)));
    let termination = termination.map(|termination| format!("the termination {termination}"));
    let by = by.map(|by| format!("player {by} to have ended it"));
    let parts: Vec<String> = [result, termination, by].into_iter().flatten().collect();
    parts.join(" and ")
}

fn remarks(claims: &Claims, record: &Record) -> Vec<String> {
    let plies = record.main.plies.len();
    let total = claims.total_moves.filter(|&total| total != plies as u64);
    let total = total.map(|total| format!("TotalMoves says {total}, but there are {plies} actions"));
    total.into_iter().collect()
}
