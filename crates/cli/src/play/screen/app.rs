//! The state of the full-screen game and its key bindings. [`draw`] draws it.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ringrift::{Action, ActionReader, Cell};

use super::cursor::{self, Arrow};
use super::draw;
use super::typing::{Typed, typed};
use crate::play::picking::{Pick, Picking};
use crate::play::rejection::{explain_unselectable, read_action};
use crate::play::session::{Session, TaskResult};
use crate::play::words;
use crate::terminal::{Flow, Palette, Screen};

/// Number of actions in a page of the list.
const PAGE: usize = 10;

/// Minimum time between two actions of computer players, so that people can follow.
const PACE: Duration = Duration::from_millis(250);

/// Interval between redraws while a computer player thinks.
const FRAME: Duration = Duration::from_millis(50);

/// State of the screen.
pub(in crate::play) struct App {
    pub(super) session: Session,
    pub(super) picking: Picking,
    pub(super) reader: ActionReader,
    /// Cell under the cursor, which Enter picks.
    pub(super) cursor: Cell,
    /// The arrow keys move in the list instead of on the board.
    pub(super) is_in_list: bool,
    /// Index of the selected action in the list.
    pub(super) selected: usize,
    pub(super) overlay: Overlay,
    /// Message shown until the next key, one sentence per line.
    pub(super) message: Vec<String>,
    /// Computer players are paused.
    pub(super) is_paused: bool,
    /// Minimum time for which the action of a computer player is shown.
    pub(super) pace: Duration,
}

/// Overlay, input or question that receives the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Overlay {
    None,
    /// Input of an action, a number or a cell.
    Typing(String),
    /// Input of a file name.
    SaveAs(String),
    Quit,
    Resign,
    /// List of keys; the number is the first visible row.
    Help(usize),
    /// Log of the game, the newest action first; the number is the first visible row.
    Log(usize),
    /// Result of the game.
    Ended,
}

impl Screen for App {
    const ALTERNATIVE: &'static str = "--plain plays line by line";

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        self.tick();
        draw(frame, self, palette);
    }

    fn handle(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { self.quit() } else { Flow::Continue };
        }
        self.message.clear();
        match std::mem::replace(&mut self.overlay, Overlay::None) {
            Overlay::None => return self.handle_plain(key.code),
            Overlay::Typing(text) => self.handle_typing(key.code, text),
            Overlay::SaveAs(text) => self.handle_save(key.code, text),
            Overlay::Quit if matches!(key.code, KeyCode::Char('q' | 'y')) => return self.quit(),
            Overlay::Quit if key.code == KeyCode::Char('s') => self.overlay = Overlay::SaveAs(String::new()),
            Overlay::Resign if key.code == KeyCode::Char('y') => {
                self.session.resign();
                self.changed();
            }
            Overlay::Quit | Overlay::Resign => {}
            Overlay::Help(row) => self.overlay = scrolled(key.code, row, Overlay::Help),
            Overlay::Log(row) => self.overlay = scrolled(key.code, row, Overlay::Log),
            Overlay::Ended => return self.handle_ended(key.code),
        }
        Flow::Continue
    }

    fn redraw_interval(&self) -> Option<Duration> {
        self.is_busy().then_some(FRAME)
    }
}

/// Returns the overlay after scrolling, or [`Overlay::None`] if the key closes it.
fn scrolled(key: KeyCode, row: usize, overlay: fn(usize) -> Overlay) -> Overlay {
    match key {
        KeyCode::Down => overlay(row + 1),
        KeyCode::Up => overlay(row.saturating_sub(1)),
        KeyCode::PageDown => overlay(row + PAGE),
        KeyCode::PageUp => overlay(row.saturating_sub(PAGE)),
        _ => Overlay::None,
    }
}

impl App {
    /// Opens a game.
    pub(in crate::play) fn new(session: Session) -> App {
        let cursor = cursor::middle(session.game().position().rules().board);
        let mut app = App {
            session,
            picking: Picking::none(),
            reader: ActionReader::default(),
            cursor,
            is_in_list: false,
            selected: 0,
            overlay: Overlay::None,
            message: Vec::new(),
            is_paused: false,
            pace: PACE,
        };
        app.changed();
        app
    }

    /// Updates the screen after a change of the game.
    fn changed(&mut self) {
        let game = self.session.game();
        self.picking = if self.session.asks_human() { Picking::new(game.position()) } else { Picking::none() };
        self.selected = 0;
        if game.is_over() {
            self.session.save();
            self.overlay = Overlay::Ended;
        }
        if let Some(problem) = self.session.problem() {
            self.message = vec![format!("The game could not be saved: {problem}")];
        }
    }

