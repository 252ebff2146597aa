//! A game with everybody who takes part: computers that think, hints, and the file that keeps it. It knows of no terminal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ai::Analysis;
use game::derived_seed;
use ringrift::Action;

use super::game::Game;
use super::person::Person;
use super::saving::Saving;
use super::thinking::{self, Choice, Computer, Progress, Task};

/// A game that is going on.
pub(super) struct Session {
    game: Game,
    /// The computer players, by seat, as far as they have been needed.
    computers: Vec<Option<Computer>>,
    choosing: Option<Task<Choice>>,
    advising: Option<Task<Option<Analysis>>>,
    saving: Saving,
    seed: u64,
    /// Why the game could not be kept the last time.
    problem: Option<String>,
}

/// What came of work in the background.
pub(super) enum News {
    /// A computer player has moved.
    Moved,
    /// There is a hint.
    Hint(Box<Analysis>),
    /// Something that should not have happened.
    Trouble(String),
}

impl Session {
    /// Begins, and keeps the game at once: a file that cannot be written is better known before.
    pub(super) fn new(mut game: Game, saving: Saving, seed: u64) -> Result<Session, String> {
        game.tags_mut().seed = Some(seed.to_string());
        let computers = game.persons().iter().map(|_| None).collect();
        let mut session = Session { game, computers, choosing: None, advising: None, saving, seed, problem: None };
        session.saving.save(&session.game)?;
        Ok(session)
    }

    /// The game.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Where the game is kept.
    pub(super) fn path(&self) -> Option<&Path> {
        self.saving.path()
    }

    /// Why the game could not be kept the last time.
    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether a human is to decide now.
    pub(super) fn asks_human(&self) -> bool {
        self.game.person_to_move().is_some_and(Person::is_human)
    }

    /// Plays an action of a human.
    pub(super) fn play(&mut self, action: Action) -> Result<(), String> {
        self.stop();
        self.game.play(action).map_err(|illegal| illegal.to_string())?;
        self.keep();
        Ok(())
    }

    /// Goes back; tells by how many actions.
    pub(super) fn undo(&mut self) -> usize {
        self.change(Game::undo)
    }

    /// Goes forward again; tells by how many actions.
    pub(super) fn redo(&mut self) -> usize {
        self.change(Game::redo)
    }

