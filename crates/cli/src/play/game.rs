//! A game that is played: what has happened, who sits where, and the way back.

use game::Game as _;
use game::RingRift;
use ringrift::{Action, ByPlayer, IllegalAction, Player, Position};
use ringrift_record::{Conclusion, Ply, Record, Recorder, Termination};
use ringrift_text::event_text::describe_all;

use super::person::Person;

/// A game with its past.
pub(super) struct Game {
    recorder: Recorder,
    /// Who sat down at each seat in the beginning.
    persons: Vec<Person>,
    /// The start, and the game after every action.
    moments: Vec<Moment>,
    /// What was taken back, the last action first.
    undone: Vec<Ply>,
    /// The colour that gave up.
    resigned: Option<Player>,
}

struct Moment {
    table: RingRift,
    /// The action that led here; none at the start.
    step: Option<Step>,
}

/// An action that was played.
pub(super) struct Step {
    /// The action.
    pub(super) text: String,
    /// In which turn.
    pub(super) turn: u32,
    /// By which colour.
    pub(super) player: Player,
    /// What it did, in sentences.
    pub(super) happenings: Vec<String>,
}

impl Game {
    /// A game that begins.
    pub(super) fn new(start: Position, persons: Vec<Person>) -> Game {
        Game::of(Recorder::new(start), persons, &[], None)
    }

    /// A game that goes on where a record ends.
    pub(super) fn resume(record: Record, persons: Vec<Person>) -> Game {
        let actions: Vec<Action> = record.actions().collect();
        let is_resigned = record.conclusion.termination == Some(Termination::Resignation);
        let resigned = record.conclusion.by.filter(|_| is_resigned);
        Game::of(Recorder::resume(record), persons, &actions, resigned)
    }

    fn of(mut recorder: Recorder, persons: Vec<Person>, actions: &[Action], resigned: Option<Player>) -> Game {
        let start = recorder.clone().finish().start().clone();
        for (seat, person) in persons.iter().enumerate() {
            recorder.tags_mut().names.0[seat] = Some(person.name().to_owned());
        }
        let moments = vec![Moment { table: RingRift::new(start), step: None }];
        let mut game = Game { recorder, persons, moments, undone: Vec::new(), resigned };
        for &action in actions {
            game.remember(action);
        }
        game
    }

    /// The game as the arena knows it.
    pub(super) fn table(&self) -> &RingRift {
        &self.now().table
    }

    fn now(&self) -> &Moment {
        self.moments.last().expect("the start is never taken away")
    }

    /// The position.
    pub(super) fn position(&self) -> &Position {
        self.table().position()
    }

