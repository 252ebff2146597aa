//! Figures compared with values computed by hand.

use arena::report::{AsgEntrant, Options, Report, ReportError};
use arena::{FaultClass, Usage};
use serde_json::value::to_raw_value;

use crate::logs::{LogBuilder, asg, bots, folder, play, recorded_game, ringrift, rogue};

fn near(value: f64, expected: f64) -> bool {
    (value - expected).abs() < 1e-9
}

#[test]
fn scores_and_lengths_match_values_computed_by_hand() {
    let mut log = LogBuilder::new(&["a", "b"]);
    // a wins three games, ties one and forfeits one.
    log.game(0, &[0, 1], &[1, 2], 10);
    log.game(0, &[1, 0], &[2, 1], 20);
    log.game(1, &[0, 1], &[1, 2], 30);
    log.game(1, &[1, 0], &[1, 1], 40);
    log.forfeit(2, &[0, 1], 0, FaultClass::Timeout);
    let report = log.report("by_hand", &Options::default());
    let part = &report.parts[0];
    assert_eq!((part.games, part.clean_games, part.seats), (5, 4, 2));
    let a = &part.results.standings[0];
    assert_eq!((a.name.as_str(), a.results.all.wins, a.results.all.ties, a.results.all.losses), ("a", 3, 1, 1));
    let score = a.results.all.score.expect("there are games");
    // Wilson interval of 3.5 out of 5, computed independently.
    assert!(
        near(score.value, 0.7) && (score.low - 0.298_79).abs() < 1e-4 && (score.high - 0.927_42).abs() < 1e-4,
        "{score:?}"
    );
    assert!(near(a.results.clean.score.expect("there are games").value, 0.875));
    assert_eq!(a.results.clean.losses, 0);
    let seats: Vec<f64> = part.results.seats.iter().map(|seat| seat.results.all.points).collect();
    assert_eq!(seats, [2.5, 2.5]);
    let met = &part.results.encounters[0];
    assert_eq!(
        (met.name.as_str(), met.results.all.ahead, met.results.all.equal, met.results.all.behind),
        ("a", 3, 1, 1)
    );
    let plies = part.lengths.plies.expect("there are games");
    assert_eq!((plies.mean, plies.median, plies.min, plies.max), (20.8, 20.0, 4.0, 40.0));
    assert!(near(plies.p10, 6.4) && near(plies.p90, 36.0), "{plies:?}");
    assert_eq!((part.endings[0].reason.as_str(), part.endings[0].rate.count), ("ring_elimination", 4));
    let progress: Vec<f64> = part.progress[0].points.iter().map(|point| point.1).collect();
    assert_eq!(progress, [1.0, 1.0, 1.0, 0.875, 0.7]);
}

#[test]
fn forfeits_of_every_class_are_losses_and_never_draws() {
    let mut log = LogBuilder::new(&["a", "b"]);
    for (condition, class) in FaultClass::ALL.into_iter().enumerate() {
        log.forfeit(condition as u32, &[0, 1], 0, class);
    }
    let report = log.report("classes", &Options::default());
    let part = &report.parts[0];
    let [b, a] = &part.results.standings[..] else { panic!("the report lists two entrants") };
    assert_eq!((b.results.all.wins, a.results.all.losses, a.results.all.ties + b.results.all.ties), (9, 9, 0));
    assert_eq!((part.clean_games, a.results.clean.games, a.results.clean.score), (0, 0, None));
    let validity = &part.validity[1];
    assert_eq!((validity.forfeits.count, validity.forfeits.of, validity.forfeit_classes.len()), (9, 9, 9));
    assert_eq!(
        (validity.faults.count, validity.faults.of, validity.fault_classes[&FaultClass::Crash].count),
        (9, 18, 1)
    );
    assert_eq!(report.samples.len(), 9);
}

