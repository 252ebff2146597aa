//! Cost caps.

use std::path::Path;

use arena::log::Log;
use arena::{
    Agent, AgentGame, AgentRequest, AgentSeat, Entrant, Exchange, Interrupted, OpenRun, Policy, Reply, Run, RunError,
    SeatPlayer, Usage,
};
use game::Game;

use super::{Folder, of_asg, plan, read};

/// Agent that passes, at a cost.
struct PaidAgent;

impl<G: Game> Agent<G> for PaidAgent {
    fn ask(&mut self, _: &AgentRequest<'_, G>) -> Exchange {
        let actions = vec![serde_json::json!({ "type": "pass" })];
        let usage = Usage { requests: 1, input_tokens: 10, output_tokens: 2, cost_micros: 1_000, ..Usage::default() };
        Exchange { reply: Ok(Reply { actions, rationale: None }), raw: "{}".to_owned(), usage }
    }
}

fn paid<G: AgentGame>(name: &str) -> Entrant<G> {
    let create = |_| {
        let (policy, deadline) = (Policy::Forfeit, std::time::Duration::from_secs(60));
        SeatPlayer::Agent(AgentSeat { agent: Box::new(PaidAgent), policy, deadline, most_faults: 3 })
    };
    Entrant { name: name.to_owned(), create_player: Box::new(create) }
}

/// Plays four games with paid agents and a cap in millionths of the currency.
fn play(path: &Path, cap: u64) -> Result<(), RunError> {
    let arena::AnyRunPlan::Asg(mut plan) = plan(&of_asg(&["greedy", "rush"], 2)) else { panic!("the plan is for ASG") };
    plan.manifest.cost_cap = Some(cap as f64 / 1e6);
    let OpenRun { header, log, writer, cancellation, budget } =
        OpenRun::open(path, &plan.manifest, "test", "2026-01-01")?;
    let entrants = [paid("greedy"), paid("rush")];
    let run = Run {
        venue: &plan.venue,
        header: &header,
        entrants: &entrants,
        jobs: 1,
        cancellation: &cancellation,
        budget: &budget,
        observer: &(),
    };
    run.play_all(&writer, &log).map(|games| {
        assert_eq!(games.len(), 4);
        assert!(games.iter().all(|game| game.players[0].usage.requests > 0));
    })
}

fn spent(log: &Log) -> u64 {
    log.spent_micros(&log.runs[0].run)
}

#[test]
fn runs_stop_at_the_cap_and_resume_with_a_higher_one() {
    let folder = Folder::new();
    let path = folder.file("log");
    // Both games on the first map take 60 plies at 1,000 millionths each; the cap stops the third game after ten plies.
    let stopped = play(&path, 130_000);
    assert!(matches!(stopped, Err(RunError::Interrupted(Interrupted::CostCap))), "{stopped:?}");
    let first = read(&path);
    assert_eq!(spent(&first), 130_000);
    assert_eq!(first.games.len(), 2);
    assert!(play(&path, 130_000).is_err(), "the cost of an unfinished game counts");
    assert_eq!(spent(&read(&path)), 130_000);
    play(&path, 10_000_000).expect("the cap is high enough");
    let last = read(&path);
    assert_eq!(last.games.len(), 4);
    let finished: u64 = last.games.iter().flat_map(|game| &game.players).map(|player| player.usage.cost_micros).sum();
    assert_eq!(spent(&last), finished + 10_000, "the ten plies of the interrupted game were paid twice");
}