    /// Reports whether a background task is running.
    fn is_busy(&self) -> bool {
        self.session.thinking_time().is_some() || self.session.hint_search_time().is_some()
    }

    /// Processes the results of background tasks, and starts the next computer player.
    pub(super) fn tick(&mut self) {
        if !self.is_paused {
            self.session.think();
        }
        if self.session.thinking_time().is_some_and(|time| time < self.pace) {
            return;
        }
        match self.session.take_result() {
            None => {}
            Some(TaskResult::Moved) => {
                self.changed();
                if !self.is_paused {
                    self.session.think();
                }
            }
            Some(TaskResult::Hint(hint)) => self.message = words::hint(self.session.game(), &hint),
            Some(TaskResult::Failed(problem)) => {
                self.is_paused = true;
                self.message = vec![format!("{problem}; press space to try again")];
            }
        }
    }

    /// Quits, after saving the last actions of computer players.
    fn quit(&mut self) -> Flow {
        self.session.stop();
        self.session.save();
        Flow::Quit
    }

    fn handle_plain(&mut self, key: KeyCode) -> Flow {
        match key {
            KeyCode::Char('q') => return self.ask_to_quit(),
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Overlay::Help(0),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('s') => self.save(),
            KeyCode::Char('l') => self.overlay = Overlay::Log(0),
            KeyCode::Char('e') if self.session.game().is_over() => self.overlay = Overlay::Ended,
            KeyCode::Char(' ') => self.pause(),
            KeyCode::Esc => self.escape(),
            key if self.session.asks_human() => self.handle_choice(key),
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => self.move_cursor(key),
            _ => {}
        }
        Flow::Continue
    }

    /// Handles keys during a decision of a person.
    fn handle_choice(&mut self, key: KeyCode) {
        match key {
            KeyCode::Tab | KeyCode::BackTab => self.is_in_list = !self.is_in_list,
            KeyCode::Enter if self.is_in_list => self.play_number(self.selected + 1),
            KeyCode::Enter => self.pick(self.cursor),
            KeyCode::Backspace => self.drop_last_pick(),
            KeyCode::Char('f') => self.show_next_kind(),
            KeyCode::Char('g') => self.overlay = Overlay::Resign,
            KeyCode::Char('n') => self.jump(true),
            KeyCode::Char('p') => self.jump(false),
            KeyCode::PageDown => self.turn_page(self.selected + PAGE),
            KeyCode::PageUp => self.turn_page(self.selected.saturating_sub(PAGE)),
            KeyCode::Down if self.is_in_list => self.select(self.selected + 1),
            KeyCode::Up if self.is_in_list => self.select(self.selected.saturating_sub(1)),
            KeyCode::Char(':') => self.overlay = Overlay::Typing(String::new()),
            KeyCode::Char(first) if first.is_ascii_uppercase() || first.is_ascii_digit() => {
                self.overlay = Overlay::Typing(first.to_string());
            }
            key => self.move_cursor(key),
        }
    }

    fn move_cursor(&mut self, key: KeyCode) {
        let arrow = match key {
            KeyCode::Up => Arrow::Up,
            KeyCode::Down => Arrow::Down,
            KeyCode::Left => Arrow::Left,
            KeyCode::Right => Arrow::Right,
            _ => return,
        };
        self.cursor = cursor::moved(self.session.game().position().rules().board, self.cursor, arrow);
    }

    fn jump(&mut self, is_forward: bool) {
        self.is_in_list = false;
        match cursor::next_of(&self.picking.possible(), self.cursor, is_forward) {
            Some(cell) => self.cursor = cell,
            None => self.show_message("This decision has no cells; choose from the list."),
        }
    }

    fn select(&mut self, number: usize) {
        self.selected = number.min(self.picking.left().len().saturating_sub(1));
    }

    fn turn_page(&mut self, number: usize) {
        self.is_in_list = true;
        self.select(number);
    }

    fn show_next_kind(&mut self) {
        self.picking.next_kind();
        self.selected = 0;
    }

    fn pick(&mut self, cell: Cell) {
        self.cursor = cell;
        match self.picking.pick(cell) {
            Pick::Play(action) => self.play(action),
            Pick::Narrowed => self.selected = 0,
            Pick::Nothing => {
                let why = explain_unselectable(self.session.game().position(), self.picking.picked(), cell);
                self.show_message(&why);
            }
        }
    }