#[test]
fn forfeits_with_three_seats_do_not_rank_the_others() {
    let mut log = LogBuilder::new(&["a", "b", "c"]);
    log.game(0, &[0, 1, 2], &[1, 2, 3], 30);
    log.game(0, &[1, 2, 0], &[1, 1, 3], 30);
    log.forfeit(1, &[0, 1, 2], 2, FaultClass::Illegal);
    let report = log.report("three", &Options::default());
    let part = &report.parts[0];
    let of = |name: &str| {
        part.results.standings.iter().find(|standing| standing.name == name).expect("the entrant is listed")
    };
    let (a, c) = (of("a").results.all, of("c").results.all);
    assert_eq!((a.wins, a.ties, a.losses, a.aborted), (1, 0, 1, 1));
    assert!(near(a.points, 1.0 + 0.0 + 0.75) && near(a.place.expect("there are games"), 5.0 / 3.0));
    assert_eq!((c.wins, c.ties, c.losses, c.aborted), (0, 1, 2, 0));
    let met = part.results.encounters.iter().find(|met| met.name == "a" && met.against == "b").expect("a and b played");
    assert_eq!(met.results.all.games, 2, "the forfeit of c does not compare a and b");
}

#[test]
fn games_with_fallback_moves_are_not_clean_and_costs_add_up() {
    let mut log = LogBuilder::new(&["a", "b"]);
    let game = log.game(0, &[0, 1], &[1, 2], 10);
    let seat = &mut game.players[0];
    (seat.asked, seat.retries, seat.actions, seat.void, seat.replaced) = (10, 2, 20, 5, 1);
    seat.usage = Usage { requests: 12, input_tokens: 100, output_tokens: 20, cost_micros: 250_000, ..Usage::default() };
    let report = log.report("replaced", &Options::default());
    let part = &report.parts[0];
    assert_eq!((part.games, part.clean_games), (1, 0));
    let a = &part.validity[0];
    let share = |rate: arena::report::Rate| rate.share.expect("there are opportunities").value;
    assert!(near(share(a.retries), 0.2) && near(share(a.void), 0.25) && near(share(a.replaced), 0.2));
    assert_eq!(a.usage.cost_micros, 250_000);
    assert!((a.latency.p50.expect("there are decisions") - 10.0).abs() < 0.5);
}

#[test]
fn entrants_are_compared_on_equal_cases() {
    let mut log = LogBuilder::new(&["a", "b", "x"]);
    for condition in 0..8 {
        // a always beats x; b loses the first six games to x.
        let seat = &mut log.game(condition, &[0, 2], &[1, 2], 10).players[0];
        (seat.asked, seat.usage.cost_micros) = (4, 500_000);
        seat.faults.insert(FaultClass::Http, 1);
        let places = if condition < 6 { [2, 1] } else { [1, 2] };
        log.game(condition, &[1, 2], &places, 14);
        // No counterpart: different seat or opponent.
        log.game(condition, &[2, 0], &[1, 2], 50);
        log.game(condition, &[0, 1], &[1, 2], 50);
    }
    let options = Options { compare: Some(("a".into(), "b".into())), ..Options::default() };
    let report = log.report("compared", &options);
    let comparison = report.comparison.as_ref().expect("the report has a comparison");
    assert_eq!((comparison.cases.all, comparison.cases.clean, comparison.unpaired), (8, 8, 24));
    let score = &comparison.measures[0];
    assert_eq!((score.measure, score.more, score.equal, score.less), ("score", 6, 2, 0));
    assert!(near(score.difference.value, 0.75) && near(score.a, 1.0) && near(score.b, 0.25));
    // Six equal differences: 2 of 64 sign combinations are as extreme.
    assert!(near(score.p, 2.0 / 64.0) && near(score.sign_p, 2.0 / 64.0), "{score:?}");
    assert!(near(comparison.measures[1].difference.value, -4.0));
    let of = |measure: &str| comparison.measures.iter().find(|difference| difference.measure == measure);
    assert!(near(of("cost").expect("the measure is listed").difference.value, 0.5));
    assert!(near(of("fault rate").expect("the measure is listed").difference.value, 0.25));
    assert!(near(of("latency, ms").expect("the measure is listed").difference.value, 0.0) && of("void rate").is_none());
    assert!(report.to_text().contains("A and B compared"));
}

