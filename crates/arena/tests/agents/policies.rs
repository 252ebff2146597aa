//! Games with failing agents under every policy.

use std::time::Duration;

use crate::fake_server::{Answer, FakeServer, unused_url};
use arena::agent::{HttpAgent, HttpSettings, Observation};
use arena::stub::{StubOptions, act};
use arena::{AgentGame, AgentSeat, Budget, FaultClass, MatchRunner, Played, Policy, SeatPlayer};
use game::bots::{AsgBot, BotKind, Random};
use game::{Cancellation, RingRift};

use crate::common::{LONG, SHORT, asg_game, ringrift_game};

/// A game with an opponent.
trait Fixture: AgentGame {
    fn start() -> Self;
    fn opponent() -> SeatPlayer<Self>;
}

impl Fixture for asg::Match {
    fn start() -> asg::Match {
        asg_game()
    }

    fn opponent() -> SeatPlayer<asg::Match> {
        SeatPlayer::Bot(Box::new(AsgBot(BotKind::Random.make(3))))
    }
}

impl Fixture for RingRift {
    fn start() -> RingRift {
        ringrift_game()
    }

    fn opponent() -> SeatPlayer<RingRift> {
        SeatPlayer::Bot(Box::new(Random::new(3)))
    }
}

/// Plays a game with the agent at a URL on the first seat.
fn play<G: Fixture>(url: &str, policy: Policy, deadline: Duration, most_faults: u32) -> Played<G> {
    let settings = HttpSettings { url: url.to_owned(), observation: Observation::Full };
    let agent = Box::new(HttpAgent::new(&settings).expect("the settings are valid"));
    let seat = AgentSeat { agent, policy, deadline, most_faults };
    let seats = vec![SeatPlayer::Agent(seat), G::opponent()];
    let runner = MatchRunner { match_id: "test", seed: 1, start: G::start(), seats };
    runner.play(&Cancellation::new(), &Budget::unlimited()).expect("the game is not cancelled")
}

fn play_with<G: Fixture>(server: &FakeServer, policy: Policy) -> Played<G> {
    play(&server.url(), policy, LONG, u32::MAX)
}

/// Returns a server that fails the first request of each move and replies as the stub to the retry.
fn failing_first_server() -> FakeServer {
    FakeServer::answering(|_, request| match request.json() {
        request if request.get("retry").is_some() => {
            Answer::ok(act(&request, &StubOptions::default()).expect("the request is valid").to_string())
        }
        _ => Answer::status(500, "what?"),
    })
}

fn check_permanent_failures<G: Fixture>() {
    let server = FakeServer::start(vec![Answer::status(500, "never")]);
    for policy in Policy::ALL {
        let before = server.received().len();
        let played: Played<G> = play_with(&server, policy);
        let requests = server.received().len() - before;
        let asked = played.exchanges.iter().filter(|record| !record.is_retry).count();
        assert_eq!(requests, played.exchanges.len());
        assert_eq!(requests, if policy.retries() { 2 * asked } else { asked }, "{policy:?}");
        if policy.forfeits() {
            let forfeit = played.forfeit.as_ref().expect("the game is forfeited");
            assert_eq!(forfeit.seat, 0, "{policy:?}");
            assert_eq!(forfeit.fault.class, FaultClass::Http, "{policy:?}");
            assert_eq!(played.reason, "forfeit", "{policy:?}");
            assert_eq!(played.ranks.to_vec(), [2, 1], "{policy:?}");
            assert_eq!(asked, 1, "{policy:?}: the first failure ends the game");
            assert!(played.turns.is_empty(), "{policy:?}");
        } else {
            assert!(played.forfeit.is_none() && played.last.ending().is_some());
            let replaced = played.exchanges.iter().filter(|record| record.is_replaced).count();
            assert_eq!(replaced, asked);
            assert_eq!(replaced, played.turns.iter().filter(|turn| turn.seat == 0).count());
        }
    }
}

