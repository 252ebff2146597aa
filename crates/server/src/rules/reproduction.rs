//! Moves that engines differ on, kept as small files that `ringside conform` reads.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ringrift::{Action, BoardKind, Cell, Coord, FingerprintHash, Phase, Player, Position, Setup};
use ringrift_record::TraceSpelling;
use serde_json::{Value, json};

use crate::rules::verdict::{Mismatch, Next, Refusal, Status, Verdict};

/// A folder with one file for each move that engines differ on.
///
/// The same move of the same position is kept once, and no more files are written than the folder may hold.
#[derive(Debug)]
pub struct Reproductions {
    folder: PathBuf,
    most: usize,
    files: Mutex<usize>,
}

/// A move with what both engines said about it.
pub(super) struct Finding<'a> {
    pub(super) position: &'a Position,
    pub(super) action: Action,
    pub(super) mismatch: Mismatch,
    pub(super) fast: &'a Verdict,
    /// The name of the second engine.
    pub(super) name: &'a str,
    pub(super) second: &'a Verdict,
}

impl Reproductions {
    /// The folder at a path, which is made if need be; what is in it counts.
    ///
    /// # Errors
    /// If it cannot be made or read.
    pub fn new(folder: &Path, most: usize) -> io::Result<Reproductions> {
        fs::create_dir_all(folder)?;
        let files = fs::read_dir(folder)?.count();
        Ok(Reproductions { folder: folder.to_owned(), most, files: Mutex::new(files) })
    }

    /// Keeps a finding; none if it is known already or the folder is full.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn keep(&self, finding: &Finding<'_>) -> io::Result<Option<PathBuf>> {
        let case = finding.case();
        let mut files = self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *files >= self.most {
            return Ok(None);
        }
        let path = self.folder.join(format!("mismatch-{}.jsonl", finding.key()));
        let mut file = match File::create_new(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(error),
        };
        *files += 1;
        writeln!(file, "{case}")?;
        Ok(Some(path))
    }
}

impl Finding<'_> {
    /// What names the position and the move.
    fn key(&self) -> String {
        let text = format!("{}\n{:?}", self.position, self.action);
        FingerprintHash::of(&text).to_string()
    }

    /// The case: the position, the move, and what the second engine expects of it. What both said stands beside, for readers.
    pub(super) fn case(&self) -> Value {
        let rules = self.position.rules();
        let (edition, overrides) = rules.describe();
        let options: BTreeMap<&str, String> = overrides.texts().into_iter().collect();
        let key = self.key();
        let id = u32::from_str_radix(&key[..8], 16).unwrap_or_default();
        let kinds = self.mismatch.names().join(" ");
        json!({
            "format": "ringrift-case/1",
            "id": id,
            "rules": format!("parity: {kinds}"),
            "edition": edition.name(),
            "options": options,
            "board": rules.board.name(),
            "players": rules.players,
            "note": format!("the engines fast and {} differ; the script says what {} expects", self.name, self.name),
            "setup": self.position.to_string(),
            "script": self.script(),
            "engines": { "fast": told(self.fast), self.name: told(self.second) },
        })
    }

    fn script(&self) -> Vec<Value> {
        let text = self.position.action_text(self.action);
        let spelt = spelling(self.position).text(self.action);
        let Some(next) = self.second.next() else {
            return vec![json!({ "op": "cannot", "text": format!("cannot {text}"), "move": spelt })];
        };
        let mut script = vec![json!({ "op": "do", "text": format!("do {text}"), "move": spelt })];
        let gain = i64::from(next.progress) - i64::from(self.position.progress());
        script.push(json!({ "op": "dS", "text": format!("dS {gain}"), "value": gain }));
        if let Status::Completed { winner, reason: Some(reason) } = next.status {
            let winner = winner.map_or(0, Player::seat);
            let text = format!("win {winner} {reason}");
            script.push(json!({ "op": "win", "text": text, "winner": winner, "reason": reason.name() }));
        }
        script.extend(next.state.as_ref().map(facts).unwrap_or_default());
        if let Some(hash) = next.hash {
            script.push(json!({ "op": "hash", "text": format!("hash {hash}"), "value": hash.to_string() }));
        }
        script
    }
}

/// What is easiest to see of a state, which is checked before its hash.
fn facts(state: &Setup) -> Vec<Value> {
    let phase = state.phase.map_or("ring_placement", Phase::name);
    let turn = if state.phase.is_some_and(Phase::is_over) { 0 } else { state.to_move.seat() };
    let seats = || Player::seats(state.rules.players);
    let territory = |player| state.collapsed.iter().filter(|(_, owner)| *owner == player).count() as u16;
    let lists: [(&str, Vec<u16>); 3] = [
        ("hand", seats().map(|player| state.hands[player]).collect()),
        ("elim", seats().map(|player| state.credits[player]).collect()),
        ("terr", seats().map(territory).collect()),
    ];
    let mut facts = vec![
        json!({ "op": "phase", "text": format!("phase {phase}"), "phase": phase }),
        json!({ "op": "turn", "text": format!("turn {turn}"), "player": turn }),
    ];
    facts.extend(lists.map(|(op, values)| json!({ "op": op, "text": format!("{op} {values:?}"), "values": values })));
    facts
}

fn spelling(position: &Position) -> TraceSpelling {
    let board = position.rules().board;
    let regions = if position.phase() == Phase::RegionChoice { position.regions() } else { Vec::new() };
    TraceSpelling::new(
        &position.to_setup(),
        regions.into_iter().map(|region| (region.id, coords(board, &region.cells))),
    )
}

fn coords(board: BoardKind, cells: &[Cell]) -> Vec<Coord> {
    cells.iter().map(|&cell| board.coord(cell)).collect()
}

/// A verdict for readers.
fn told(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Invalid(Refusal { rule, message, .. }) => json!({ "valid": false, "rule": rule, "message": message }),
        Verdict::Valid(next) => {
            let Next { state, hash, reference_hash, progress, status } = next.as_ref();
            json!({
                "valid": true,
                "position": state.as_ref().map(ToString::to_string),
                "hash": hash.map(|hash| hash.to_string()),
                "referenceHash": reference_hash,
                "s": progress,
                "status": status.name(),
            })
        }
    }
}
