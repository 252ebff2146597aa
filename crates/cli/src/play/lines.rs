//! The game line by line: for scripts, screen readers, and where there is no terminal.

use std::io::{BufRead, Write};

use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use ringrift::{Action, ActionReader, Player};
use ringrift_text::board_view::{Context, Since, draw_with, with_letters};
use ringrift_text::counted;
use ringrift_text::situation::headline;

use super::picking::{LegalChoice, Pick, Picking};
use super::rejection::{explain_unselectable, read_action};
use super::session::{Session, TaskResult};
use super::words::{action_summary, all_players, ending, hint, player_label, totals};
use crate::typed;

/// Maximum number of actions that are listed without a command.
const SHORT_LIST: usize = 12;

/// Number of actions in the log.
const LOG_LENGTH: usize = 20;

const COMMANDS: &str = "\
  M d4-d6        play an action in notation (docs/notation.md); an illegal one is explained
  L 1, LR 2:1    choose a line, then how to take it; or both at once: L 1; LR 2:1
  12             play the action with this number in the list
  d4             pick a cell: the list keeps the actions with this cell; if one is left, it is played
  back           drop the last picked cell
  list [TEXT]    list the legal actions with numbers; only those that contain TEXT
  board          show the board, the stacks and the players
  players        show rings and territory of the players, and what they need to win
  log            show the last actions
  hint           show the action that the computer would play
  undo, redo     go back to your last decision, and forward again
  save FILE      save the game in a new file now and after every action
  resign         give up
  new            start a new game
  quit           quit; the end of the input also quits";

/// Plays until the user quits.
pub(super) fn run(session: Session, input: &mut impl BufRead, out: &mut impl Write) -> Outcome {
    let reader = ActionReader::default();
    let mut lines = Lines { session, picking: Picking::none(), reader, shown: None, input, out };
    writeln!(lines.out, "{}. Type help for the commands.\n", all_players(lines.session.game()))?;
    while lines.advance()? {}
    lines.save_and_quit()
}

/// Game with line input and output.
struct Lines<'a, I, O> {
    session: Session,
    picking: Picking,
    reader: ActionReader,
    /// Turn in which the board was last shown.
    shown: Option<u32>,
    input: &'a mut I,
    out: &'a mut O,
}

