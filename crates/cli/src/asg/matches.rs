//! `ringside asg match`: two bots play a match.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use asg::limits::MAX_PLIES;
use asg::replay::{Replay, Turn};
use asg::{Bot, BySide, Match, Rules, Scenario, Settings, Side, View, derive_seed};
use clap::{Args, ValueEnum};
use cli_support::files::{Sink, UntilClosed, check_new};
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use game::bots::BotKind;
use jiff::Timestamp;
use ringrift_text::counted;

use super::args::{PlayerKind, parse_rules, read_script, scenario};
use super::words;
use crate::random_seed::random_seed;

/// Offsets from the seed of the match to the seeds of `random` and `mix`. They equal those of the reference implementation, so
/// that its bots play the same matches here.
const SEED_OFFSET: BySide<i64> = BySide { p1: 101, p2: 202 };

/// Play a match between two bots, print its events, and write the replay.
///
/// Bots are random, greedy, mix (or mix:SHARE, the share of greedy plies), rush, search, and level:1 to level:9 by strength.
/// script:FILE plays the actions in a file: a JSON list with one list of actions for each ply; after the last it passes. The
/// same bots, scenario and seed give the same match.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Bot that plays P1
    p1: PlayerKind,
    /// Bot that plays P2
    p2: PlayerKind,
    #[command(flatten)]
    game: GameArgs,
    /// Write the replay to a new file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the replay
    #[arg(long, value_enum, default_value_t = ReplayFormat::Own, requires = "output")]
    form: ReplayFormat,
    /// Print only the result
    #[arg(long, short)]
    quiet: bool,
}

/// Scenario, rules and seed of a match.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// Built-in scenario (ringside asg scenario list) or file; - is standard input
    #[arg(long, short, default_value = "scenario_01", value_name = "NAME|FILE")]
    scenario: String,
    /// Seed of the random numbers, which repeats a match [default: a random 32-bit number, printed with the result]
    #[arg(long)]
    seed: Option<i64>,
    /// Rules: v0 (ties are decided at random) or v1 (the defender wins ties)
    #[arg(long, default_value = "v0", value_parser = parse_rules)]
    rules: Rules,
    /// Maximum number of plies [default: set by the scenario]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_PLIES))]
    turn_cap: Option<u64>,
}

/// Format of replays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ReplayFormat {
    /// Compact format asg-replay/1, with a hash for every ply
    Own,
    /// Format of the reference implementation: version 0.1.0 with rules v0, 1.0.0 with v1
    Reference,
}

impl ReplayFormat {
    /// Writes a replay.
    pub(super) fn write(self, replay: &Replay, mut sink: Sink<'_, impl Write>) -> Outcome {
        let text = match self {
            ReplayFormat::Own => replay.to_json(),
            ReplayFormat::Reference => replay.to_reference_json(),
        };
        writeln!(sink, "{}", text.trim_end())?;
        sink.finish()
    }
}

impl GameArgs {
    /// Returns the replay of a match without any ply. Draws a seed if none was given.
    pub(super) fn replay(&self) -> Result<Replay, Failure> {
        let mut scenario = scenario(&self.scenario)?;
        if let Some(turn_cap_plies) = self.turn_cap {
            let settings = Settings { turn_cap_plies, ..*scenario.settings() };
            scenario = scenario.with_settings(settings).map_err(Failure::bad_input)?;
        }
        let now = format!("{:.3}", Timestamp::now());
        // Small seeds have similar first random numbers, so the seed is drawn from the whole range of the generator.
        let seed = self.seed.unwrap_or_else(|| random_seed(32) as i64);
        Ok(Replay::new(Arc::new(scenario), self.rules, seed, now))
    }
}

/// Creates the bot of one side of a match.
pub(super) fn bot(kind: BotKind, side: Side, replay: &Replay) -> Box<dyn Bot> {
    kind.make(match kind {
        // Searching bots get a hash, so that their random numbers are independent of those of the match.
        BotKind::Search | BotKind::Level(_) => derive_seed(replay.seed as u64, side as u64).into(),
        _ => replay.seed.wrapping_add(SEED_OFFSET[side]),
    })
}

/// Creates the bot or script of one side of a match.
fn player(kind: &PlayerKind, side: Side, replay: &Replay) -> Result<Box<dyn Bot>, Failure> {
    match kind {
        PlayerKind::Bot(kind) => Ok(bot(*kind, side, replay)),
        PlayerKind::Script(path) => Ok(Box::new(read_script(path, &replay.scenario)?)),
    }
}

pub(super) fn run(args: &MatchArgs, out: &mut impl Write) -> Outcome {
    match &args.output {
        None => play(args, out).map(|_| ()),
        Some(path) => {
            check_new(path)?;
            let replay = play(args, &mut UntilClosed::new(&mut *out))?;
            args.form.write(&replay, Sink::new(Some(path), out)?)
        }
    }
}

/// Plays the match and prints its events.
fn play(args: &MatchArgs, out: &mut impl Write) -> Result<Replay, Failure> {
    let mut replay = args.game.replay()?;
    let mut bots = BySide { p1: player(&args.p1, Side::P1, &replay)?, p2: player(&args.p2, Side::P2, &replay)? };
    replay.players = Some(BySide { p1: args.p1.to_json(), p2: args.p2.to_json() });
    let mut game = replay.start();
    while game.outcome().is_none() {
        let side = game.position().active();
        let turn = choose(&mut *bots[side], &game);
        if !args.quiet {
            writeln!(out, "{}", words::ply_title(&game))?;
        }
        let events = game.play_with_events(&turn.plain_orders());
        if !args.quiet {
            for record in &events {
                writeln!(out, "  {}", words::recorded_event(game.scenario(), game.rules(), record, &turn))?;
            }
        }
        replay.turns.push(turn);
    }
    let outcome = game.outcome().map_or(String::new(), words::outcome);
    writeln!(
        out,
        "P1 {} against P2 {}, seed {}, {}: {outcome}.",
        args.p1,
        args.p2,
        replay.seed,
        counted(replay.turns.len() as u64, "ply")
    )?;
    Ok(replay)
}

/// Returns the choice of a bot, with its thinking time.
pub(super) fn choose(bot: &mut dyn Bot, game: &Match) -> Turn {
    let scenario: &Scenario = game.scenario();
    let begin = Instant::now();
    let actions = bot.choose(&View { scenario, rules: game.rules(), position: game.position() });
    let latency_ms = (begin.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    let turn = Turn::new(bot.name(), actions.into_iter().map(Into::into).collect());
    Turn { latency_ms, ..turn }
}

/// Describes the orders of a ply.
pub(super) fn orders_text(turn: &Turn, scenario: &Scenario) -> String {
    let texts: Vec<String> = turn.orders.iter().map(|one| plain(&words::submitted_order(one, scenario))).collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join("; ") }
}
