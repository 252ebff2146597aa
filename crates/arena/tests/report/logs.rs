//! Small logs, played by bots or built by hand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::log::{ExchangeLine, FORMAT, GameLine, LogWriter, Manifest, ManifestEntrant, RunLine, SeatLine};
use arena::report::{Options, Report};
use arena::settings::Format;
use arena::{
    Agent, AgentRequest, AgentSeat, AsgVenue, Budget, Entrant, Exchange, Fault, FaultClass, Forfeit, Latency, Policy,
    Reply, RingRiftVenue, Run, SeatPlayer, Usage, Venue,
};
use game::{Cancellation, GameRng, Ranks, Rosters};
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use ringrift_record::Recorder;
use serde_json::{Value, json};

/// Creates an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    folder
}

/// Returns the first line of a run.
pub(crate) fn header(venue: Value, names: &[&str], rounds: u32) -> RunLine {
    let entrant = |name: &&str| ManifestEntrant {
        name: (*name).to_owned(),
        player: json!({ "player": name }),
        version: Some("1".to_owned()),
        compat: None,
        on_error: Policy::Forfeit,
        deadline_ms: 1_000,
        most_faults: 3,
        prompts: Vec::new(),
    };
    let manifest = Manifest {
        name: "trial".to_owned(),
        venue,
        format: Format::RoundRobin,
        rounds,
        conditions_per_round: 1,
        seed: 7,
        entrants: names.iter().map(entrant).collect(),
        prices: BTreeMap::new(),
        cost_cap: None,
        sprt: None,
    };
    RunLine {
        line: "run".to_owned(),
        format: FORMAT.to_owned(),
        run: manifest.run(),
        created: "2024-05-06T07:08:09Z".to_owned(),
        program: "ringside 0.1.0".to_owned(),
        manifest,
    }
}

/// Plays a run into a log.
pub(crate) fn play<V: Venue>(path: &Path, venue: &V, entrants: &[Entrant<V::Game>], rounds: u32) {
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let header = header(venue.describe(), &names, rounds);
    let (mut writer, log) = LogWriter::open(path).expect("the log is valid");
    writer.append(&header).expect("the file is writable");
    let cancellation = Cancellation::new();
    let run = Run {
        venue,
        header: &header,
        entrants,
        jobs: 2,
        cancellation: &cancellation,
        budget: &Budget::unlimited(),
        observer: &(),
    };
    run.play_all(&Mutex::new(writer), &log).expect("the run finishes");
}

/// Returns entrants with built-in players.
pub(crate) fn bots<V: Venue>(names: &[&str]) -> Vec<Entrant<V::Game>> {
    let rosters = Rosters::standard();
    let entrant = |name: &&str| {
        let factory = V::roster(&rosters).find(name).expect("the player exists");
        Entrant { name: (*name).to_owned(), create_player: Box::new(move |seed| SeatPlayer::Bot(factory(seed))) }
    };
    names.iter().map(entrant).collect()
}

pub(crate) fn ringrift(players: u8) -> RingRiftVenue {
    let rules =
        Ruleset::new(Edition::Canon, BoardKind::Square8, players, &Overrides::default()).expect("the rules are valid");
    RingRiftVenue::new(&rules, 4).expect("the rules are valid")
}

pub(crate) fn asg() -> AsgVenue {
    let scenario = asg::library::ALL[0].scenario();
    AsgVenue { scenarios: vec![Arc::new(scenario)], rules: asg::Rules::V0 }
}

/// ASG agent that sometimes fails and whose texts contain markup.
struct Rogue;

impl Agent<asg::Match> for Rogue {
    fn ask(&mut self, ask: &AgentRequest<'_, asg::Match>) -> Exchange {
        let usage =
            Usage { requests: 1, input_tokens: 1_000, output_tokens: 50, cost_micros: 1_500, ..Usage::default() };
        let raw = "<script>alert(1)</script>\n```\n\u{1b}[2J\u{202e}=1+1".to_owned();
        let reply = match ask.ply % 10 {
            2 | 3 => Err(Fault::new(FaultClass::BadJson, "expected <object> at line 1")),
            6 | 7 => Ok(Reply {
                actions: vec![json!({ "type": "<img onerror=x>" }), json!({ "type": "pass" })],
                rationale: None,
            }),
            _ => Ok(Reply { actions: vec![json!({ "type": "reinforce", "amount": 1 })], rationale: None }),
        };
        Exchange { reply, raw, usage }
    }
}

