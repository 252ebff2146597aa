//! Shared fixtures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::stub::{StubOptions, respond};
use arena::{Agent, AgentGame, AgentRequest, Exchange, Fault, FaultClass};
use game::RingRift;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};

use crate::fake_server::{Answer, FakeServer};

/// Deadline for agents that reply, sufficient on a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(30);

/// Deadline for agents that never reply.
pub(crate) const SHORT: Duration = Duration::from_millis(400);

pub(crate) const PASS: &str = r#"{"api_version": "0.1", "actions": [{"type": "pass"}]}"#;

pub(crate) fn asg_game() -> asg::Match {
    asg_game_of(10)
}

/// Returns a match with a limit of plies.
pub(crate) fn asg_game_of(plies: u64) -> asg::Match {
    let mut file: serde_json::Value = serde_json::from_str(asg::library::ALL[0].text).expect("the text is JSON");
    file["settings"]["turnCapPlies"] = plies.into();
    let scenario = asg::Scenario::parse(&file.to_string()).expect("the scenario is valid");
    asg::Match::new(Arc::new(scenario), asg::Rules::V0, 7)
}

/// Returns a short game with few rings.
pub(crate) fn ringrift_game() -> RingRift {
    let overrides = Overrides { rings_per_player: Some(3), ..Overrides::default() };
    let rules = Ruleset::new(Edition::Canon, BoardKind::Square8, 2, &overrides).expect("the rules are valid");
    RingRift::new(Position::new(&rules).expect("the rules have a start position"))
}

/// Asks an agent for the first move of a game.
pub(crate) fn ask<G: AgentGame>(agent: &mut dyn Agent<G>, game: &G, time: Duration) -> Exchange {
    ask_again(agent, game, time, None)
}

/// Asks an agent, optionally as a retry.
pub(crate) fn ask_again<G: AgentGame>(
    agent: &mut dyn Agent<G>,
    game: &G,
    time: Duration,
    retry: Option<&Fault>,
) -> Exchange {
    let deadline = Instant::now() + time;
    let seat = game.to_move().expect("the game is not over");
    agent.ask(&AgentRequest {
        game,
        seat,
        match_id: "test",
        ply: 0,
        seen: game,
        since: &[],
        rejections: &[],
        retry,
        deadline,
    })
}

#[track_caller]
pub(crate) fn fault(exchange: &Exchange) -> &Fault {
    exchange.reply.as_ref().expect_err("the exchange fails")
}

#[track_caller]
pub(crate) fn assert_fault(exchange: &Exchange, class: FaultClass, words: &str) {
    let fault = fault(exchange);
    assert_eq!(fault.class, class, "{fault}");
    assert!(fault.message.contains(words), "{fault}");
}

/// Serves the stub.
pub(crate) fn start_stub(options: StubOptions) -> FakeServer {
    FakeServer::answering(move |_, received| {
        let mut words = received.line.split(' ');
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let response = respond(method, path, received.body.as_bytes(), &options);
        Answer::status(response.status, response.body).with_header("content-type", response.content_type)
    })
}
