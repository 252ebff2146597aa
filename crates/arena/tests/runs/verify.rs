//! Verification finds logs that do not match the games.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use arena::log::{GameLine, Log, LogWriter};
use arena::schedule::{GameSpec, is_scheduled};
use arena::settings::{Format, Tournament};
use arena::{
    Agent, AgentGame, AgentRequest, AgentSeat, AnyVenue, Budget, Entrant, Exchange, Fault, FaultClass, Policy, Reply,
    Run, SeatPlayer, Usage, Venue, with_plan,
};
use game::{Cancellation, Ranks, Rosters};
use serde_json::{Value, json};

use super::log::{problems, problems_by};
use super::{Folder, header, of_asg, of_ringrift, plan, play, read};

/// Agent that plays a legal move, sometimes adds an illegal one, and sometimes fails, also twice in a row.
struct UnreliableAgent(u64);

impl<G: AgentGame> Agent<G> for UnreliableAgent {
    fn ask(&mut self, request: &AgentRequest<'_, G>) -> Exchange {
        self.0 += 1;
        let mut moves = Vec::new();
        request.game.legal_moves(&mut moves);
        let mut actions = match request.game.move_json(&moves[moves.len() / 2]) {
            Value::Array(orders) => orders,
            action => vec![action],
        };
        if self.0 % 3 == 1 {
            actions.push(json!({ "type": "<nonsense>", "amount": 1.5 }));
        }
        let reply = match self.0 % 9 {
            4 | 7 => Err(Fault::new(FaultClass::Timeout, "too late")),
            8 => Err(Fault::new(FaultClass::BadJson, "what?")),
            _ => Ok(Reply { actions, rationale: None }),
        };
        let usage = Usage { requests: 1, input_tokens: self.0, output_tokens: 2, cost_micros: 3, unpriced: 0 };
        Exchange { reply, raw: "raw".to_owned(), usage }
    }
}

/// Plays a run with another player in place of the first entrant.
fn play_with<V: Venue>(plan: &arena::RunPlan<V>, first: Entrant<V::Game>, path: &Path) {
    let header = header(&plan.manifest);
    let (mut writer, log) = LogWriter::open(path).expect("the log is valid");
    writer.append(&header).expect("the log is writable");
    let rosters = Rosters::standard();
    let second = V::roster(&rosters).find("random").expect("the player exists");
    let second = Entrant {
        name: plan.manifest.entrants[1].name.clone(),
        create_player: Box::new(move |seed| SeatPlayer::Bot(second(seed))),
    };
    let cancellation = Cancellation::new();
    let entrants = [first, second];
    let run = Run {
        venue: &plan.venue,
        header: &header,
        entrants: &entrants,
        jobs: 1,
        cancellation: &cancellation,
        budget: &Budget::unlimited(),
        observer: &(),
    };
    run.play_all(&Mutex::new(writer), &log).expect("the run finishes");
}

/// Returns the log of an agent against a built-in player.
fn agent_log(settings: &Tournament, policy: Policy, path: &Path) -> Log {
    let mut plan = plan(settings);
    let entrant = &mut plan.manifest_mut().entrants[0];
    (entrant.player, entrant.version, entrant.on_error) = (json!({ "test": "unreliable" }), None, policy);
    let name = entrant.name.clone();
    with_plan!(&plan, plan => {
        let create = Box::new(move |_| {
            let (deadline, most_faults) = (Duration::from_secs(60), 1000);
            SeatPlayer::Agent(AgentSeat { agent: Box::new(UnreliableAgent(0)), policy, deadline, most_faults })
        });
        play_with(plan, Entrant { name, create_player: create }, path);
    });
    read(path)
}

#[test]
fn logs_of_failing_agents_are_consistent() {
    let folder = Folder::new();
    let both = [of_ringrift(&["greedy", "random"], 2, 1), of_asg(&["greedy", "random"], 2)];
    let (mut forfeits, mut retries, mut replaced, mut void) = (0, 0, 0, 0);
    for (number, settings) in both.iter().enumerate() {
        for policy in Policy::ALL {
            let log = agent_log(settings, policy, &folder.file(&format!("{number}-{}", policy.name())));
            assert_eq!(problems(&log), Vec::<String>::new(), "{number}: {policy:?}");
            for game in &log.games {
                forfeits += u64::from(game.forfeit.is_some());
                retries += game.players.iter().map(|player| player.retries).sum::<u64>();
                replaced += game.players.iter().map(|player| player.replaced).sum::<u64>();
                void += game.players.iter().map(|player| player.void).sum::<u64>();
            }
        }
    }
    assert!(forfeits > 0 && retries > 0 && replaced > 0 && void > 0, "{forfeits} {retries} {replaced} {void}");
}

