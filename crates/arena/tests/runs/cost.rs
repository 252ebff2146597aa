//! Runs that cost money.

use std::path::Path;

use arena::log::Log;
use arena::{
    Agent, AgentSeat, Ask, Entrant, Exchange, Interrupted, Policy, Reply, Run, RunError, Seated, Session, Talk, Usage,
};
use game::Game;

use super::{Folder, of_asg, plan, read};

/// Passes, and is paid for it.
struct Paid;

impl<G: Game> Agent<G> for Paid {
    fn ask(&mut self, _: &Ask<'_, G>) -> Exchange {
        let actions = vec![serde_json::json!({ "type": "pass" })];
        let usage = Usage { requests: 1, input_tokens: 10, output_tokens: 2, cost_micros: 1_000, ..Usage::default() };
        Exchange { reply: Ok(Reply { actions, rationale: None }), raw: "{}".to_owned(), usage }
    }
}

fn paid<G: Talk>(name: &str) -> Entrant<G> {
    let sit = |_| {
        let (policy, deadline) = (Policy::Forfeit, std::time::Duration::from_secs(60));
        Seated::Agent(AgentSeat { agent: Box::new(Paid), policy, deadline, most_faults: 3 })
    };
    Entrant { name: name.to_owned(), sit: Box::new(sit) }
}

/// Plays two maps twice with players who are paid, with so many millionths.
fn play(path: &Path, cap: u64) -> Result<(), RunError> {
    let arena::AnyPlan::Asg(mut plan) = plan(&of_asg(&["greedy", "rush"], 2)) else { panic!("ASG is played") };
    plan.manifest.cost_cap = Some(cap as f64 / 1e6);
    let Session { header, log, writer, cancellation, budget } =
        Session::open(path, &plan.manifest, "test", "2026-01-01")?;
    let entrants = [paid("greedy"), paid("rush")];
    let run = Run {
        venue: &plan.venue,
        header: &header,
        entrants: &entrants,
        jobs: 1,
        cancellation: &cancellation,
        budget: &budget,
        watcher: &(),
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
fn a_run_ends_at_its_cap_and_goes_on_with_a_higher_one() {
    let folder = Folder::new("cost");
    let path = folder.file("log");
    // The first map takes 60 plies.
    let stopped = play(&path, 130_000);
    assert!(matches!(stopped, Err(RunError::Interrupted(Interrupted::CostCap))), "{stopped:?}");
    let first = read(&path);
    assert_eq!((spent(&first), first.games.len()), (130_000, 2));
    assert!(play(&path, 130_000).is_err(), "what an unfinished game has cost is not forgotten");
    assert_eq!(spent(&read(&path)), 130_000);
    play(&path, 10_000_000).expect("there is money now");
    let last = read(&path);
    assert_eq!(last.games.len(), 4);
    let finished: u64 = last.games.iter().flat_map(|game| &game.players).map(|player| player.usage.cost_micros).sum();
    assert_eq!(spent(&last), finished + 10_000, "the ten plies of the game that was broken off were paid twice");
}
