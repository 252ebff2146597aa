//! A game session: computer players, hints and saving. Independent of the terminal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ai::Analysis;
use game::derived_seed;
use ringrift::Action;
use ringrift_text::board_view::with_letters;

use super::game::TerminalGame;
use super::participant::Participant;
use super::saving::Saving;
use super::thinking::{self, Computer, ComputerMove, Task, TaskState};

/// Game in progress, with its background tasks.
pub(super) struct Session {
    game: TerminalGame,
    /// Computer players by seat, created when first needed.
    computers: Vec<Option<Computer>>,
    move_task: Option<Task<ComputerMove>>,
    hint_task: Option<Task<Option<Analysis>>>,
    saving: Saving,
    seed: u64,
    /// Error of the last save.
    problem: Option<String>,
}

/// Result of a background task.
pub(super) enum TaskResult {
    /// A computer player has acted.
    Moved,
    /// A hint is ready.
    Hint(Box<Analysis>),
    /// A task failed.
    Failed(String),
}

impl Session {
    /// Starts a session and saves the game at once, so that an unwritable file is noticed before the game.
    pub(super) fn new(mut game: TerminalGame, saving: Saving, seed: u64) -> Result<Session, String> {
        game.tags_mut().seed = Some(seed.to_string());
        let computers = game.participants().iter().map(|_| None).collect();
        let mut session = Session { game, computers, move_task: None, hint_task: None, saving, seed, problem: None };
        session.saving.save(&session.game)?;
        Ok(session)
    }

    pub(super) fn game(&self) -> &TerminalGame {
        &self.game
    }

    /// Returns the file of the game.
    pub(super) fn path(&self) -> Option<&Path> {
        self.saving.path()
    }

    /// Returns the error of the last save.
    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Reports whether the decision belongs to a person.
    pub(super) fn asks_human(&self) -> bool {
        self.game.participant_to_move().is_some_and(Participant::is_human)
    }

    /// Plays an action of a person.
    pub(super) fn play(&mut self, action: Action) -> Result<(), String> {
        self.stop();
        self.game.play(action).map_err(|illegal| with_letters(&illegal.to_string()))?;
        self.save_throttled();
        Ok(())
    }

    /// Undoes actions as [`TerminalGame::undo`] does. Returns their number.
    pub(super) fn undo(&mut self) -> usize {
        self.change(TerminalGame::undo)
    }

    /// Redoes actions as [`TerminalGame::redo`] does. Returns their number.
    pub(super) fn redo(&mut self) -> usize {
        self.change(TerminalGame::redo)
    }