impl<I: BufRead, O: Write> Lines<'_, I, O> {
    /// Plays the next action. Returns false if the user quits.
    fn advance(&mut self) -> Result<bool, Failure> {
        if self.session.game().is_over() {
            return self.end();
        }
        if self.session.asks_human() {
            self.picking = Picking::new(self.session.game().position());
            self.print_decision()?;
            return self.ask();
        }
        match self.session.wait_for_computer() {
            Some(TaskResult::Failed(problem)) => return Err(Failure::BadInput(problem)),
            _ => self.print_last()?,
        }
        Ok(true)
    }

    /// Prints the last action and its effects.
    fn print_last(&mut self) -> Outcome {
        let game = self.session.game();
        if let Some(last) = game.actions().next_back() {
            writeln!(self.out, "{}", action_summary(game, last))?;
            for effect in &last.effects {
                writeln!(self.out, "  {effect}")?;
            }
        }
        Ok(())
    }

    /// Prints the pending decision, after the board if a turn begins.
    fn print_decision(&mut self) -> Outcome {
        let position = self.session.game().position();
        if self.shown == Some(position.turn()) {
            writeln!(self.out, "{}", with_letters(&headline(position).to_string()))?;
        } else {
            self.shown = Some(position.turn());
            self.show_board()?;
        }
        self.print_choices()
    }

    fn show_board(&mut self) -> Outcome {
        let game = self.session.game();
        let context = Context { before: Some((game.last_seen(), Since::LastTurn)), names: Some(&game.names()) };
        Ok(writeln!(self.out, "\n{}", draw_with(game.position(), context))?)
    }

    /// Lists the remaining actions if they are few.
    fn print_choices(&mut self) -> Outcome {
        let count = self.picking.left().len();
        if count > SHORT_LIST {
            return Ok(writeln!(self.out, "{count} actions are possible; type list to see them.")?);
        }
        self.list("")
    }

    fn list(&mut self, part: &str) -> Outcome {
        let has_part = |choice: &LegalChoice| choice.text.contains(part);
        let numbered = self.picking.left().zip(1..).filter(|(choice, _)| has_part(choice));
        let lines: Vec<String> = numbered.map(|(choice, number)| numbered_text(choice, number)).collect();
        if lines.is_empty() {
            return Ok(writeln!(self.out, "No legal action contains {}.", plain(part))?);
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Reads commands until an action is played or the game changes. Returns false if the user quits.
    fn ask(&mut self) -> Result<bool, Failure> {
        loop {
            let game = self.session.game();
            let name = player_label(game, game.position().to_move());
            let Some(line) = self.prompt(&name)? else { return Ok(false) };
            if let Some(continues) = self.answer(&line)? {
                return Ok(continues);
            }
        }
    }

    /// Runs a command. Returns whether the game continues, or `None` to read another command.
    fn answer(&mut self, line: &str) -> Result<Option<bool>, Failure> {
        let plies = self.session.game().plies();
        match line.split_once(' ').map_or((line, ""), |(first, rest)| (first, rest.trim())) {
            ("", _) => {}
            ("quit" | "q" | "exit", "") => return Ok(Some(false)),
            ("list", part) => self.list(part)?,
            ("back", "") => self.go_back()?,
            ("hint", "") => self.print_hint()?,
            ("resign", "") => {
                self.session.resign();
                return Ok(Some(true));
            }
            (command, rest) if self.common(command, rest)? => {
                let has_changed = self.session.game().plies() != plies || command == "new";
                return Ok(has_changed.then_some(true));
            }
            _ => return Ok(self.choose(line)?.then_some(true)),
        }
        Ok(None)
    }

    /// Reads the next line, trimmed. Returns `None` at the end of the input.
    fn prompt(&mut self, name: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{name}> ")?;
        self.out.flush()?;
        let line = typed::read_line(self.input)?;
        if line.is_none() {
            writeln!(self.out)?;
        }
        Ok(line.map(|line| line.trim().to_owned()))
    }

    /// Runs a command that is available during and after the game. Returns false for other commands.
    fn common(&mut self, command: &str, rest: &str) -> Result<bool, Failure> {
        match (command, rest) {
            ("help" | "?", "") => writeln!(self.out, "  {COMMANDS}")?,
            ("board", "") => self.show_board()?,
            ("players", "") => self.print_players()?,
            ("log", "") => self.print_log()?,
            ("undo", "") => self.undo()?,
            ("redo", "") => self.redo()?,
            ("save", file) => self.save(file)?,
            ("new", "") => self.restart()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Handles a number, a cell or an action. Returns true if an action was played.
    fn choose(&mut self, text: &str) -> Result<bool, Failure> {
        let position = self.session.game().position();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let count = self.picking.left().len();
            let Some(action) = text.parse().ok().and_then(|number| self.picking.numbered(number)) else {
                writeln!(self.out, "There is no action {}; the numbers are 1 to {count}.", plain(text))?;
                return Ok(false);
            };
            return self.play(action);
        }
        if let Ok(cell) = position.rules().board.parse_cell(text) {
            return match self.picking.pick(cell) {
                Pick::Play(action) => self.play(action),
                Pick::Narrowed => self.print_choices().map(|()| false),
                Pick::Nothing => {
                    writeln!(self.out, "{}", explain_unselectable(position, self.picking.picked(), cell))?;
                    Ok(false)
                }
            };
        }
        match read_action(&mut self.reader, position, text) {
            Ok(action) => self.play(action),
            Err(problem) => {
                writeln!(self.out, "{}", problem.lines().map(plain).collect::<Vec<String>>().join("\n"))?;
                Ok(false)
            }
        }
    }

    fn play(&mut self, action: Action) -> Result<bool, Failure> {
        match self.session.play(action) {
            Ok(()) => {
                self.print_last()?;
                Ok(true)
            }
            Err(problem) => {
                writeln!(self.out, "{problem}.")?;
                Ok(false)
            }
        }
    }

    fn go_back(&mut self) -> Outcome {
        if self.picking.back() {
            self.print_choices()
        } else {
            Ok(writeln!(self.out, "No cell is picked; undo takes back an action.")?)
        }
    }

    fn print_hint(&mut self) -> Outcome {
        let Some(analysis) = self.session.wait_for_hint() else {
            return Ok(writeln!(self.out, "There is no hint.")?);
        };
        for line in hint(self.session.game(), &analysis) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn print_players(&mut self) -> Outcome {
        let game = self.session.game();
        for player in Player::seats(game.position().rules().players) {
            writeln!(self.out, "{}", totals(game, player))?;
        }
        Ok(())
    }

    fn print_log(&mut self) -> Outcome {
        let game = self.session.game();
        for last in game.actions().skip(game.plies().saturating_sub(LOG_LENGTH)) {
            writeln!(self.out, "{}", action_summary(game, last))?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Outcome {
        self.shown = None;
        match self.session.undo() {
            0 => Ok(writeln!(self.out, "There is nothing to undo.")?),
            count => Ok(writeln!(self.out, "Undone: {}.", counted(count as u64, "action"))?),
        }
    }

    fn redo(&mut self) -> Outcome {
        self.shown = None;
        match self.session.redo() {
            0 => Ok(writeln!(self.out, "There is nothing to redo.")?),
            count => Ok(writeln!(self.out, "Redone: {}.", counted(count as u64, "action"))?),
        }
    }

    fn save(&mut self, file: &str) -> Outcome {
        match self.session.save_as(file) {
            Ok(()) => Ok(writeln!(self.out, "The game is now saved in {} after every action.", plain(file))?),
            Err(problem) => Ok(writeln!(self.out, "Not saved: {}.", plain(&problem))?),
        }
    }

    fn restart(&mut self) -> Outcome {
        self.session.restart();
        self.shown = None;
        let place = self.session.path().map_or(String::new(), |path| format!(", saved in {}", path.display()));
        Ok(writeln!(self.out, "A new game{}.", plain(&place))?)
    }

    /// Prints the result and reads commands. Returns false if the user quits.
    fn end(&mut self) -> Result<bool, Failure> {
        self.session.save();
        self.show_board()?;
        for line in ending(self.session.game()) {
            writeln!(self.out, "{line}")?;
        }
        if !self.session.game().has_humans() {
            return Ok(false);
        }
        writeln!(
            self.out,
            "\nType new for another game, undo to take back the last action, save FILE to save the game, quit to quit."
        )?;
        loop {
            let Some(line) = self.prompt("over")? else { return Ok(false) };
            match line.split_once(' ').map_or((line.as_str(), ""), |(first, rest)| (first, rest.trim())) {
                ("", _) => {}
                ("quit" | "q" | "exit", "") => return Ok(false),
                (command, rest) if self.common(command, rest)? => {}
                _ => writeln!(self.out, "The game is over; type help for the commands.")?,
            }
            if !self.session.game().is_over() {
                return Ok(true);
            }
        }
    }

    /// Saves the game and prints the name of its file.
    fn save_and_quit(&mut self) -> Outcome {
        self.session.save();
        match (self.session.problem(), self.session.path()) {
            (Some(problem), _) => Err(Failure::BadInput(problem.to_owned())),
            (None, Some(path)) => Ok(writeln!(self.out, "The game is in {}.", plain(&path.display().to_string()))?),
            (None, None) => Ok(()),
        }
    }
}

/// Formats an action of the list: `  3  L 1 =2: a1, b1 and c1 of the line from a1 to d1, without payment`.
fn numbered_text(choice: &LegalChoice, number: usize) -> String {
    let details = choice.details.as_ref().map_or(String::new(), |details| format!(": {details}"));
    format!("{number:>4}  {}{details}", choice.text)
}