fn check_successful_retries<G: Fixture>() {
    let server = failing_first_server();
    for policy in [Policy::Retry, Policy::RetryPass] {
        let played: Played<G> = play_with(&server, policy);
        assert!(played.forfeit.is_none() && played.last.ending().is_some(), "{policy:?}: {:?}", played.forfeit);
        assert!(played.exchanges.iter().all(|record| record.is_retry == record.fault.is_none() && !record.is_replaced));
    }
    let played: Played<G> = play_with(&server, Policy::Forfeit);
    assert_eq!(played.reason, "forfeit");
}

#[test]
fn asg_policies_with_permanent_failures() {
    check_permanent_failures::<asg::Match>();
}

#[test]
fn ringrift_policies_with_permanent_failures() {
    check_permanent_failures::<RingRift>();
}

#[test]
fn asg_policies_with_successful_retries() {
    check_successful_retries::<asg::Match>();
}

#[test]
fn ringrift_policies_with_successful_retries() {
    check_successful_retries::<RingRift>();
}

#[test]
fn many_faults_lose_under_every_policy() {
    let server = FakeServer::start(vec![Answer::ok("{}")]);
    let played: Played<asg::Match> = play(&server.url(), Policy::Pass, LONG, 3);
    assert_eq!((played.exchanges.len(), played.reason), (3, "forfeit"));
    assert_eq!(played.forfeit.expect("the game is forfeited").fault.class, FaultClass::BadShape);
}

#[test]
fn every_fault_class_forfeits() {
    for (answer, class) in [
        (Answer::Close, FaultClass::Connection),
        (Answer::Silence, FaultClass::Timeout),
        (Answer::status(302, ""), FaultClass::Http),
        (Answer::ok("}"), FaultClass::BadJson),
        (Answer::ok("[]"), FaultClass::BadShape),
        (Answer::ok(vec![b' '; 300_000]), FaultClass::Oversize),
        (Answer::ok(r#"{"actions": [{"action": "P z9"}, 7]}"#), FaultClass::Illegal),
        (Answer::ok(r#"{"actions": []}"#), FaultClass::Illegal),
        (Answer::ok(r#"{"refused": "no"}"#), FaultClass::Refused),
    ] {
        let server = FakeServer::start(vec![answer]);
        let deadline = if class == FaultClass::Timeout { SHORT } else { LONG };
        let played: Played<RingRift> = play(&server.url(), Policy::Retry, deadline, u32::MAX);
        let forfeit = played.forfeit.expect("the game is forfeited");
        assert_eq!(forfeit.fault.class, class, "{}", forfeit.fault);
    }
    let played: Played<RingRift> = play(&unused_url(), Policy::Forfeit, LONG, u32::MAX);
    assert_eq!(played.forfeit.expect("the game is forfeited").fault.class, FaultClass::Connection);
}

#[cfg(unix)]
#[test]
fn crashed_programs_forfeit() {
    use arena::agent::{ProcessAgent, ProcessSettings};
    let script = "read -r line; echo '{\"actions\": [{\"id\": 1}]}'; exit 1";
    let settings = ProcessSettings::new(["sh", "-c", script].map(str::to_owned).to_vec());
    let agent = Box::new(ProcessAgent::new::<RingRift>(&settings).expect("the settings are valid"));
    let seat = AgentSeat { agent, policy: Policy::Forfeit, deadline: LONG, most_faults: 9 };
    let seats = vec![SeatPlayer::Agent(seat), RingRift::opponent()];
    let runner = MatchRunner { match_id: "test", seed: 1, start: ringrift_game(), seats };
    let played = runner.play(&Cancellation::new(), &Budget::unlimited()).expect("the game is not cancelled");
    assert_eq!(played.forfeit.expect("the game is forfeited").fault.class, FaultClass::Crash);
    assert!(!played.turns.is_empty());
}
