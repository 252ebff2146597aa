//! Whole games of the stub in each of its parts.

use arena::agent::{AgentSettings, HttpSettings, LlmSettings, Observation, Price, Prices, ReplyMode};
use arena::stub::{Choice, StubOptions};
use arena::{AgentGame, AgentSeat, Budget, MatchRunner, Played, Policy, SeatPlayer};
use game::Cancellation;

use crate::common::{LONG, asg_game, ringrift_game, start_stub};

fn play<G: AgentGame>(start: G, agents: &[AgentSettings]) -> Played<G> {
    let price = Price { input_per_million: 1.0, output_per_million: 2.0 };
    let prices = Prices::from([("stub".to_owned(), price)]);
    let seats = agents.iter().map(|settings| {
        let agent = settings.agent(&prices).expect("an agent");
        SeatPlayer::Agent(AgentSeat { agent, policy: Policy::Forfeit, deadline: LONG, most_faults: 1 })
    });
    let table = MatchRunner { match_id: "test", seed: 1, start, seats: seats.collect() };
    let played = table.play(&Cancellation::new(), &Budget::unlimited()).expect("nobody stops it");
    assert_eq!(played.forfeit, None);
    assert!(played.exchanges.iter().all(|record| record.rejected.is_empty() && record.moves == 1));
    let rationale =
        |record: &arena::ExchangeRecord| record.exchange.reply.as_ref().is_ok_and(|reply| reply.rationale.is_some());
    assert!(played.exchanges.iter().all(rationale));
    played
}

fn http(url: &str, observation: Observation) -> AgentSettings {
    AgentSettings::Http(HttpSettings { url: url.to_owned(), observation })
}

fn llm(url: &str, reply: ReplyMode) -> AgentSettings {
    AgentSettings::Llm(LlmSettings { reply, ..LlmSettings::new(&format!("{url}/v1"), "stub") })
}

#[test]
fn the_stub_plays_asg_whatever_it_is_shown() {
    let stub = start_stub(StubOptions::default());
    let url = stub.url();
    let played = play(asg_game(), &[http(&url, Observation::Auto), http(&url, Observation::Full)]);
    assert_eq!((played.turns.len(), played.reason), (10, "turn_cap"));
}

#[test]
fn the_stub_plays_ringrift_by_its_choice() {
    for choice in [Choice::First, Choice::Last, Choice::Random(5)] {
        let stub = start_stub(StubOptions { choice });
        let url = stub.url();
        let agents = [http(&url, Observation::Auto), http(&url, Observation::Reference)];
        let played = play(ringrift_game(), &agents);
        assert!(played.turns.len() > 5);
        let again = play(ringrift_game(), &agents);
        assert_eq!(played.last.position(), again.last.position());
    }
}

#[test]
fn the_stub_plays_the_part_of_a_model() {
    let stub = start_stub(StubOptions { choice: Choice::Random(7) });
    let url = stub.url();
    let played = play(ringrift_game(), &[llm(&url, ReplyMode::Tool), llm(&url, ReplyMode::Json)]);
    for seat in 0..2 {
        let usage = played.usage(seat);
        assert!(usage.input_tokens > 1000 * usage.requests && usage.output_tokens > 0, "{usage:?}");
        assert_eq!(usage.cost_micros, usage.input_tokens + 2 * usage.output_tokens);
    }
    let played = play(asg_game(), &[llm(&url, ReplyMode::Auto), http(&url, Observation::Auto)]);
    assert!(played.usage(0).cost_micros > 0 && played.usage(1).cost_micros == 0);
}

#[test]
fn the_stub_tells_what_it_is() {
    let stub = start_stub(StubOptions::default());
    let url = stub.url();
    let mut answer = ureq::get(format!("{url}/")).call().expect("an answer");
    assert!(answer.body_mut().read_to_string().expect("a text").contains("/v1/chat/completions"));
}

#[cfg(unix)]
#[test]
fn a_program_plays_a_whole_game() {
    use arena::agent::ProcessSettings;
    let script = "while read -r line; do echo '{\"actions\": [{\"id\": 1}], \"rationale_text\": \"the first\"}'; done";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let program = AgentSettings::Process(ProcessSettings::new(command));
    let played = play(ringrift_game(), &[program.clone(), program]);
    assert!(played.turns.len() > 5);
}