    fn drop_last_pick(&mut self) {
        self.picking.back();
        self.selected = 0;
    }

    fn play_number(&mut self, number: usize) {
        match self.picking.numbered(number) {
            Some(action) => self.play(action),
            None => {
                self.show_message(&format!(
                    "There is no action {number}; the numbers are 1 to {}.",
                    self.picking.left().len()
                ));
            }
        }
    }

    fn play(&mut self, action: Action) {
        match self.session.play(action) {
            Ok(()) => self.changed(),
            Err(problem) => self.show_message(&problem),
        }
    }

    fn handle_typing(&mut self, key: KeyCode, text: String) {
        match typed(key, text) {
            Typed::More(text) => self.overlay = Overlay::Typing(text),
            Typed::Done(text) => self.submit(text.trim()),
            Typed::Cancelled => {}
        }
    }

    /// Handles a typed number, cell or action.
    fn submit(&mut self, text: &str) {
        let position = self.session.game().position();
        if text.is_empty() || !self.session.asks_human() {
            return;
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.play_number(text.parse().unwrap_or(usize::MAX));
        }
        if let Ok(cell) = position.rules().board.parse_cell(text) {
            return self.pick(cell);
        }
        match read_action(&mut self.reader, position, text) {
            Ok(action) => self.play(action),
            Err(problem) => self.message = problem.lines().map(cli_support::plain::plain).collect(),
        }
    }

    fn handle_save(&mut self, key: KeyCode, text: String) {
        match typed(key, text) {
            Typed::More(text) => self.overlay = Overlay::SaveAs(text),
            Typed::Done(name) => match self.session.save_as(&name) {
                Ok(()) => self.show_message(&format!("The game is now saved in {} after every action.", name.trim())),
                Err(problem) => self.show_message(&format!("Not saved: {problem}.")),
            },
            Typed::Cancelled => {}
        }
    }

    fn save(&mut self) {
        let Some(path) = self.session.path().map(|path| path.display().to_string()) else {
            self.overlay = Overlay::SaveAs(String::new());
            return;
        };
        self.session.save();
        let message =
            self.session.problem().map_or(format!("The game is in {path}."), |why| format!("Not saved: {why}."));
        self.show_message(&message);
    }

    fn undo(&mut self) {
        // Without a pause, computer players would continue at once.
        self.is_paused |= !self.session.game().has_humans();
        let count = self.session.undo();
        self.changed();
        if count == 0 {
            self.show_message("There is nothing to undo.");
        }
    }

    fn redo(&mut self) {
        let count = self.session.redo();
        self.changed();
        if count == 0 {
            self.show_message("There is nothing to redo.");
        }
    }

    fn ask_hint(&mut self) {
        if self.session.game().is_over() {
            self.show_message("The game is over.");
        } else if !self.is_busy() {
            self.session.ask_hint();
        }
    }

    /// Pauses or resumes computer players.
    fn pause(&mut self) {
        self.is_paused = !self.is_paused;
        if self.is_paused {
            self.session.stop();
        }
    }

    /// Ends the search for a hint or of a computer player with its best result so far, or drops the last picked cell.
    fn escape(&mut self) {
        if self.is_busy() {
            return self.session.finish_early();
        }
        self.is_in_list = false;
        self.drop_last_pick();
    }

    /// Quits at once if nothing would be lost; otherwise asks first.
    fn ask_to_quit(&mut self) -> Flow {
        let game = self.session.game();
        let would_lose_game = self.session.path().is_none() && game.plies() > 0 && game.has_humans() && !game.is_over();
        if !would_lose_game && self.session.problem().is_none() {
            return self.quit();
        }
        self.session.stop();
        self.overlay = Overlay::Quit;
        Flow::Continue
    }

    fn handle_ended(&mut self, key: KeyCode) -> Flow {
        match key {
            KeyCode::Char('n') => {
                self.session.restart();
                self.changed();
            }
            KeyCode::Enter | KeyCode::Esc => {}
            KeyCode::Char('u' | 's' | 'q' | 'l' | '?') => return self.handle_plain(key),
            _ => self.overlay = Overlay::Ended,
        }
        Flow::Continue
    }

    /// Returns the index of the selected action in the list, or `None` while the arrow keys move on the board.
    pub(super) fn mark(&self) -> Option<usize> {
        self.is_in_list.then_some(self.selected)
    }

    fn show_message(&mut self, message: &str) {
        self.message = vec![cli_support::plain::plain(message)];
    }
}