fn change_forfeit(game: &mut GameLine) {
    let forfeit = game.forfeit.as_mut().expect("the game was forfeited");
    forfeit.seat = 1 - forfeit.seat;
    game.ranks = Ranks::loser(2, forfeit.seat);
}

#[test]
fn finds_changed_forfeits() {
    let folder = Folder::new();
    for (name, settings) in [("r", of_ringrift(&["greedy", "random"], 2, 1)), ("a", of_asg(&["greedy", "random"], 1))] {
        let log = agent_log(&settings, Policy::Forfeit, &folder.file(name));
        for (what, change) in [
            ("seat", change_forfeit as fn(&mut GameLine)),
            ("seat of forfeit, statistics and exchanges", |game| {
                change_forfeit(game);
                game.players.reverse();
                game.exchanges.iter_mut().for_each(|exchange| exchange.seat = 1 - exchange.seat);
            }),
            ("class", |game| {
                let forfeit = game.forfeit.as_mut().expect("the game was forfeited");
                forfeit.fault.class = FaultClass::Crash;
            }),
            ("fault of the last exchange", |game| {
                game.exchanges.last_mut().expect("there is an exchange").fault = None;
            }),
        ] {
            let mut changed = log.clone();
            change(&mut changed.games[1]);
            assert_eq!(problems_by(&changed, None).len(), 1, "{name}: {what}");
        }
    }
    // RingRift records state whether the player ran out of time.
    let mut log = read(&folder.file("r"));
    let game = &mut log.games[0];
    let crash = Fault::new(FaultClass::Crash, "gone");
    game.forfeit.as_mut().expect("the game was forfeited").fault = crash.clone();
    game.exchanges.last_mut().expect("there is an exchange").fault = Some(crash);
    assert!(problems(&log)[0].contains("state different forfeits"));
}

#[test]
fn finds_changed_statistics_and_exchanges() {
    let folder = Folder::new();
    let unchanged = agent_log(&of_asg(&["greedy", "random"], 1), Policy::RetryPass, &folder.file("log"));
    for (what, change) in [
        ("moves", (|game| game.players[0].moves += 1) as fn(&mut GameLine)),
        ("asked", |game| game.players[0].asked -= 1),
        ("retries", |game| game.players[0].retries = 0),
        ("faults", |game| game.players[0].faults.clear()),
        ("actions", |game| game.players[0].actions += 1),
        ("void", |game| game.players[0].void = 0),
        ("replaced", |game| game.players[0].replaced = 0),
        ("usage", |game| game.players[0].usage.cost_micros = 0),
        ("latency", |game| game.players[0].latency = Default::default()),
        ("requests to the other seat", |game| game.players[1].asked = 1),
        ("executed", |game| game.exchanges[0].executed[0] = json!([{ "type": "reinforce", "amount": 77 }])),
        ("nothing executed", |game| game.exchanges[0].executed.clear()),
        ("ply", |game| game.exchanges[0].ply += 1),
        ("far ply", |game| game.exchanges[0].ply = usize::MAX),
        ("seat", |game| game.exchanges[0].seat = 9),
        ("no exchanges", |game| game.exchanges.clear()),
        ("a fault", |game| game.exchanges[0].fault = Some(Fault::new(FaultClass::Crash, "gone"))),
    ] {
        let mut changed = unchanged.clone();
        let game = changed.games.iter_mut().find(|game| game.seats[0] == "greedy").expect("the game exists");
        change(game);
        assert_eq!(problems_by(&changed, None).len(), 1, "{what}");
    }
}

#[test]
fn finds_swapped_games_of_a_pair() {
    let folder = Folder::new();
    for (name, settings) in [("r", of_ringrift(&["greedy", "random"], 2, 1)), ("a", of_asg(&["greedy", "random"], 1))] {
        play(&settings, &folder.file(name), 1, &Cancellation::new()).expect("the run finishes");
        let mut log = read(&folder.file(name));
        let [one, two] = &mut log.games[..] else { panic!("a pair has two games") };
        std::mem::swap(&mut one.game, &mut two.game);
        std::mem::swap(&mut one.seats, &mut two.seats);
        let found = problems_by(&log, None);
        assert_eq!(found, ["the record has other player names"; 2]);
    }
}

