//! `ringside asg play`: a match of a person against a bot.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use asg::replay::{Ending, Replay, Turn};
use asg::{Bot, BySide, Match, Order, Side};
use clap::Args;
use cli_support::files::{Sink, check_new};
use cli_support::{Failure, Outcome};
use game::bots::BotKind;
use serde_json::json;

use super::map::{self, WIDTH};
use super::matches::{GameArgs, ReplayFormat, bot, choose};
use super::orders::{self, Feasibility, Preview};
use super::words;
use crate::typed;

/// Name of the person in replays.
const PERSON: &str = "person";

const COMMANDS: &str = "\
  buy 3, r 3     buy 3 troops at your headquarters; buy all buys as many as possible
  m 1 2 5        move 5 troops from node 1 to node 2; node ids work too, and the amount can be all
  undo           take back the last order
  go             carry out the orders and end your ply; without orders you pass
  map            show the map with owners and troops
  orders         show your orders so far, with the odds of their fights
  resign         resign the match
  quit           quit; with --output the match so far is written";

/// Play a match against a bot.
///
/// Orders are collected until you type go. Each order is shown with the odds of its fight, and go shows the results.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Opponent: random, greedy, mix, mix:SHARE, rush, search, or level:1 to level:9
    #[arg(long, default_value = "search", value_name = "BOT")]
    against: BotKind,
    /// Play P2 instead of P1
    #[arg(long)]
    second: bool,
    #[command(flatten)]
    game: GameArgs,
    /// Write the replay to a new file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Command that ends a ply.
enum PlyCommand {
    Go,
    Resign,
    Quit,
}

pub(super) fn run(args: &PlayArgs, out: &mut impl Write) -> Outcome {
    let me = if args.second { Side::P2 } else { Side::P1 };
    let mut replay = args.game.replay()?;
    let mut bot = bot(args.against, me.other(), &replay);
    let person = json!({ "kind": PERSON });
    replay.players = Some(BySide::from_fn(|side| if side == me { person.clone() } else { args.against.to_json() }));
    // Reports an existing or unwritable file before the match.
    args.output.as_deref().map_or(Ok(()), check_new)?;
    save(args.output.as_deref(), &replay)?;
    writeln!(out, "You play {me} against {}. Type help for the commands.\n", args.against)?;
    let mut session =
        MatchSession { me, game: replay.start(), input: std::io::stdin().lock(), output: args.output.as_deref(), out };
    session.play(&mut *bot, &mut replay)?;
    // Not printed earlier, because the seed determines the luck of all fights.
    writeln!(out, "The seed of the match is {}; --seed {} repeats its luck.", replay.seed, replay.seed)?;
    if let Some(path) = &args.output {
        writeln!(out, "The match was written to {}.", path.display())?;
    }
    Ok(())
}

/// Writes the match so far, if an output file was given.
fn save(path: Option<&Path>, replay: &Replay) -> Outcome {
    match path {
        None => Ok(()),
        Some(path) => ReplayFormat::Own.write(replay, Sink::replacing(Some(path), &mut std::io::sink())?),
    }
}

/// Writes the first letter as a capital.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Match in progress.
struct MatchSession<'a, I, O> {
    me: Side,
    game: Match,
    input: I,
    output: Option<&'a Path>,
    out: &'a mut O,
}

