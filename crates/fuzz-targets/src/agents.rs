//! Replies and settings of agents, and requests to the stub agent.

use arena::agent::{AgentSettings, AllowList, Network, read_model_reply, read_reply, split_command};
use arena::stub::{StubOptions, respond, run_lines};
use arena::{AgentGame, Fault, Reply};
use asg::{Match, Rules};
use game::RingRift;
use ringrift::Position;
use serde_json::Value;

use crate::asg_files::SCENARIO;
use crate::{Verdict, assert_short_line, with_text};

/// The reply of an agent is read, and its actions are played in both games.
pub(crate) fn agent_reply(bytes: &[u8]) -> Verdict {
    check_reply(read_reply(bytes))
}

/// The response of a model endpoint is read, and its actions are played in both games.
pub(crate) fn model_reply(bytes: &[u8]) -> Verdict {
    check_reply(read_model_reply(bytes))
}

fn check_reply(reply: Result<Reply, Fault>) -> Verdict {
    match reply {
        Ok(reply) => {
            let start = Position::parse("G square8 2p; S a1=1,b1=2,h8=2; P movement").expect("the position is valid");
            submit(RingRift::new(start), &reply.actions);
            submit(Match::new(SCENARIO.clone(), Rules::V0, 7), &reply.actions);
            Verdict::Accepted
        }
        Err(fault) => {
            assert!(!fault.message.is_empty());
            Verdict::Rejected
        }
    }
}

/// Plays actions. Moves that were played are in the list of played moves, all others have a rejection of bounded length.
fn submit<G: AgentGame>(mut game: G, actions: &[Value]) {
    let mut replayed = game.clone();
    let submission = game.submit(actions);
    for rejected in &submission.rejected {
        assert!(rejected.index < actions.len(), "{rejected:?}");
        assert!(rejected.action.to_string().len() <= 500, "{rejected:?}");
    }
    for chosen in &submission.played {
        assert!(replayed.play(chosen).is_ok(), "{actions:?}");
    }
    assert_eq!(replayed.to_move(), game.to_move());
}

/// Settings of an agent as JSON are written and read again; a list of permitted networks, a network and a command line are read.
pub(crate) fn agent_settings(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let list = text.parse::<AllowList>();
        if let Err(error) = &list {
            assert_short_line(&error.to_string());
        }
        if let Some(network) = Network::parse(text) {
            let address = text.split('/').next().and_then(|address| address.parse().ok()).expect("it has an address");
            assert!(network.contains(address), "{text}");
        }
        let _ = split_command(text);
        let _ = AllowList::default().with_host_of(text);
        let Ok(settings) = serde_json::from_str::<AgentSettings>(text) else { return list.is_ok() };
        let written = serde_json::to_string(&settings).expect("settings can be serialised");
        assert_eq!(serde_json::from_str::<AgentSettings>(&written).ok().as_ref(), Some(&settings), "{written}");
        assert!(settings.described().is_object());
        assert!(settings.short_name().chars().count() <= 100, "{}", settings.short_name());
        true
    })
}

/// A request to the stub is answered in JSON, over HTTP and line by line.
pub(crate) fn stub_request(bytes: &[u8]) -> Verdict {
    let options = StubOptions::default();
    let mut is_accepted = false;
    for path in ["/act", "/v1/chat/completions"] {
        let response = respond("POST", path, bytes, &options);
        assert!(serde_json::from_str::<Value>(&response.body).is_ok_and(|body| body.is_object()), "{response:?}");
        is_accepted |= response.status == 200;
    }
    let mut output = Vec::new();
    if run_lines(bytes, &mut output, options).is_ok() {
        let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        for line in lines {
            assert!(serde_json::from_slice::<Value>(line).is_ok_and(|reply| reply.is_object()));
        }
    }
    Verdict::of(is_accepted)
}
