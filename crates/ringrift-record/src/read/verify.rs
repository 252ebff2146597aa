//! Verification of a record against the rules: actions, hashes, result and termination.

use ringrift::{FingerprintHash, Outcome, Player, Position};

use crate::error::{RecordError, RecordProblem};
use crate::read::{ByteOffset, Claims, ItemKind, RecordText, WrittenRecord};
use crate::record::conclusion::{Conclusion, GameResult, Termination};
use crate::record::{Record, RecordLine};

/// A verified record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game; its hashes, result and termination agree with the rules.
    pub record: Record,
    /// Number of compared hashes, including those of variations.
    pub hashes: usize,
    /// Inconsistencies that do not concern the rules, such as a wrong header TotalMoves.
    pub remarks: Vec<String>,
}

impl RecordText {
    /// Parses the game, plays its actions, and checks hashes, result and termination.
    ///
    /// # Errors
    /// Returns the first problem.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        self.parse()?.check().map_err(|(offset, problem)| match offset.0 {
            Some(at) => self.error((at, problem)),
            None => problem.without_location(),
        })
    }
}

impl WrittenRecord {
    /// Plays the actions and checks hashes, result and termination.
    pub(crate) fn check(&self) -> Result<Verified, (ByteOffset, RecordProblem)> {
        let record = self.play()?;
        let without_offset = |problem| (ByteOffset(None), problem);
        let mut hashes = HashCheck::default();
        let checked = hashes.check(&record.main, &record.start, 1);
        checked.map_err(|problem| (self.offset_of_action(hashes.actions), problem))?;
        check_ending(&self.claims, &record).map_err(without_offset)?;
        let remarks = remarks(&self.claims, &record);
        Ok(Verified { record, hashes: hashes.compared, remarks })
    }

    /// Returns the offset of an action. `number` counts all actions of the text from 1, including those of variations.
    fn offset_of_action(&self, number: usize) -> ByteOffset {
        let mut actions = self.items.iter().filter(|item| matches!(item.kind, ItemKind::Action(_)));
        number.checked_sub(1).and_then(|index| actions.nth(index)).map_or(ByteOffset(None), |item| item.offset)
    }
}

/// Progress of comparing hashes.
#[derive(Default)]
struct HashCheck {
    compared: usize,
    /// Number of the current action in the text, from 1; actions of variations count too.
    actions: usize,
}

impl HashCheck {
    /// Compares the hashes of a line and its variations.
    fn check(&mut self, line: &RecordLine, start: &Position, first: usize) -> Result<(), RecordProblem> {
        let mut position = start.clone();
        for (i, ply) in line.plies.iter().enumerate() {
            let before = position.clone();
            position.play_unchecked(ply.action);
            self.actions += 1;
            if ply.comments.iter().any(|comment| comment.contains("[%hash")) {
                return Err(RecordProblem::Note("expected one hash of 32 hexadecimal digits"));
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
        Some(outcome) => check_finished(claims, &outcome, record.rules().players),
        None => check_unfinished(claims, record, &last),
    }
}

/// Checks the stated result and termination of a game that the rules have ended.
fn check_finished(claims: &Claims, outcome: &Outcome, players: u8) -> Result<(), RecordProblem> {
    let expected = Conclusion::of(Some(*outcome));
    let result_agrees = claims.result.is_none_or(|result| result == expected.result);
    let termination_agrees = claims.termination.is_none() || claims.termination == expected.termination;
    if result_agrees && termination_agrees && claims.by.is_none() {
        return Ok(());
    }
    Err(RecordProblem::Ending {
        written: ending_text(claims.result, claims.termination, claims.by, players),
        found: ending_text(Some(expected.result), expected.termination, None, players),
    })
}

/// Checks the stated result and termination of a game that is not over by the rules.
fn check_unfinished(claims: &Claims, record: &Record, last: &Position) -> Result<(), RecordProblem> {
    let players = record.rules().players;
    let result = claims.result.unwrap_or_default();
    let written = || ending_text(claims.result, claims.termination, claims.by, players);
    let conflict = |why| Err(RecordProblem::Conflict { written: written(), why });
    let is_open = result == GameResult::Open;
    let has_causing_player = claims.termination.is_some_and(Termination::has_causing_player);
    match claims.termination {
        _ if claims.by.is_some() && !has_causing_player => conflict("only a resignation or a timeout names a player"),
        Some(Termination::Rules(_)) => {
            Err(RecordProblem::NotOver { written: written(), plies: record.main.plies.len() })
        }
        None if !is_open => Err(RecordProblem::NotOver { written: written(), plies: record.main.plies.len() }),
        Some(Termination::Unfinished) if !is_open => conflict("an unfinished game has the result *"),
        Some(Termination::Resignation | Termination::Timeout) if is_open => {
            conflict("a resignation or a timeout needs a result")
        }
        Some(Termination::Agreement) if !is_draw(result, players) => {
            conflict("after an agreement at least two players share the first place")
        }
        Some(_) if has_causing_player && !is_result_after_resignation(result, claims.by, last) => {
            match last.rules().resignation_has_no_winner() {
                true => conflict(
                    "under these rules a game with several opponents has no winner after a resignation; the last position decides the ranks",
                ),
                false => conflict("the player who resigned or ran out of time must be last"),
            }
        }
        _ => Ok(()),
    }
}

/// Reports whether this can be the result after the player `by`, or any player if `by` is `None`, resigned or ran out of
/// time.
fn is_result_after_resignation(result: GameResult, by: Option<Player>, last: &Position) -> bool {
    let rules = last.rules();
    if rules.resignation_has_no_winner() {
        // Then the ranks do not depend on who resigned, so any player can be passed.
        return result == GameResult::Ranks(last.ranking_after_resignation(Player::One));
    }
    let mut candidates = Player::seats(rules.players).filter(|&player| by.is_none_or(|by| by == player));
    candidates.any(|player| is_last(result, player, rules.players))
}

/// Reports whether several players share the first place.
fn is_draw(result: GameResult, players: u8) -> bool {
    Player::seats(players).filter(|&player| result.rank(player) == Some(1)).count() > 1
}

/// Reports whether all other players have a better rank.
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
    let by = by.map(|by| format!("player {by} as the cause"));
    let parts: Vec<String> = [result, termination, by].into_iter().flatten().collect();
    parts.join(" and ")
}

fn remarks(claims: &Claims, record: &Record) -> Vec<String> {
    let plies = record.main.plies.len();
    let total = claims.total_moves.filter(|&total| total != plies as u64);
    let total = total.map(|total| format!("the header TotalMoves says {total}, but the game has {plies} actions"));
    total.into_iter().collect()
}