impl<I: BufRead, O: Write> MatchSession<'_, I, O> {
    fn play(&mut self, bot: &mut dyn Bot, replay: &mut Replay) -> Outcome {
        while self.game.outcome().is_none() {
            let turn = if self.game.position().active() == self.me {
                self.show_map()?;
                let mut orders = Vec::new();
                match self.read_orders(&mut orders)? {
                    PlyCommand::Go => Turn::new(PERSON, orders.into_iter().map(Into::into).collect()),
                    PlyCommand::Quit => return Ok(()),
                    PlyCommand::Resign => {
                        replay.ending = Some(Ending::Forfeit(self.me));
                        save(self.output, replay)?;
                        break;
                    }
                }
            } else {
                choose(bot, &self.game)
            };
            writeln!(self.out, "{}", words::ply_title(&self.game))?;
            for record in self.game.play_with_events(&turn.plain_orders()) {
                writeln!(
                    self.out,
                    "  {}",
                    words::recorded_event(self.game.scenario(), self.game.rules(), &record, &turn)
                )?;
            }
            writeln!(self.out)?;
            replay.turns.push(turn);
            save(self.output, replay)?;
        }
        let outcome = self.game.outcome().or(replay.ending.map(Ending::outcome));
        writeln!(self.out, "{}.", outcome.map_or(String::new(), words::outcome))?;
        Ok(())
    }

    fn show_map(&mut self) -> Outcome {
        let (scenario, position) = (self.game.scenario(), self.game.position());
        let drawing = map::drawing(scenario, position, WIDTH);
        for row in drawing.iter().chain(&map::table(scenario, position)).chain(&map::supplies(scenario, position)) {
            writeln!(self.out, "{row}")?;
        }
        let budget = scenario.settings().action_budget;
        let cost = scenario.settings().reinforce_cost_per_strength;
        let spendable = Preview::new(&self.game, &[]).certain().supply(self.me);
        writeln!(
            self.out,
            "\n{}: {spendable} supply to spend, {cost} for each troop, at most {budget} orders.",
            words::ply_title(&self.game)
        )?;
        Ok(())
    }

    /// Reads commands until the ply ends.
    fn read_orders(&mut self, orders: &mut Vec<Order>) -> Result<PlyCommand, Failure> {
        loop {
            write!(self.out, "{}> ", self.me)?;
            self.out.flush()?;
            let Some(line) = typed::read_line(&mut self.input)? else {
                writeln!(self.out)?;
                return Ok(PlyCommand::Quit);
            };
            match line.trim() {
                "" => {}
                "go" | "pass" => return Ok(PlyCommand::Go),
                "resign" => return Ok(PlyCommand::Resign),
                "quit" | "q" => return Ok(PlyCommand::Quit),
                "help" | "?" => writeln!(self.out, "  {COMMANDS}")?,
                "map" => self.show_map()?,
                "orders" => self.show_orders(orders)?,
                "undo" if orders.pop().is_some() => self.show_orders(orders)?,
                "undo" => writeln!(self.out, "There is no order to undo.")?,
                text => self.add_order(text, orders)?,
            }
        }
    }

    /// Adds an order, unless it certainly has no effect.
    fn add_order(&mut self, text: &str, orders: &mut Vec<Order>) -> Outcome {
        let before = Preview::new(&self.game, orders);
        if before.wins() {
            return Ok(writeln!(self.out, "Your orders already win the match; type go to carry them out.")?);
        }
        let order = match orders::parse(text, self.game.scenario(), before.certain()) {
            Ok(order) => order,
            Err(problem) => return Ok(writeln!(self.out, "{}.", capitalised(&problem))?),
        };
        orders.push(order);
        let number = orders.len() - 1;
        match Preview::new(&self.game, orders).feasibility(number) {
            Feasibility::Impossible(reason) => {
                orders.pop();
                writeln!(self.out, "Not possible: {}.", reason.message())?;
            }
            Feasibility::Conditional => {
                self.show_order(number, orders)?;
                writeln!(self.out, "This order has an effect only if you win the fights before it.")?;
            }
            Feasibility::Certain => self.show_order(number, orders)?,
        }
        Ok(())
    }

    fn show_order(&mut self, number: usize, orders: &[Order]) -> Outcome {
        let odds = Preview::new(&self.game, orders).odds(number, self.game.rules());
        let odds = odds.map_or(String::new(), |odds| format!("; {odds}"));
        let text = words::order(orders[number], self.game.scenario());
        Ok(writeln!(self.out, "{}. {text}{odds}.", number + 1)?)
    }

    fn show_orders(&mut self, orders: &[Order]) -> Outcome {
        if orders.is_empty() {
            writeln!(self.out, "No orders yet.")?;
        }
        for number in 0..orders.len() {
            self.show_order(number, orders)?;
        }
        Ok(())
    }
}