    /// Whoever is to move gives up.
    pub(super) fn resign(&mut self) {
        let player = self.game.position().to_move();
        self.change(|game| {
            game.resign(player);
            1
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut Game) -> usize) -> usize {
        self.stop();
        let count = change(&mut self.game);
        if count > 0 {
            // Computers remember a game that went on otherwise.
            self.computers.iter_mut().for_each(|computer| *computer = None);
            self.keep();
        }
        count
    }

    /// Begins the same game anew, in a file of its own.
    pub(super) fn restart(&mut self) {
        self.stop();
        let (start, seed) = (self.game.record().start().clone(), self.seed.wrapping_add(1));
        let mut game = Game::new(start, self.game.persons().to_vec());
        game.tags_mut().seed = Some(seed.to_string());
        game.tags_mut().date = self.game.tags_mut().date.clone();
        let computers = game.persons().iter().map(|_| None).collect();
        (self.game, self.computers, self.seed, self.saving) = (game, computers, seed, self.saving.next());
        self.keep();
    }

    /// Keeps the game in a file from now on.
    pub(super) fn save_as(&mut self, path: &str) -> Result<(), String> {
        let mut saving = Saving::new(Some(&PathBuf::from(path.trim())))?;
        saving.save(&self.game)?;
        (self.saving, self.problem) = (saving, None);
        Ok(())
    }

    /// Keeps the game as it is now.
    pub(super) fn save(&mut self) {
        self.problem = self.saving.save(&self.game).err();
    }

    fn keep(&mut self) {
        self.problem = self.saving.save_now_and_then(&self.game).err();
    }

    /// Stops whatever is going on in the background.
    pub(super) fn stop(&mut self) {
        (self.choosing, self.advising) = (None, None);
    }

    /// Begins to look for a hint.
    pub(super) fn ask_hint(&mut self) {
        if !self.game.is_over() {
            self.advising = Some(thinking::advise(self.game.position().clone()));
        }
    }

    /// Waits for a hint.
    pub(super) fn wait_for_hint(&mut self) -> Option<Analysis> {
        self.ask_hint();
        self.advising.take()?.wait()?
    }

    /// For how long a hint has been looked for.
    pub(super) fn advising_for(&self) -> Option<Duration> {
        self.advising.as_ref().map(Task::elapsed)
    }

    /// For how long a computer has been thinking.
    pub(super) fn choosing_for(&self) -> Option<Duration> {
        self.choosing.as_ref().map(Task::elapsed)
    }

    /// Asks whoever is thinking to end with the best there is.
    pub(super) fn hurry(&self) {
        self.choosing.iter().for_each(Task::hurry);
        self.advising.iter().for_each(Task::hurry);
    }

    /// Lets the computer whose turn it is think, if it does not do so already.
    pub(super) fn think(&mut self) {
        let Some(seat) = self.game.seat_to_move().filter(|_| self.choosing.is_none()) else { return };
        let Person::Computer { make, .. } = self.game.persons()[seat].clone() else { return };
        let seed = self.seed_of(seat);
        let computer = self.computers[seat].take().unwrap_or_else(|| make(seed));
        self.choosing = Some(thinking::choose(computer, self.game.table().clone()));
    }

    /// A computer that begins in the middle of a game has another seed than one that has played from its start.
    fn seed_of(&self, seat: usize) -> u64 {
        derived_seed(self.seed, &["play", &seat.to_string(), &self.game.plies().to_string()])
    }

    /// Takes in what has been done in the background.
    pub(super) fn news(&mut self) -> Option<News> {
        match self.advising.as_ref().map(Task::progress) {
            None | Some(Progress::Busy) => {}
            Some(Progress::Done(hint)) => {
                self.advising = None;
                return hint.map(|hint| News::Hint(Box::new(hint)));
            }
            Some(Progress::Failed) => {
                self.advising = None;
                return Some(News::Trouble("the hint could not be found".to_owned()));
            }
        }
        match self.choosing.as_ref()?.progress() {
            Progress::Busy => None,
            Progress::Done(choice) => Some(self.take(choice)),
            Progress::Failed => Some(self.fail()),
        }
    }

    /// Waits for the computer whose turn it is.
    pub(super) fn wait_for_computer(&mut self) -> Option<News> {
        self.think();
        let choice = self.choosing.take()?.wait();
        Some(match choice {
            Some(choice) => self.take(choice),
            None => self.fail(),
        })
    }

    fn take(&mut self, choice: Choice) -> News {
        self.choosing = None;
        if let Some(seat) = self.game.seat_to_move() {
            self.computers[seat] = Some(choice.computer);
        }
        match self.game.play(choice.action) {
            Ok(()) => {
                self.keep();
                News::Moved
            }
            Err(illegal) => News::Trouble(format!("the computer chose an illegal action: {illegal}")),
        }
    }

    fn fail(&mut self) -> News {
        self.choosing = None;
        News::Trouble("the computer player failed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::game;
    use super::*;

    fn session(start: &str, seats: &[&str], seed: u64) -> Session {
        let saving = Saving::new(None).expect("kept nowhere");
        Session::new(game(start, seats), saving, seed).expect("a session")
    }

    fn play_out(session: &mut Session) -> Vec<String> {
        while !session.game().is_over() {
            assert!(matches!(session.wait_for_computer(), Some(News::Moved)));
        }
        session.game().record().action_texts()
    }

    #[test]
    fn computers_play_to_the_end_and_the_seed_names_the_game() {
        let play = |seed| play_out(&mut session("G hex8 2p live", &["greedy", "random"], seed));
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn humans_are_waited_for_and_hints_are_given() {
        let mut session = session("G square8 2p", &["human", "greedy"], 1);
        assert!(session.asks_human() && session.wait_for_computer().is_none());
        let hint = session.wait_for_hint().expect("the game is not over");
        let best = hint.actions[0].action;
        assert!(session.play(best).is_ok());
        let illegal = session.play(Action::StopTerritory).expect_err("illegal");
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
