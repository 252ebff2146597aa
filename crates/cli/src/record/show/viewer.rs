//! The state of the viewer and its key bindings.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::file::GameFile;
use super::game::ViewedGame;
use super::overlay::Overlay;
use crate::terminal::Flow;

/// Number of actions in a page.
const PAGE: usize = 10;

/// Maximum number of typed digits.
const MAX_DIGITS: usize = 9;

/// State of the viewer.
pub(crate) struct Viewer {
    file: GameFile,
    /// Number of the game, from 1.
    number: usize,
    /// The game, or the reason why it cannot be read.
    pub(crate) game: Result<ViewedGame, String>,
    pub(crate) view: View,
    pub(crate) overlay: Overlay,
    /// Message shown until the next key.
    pub(crate) message: Option<String>,
    /// Scroll offset of content that does not fit, in columns and rows.
    pub(crate) pan: (i32, i32),
}

/// Content of the screen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum View {
    Overview,
    Board,
    Moves,
    Details,
}

impl View {
    /// All views in the order of the Tab key.
    pub(crate) const ALL: [View; 4] = [View::Overview, View::Board, View::Moves, View::Details];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            View::Overview => "overview",
            View::Board => "board",
            View::Moves => "moves",
            View::Details => "details",
        }
    }

    fn after(self, steps: usize) -> View {
        View::ALL[(self as usize + steps) % View::ALL.len()]
    }
}

impl Viewer {
    /// Opens a game. Fails if the file has no game with this number. A damaged game opens with its error message.
    pub(crate) fn new(mut file: GameFile, number: usize) -> Result<Viewer, String> {
        if !file.has(number)? {
            return Err(file.missing(number));
        }
        let game = read(&mut file, number);
        let (view, overlay) = (View::Overview, Overlay::None);
        Ok(Viewer { file, number, game, view, overlay, message: None, pan: (0, 0) })
    }

    /// Returns the number of the game and of all games.
    pub(crate) fn title(&self) -> String {
        self.file.title(self.number)
    }

    /// Reports whether the file has more than one game.
    pub(crate) fn has_several_games(&self) -> bool {
        self.file.has_several_games()
    }