    /// Resigns for the player to move.
    pub(super) fn resign(&mut self) {
        let player = self.game.position().to_move();
        self.change(|game| {
            game.resign(player);
            1
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut TerminalGame) -> usize) -> usize {
        self.stop();
        let count = change(&mut self.game);
        if count > 0 {
            // Computer players may remember the undone actions, so they are created again.
            self.computers.iter_mut().for_each(|computer| *computer = None);
            self.save_throttled();
        }
        count
    }

    /// Starts a new game with the same rules and players, in another file.
    pub(super) fn restart(&mut self) {
        self.stop();
        let (start, seed) = (self.game.record().start().clone(), self.seed.wrapping_add(1));
        let mut game = TerminalGame::new(start, self.game.participants().to_vec());
        game.tags_mut().seed = Some(seed.to_string());
        game.tags_mut().date = self.game.tags_mut().date.clone();
        let computers = game.participants().iter().map(|_| None).collect();
        (self.game, self.computers, self.seed, self.saving) = (game, computers, seed, self.saving.next());
        self.save_throttled();
    }

    /// Saves the game in a file now and after every action.
    pub(super) fn save_as(&mut self, path: &str) -> Result<(), String> {
        let mut saving = Saving::new(Some(&PathBuf::from(path.trim())))?;
        saving.save(&self.game)?;
        (self.saving, self.problem) = (saving, None);
        Ok(())
    }

    /// Saves the game.
    pub(super) fn save(&mut self) {
        self.problem = self.saving.save(&self.game).err();
    }

    fn save_throttled(&mut self) {
        self.problem = self.saving.save_throttled(&self.game).err();
    }

    /// Stops all background tasks.
    pub(super) fn stop(&mut self) {
        (self.move_task, self.hint_task) = (None, None);
    }

    /// Starts the search for a hint.
    pub(super) fn ask_hint(&mut self) {
        if !self.game.is_over() {
            self.hint_task = Some(thinking::search_hint(self.game.position().clone()));
        }
    }

    /// Waits for a hint.
    pub(super) fn wait_for_hint(&mut self) -> Option<Analysis> {
        self.ask_hint();
        self.hint_task.take()?.wait()?
    }

    /// Returns the time since the search for a hint started.
    pub(super) fn hint_search_time(&self) -> Option<Duration> {
        self.hint_task.as_ref().map(Task::elapsed)
    }

    /// Returns the time since the computer player started to think.
    pub(super) fn thinking_time(&self) -> Option<Duration> {
        self.move_task.as_ref().map(Task::elapsed)
    }

    /// Ends the current search with its best result so far.
    pub(super) fn finish_early(&self) {
        self.move_task.iter().for_each(Task::finish_early);
        self.hint_task.iter().for_each(Task::finish_early);
    }

    /// Starts the computer player whose turn it is, unless it is already thinking. Does nothing on a person's turn.
    pub(super) fn think(&mut self) {
        let Some(seat) = self.game.seat_to_move().filter(|_| self.move_task.is_none()) else { return };
        let Participant::Computer { make, .. } = self.game.participants()[seat].clone() else { return };
        let seed = self.seed_of(seat);
        let computer = self.computers[seat].take().unwrap_or_else(|| make(seed));
        self.move_task = Some(thinking::choose(computer, self.game.state().clone()));
    }

    /// Derives the seed of a computer player. It depends on the number of actions before the player is created.
    fn seed_of(&self, seat: usize) -> u64 {
        derived_seed(self.seed, &["play", &seat.to_string(), &self.game.plies().to_string()])
    }

    /// Returns the result of a finished background task, if there is one. Plays the action that a computer player has
    /// chosen.
    pub(super) fn take_result(&mut self) -> Option<TaskResult> {
        match self.hint_task.as_ref().map(Task::state) {
            None | Some(TaskState::Busy) => {}
            Some(TaskState::Done(hint)) => {
                self.hint_task = None;
                return hint.map(|hint| TaskResult::Hint(Box::new(hint)));
            }
            Some(TaskState::Failed) => {
                self.hint_task = None;
                return Some(TaskResult::Failed("the search for a hint failed".to_owned()));
            }
        }
        match self.move_task.as_ref()?.state() {
            TaskState::Busy => None,
            TaskState::Done(computer_move) => Some(self.play_computer_move(computer_move)),
            TaskState::Failed => Some(self.fail()),
        }
    }

    /// Waits for the computer player whose turn it is, and plays its action. Returns `None` if it is not the turn of a
    /// computer player.
    pub(super) fn wait_for_computer(&mut self) -> Option<TaskResult> {
        self.think();
        let computer_move = self.move_task.take()?.wait();
        Some(match computer_move {
            Some(computer_move) => self.play_computer_move(computer_move),
            None => self.fail(),
        })
    }

    fn play_computer_move(&mut self, computer_move: ComputerMove) -> TaskResult {
        self.move_task = None;
        if let Some(seat) = self.game.seat_to_move() {
            self.computers[seat] = Some(computer_move.computer);
        }
        match self.game.play(computer_move.action) {
            Ok(()) => {
                self.save_throttled();
                TaskResult::Moved
            }
            Err(illegal) => TaskResult::Failed(format!("the computer chose an illegal action: {illegal}")),
        }
    }

    fn fail(&mut self) -> TaskResult {
        self.move_task = None;
        TaskResult::Failed("the computer player failed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::game;
    use super::*;

    fn session(start: &str, seats: &[&str], seed: u64) -> Session {
        let saving = Saving::new(None).expect("no file is needed");
        Session::new(game(start, seats), saving, seed).expect("the session starts")
    }

    fn play_out(session: &mut Session) -> Vec<String> {
        while !session.game().is_over() {
            assert!(matches!(session.wait_for_computer(), Some(TaskResult::Moved)));
        }
        session.game().record().action_texts()
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let play = |seed| play_out(&mut session("G hex8 2p live", &["greedy", "random"], seed));
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn waits_for_people_and_gives_hints() {
        let mut session = session("G square8 2p", &["human", "greedy"], 1);
        assert!(session.asks_human() && session.wait_for_computer().is_none());
        let hint = session.wait_for_hint().expect("the game is not over");
        let best = hint.actions[0].action;
        assert!(session.play(best).is_ok());
        let illegal = session.play(Action::StopTerritory).expect_err("the action is illegal");
        assert!(illegal.contains("RR-CANON"), "{illegal}");
    }

    #[test]
    fn a_new_game_has_the_same_seats_and_another_seed() {
        let mut session = session("G square8 2p", &["random", "greedy"], 5);
        play_out(&mut session);
        session.restart();
        assert_eq!((session.game().plies(), session.seed), (0, 6));
        assert!(session.undo() == 0 && session.redo() == 0);
    }
}
