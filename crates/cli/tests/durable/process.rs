//! The server as a separate process.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use api::GameId;
use api::client::{Client, ClientError};
use api::{ClientMessage, LegalView, NewGame};
use api::{ClockRules, Purpose, Visibility};
use serde_json::Value;
use tempfile::TempDir;

/// Temporary folder that is deleted when it is dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        let folder = TempDir::new().expect("the temporary folder can be created");
        std::fs::create_dir(folder.path().join("data")).expect("the folder can be created");
        Folder(folder)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.beside("data")
    }

    /// Returns the path of a file beside the data folder.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Running server.
pub(crate) struct Process {
    child: Child,
    pub(crate) base: String,
}

impl Process {
    /// Starts a server on a folder.
    pub(crate) fn start(data: &Path, variables: &[(&str, &Path)]) -> Process {
        let config = data.with_extension("toml");
        let rates = "[rates]\nrequests_per_second = 100000\nrequests_burst = 100000\nnew_per_minute = 100000\n\
                     new_burst = 100000\nmessages_per_second = 100000\nmessages_burst = 100000\n";
        std::fs::write(&config, format!("games_per_guest = 1000\n{rates}")).expect("the file can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
        command.args(["serve", "--port", "0", "--data"]).arg(data).arg("--config").arg(config);
        command.envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("ringside starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("standard output is a pipe"))
            .read_line(&mut line)
            .expect("the server prints its address");
        let base = line.trim().rsplit(' ').next().expect("the line has an address").to_owned();
        assert!(base.starts_with("http://"), "{line}");
        Process { child, base }
    }

    /// Kills the process.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("the process can be killed");
        self.child.wait().expect("the process ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Acknowledged action.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) game: GameId,
    pub(crate) seq: u64,
    pub(crate) hash: String,
    /// Name of the action, chosen by the client.
    pub(crate) client: String,
}

/// Creates a game with clocks in which one person plays both sides.
pub(crate) fn new_game(client: &Client) -> Result<GameId, ClientError> {
    let request = NewGame {
        purpose: Purpose::HotSeat,
        visibility: Visibility::Public,
        clock: ClockRules::Increment { base: 3_600_000, increment: 1_000 },
        ..NewGame::default()
    };
    client.create_game(&request).map(|created| created.id)
}

/// Plays the legal action with the index `number` modulo the number of legal actions. Returns `None` if the game is
/// over.
pub(crate) fn act(client: &Client, game: &GameId, number: u64) -> Result<Option<Acknowledged>, ClientError> {
    let now = client.game(game)?;
    let Some(LegalView::RingRift { groups }) = now.you.and_then(|you| you.legal) else { return Ok(None) };
    let choices: Vec<String> = groups.into_iter().flat_map(|group| group.choices).map(|choice| choice.action).collect();
    let action = choices[(number % choices.len() as u64) as usize].clone();
    let name = format!("{}-{}", now.seq, number);
    let act = ClientMessage::Act { seat: None, action: action.into(), seq: now.seq, client: Some(name.clone()) };
    let receipt = client.command(game, &act)?;
    Ok(Some(Acknowledged { game: game.clone(), seq: receipt.seq, hash: receipt.hash, client: name }))
}

/// Returns the logs of all games in a folder, as exported after a successful check.
pub(crate) fn exported(data: &Path) -> Result<HashMap<String, Value>, String> {
    let run = |what: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_ringside"))
            .args(what)
            .arg("--data")
            .arg(data)
            .output()
            .expect("ringside starts")
    };
    let checked = run(&["db", "check"]);
    let output = String::from_utf8_lossy(&checked.stdout).into_owned() + &String::from_utf8_lossy(&checked.stderr);
    if !checked.status.success() {
        return Err(output);
    }
    let text = String::from_utf8(run(&["db", "export"]).stdout).expect("the output is UTF-8");
    let games = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("the line is JSON"));
    Ok(games.map(|game| (game["id"].as_str().expect("the game has an id").to_owned(), game)).collect())
}

/// Checks that every acknowledged action is in the logs exactly once.
pub(crate) fn check_acknowledged(acknowledged: &[Acknowledged], games: &HashMap<String, Value>) -> Result<(), String> {
    for Acknowledged { game, seq, hash, client } in acknowledged {
        let Some(stored) = games.get(game.as_str()) else { return Err(format!("game {game} is lost")) };
        let log = stored["log"].as_array().expect("the log is a list");
        let with_name: Vec<&Value> = log.iter().filter(|entry| entry["deed"]["client"] == client.as_str()).collect();
        match with_name[..] {
            [entry] if entry["seq"] == *seq && entry["hash"] == hash.as_str() => {}
            [] => return Err(format!("action {client} of game {game} is lost")),
            _ => return Err(format!("action {client} of game {game} is duplicated or was changed: {with_name:?}")),
        }
    }
    Ok(())
}