#[test]
fn finds_games_outside_the_schedule() {
    let folder = Folder::new();
    play(&of_asg(&["greedy", "random"], 2), &folder.file("log"), 1, &Cancellation::new()).expect("the run finishes");
    let mut log = read(&folder.file("log"));
    log.runs[0].manifest.rounds = 1;
    assert_eq!(problems(&log), ["the game is not part of the schedule"; 2]);
    let spec = |condition, seats: &[usize]| GameSpec { condition, seats: seats.to_vec() };
    for (format, seats, game, expected) in [
        (Format::RoundRobin, 2, spec(1, &[2, 1]), true),
        (Format::RoundRobin, 2, spec(2, &[2, 1]), false),
        (Format::RoundRobin, 2, spec(0, &[1, 1]), false),
        (Format::RoundRobin, 2, spec(0, &[0, 1, 2]), false),
        (Format::RoundRobin, 2, spec(0, &[]), false),
        (Format::RoundRobin, 2, spec(0, &[0, 3]), false),
        (Format::Gauntlet, 2, spec(0, &[2, 0]), true),
        (Format::Gauntlet, 2, spec(0, &[2, 1]), false),
        (Format::Swiss, 2, spec(1, &[2, 1]), true),
    ] {
        assert_eq!(is_scheduled(format, 3, seats, 2, &game), expected, "{format:?} {game:?}");
    }
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let played = orders.iter().filter(|order| is_scheduled(Format::RoundRobin, 3, 3, 2, &spec(0, &order[..]))).count();
    assert_eq!(played, arena::schedule::rotations(&[0, 1, 2], 0).len(), "only the scheduled rotations are accepted");
}

#[test]
fn finds_choices_that_the_bot_would_not_make() {
    let folder = Folder::new();
    for (name, settings) in [("r", of_ringrift(&["greedy", "random"], 2, 1)), ("a", of_asg(&["greedy", "random"], 1))] {
        let path = folder.file(name);
        let plan = plan(&settings);
        with_plan!(&plan, plan => {
            let rosters = Rosters::standard();
            let other = roster_of(&plan.venue, &rosters).find("random").expect("the player exists");
            let create = Box::new(move |seed| SeatPlayer::Bot(other(seed)));
            play_with(plan, Entrant { name: "greedy".to_owned(), create_player: create }, &path);
        });
        let mut log = read(&path);
        assert_eq!(problems_by(&log, None), Vec::<String>::new(), "{name}: the moves are legal");
        let found = problems(&log);
        assert!(found.len() == 2 && found[0].contains("greedy chooses "), "{name}: {found:?}");
        log.runs[0].manifest.entrants[0].version = Some("0".to_owned());
        assert_eq!(problems(&log), Vec::<String>::new(), "{name}: another version may choose differently");
        let manifest = &log.runs[0].manifest;
        let others = AnyVenue::read(manifest)
            .expect("the manifest has a valid venue")
            .other_versions(manifest, &Rosters::standard());
        assert_eq!(others, ["greedy played in version 0, and this program has version 1"]);
    }
}

fn roster_of<'a, V: Venue>(_: &V, rosters: &'a Rosters) -> &'a game::Roster<V::Game> {
    V::roster(rosters)
}

#[test]
fn repeated_choices_are_counted() {
    let folder = Folder::new();
    play(&of_asg(&["greedy", "random"], 1), &folder.file("log"), 1, &Cancellation::new()).expect("the run finishes");
    let log = read(&folder.file("log"));
    let (game, manifest, rosters) = (&log.games[0], &log.runs[0].manifest, Rosters::standard());
    let venue = AnyVenue::read(manifest).expect("the manifest has a valid venue");
    assert_eq!(venue.verify(game, manifest, Some(&rosters)).expect("the game is consistent").choices, game.plies);
    assert_eq!(venue.verify(game, manifest, None).expect("the game is consistent").choices, 0);
}

#[test]
fn finds_forfeits_of_bots() {
    let folder = Folder::new();
    let mut log = agent_log(&of_asg(&["greedy", "random"], 1), Policy::Forfeit, &folder.file("log"));
    // Relabel the failing agent as a bot.
    let entrant = &mut log.runs[0].manifest.entrants[0];
    (entrant.player, entrant.version) = (json!("greedy"), Some("1".to_owned()));
    assert_eq!(problems_by(&log, None), ["a built-in player cannot forfeit this way"; 2]);
    for game in &mut log.games {
        game.forfeit.as_mut().expect("the game was forfeited").fault.class = FaultClass::Illegal;
    }
    assert_eq!(problems_by(&log, None), ["exchange 1: the seat has no agent"; 2]);
    assert_eq!(problems(&log).len(), 2);
}