#[test]
fn unknown_names_cannot_be_compared() {
    let path = folder("unknown").join("log.jsonl");
    LogBuilder::new(&["a", "b"]).write(&path);
    let read = |a: &str, b: &str| {
        let options = Options { compare: Some((a.into(), b.into())), ..Options::default() };
        Report::read(std::slice::from_ref(&path), &options).expect_err("the options are invalid")
    };
    assert_eq!(read("a", "z").to_string(), "z is not an entrant of these runs; expected one of a, b");
    assert_eq!(read("a", "a"), ReportError::Same("a".to_owned()));
}

#[test]
fn ringrift_games_are_replayed() {
    let mut log = LogBuilder::new(&["a", "b"]);
    for condition in 0..4 {
        let (record, plies) = recorded_game(condition.into());
        log.game(condition, &[0, 1], &[1, 2], plies).record =
            Some(to_raw_value(&record).expect("a string is serializable"));
    }
    let report = log.report("ringrift", &Options::default());
    assert!(report.remarks.is_empty(), "{:?}", report.remarks);
    let part = &report.parts[0];
    let figures = part.ringrift.as_ref().expect("the games were replayed");
    let all = figures.branching.as_ref().expect("there are decisions");
    assert_eq!((figures.games, part.damaged), (4, 0));
    assert_eq!(all.decisions, figures.phases.iter().map(|phase| phase.decisions).sum::<u64>());
    assert_eq!(all.decisions, log.games.iter().map(|game| game.plies).sum::<u64>());
    let turns = figures.turns.expect("there are turns");
    let per_turn = figures.decisions_per_turn.expect("there are turns");
    assert!(near(per_turn * turns.mean * 4.0, all.decisions as f64) && per_turn > 1.0);
    let placing = figures.phases.iter().find(|phase| phase.phase == "ring_placement").expect("the phase is listed");
    // An empty board has 64 cells with up to three rings each.
    assert_eq!(placing.max, 192);
}

#[test]
fn runs_of_both_games_and_three_seats_are_reported_together() {
    let folder = folder("played");
    let paths: Vec<_> = ["two", "three", "asg"].map(|name| folder.join(name)).to_vec();
    play(&paths[0], &ringrift(2), &bots::<arena::RingRiftVenue>(&["random", "greedy"]), 3);
    let mut three = bots::<arena::RingRiftVenue>(&["random", "greedy", "random"]);
    three[2].name = "random again".to_owned();
    play(&paths[1], &ringrift(3), &three, 1);
    play(&paths[2], &asg(), &bots::<arena::AsgVenue>(&["greedy", "random"]), 2);
    let report = Report::read(&paths, &Options::default()).expect("the report is created");
    let again = Report::read(&paths, &Options::default()).expect("the report is created");
    assert_eq!((report.to_json(), report.to_html()), (again.to_json(), again.to_html()), "reports are reproducible");
    assert!(report.remarks.is_empty(), "{:?}", report.remarks);
    let parts: Vec<(&str, usize, u64)> =
        report.parts.iter().map(|part| (part.game.as_str(), part.seats, part.games)).collect();
    assert_eq!(parts, [("asg", 2, 4), ("ringrift", 2, 6), ("ringrift", 3, 3)]);
    for part in &report.parts {
        let points: f64 = part.results.standings.iter().map(|standing| standing.results.all.points).sum();
        assert!(
            near(points, part.games as f64 * part.seats as f64 / 2.0),
            "a game gives half a point per seat: {points}"
        );
    }
    assert_eq!(report.runs.iter().map(|run| run.planned).collect::<Vec<_>>(), [Some(6), Some(3), Some(4)]);
}

