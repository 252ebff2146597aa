//! `ringside asg play`: a person against a bot.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use asg::replay::{Ending, Replay, Turn};
use asg::{Action, Bot, Game, Side};
use clap::Args;
use serde_json::json;

use super::args::BotKind;
use super::map::{self, WIDTH};
use super::matches::{GameArgs, choose};
use super::orders::{self, Preview};
use super::words;
use crate::failure::{Failure, Outcome};
use crate::files::Sink;

/// How a person is called in replays.
const PERSON: &str = "person";

/// The longest line that is read.
const LONGEST_LINE: usize = 10_000;

const COMMANDS: &str = "\
  r 3            buy three troops at your headquarters; r all buys as many as you can
  m 1 2 5        move five troops from node 1 to node 2; ids work as well, and all for the amount
  undo           take the last order back
  go             carry out the orders and end your ply; without orders you pass
  map            the map and what stands on it
  orders         your orders so far, with the odds of their fights
  resign         give up
  quit           leave; with --output the match is kept as far as it got";

/// Play a match against a bot.
///
/// Orders are collected until you type go. Fights are told with their odds beforehand; how they end is seen only then.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The bot you play against: random, greedy, mix, mix:SHARE, rush or search
    #[arg(long, default_value = "search", value_name = "BOT")]
    against: BotKind,
    /// Play P2 instead of P1
    #[arg(long)]
    second: bool,
    #[command(flatten)]
    game: GameArgs,
    /// Write the replay to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What the person wants.
enum Wish {
    Go,
    Resign,
    Quit,
}

/// Runs the command.
pub(super) fn run(args: &PlayArgs, out: &mut impl Write) -> Outcome {
    let me = if args.second { Side::P2 } else { Side::P1 };
    let mut bot = args.game.bot(args.against, me.other());
    let mut replay = args.game.replay()?;
    replay.players = Some(asg::BySide::from_fn(|side| json!({ "kind": if side == me { PERSON } else { bot.name() } })));
    writeln!(out, "You play {me} against {}. help lists what you can type.\n", bot.name())?;
    let mut table = Table { me, game: replay.start(), input: std::io::stdin().lock(), out };
    let finished = table.play(&mut *bot, &mut replay);
    // Whatever happens, what was played is kept.
    if let Some(path) = &args.output {
        let mut sink = Sink::new(Some(path), out)?;
        writeln!(sink, "{}", replay.to_json().trim_end())?;
        sink.finish()?;
        writeln!(out, "The match is in {}.", path.display())?;
    }
    finished
}

/// A match that is going on.
struct Table<'a, I, O> {
    me: Side,
    game: Game,
    input: I,
    out: &'a mut O,
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn play(&mut self, bot: &mut dyn Bot, replay: &mut Replay) -> Outcome {
        while self.game.outcome().is_none() {
            let turn = if self.game.position().active() == self.me {
                self.show_map()?;
                let mut orders = Vec::new();
                match self.ask(&mut orders)? {
                    Wish::Go => Turn::new(PERSON, orders.into_iter().map(Into::into).collect()),
                    Wish::Quit => return Ok(()),
                    Wish::Resign => {
                        replay.ending = Some(Ending::Forfeit(self.me));
                        break;
                    }
                }
            } else {
                choose(bot, &self.game)
            };
            writeln!(self.out, "{}", words::place_in_match(&self.game))?;
            for noted in self.game.play_with_events(&turn.plain_actions()) {
                writeln!(self.out, "  {}", words::event(self.game.scenario(), self.game.rules(), &noted.event))?;
            }
            writeln!(self.out)?;
            replay.turns.push(turn);
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
        let spendable = self.spendable(&[]);
        writeln!(
            self.out,
            "\n{}: {spendable} supply to spend, {cost} for each new strength, at most {budget} orders.",
            words::place_in_match(&self.game)
        )?;
        Ok(())
    }

    /// Asks until the ply is ended.
    fn ask(&mut self, orders: &mut Vec<Action>) -> Result<Wish, Failure> {
        loop {
            write!(self.out, "{}> ", self.me)?;
            self.out.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.out)?;
                return Ok(Wish::Quit);
            };
            match line.trim() {
                "" => {}
                "go" | "pass" => return Ok(Wish::Go),
                "resign" => return Ok(Wish::Resign),
                "quit" | "q" => return Ok(Wish::Quit),
                "help" | "?" => writeln!(self.out, "{COMMANDS}")?,
                "map" => self.show_map()?,
                "orders" => self.show_orders(orders)?,
                "undo" if orders.pop().is_some() => self.show_orders(orders)?,
                "undo" => writeln!(self.out, "There is no order to take back.")?,
                text => self.add_order(text, orders)?,
            }
        }
    }

    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut self.input, LONGEST_LINE as u64).read_until(b'\n', &mut line);
        match read.map_err(|error| Failure::BadInput(format!("cannot read what you type: {error}")))? {
            0 => Ok(None),
            _ => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        }
    }

    fn preview(&self, orders: &[Action]) -> Preview {
        Preview::new(self.game.scenario(), self.game.rules(), self.game.position(), orders)
    }

    /// The supply that is left to spend behind these orders.
    fn spendable(&self, orders: &[Action]) -> u64 {
        self.preview(orders).after.supply(self.me)
    }

    /// Takes an order, unless it is sure to have no effect.
    fn add_order(&mut self, text: &str, orders: &mut Vec<Action>) -> Outcome {
        let before = self.preview(orders);
        let order = match orders::parse(text, self.game.scenario(), &before.after, before.after.supply(self.me)) {
            Ok(order) => order,
            Err(problem) => return Ok(writeln!(self.out, "{problem}.")?),
        };
        orders.push(order);
        let number = orders.len() - 1;
        let preview = self.preview(orders);
        match preview.refusal(number) {
            Some(reason) if !before.has_fights() => {
                orders.pop();
                writeln!(self.out, "That cannot be done: {}.", reason.message())?;
            }
            Some(_) => writeln!(self.out, "Noted, but it will have an effect only if the fights before it go well.")?,
            None => {
                let text = orders::text(order, self.game.scenario());
                let odds = preview.odds(number, self.game.rules()).map_or(String::new(), |odds| format!("; {odds}"));
                writeln!(self.out, "{}. {text}{odds}.", number + 1)?;
            }
        }
        Ok(())
    }

    fn show_orders(&mut self, orders: &[Action]) -> Outcome {
        let preview = self.preview(orders);
        if orders.is_empty() {
            writeln!(self.out, "No orders yet.")?;
        }
        for (number, &order) in orders.iter().enumerate() {
            let odds = preview.odds(number, self.game.rules()).map_or(String::new(), |odds| format!("; {odds}"));
            writeln!(self.out, "{}. {}{odds}.", number + 1, orders::text(order, self.game.scenario()))?;
        }
        Ok(())
    }
}
