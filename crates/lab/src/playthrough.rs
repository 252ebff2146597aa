//! `cargo lab playthrough`: a random game as text, for reading and as a golden file.
//!
//! The text depends only on the rules and the seed: every decision takes one number from the [`GameRng`] of the seed and
//! chooses the action with that index in the documented order of legal actions. Numbers come from `ChaCha8Rng`, seeded with
//! `seed_from_u64`; 32 random bits are multiplied by the number of actions and divided by 2^32.

use std::io::Write;

use clap::Args;
use cli_support::RulesArgs;
use cli_support::{Failure, Outcome};
use game::GameRng;
use ringrift::{Action, Position};
use ringrift_text::event_text::describe_all;
use ringrift_text::situation::result;

/// Play one random game and print every step of it
#[derive(Args)]
pub(crate) struct PlaythroughArgs {
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of actions
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    max_actions: u64,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Plays one random game and prints it.
pub(crate) fn run(args: &PlaythroughArgs, out: &mut impl Write) -> Outcome {
    let mut position = Position::new(&args.rules.ruleset()?).map_err(Failure::bad_input)?;
    let mut rng = GameRng::seeded(args.seed);
    writeln!(out, "# ringside playthrough 1")?;
    writeln!(out, "rules: {}\nseed: {}", position.rules(), args.seed)?;
    write_position(&position, out)?;
    let mut played = 0;
    while position.outcome().is_none() && played < args.max_actions {
        played += 1;
        play_one(&mut position, played, &mut rng, out)?;
    }
    write_end(&position, played, out)
}

fn play_one(position: &mut Position, number: u64, rng: &mut GameRng, out: &mut impl Write) -> Outcome {
    let actions = position.legal_actions();
    let action = actions[rng.below(actions.len())];
    let (turn, player, phase) = (position.turn(), position.to_move(), position.phase().name());
    writeln!(out, "\n{number}. turn {turn}, player {player}, {phase}, {} legal", actions.len())?;
    writeln!(out, "action: {}", position.action_text(action))?;
    write_events(position, action, out)?;
    write_position(position, out)
}

fn write_events(position: &mut Position, action: Action, out: &mut impl Write) -> Outcome {
    let events = position.play_with_events(action).map_err(Failure::bad_input)?;
    for event in describe_all(&events, position.rules().board) {
        writeln!(out, "- {event}")?;
    }
    Ok(())
}

fn write_position(position: &Position, out: &mut impl Write) -> Outcome {
    writeln!(out, "position: {position}")?;
    writeln!(out, "hash: {}", position.fingerprint_hash())?;
    Ok(())
}

fn write_end(position: &Position, played: u64, out: &mut impl Write) -> Outcome {
    match position.outcome() {
        None => writeln!(out, "\nresult: unfinished")?,
        Some(outcome) => {
            let ranks: Vec<String> = outcome.ranks.of(position.rules().players).iter().map(u8::to_string).collect();
            writeln!(out, "\nresult: {}", result(position, &outcome))?;
            writeln!(out, "reason: {}\nranks: {}", outcome.reason, ranks.join("/"))?;
        }
    }
    writeln!(out, "turns: {}\nactions: {played}", position.turn())?;
    Ok(())
}
