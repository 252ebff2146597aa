//! The game in progress: history, seats, undo and redo.

use game::Game as _;
use game::RingRift;
use ringrift::{Action, ByPlayer, IllegalAction, Player, Position};
use ringrift_record::{Conclusion, Ply, Record, Recorder, Termination};
use ringrift_text::board_view::with_letters;
use ringrift_text::event_text::describe_all;

use super::participant::Participant;

/// Game with its history.
pub(super) struct TerminalGame {
    recorder: Recorder,
    /// Players by seat at the start, before any swap of sides.
    participants: Vec<Participant>,
    /// State at the start and after every action.
    history: Vec<HistoryEntry>,
    /// Undone actions, the last one first.
    undone: Vec<Ply>,
    /// Player who resigned.
    resigned: Option<Player>,
}

struct HistoryEntry {
    state: RingRift,
    /// Action that led here; `None` at the start.
    action: Option<PlayedAction>,
}

/// Played action.
pub(super) struct PlayedAction {
    pub(super) text: String,
    pub(super) turn: u32,
    pub(super) player: Player,
    /// Effects, in sentences that name the players by their letters.
    pub(super) effects: Vec<String>,
}

impl TerminalGame {
    /// Starts a game.
    pub(super) fn new(start: Position, participants: Vec<Participant>) -> TerminalGame {
        TerminalGame::of(Recorder::new(start), participants, &[], None)
    }

    /// Continues a recorded game.
    pub(super) fn resume(record: Record, participants: Vec<Participant>) -> TerminalGame {
        let actions: Vec<Action> = record.actions().collect();
        let is_resigned = record.conclusion.termination == Some(Termination::Resignation);
        let resigned = record.conclusion.by.filter(|_| is_resigned);
        TerminalGame::of(Recorder::resume(record), participants, &actions, resigned)
    }

    fn of(
        mut recorder: Recorder,
        participants: Vec<Participant>,
        actions: &[Action],
        resigned: Option<Player>,
    ) -> TerminalGame {
        let start = recorder.clone().finish().start().clone();
        for (seat, participant) in participants.iter().enumerate() {
            recorder.tags_mut().names.0[seat] = Some(participant.name().to_owned());
        }
        let history = vec![HistoryEntry { state: RingRift::new(start), action: None }];
        let mut game = TerminalGame { recorder, participants, history, undone: Vec::new(), resigned };
        for &action in actions {
            game.remember(action);
        }
        game
    }

    /// Returns the current state of the game, for bots.
    pub(super) fn state(&self) -> &RingRift {
        &self.now().state
    }

    fn now(&self) -> &HistoryEntry {
        self.history.last().expect("the start cannot be undone")
    }

    pub(super) fn position(&self) -> &Position {
        self.state().position()
    }

