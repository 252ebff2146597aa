//! Files that reproduce mismatches between engines, for `ringside conform`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use ringrift::{Action, BoardKind, Cell, Coord, FingerprintHash, Phase, Player, Position, Setup};
use ringrift_record::TraceSpelling;
use serde_json::{Value, json};

use rules_messages::{ComparedState, EngineVerdict, Mismatch, Status, VerdictRejection};

/// Folder with one file for each mismatch. The same move in the same position is written once, and the number of files is
/// limited.
#[derive(Debug)]
pub struct Reproductions {
    folder: PathBuf,
    limit: usize,
    files: Mutex<usize>,
}

/// A move and the verdicts of both engines.
pub(super) struct Finding<'a> {
    pub(super) position: &'a Position,
    pub(super) action: Action,
    pub(super) mismatch: Mismatch,
    pub(super) fast: &'a EngineVerdict,
    /// Name of the second engine.
    pub(super) name: &'a str,
    pub(super) second: &'a EngineVerdict,
}

impl Reproductions {
    /// Opens or creates the folder. Existing files count towards the limit.
    ///
    /// # Errors
    /// If the folder cannot be created or read.
    pub fn new(folder: &Path, limit: usize) -> io::Result<Reproductions> {
        fs::create_dir_all(folder)?;
        let files = fs::read_dir(folder)?.count();
        Ok(Reproductions { folder: folder.to_owned(), limit, files: Mutex::new(files) })
    }

    /// Writes a finding; returns `None` if its file already exists or the folder is full.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self, finding: &Finding<'_>) -> io::Result<Option<PathBuf>> {
        let case = finding.case();
        let mut files = self.files.lock();
        if *files >= self.limit {
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
    /// Returns a hash of position and move.
    fn key(&self) -> String {
        let text = format!("{}\n{:?}", self.position, self.action);
        FingerprintHash::of(&text).to_string()
    }

    /// Returns a conformance case: position, move, and the result that the second engine expects. The verdicts of both engines
    /// are included for readers.
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
            "engines": { "fast": verdict_json(self.fast), self.name: verdict_json(self.second) },
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

/// Returns checks of single values. They come before the check of the hash, because their failures are easier to understand.
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

/// Returns a verdict as JSON.
fn verdict_json(verdict: &EngineVerdict) -> Value {
    match verdict {
        EngineVerdict::Invalid(VerdictRejection { rule, message, .. }) => {
            json!({ "valid": false, "rule": rule, "message": message })
        }
        EngineVerdict::Valid(next) => {
            let ComparedState { state, hash, reference_hash, progress, status } = next.as_ref();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::engines::spec_verdict;

    /// Positions within turns and at the start of turns, with a move each.
    const MOVES: [(&str, &str); 9] = [
        ("G square8 2p canon; H 18,18; T 1; P ring_placement", "P d4*2"),
        ("G square8 2p canon; S a1=11,h8=2; M1 c1; E 18,0; P movement", "M a1-c1"),
        ("G square8 2p canon; S a1=1,b1=2,h8=2; H 1,1; P movement a1", "C a1-c1 xb1"),
        ("G square8 2p canon; S c1=1,d1=2,h8=2; P capture c1", "SC"),
        ("G square8 2p canon; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1; P line_processing", "L 1; LR 2:2"),
        ("G square8 2p canon; S a1=12,d1=1,h8=2; M1 a2,b1; P territory_processing; N 9; L 2; A 2,1", "T 1"),
        ("G square8 3p canon regions=no_main; S a1=12,d1=1,h8=2,e5=3; P territory_elimination", "E d1"),
        ("G hexagonal 2p compact; S 0.0=1,-3.3=2; P movement", "M 0.0-2.0"),
        ("G hex8 2p live; S 0.0=1,-2.2=2; H 3,3; P movement", "M 0.0-2.0"),
    ];

    /// Returns the cases of all moves, with a fault in the second or in the fast engine.
    fn cases(wrong_second: bool) -> String {
        let mut lines = String::new();
        for (position, action) in MOVES {
            let position = Position::parse(position).expect(position);
            let action = position.read_action(action).expect(action);
            let right = spec_verdict(&position, action);
            let EngineVerdict::Valid(mut next) = right.clone() else { panic!("the move is legal") };
            next.progress += 1;
            let altered = next.state.as_mut().expect("the spec engine returns a state");
            altered.credits[Player::One] += 1;
            next.hash = Some(FingerprintHash::of(&altered.fingerprint()));
            let wrong = EngineVerdict::Valid(next);
            let (fast, second) = if wrong_second { (&right, &wrong) } else { (&wrong, &right) };
            let mismatch = fast.mismatch(second).expect("the verdicts differ");
            let finding = Finding { position: &position, action, mismatch, fast, name: "spec", second };
            lines.push_str(&format!("{}\n", finding.case()));
        }
        let position = Position::parse("G square8 2p canon; S d4=111,h8=2; P movement").expect("the position is valid");
        let action = Action::Move { from: Cell::new(27), to: Cell::new(43) };
        let (right, wrong) =
            (spec_verdict(&position, action), EngineVerdict::Valid(Box::new(ComparedState::of(&position))));
        let (fast, second) = if wrong_second { (&right, &wrong) } else { (&wrong, &right) };
        let mismatch = fast.mismatch(second).expect("the verdicts differ");
        lines.push_str(&format!(
            "{}\n",
            Finding { position: &position, action, mismatch, fast, name: "spec", second }.case()
        ));
        lines
    }

    /// The tests of the command line run `ringside conform` on the same files.
    #[test]
    fn golden_cases_are_up_to_date() {
        for (name, wrong_second) in [("right.jsonl", false), ("wrong.jsonl", true)] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/reproductions").join(name);
            let generated = cases(wrong_second);
            if std::env::var_os("UPDATE_FILES").is_some() {
                fs::write(&path, &generated).expect("the file can be written");
            }
            let golden = fs::read_to_string(&path).expect("the golden file exists");
            assert!(generated == golden, "{name} has changed; to update it, run: cargo xtask regenerate");
        }
    }
}
