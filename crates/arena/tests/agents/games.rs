//! Complete games of the stub over HTTP and as a model.

use arena::agent::{AgentSettings, HttpSettings, LlmSettings, Observation, Price, Prices, ReplyMode};
use arena::stub::{Choice, StubOptions};
use arena::{AgentGame, AgentSeat, Budget, MatchRunner, Played, Policy, SeatPlayer};
use game::Cancellation;

use crate::common::{LONG, asg_game, ringrift_game, start_stub};

fn play<G: AgentGame>(start: G, agents: &[AgentSettings]) -> Played<G> {
    let price = Price { input_per_million: 1.0, output_per_million: 2.0 };
    let prices = Prices::from([("stub".to_owned(), price)]);
    let seats = agents.iter().map(|settings| {
        let agent = settings.agent(&prices).expect("the settings are valid");
        SeatPlayer::Agent(AgentSeat { agent, policy: Policy::Forfeit, deadline: LONG, most_faults: 1 })
    });
    let runner = MatchRunner { match_id: "test", seed: 1, start, seats: seats.collect() };
    let played = runner.play(&Cancellation::new(), &Budget::unlimited()).expect("the game is not cancelled");
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
fn stub_plays_asg_with_full_and_reference_requests() {
    let stub = start_stub(StubOptions::default());
    let url = stub.url();
    let played = play(asg_game(), &[http(&url, Observation::Auto), http(&url, Observation::Full)]);
    assert_eq!((played.turns.len(), played.reason), (10, "turn_cap"));
}

#[test]
fn stub_plays_the_chosen_actions_in_ringrift() {
    for choice in [Choice::First, Choice::Last, Choice::Random(5)] {
        let stub = start_stub(StubOptions { choice, ..StubOptions::default() });
        let url = stub.url();
        let agents = [http(&url, Observation::Auto), http(&url, Observation::Reference)];
        let played = play(ringrift_game(), &agents);
        assert!(played.turns.len() > 5);
        let again = play(ringrift_game(), &agents);
        assert_eq!(played.last.position(), again.last.position());
    }
}

#[test]
fn stub_plays_as_a_model() {
    let stub = start_stub(StubOptions { choice: Choice::Random(7), ..StubOptions::default() });
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
fn stub_describes_itself() {
    let stub = start_stub(StubOptions::default());
    let url = stub.url();
    let mut answer = ureq::get(format!("{url}/")).call().expect("the stub responds");
    assert!(answer.body_mut().read_to_string().expect("the response is text").contains("/v1/chat/completions"));
}

#[cfg(unix)]
#[test]
fn programs_play_complete_games() {
    use arena::agent::ProcessSettings;
    let script = "while read -r line; do echo '{\"actions\": [{\"id\": 1}], \"rationale_text\": \"the first\"}'; done";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let program = AgentSettings::Process(ProcessSettings::new(command));
    let played = play(ringrift_game(), &[program.clone(), program]);
    assert!(played.turns.len() > 5);
}