    /// Reports whether the game is over, by the rules or by resignation.
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.position().outcome().is_some()
    }

    /// Returns the player who resigned.
    pub(super) fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// Returns the seat to move, or `None` if the game is over.
    pub(super) fn seat_to_move(&self) -> Option<usize> {
        self.state().to_move().filter(|_| !self.is_over())
    }

    /// Returns the person or computer player to move, or `None` if the game is over.
    pub(super) fn participant_to_move(&self) -> Option<&Participant> {
        self.seat_to_move().map(|seat| &self.participants[seat])
    }

    /// Returns the person or computer player with this colour, after any swap of sides.
    pub(super) fn participant_of(&self, player: Player) -> &Participant {
        &self.participants[self.state().seat_of(player)]
    }

    /// Returns the players by seat at the start.
    pub(super) fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// Reports whether a person takes part.
    pub(super) fn has_humans(&self) -> bool {
        self.participants.iter().any(Participant::is_human)
    }

    /// Returns the names by colour, after any swap of sides.
    pub(super) fn names(&self) -> ByPlayer<Option<String>> {
        let mut names = ByPlayer::default();
        for player in Player::seats(self.position().rules().players) {
            names[player] = Some(self.participant_of(player).name().to_owned());
        }
        names
    }

    /// Returns the number of actions.
    pub(super) fn plies(&self) -> usize {
        self.history.len() - 1
    }

    /// Returns the actions in order.
    pub(super) fn actions(&self) -> impl DoubleEndedIterator<Item = &PlayedAction> {
        self.history.iter().filter_map(|entry| entry.action.as_ref())
    }

    /// Returns the position at the end of the previous turn of the player to move, for marking the changes since then.
    /// In the first turn of the player, returns the start.
    pub(super) fn last_seen(&self) -> &Position {
        let (player, turn) = (self.position().to_move(), self.position().turn());
        let is_own = |action: &PlayedAction| action.player == player && action.turn != turn;
        let seen = self.history.iter().rposition(|entry| entry.action.as_ref().is_some_and(is_own));
        self.history[seen.unwrap_or(0)].state.position()
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

    /// Adds a legal action with its effects.
    fn remember(&mut self, action: Action) {
        let before = self.state();
        let (position, mut state) = (before.position(), before.clone());
        let events = position.clone().play_with_events(action).unwrap_or_default();
        let played = PlayedAction {
            text: position.action_text(action),
            turn: position.turn(),
            player: position.to_move(),
            effects: describe_all(&events, position.rules().board).iter().map(|effect| with_letters(effect)).collect(),
        };
        let _ = state.play(&action);
        self.history.push(HistoryEntry { state, action: Some(played) });
    }

    /// Ends the game by resignation of a player.
    pub(super) fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// Undoes to the last decision of a person, or one action if only computers play. If a person resigned on their own turn,
    /// undoes only the resignation, which counts as one action. Returns the number of undone actions; 0 if there was none.
    pub(super) fn undo(&mut self) -> usize {
        if self.resigned.take().is_some() && self.participant_to_move().is_some_and(Participant::is_human) {
            return 1;
        }
        let is_human =
            |entry: &HistoryEntry| entry.state.to_move().is_some_and(|seat| self.participants[seat].is_human());
        let earlier = &self.history[..self.plies()];
        let goal = if self.has_humans() { earlier.iter().rposition(is_human) } else { self.plies().checked_sub(1) };
        let count = goal.map_or(0, |goal| self.plies() - goal);
        for _ in 0..count {
            self.history.pop();
            self.undone.extend(self.recorder.take_back());
        }
        count
    }

    /// Redoes up to the next decision of a person, or one action if only computers play. Returns the number of redone actions.
    pub(super) fn redo(&mut self) -> usize {
        let mut count = 0;
        while !self.is_over() && self.redo_one() {
            count += 1;
            if !self.has_humans() || self.participant_to_move().is_some_and(Participant::is_human) {
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

    /// Gives access to the tags of the record.
    pub(super) fn tags_mut(&mut self) -> &mut ringrift_record::Tags {
        self.recorder.tags_mut()
    }

    /// Returns the record of the game so far.
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

    fn texts(game: &TerminalGame) -> Vec<&str> {
        game.actions().map(|action| action.text.as_str()).collect()
    }

    #[test]
    fn undo_and_redo_skip_the_actions_of_computers() {
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
    fn replaying_the_undone_action_keeps_redo_and_another_action_clears_it() {
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
    fn undo_takes_back_one_action_in_games_of_computers() {
        let mut game = game("G square8 2p", &["random", "greedy"]);
        play_all(&mut game, &["P d4*2", "M d4-d6"]);
        assert_eq!((game.undo(), game.plies(), game.redo(), game.plies()), (1, 1, 1, 2));
    }

    #[test]
    fn names_follow_the_players_after_a_swap_of_sides() {
        let mut game = game("G square8 2p live swap=on", &["human:Ada", "human:Bob"]);
        play_all(&mut game, &["P d4*2", "M d4-d6", "SW"]);
        assert_eq!((game.participant_of(Player::One).name(), game.participant_of(Player::Two).name()), ("Bob", "Ada"));
        assert_eq!((game.position().to_move(), game.seat_to_move()), (Player::Two, Some(0)));
        let record = game.record();
        assert_eq!(record.player_name(Player::One), "Ada");
        let again = TerminalGame::resume(record, game.participants().to_vec());
        assert_eq!((again.participant_of(Player::One).name(), again.seat_to_move()), ("Bob", Some(0)));
        assert_eq!((game.undo(), game.participant_of(Player::One).name()), (1, "Ada"));
    }

    #[test]
    fn resignation_ends_the_game_and_can_be_undone() {
        let mut game = game("G square8 2p", &["human", "greedy"]);
        play_all(&mut game, &["P d4*2"]);
        game.resign(Player::One);
        assert!(game.is_over() && game.participant_to_move().is_none());
        assert!(game.record().to_string().contains("[Termination \"resignation\"]"));
        let again = TerminalGame::resume(game.record(), game.participants().to_vec());
        assert_eq!(again.resigned(), Some(Player::One));
        assert_eq!((game.undo(), game.plies(), game.is_over()), (1, 1, false));
    }

    #[test]
    fn returns_the_position_after_the_previous_turn_of_the_player() {
        let mut game = game("G square8 2p", &["human", "greedy"]);
        play_all(&mut game, &["P d4*2", "M d4-d6", "P h8", "M h8-h7"]);
        let mut seen = game.last_seen().clone();
        assert_eq!(seen.to_move(), Player::Two);
        for text in ["P h8", "M h8-h7"] {
            seen.play(seen.read_action(text).expect("the action is legal")).expect("the action is legal");
        }
        assert_eq!(&seen, game.position());
    }
}