pub(crate) fn rogue(name: &str) -> Entrant<asg::Match> {
    let create = |_| {
        SeatPlayer::Agent(AgentSeat {
            agent: Box::new(Rogue),
            policy: Policy::Pass,
            deadline: Duration::from_secs(5),
            most_faults: 100,
        })
    };
    Entrant { name: name.to_owned(), create_player: Box::new(create) }
}

/// Returns the record and length of a random RingRift game.
pub(crate) fn recorded_game(seed: u64) -> (String, u64) {
    let rules =
        Ruleset::new(Edition::Canon, BoardKind::Square8, 2, &Overrides::default()).expect("the rules are valid");
    let mut position = Position::new(&rules).expect("the rules have a start position");
    let (mut recorder, mut rng) = (Recorder::new(position.clone()), GameRng::seeded(seed));
    let mut plies = 0;
    while !position.phase().is_over() {
        let action = rng.pick(&position.legal_actions()).expect("the game is running");
        position.play(action).expect("the action is legal");
        recorder.play(action).expect("the action is legal");
        plies += 1;
    }
    (recorder.finish().to_string(), plies)
}

/// Builds a log by hand.
pub(crate) struct LogBuilder {
    pub(crate) header: RunLine,
    pub(crate) games: Vec<GameLine>,
}

impl LogBuilder {
    pub(crate) fn new(names: &[&str]) -> LogBuilder {
        LogBuilder { header: header(json!({ "game": "ringrift", "rules": "square8" }), names, 10), games: Vec::new() }
    }

    /// Adds a game of entrants given by index.
    pub(crate) fn game(&mut self, condition: u32, seats: &[usize], places: &[u8], plies: u64) -> &mut GameLine {
        let ids: Vec<String> = seats.iter().map(usize::to_string).collect();
        let player = |_: &usize| {
            let mut latency = Latency::default();
            latency.add(Duration::from_millis(10));
            SeatLine { moves: plies / seats.len() as u64, latency, ..SeatLine::default() }
        };
        self.games.push(GameLine {
            line: "game".to_owned(),
            run: self.header.run.clone(),
            game: format!("{condition}:{}", ids.join("-")),
            condition,
            seats: seats.iter().map(|&seat| self.header.manifest.entrants[seat].name.clone()).collect(),
            ranks: Ranks::new(places).expect("the ranks are consistent"),
            reason: "ring_elimination".to_owned(),
            forfeit: None,
            plies,
            ms: 500.0,
            players: seats.iter().map(player).collect(),
            record: None,
            exchanges: Vec::new(),
        });
        self.games.last_mut().expect("a game was just added")
    }

    /// Adds a game that a seat forfeits.
    pub(crate) fn forfeit(&mut self, condition: u32, seats: &[usize], seat: usize, class: FaultClass) -> &mut GameLine {
        let ranks = Ranks::loser(seats.len(), seat);
        let game = self.game(condition, seats, &ranks, 4);
        game.reason = "forfeit".to_owned();
        game.forfeit = Some(Forfeit { seat, fault: Fault::new(class, "<b>failed</b>") });
        game.players[seat].asked = 2;
        game.players[seat].faults.insert(class, 1);
        game.exchanges.push(ExchangeLine {
            seat,
            ply: 4,
            retry: false,
            ms: 10.0,
            raw: "\"><img src=x onerror=alert(1)>".to_owned(),
            actions: 0,
            executed: Vec::new(),
            refused: Vec::new(),
            fault: game.forfeit.as_ref().map(|forfeit| forfeit.fault.clone()),
            replaced: false,
            usage: Usage::default(),
        });
        game
    }

    pub(crate) fn write(&self, path: &Path) {
        let (mut writer, _) = LogWriter::open(path).expect("the log is valid");
        writer.append(&self.header).expect("the file is writable");
        self.games.iter().for_each(|game| writer.append(game).expect("the file is writable"));
    }

    /// Returns the report of this log.
    pub(crate) fn report(&self, name: &str, options: &Options) -> Report {
        let path = folder(name).join("log.jsonl");
        self.write(&path);
        Report::read(&[path], options).expect("the report is created")
    }
}