    /// Handles a key: the overlay receives it if there is one.
    pub(crate) fn handle_key(&mut self, key: KeyEvent) -> Flow {
        self.message = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { Flow::Quit } else { Flow::Continue };
        }
        match std::mem::replace(&mut self.overlay, Overlay::None) {
            Overlay::None => return self.handle_plain(key.code),
            Overlay::Help { row } => self.handle_help(key.code, row),
            Overlay::Jump(number) => self.handle_jump(key.code, number),
            Overlay::Variations { openings, selected } => self.handle_variations(key.code, openings, selected),
        }
        Flow::Continue
    }
    fn handle_plain(&mut self, key: KeyCode) -> Flow {
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Quit,
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Overlay::Help { row: 0 },
            KeyCode::Char('n') => self.open(self.number + 1),
            KeyCode::Char('p') if self.number == 1 => self.message = Some("this is the first game".to_owned()),
            KeyCode::Char('p') => self.open(self.number - 1),
            KeyCode::Tab => self.show(self.view.after(1)),
            KeyCode::BackTab => self.show(self.view.after(View::ALL.len() - 1)),
            KeyCode::Char('w') => self.pan.1 -= 2,
            KeyCode::Char('s') => self.pan.1 += 2,
            KeyCode::Char('a') => self.pan.0 -= 4,
            KeyCode::Char('d') => self.pan.0 += 4,
            KeyCode::Char(':') => self.overlay = Overlay::Jump(String::new()),
            KeyCode::Char(digit @ '0'..='9') => self.overlay = Overlay::Jump(digit.to_string()),
            KeyCode::Char('v') => self.toggle_variation(),
            key => self.step(key),
        }
        Flow::Continue
    }

    /// Scrolls the list of keys, or closes it.
    fn handle_help(&mut self, key: KeyCode, row: usize) {
        match key {
            KeyCode::Down | KeyCode::Char('j') => self.overlay = Overlay::Help { row: row + 1 },
            KeyCode::Up | KeyCode::Char('k') => self.overlay = Overlay::Help { row: row.saturating_sub(1) },
            _ => {}
        }
    }

    fn show(&mut self, view: View) {
        self.view = view;
        self.pan = (0, 0);
    }

    /// Moves to another ply.
    fn step(&mut self, key: KeyCode) {
        let Ok(game) = &mut self.game else {
            return;
        };
        match key {
            KeyCode::Right | KeyCode::Char('l' | ' ') => game.go_to(game.ply() + 1),
            KeyCode::Left | KeyCode::Char('h') => game.go_to(game.ply().saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => game.next_turn(),
            KeyCode::Up | KeyCode::Char('k') => game.previous_turn(),
            KeyCode::PageDown => game.go_to(game.ply() + PAGE),
            KeyCode::PageUp => game.go_to(game.ply().saturating_sub(PAGE)),
            KeyCode::Home | KeyCode::Char('g') => game.go_to(0),
            KeyCode::End | KeyCode::Char('G') => game.go_to(usize::MAX),
            KeyCode::Backspace => game.leave(),
            _ => return,
        }
        self.pan = (0, 0);
    }

    /// Opens another game of the file, if there is one.
    fn open(&mut self, number: usize) {
        match self.file.has(number) {
            Ok(true) => {
                self.number = number;
                self.game = read(&mut self.file, number);
                self.pan = (0, 0);
            }
            Ok(false) => self.message = Some("this is the last game".to_owned()),
            Err(problem) => self.message = Some(problem),
        }
    }

    /// Enters a variation of the last action, or leaves the current variation. Shows a menu if several are possible.
    fn toggle_variation(&mut self) {
        let Ok(game) = &mut self.game else {
            return;
        };
        let openings = game.variations();
        match (openings.len(), game.is_in_variation()) {
            (0, false) => self.message = Some("there is no variation at this ply".to_owned()),
            (0, true) => game.leave(),
            (1, false) => game.enter(0),
            _ => self.overlay = Overlay::Variations { openings, selected: 0 },
        }
        self.pan = (0, 0);
    }

    fn handle_variations(&mut self, key: KeyCode, openings: Vec<String>, selected: usize) {
        let Ok(game) = &mut self.game else {
            return;
        };
        let last = openings.len() - 1;
        let selected = match key {
            KeyCode::Char(digit @ '1'..='9') if digit as usize - '1' as usize <= last => {
                return game.enter(digit as usize - '1' as usize);
            }
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('v' | 'l') => return game.enter(selected),
            KeyCode::Backspace => return game.leave(),
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('q' | 'h') => return,
            KeyCode::Down | KeyCode::Char('j') => (selected + 1).min(last),
            KeyCode::Up | KeyCode::Char('k') => selected.saturating_sub(1),
            _ => selected,
        };
        self.overlay = Overlay::Variations { openings, selected };
    }

    fn handle_jump(&mut self, key: KeyCode, mut number: String) {
        match key {
            KeyCode::Esc => return,
            KeyCode::Enter => return self.jump(&number),
            KeyCode::Backspace if number.pop().is_none() => return,
            KeyCode::Char(digit @ '0'..='9') if number.len() < MAX_DIGITS => number.push(digit),
            _ => {}
        }
        self.overlay = Overlay::Jump(number);
    }

    fn jump(&mut self, number: &str) {
        let (Ok(game), Ok(ply)) = (&mut self.game, number.parse::<usize>()) else {
            return;
        };
        game.go_to(ply);
        if ply > game.ply() {
            self.message = Some(format!("there is no ply {ply}; this is the last one, {}", game.ply()));
        }
        self.pan = (0, 0);
    }
}

fn read(file: &mut GameFile, number: usize) -> Result<ViewedGame, String> {
    Ok(ViewedGame::new(file.read(number)?.record))
}