#[test]
fn asg_matches_are_replayed() {
    let path = folder("asg").join("log");
    let mut entrants = bots::<arena::AsgVenue>(&["greedy", "random"]);
    entrants.push(rogue("rogue"));
    play(&path, &asg(), &entrants, 4);
    let report = Report::read(&[path], &Options::default()).expect("the report is created");
    assert!(report.remarks.is_empty(), "{:?}", report.remarks);
    let figures = report.parts[0].asg.as_ref().expect("the games were replayed");
    assert_eq!((figures.games, report.parts[0].damaged), (24, 0));
    let luck: f64 = figures.entrants.iter().map(|entrant| entrant.luck).sum();
    assert!(near(luck, 0.0), "the luck of both sides cancels out: {luck}");
    let sum = |of: fn(&AsgEntrant) -> f64| figures.entrants.iter().map(of).sum::<f64>();
    let (expected, wins) = (sum(|entrant| entrant.expected_wins), sum(|entrant| entrant.wins as f64));
    assert!((expected - wins).abs() < 1e-6, "every fight has a winner");
    assert!(near(
        sum(|entrant| entrant.fights as f64) / 2.0,
        figures.fights_per_game.expect("there are fights") * 24.0
    ));
    let shares = figures.resources.expect("there are nodes with yield");
    assert!(near(shares.p1 + shares.p2 + shares.nobody, 1.0));
    assert_eq!((figures.curve[0].games, figures.curve[0].ply), (24, 0));
    let rogue = figures.entrants.iter().find(|entrant| entrant.name == "rogue").expect("the entrant is listed");
    assert!(rogue.errors.count > 0 && rogue.invalid.count > 0 && rogue.passes.count >= rogue.errors.count);
}

#[test]
fn luck_matches_the_replays() {
    let venue = asg();
    let path = folder("luck").join("log");
    play(&path, &venue, &bots::<arena::AsgVenue>(&["rush", "greedy"]), 1);
    let log = arena::log::Log::read(std::slice::from_ref(&path), arena::log::Records::Keep).expect("the log is valid");
    let (mut luck, mut odds) = (0.0, 0.0);
    for game in &log.games {
        let record = game.record.as_ref().expect("the game has a record");
        let replay = asg::Replay::read(record.get()).expect("the replay is valid");
        let rush = asg::Side::BOTH[usize::from(game.seats[0] != "rush")];
        let fights = replay.plies().flat_map(|ply| ply.events).filter_map(|noted| match noted.event {
            asg::Event::Fought { fight, .. } => Some(fight),
            _ => None,
        });
        for fight in fights {
            let stated = fight.combat.stated_odds();
            let (sign, chance) = if fight.attacker == rush { (1, stated) } else { (-1, 1.0 - stated) };
            luck += (sign * fight.result.noise) as f64;
            odds += chance;
        }
    }
    let report = Report::read(&[path], &Options::default()).expect("the report is created");
    let entrants = &report.parts[0].asg.as_ref().expect("the games were replayed").entrants;
    let rush = entrants.iter().find(|entrant| entrant.name == "rush").expect("the entrant is listed");
    assert!(near(rush.luck, luck) && near(rush.expected_wins, odds), "{rush:?}: {luck}, {odds}");
}

#[test]
fn invalid_records_are_counted_and_listed() {
    let folder = folder("damaged");
    let path = folder.join("log");
    let mut log = LogBuilder::new(&["a", "b"]);
    log.game(0, &[0, 1], &[1, 2], 10).record = Some(to_raw_value("no record").expect("a string is serializable"));
    log.game(0, &[1, 0], &[1, 2], 10);
    log.write(&path);
    let report = Report::read(&[path.clone(), path], &Options::default()).expect("the report is created");
    assert_eq!((report.parts[0].games, report.parts[0].damaged, report.remarks.len()), (2, 1, 1));
    assert!(report.remarks[0].contains("game 0:0-1 of run"), "{:?}", report.remarks);
    assert!(report.parts[0].ringrift.is_none());
}
