//! `ringside play`: a game of RingRift in the terminal, full-screen or line by line.

mod game;
mod lines;
mod participant;
mod picking;
mod rejection;
mod saving;
mod screen;
mod session;
#[cfg(test)]
mod testing;
mod thinking;
mod words;

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use ::game::{RingRift, Roster};
use clap::Args;
use cli_support::{Failure, Outcome};
use jiff::Zoned;
use ringrift::{Player, Position};
use ringrift_record::Record;

use self::game::TerminalGame;
use self::participant::Participant;
use self::saving::Saving;
use self::screen::App;
use self::session::Session;
use crate::args::PositionArgs;
use crate::random_seed::random_seed;
use crate::terminal;

const HELP: &str = "\
On a terminal the game runs full-screen: arrow keys and Enter pick cells, numbers and notation choose actions, \
? lists all keys, q quits. With --plain, or if input or output is not a terminal, it runs line by line; help lists \
the commands. docs/play.md is the manual.

Examples:
  ringside play                                          you against level 4 on the small square board
  ringside play --board hex8 --edition live --seat human --seat level:6
  ringside play --players 3 --seat human:Ada --seat human:Bob --seat greedy
  ringside play --save evening.rrn                       save the game after every action
  ringside play --resume evening.rrn                     continue it later
  ringside play --seat level:2 --seat level:5 --plain    watch two computer players
  echo 'P d4*2' | ringside play                          a script plays";

/// Play a game of RingRift against the computer or other people
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct PlayArgs {
    /// Player at the next seat: human, human:NAME, or a built-in player: level:1 (weakest) to level:10, greedy, random; can
    /// be repeated. After a swap of sides, people keep their names [default: human at seat 1, level:4 at the others]
    #[arg(long = "seat", short = 's', value_name = "PLAYER")]
    seats: Vec<String>,
    /// Seed of the computer players [default: random]
    #[arg(long)]
    seed: Option<u64>,
    /// Save the game in a new file after every action; every command that reads records can read it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue the game in a file, and save it there or in the file given with --save. The file names the players;
    /// --seat replaces them
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["text", "board", "players", "edition", "settings"])]
    resume: Option<PathBuf>,
    /// Number of the game in the file, from 1
    #[arg(long, short, value_name = "N", requires = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Play line by line even on a terminal, for screen readers and scripts
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    position: PositionArgs,
}

/// Plays a game.
pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> Outcome {
    let session = args.session()?;
    let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if args.plain || !is_terminal {
        return lines::run(session, &mut std::io::stdin().lock(), out);
    }
    terminal::run(&mut App::new(session))
}

/// Plays a game between people line by line, without a file.
pub(crate) fn play_lines(start: &Position, input: &mut impl BufRead, out: &mut impl Write) -> Outcome {
    let people = Player::seats(start.rules().players).map(|player| Participant::Human(format!("human {player}")));
    let game = TerminalGame::new(start.clone(), people.collect());
    let session = Session::new(game, Saving::unchecked(None), 1).map_err(Failure::BadInput)?;
    lines::run(session, input, out)
}

impl PlayArgs {
    fn session(&self) -> Result<Session, Failure> {
        let roster = ai::rosters().ringrift;
        let (game, saving) = match &self.resume {
            Some(path) => self.resumed_game(path, &roster)?,
            None => (self.new_game(&roster)?, Saving::new(self.save.as_deref()).map_err(Failure::BadInput)?),
        };
        let seed = self.seed.or_else(|| game.record().tags.seed?.parse().ok());
        // With 52 bits, programs that read the seed as a floating-point number get the exact value.
        Session::new(game, saving, seed.unwrap_or_else(|| random_seed(52))).map_err(Failure::BadInput)
    }

    fn new_game(&self, roster: &Roster<RingRift>) -> Result<TerminalGame, Failure> {
        let start = self.position.clone().for_players(self.seats.len()).position()?;
        let participants = self.participants(&start, &[], roster)?;
        let mut game = TerminalGame::new(start, participants);
        game.tags_mut().date = Some(Zoned::now().date().to_string());
        Ok(game)
    }

    fn resumed_game(
        &self,
        path: &std::path::Path,
        roster: &Roster<RingRift>,
    ) -> Result<(TerminalGame, Saving), Failure> {
        let saved = saving::read(path, self.game.unwrap_or(1) as usize)?;
        let saving = match &self.save {
            Some(other) if other != path => Saving::new(Some(other)).map_err(Failure::BadInput)?,
            _ if saved.is_only_game => Saving::unchecked(Some(path)),
            _ => {
                let name = path.display();
                let problem = format!(
                    "{name} contains other games or is not in text format; choose another file with --save FILE"
                );
                return Err(Failure::BadInput(problem));
            }
        };
        let names = recorded_names(&saved.record);
        let participants = self.participants(saved.record.start(), &names, roster)?;
        Ok((TerminalGame::resume(saved.record, participants), saving))
    }

    /// Returns the players by seat: from the arguments, the record, or the defaults.
    fn participants(
        &self,
        start: &Position,
        recorded: &[Option<String>],
        roster: &Roster<RingRift>,
    ) -> Result<Vec<Participant>, Failure> {
        let players = start.rules().players;
        if self.seats.len() > players.into() {
            let problem = format!("--seat is given {} times for {players} players", self.seats.len());
            return Err(Failure::BadInput(problem));
        }
        let at_seat = |seat: usize| match (self.seats.get(seat), recorded.get(seat).and_then(Option::as_ref)) {
            (Some(text), _) => Participant::read(text, roster)
                .map_err(|problem| Failure::BadInput(format!("--seat {text}: {problem}"))),
            (None, Some(name)) => Participant::recorded(name, roster)
                .map_err(|problem| Failure::BadInput(format!("seat {}, {name}: {problem}", seat + 1))),
            (None, None) => Participant::read(if seat == 0 { participant::FIRST } else { participant::OTHERS }, roster)
                .map_err(Failure::BadInput),
        };
        (0..players.into()).map(at_seat).collect()
    }
}

fn recorded_names(record: &Record) -> Vec<Option<String>> {
    record.tags.names.of(record.rules().players).to_vec()
}