    /// Whether the rules or a player have ended the game.
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.position().outcome().is_some()
    }

    /// Who gave up.
    pub(super) fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// The seat that is to move; none if the game is over.
    pub(super) fn seat_to_move(&self) -> Option<usize> {
        self.table().to_move().filter(|_| !self.is_over())
    }

    /// Who is to move; none if the game is over.
    pub(super) fn person_to_move(&self) -> Option<&Person> {
        self.seat_to_move().map(|seat| &self.persons[seat])
    }

    /// Who plays a colour now.
    pub(super) fn person_of(&self, player: Player) -> &Person {
        &self.persons[self.table().seat_of(player)]
    }

    /// Who sat down where.
    pub(super) fn persons(&self) -> &[Person] {
        &self.persons
    }

    /// Whether a human plays.
    pub(super) fn has_humans(&self) -> bool {
        self.persons.iter().any(Person::is_human)
    }

    /// The names behind the colours now.
    pub(super) fn names(&self) -> ByPlayer<Option<String>> {
        let mut names = ByPlayer::default();
        for player in Player::seats(self.position().rules().players) {
            names[player] = Some(self.person_of(player).name().to_owned());
        }
        names
    }

    /// How many actions have been played.
    pub(super) fn plies(&self) -> usize {
        self.moments.len() - 1
    }

    /// The actions that were played, in order.
    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> {
        self.moments.iter().filter_map(|moment| moment.step.as_ref())
    }

    /// The position at the end of the last turn of whoever is to move now, from which he knows the board; the start if he
    /// had none.
    pub(super) fn last_seen(&self) -> &Position {
        let (player, turn) = (self.position().to_move(), self.position().turn());
        let is_own = |step: &Step| step.player == player && step.turn != turn;
        let seen = self.moments.iter().rposition(|moment| moment.step.as_ref().is_some_and(is_own));
        self.moments[seen.unwrap_or(0)].table.position()
    }

    /// Plays an action.
    pub(super) fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.undone.last().is_some_and(|ply| ply.action == action) {
            self.redo_one();
            return Ok(());
        }
        self.recorder.play(action)?;
        self.undone.clear();
        self.remember(action);
        Ok(())
    }

    /// Keeps what an action does. It has been found legal.
    fn remember(&mut self, action: Action) {
        let before = self.table();
        let (position, mut table) = (before.position(), before.clone());
        let events = position.clone().play_with_events(action).unwrap_or_default();
        let step = Step {
            text: position.action_text(action),
            turn: position.turn(),
            player: position.to_move(),
            happenings: describe_all(&events, position.rules().board),
        };
        let _ = table.play(&action);
        self.moments.push(Moment { table, step: Some(step) });
    }

    /// Ends the game: a colour gives up.
    pub(super) fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// Goes back to the last decision of a human, or by one action if only computers play. Tells how many actions that took;
    /// 0 if there was nothing to go back to.
    pub(super) fn undo(&mut self) -> usize {
        if self.resigned.take().is_some() && self.person_to_move().is_some_and(Person::is_human) {
            return 1;
        }
        let is_human = |moment: &Moment| moment.table.to_move().is_some_and(|seat| self.persons[seat].is_human());
        let earlier = &self.moments[..self.plies()];
        let goal = if self.has_humans() { earlier.iter().rposition(is_human) } else { self.plies().checked_sub(1) };
        let count = goal.map_or(0, |goal| self.plies() - goal);
        for _ in 0..count {
            self.moments.pop();
            self.undone.extend(self.recorder.take_back());
        }
        count
    }

    /// Plays again what was taken back, up to the next decision of a human. Tells how many actions that were.
    pub(super) fn redo(&mut self) -> usize {
        let mut count = 0;
        while !self.is_over() && self.redo_one() {
            count += 1;
            if !self.has_humans() || self.person_to_move().is_some_and(Person::is_human) {
                break;
            }
        }
        count
    }

    fn redo_one(&mut self) -> bool {
        let Some(ply) = self.undone.pop() else { return false };
        let action = ply.action;
        match self.recorder.play(action) {
            Ok(place) => *place = ply,
            Err(_) => return false,
        }
        self.remember(action);
        true
    }

    /// Changes what is known about the game besides its rules.
    pub(super) fn tags_mut(&mut self) -> &mut ringrift_record::Tags {
        self.recorder.tags_mut()
    }

    /// The record of the game as it stands.
    pub(super) fn record(&self) -> Record {
        let recorder = self.recorder.clone();
        match self.resigned {
            Some(player) => recorder.finish_with(Conclusion::resigned(player, self.position())),
            None => recorder.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, play_all};
    use super::*;

    fn texts(game: &Game) -> Vec<&str> {
        game.steps().map(|step| step.text.as_str()).collect()
    }

    #[test]
    fn undo_goes_back_through_the_moves_of_the_computer_and_redo_forward() {
        let mut game = game("G square8 2p", &["human", "greedy"]);
        assert_eq!((game.undo(), game.redo()), (0, 0));
        play_all(&mut game, &["P d4*2", "M d4-d6", "P h8", "M h8-h7"]);
        assert_eq!((game.undo(), texts(&game)), (3, vec!["P d4*2"]));
        assert_eq!((game.undo(), texts(&game).len()), (1, 0));
        assert_eq!((game.redo(), game.redo(), game.redo()), (1, 3, 0));
        assert_eq!(texts(&game), ["P d4*2", "M d4-d6", "P h8", "M h8-h7"]);
        assert_eq!(game.record().action_texts(), texts(&game));
    }

    #[test]
    fn playing_the_same_again_keeps_what_follows_and_anything_else_drops_it() {
        let mut game = game("G square8 2p", &["human", "greedy"]);
        play_all(&mut game, &["P d4*2", "M d4-d6", "P h8", "M h8-h7"]);
        game.undo();
        play_all(&mut game, &["M d4-d6"]);
        assert_eq!(game.redo(), 2);
        game.undo();
        play_all(&mut game, &["M d4-d7"]);
        assert_eq!((game.redo(), texts(&game).len()), (0, 2));
    }

    #[test]
    fn games_of_computers_are_taken_back_by_one_action() {
        let mut game = game("G square8 2p", &["random", "greedy"]);
        play_all(&mut game, &["P d4*2", "M d4-d6"]);
        assert_eq!((game.undo(), game.plies(), game.redo(), game.plies()), (1, 1, 1, 2));
    }

    #[test]
    fn who_swaps_sides_plays_the_other_colour_and_keeps_his_name_in_the_record() {
        let mut game = game("G square8 2p live swap=on", &["human:Ada", "human:Bob"]);
        play_all(&mut game, &["P d4*2", "M d4-d6", "SW"]);
        assert_eq!((game.person_of(Player::One).name(), game.person_of(Player::Two).name()), ("Bob", "Ada"));
        assert_eq!((game.position().to_move(), game.seat_to_move()), (Player::Two, Some(0)));
        let record = game.record();
        assert_eq!(record.player_name(Player::One), "Ada");
        let again = Game::resume(record, game.persons().to_vec());
        assert_eq!((again.person_of(Player::One).name(), again.seat_to_move()), ("Bob", Some(0)));
        assert_eq!((game.undo(), game.person_of(Player::One).name()), (1, "Ada"));
    }

    #[test]
    fn giving_up_ends_the_game_and_can_be_taken_back() {
        let mut game = game("G square8 2p", &["human", "greedy"]);
        play_all(&mut game, &["P d4*2"]);
        game.resign(Player::One);
        assert!(game.is_over() && game.person_to_move().is_none());
        assert!(game.record().to_string().contains("[Termination \"resignation\"]"));
        let again = Game::resume(game.record(), game.persons().to_vec());
        assert_eq!(again.resigned(), Some(Player::One));
        assert_eq!((game.undo(), game.plies(), game.is_over()), (1, 1, false));
    }

    #[test]
    fn what_others_did_since_the_last_turn_is_known() {
        let mut game = game("G square8 2p", &["human", "greedy"]);
        play_all(&mut game, &["P d4*2", "M d4-d6", "P h8", "M h8-h7"]);
        let mut seen = game.last_seen().clone();
        assert_eq!(seen.to_move(), Player::Two);
        for text in ["P h8", "M h8-h7"] {
            seen.play(seen.read_action(text).expect("an action")).expect("legal");
        }
        assert_eq!(&seen, game.position());
    }
}
