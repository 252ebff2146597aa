//! Tests of tables, and the fixture that they share.

mod actions;
mod checkpoints;
mod endings;
mod guard;
mod latency;
mod log;

use std::sync::Arc;

use serde_json::json;

use super::*;
use api::Moment;
use api::id::GuestId;

fn setup(start: &str) -> TableSetup {
    TableSetup {
        game: GameSetup::RingRift { start: start.to_owned() },
        clock: ClockRules::Increment { base: 60_000, increment: 1_000 },
        purpose: Purpose::Match,
        visibility: Visibility::Private,
        spectator_delay: 0,
    }
}

fn start_position(players: u8) -> String {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, players).expect("canon allows 2 to 4 players");
    ringrift::Position::new(&rules).expect("the rules have a start position").to_string()
}

fn asg_setup() -> TableSetup {
    let scenario = serde_json::to_value(asg::library::ALL[0].scenario().file()).expect("a scenario serializes");
    let game = GameSetup::Asg { scenario, rules: "v0".to_owned(), seed: 7, salt: "salt".to_owned() };
    TableSetup { game, ..setup("") }
}

fn guest_id(letter: char) -> GuestId {
    letter.to_string().repeat(16).parse().expect("16 letters are a guest id")
}

fn guest(letter: char) -> Occupant {
    Occupant::Guest { guest: guest_id(letter) }
}

fn bot() -> Occupant {
    Occupant::Bot { name: "level:1".to_owned() }
}

fn player(seat: usize, command: PlayerCommand) -> Command {
    Command::Player { seat, lag: 0, client: None, command }
}

fn player_with_key(seat: usize, client: &str, command: PlayerCommand) -> Command {
    Command::Player { seat, lag: 0, client: Some(client.to_owned()), command }
}

fn agree(seat: usize) -> Command {
    player(seat, PlayerCommand::AgreeTakeback)
}

fn decline(seat: usize) -> Command {
    player(seat, PlayerCommand::DeclineTakeback)
}

fn draw(seat: usize) -> Command {
    player(seat, PlayerCommand::AgreeDraw)
}

fn decline_draw(seat: usize) -> Command {
    player(seat, PlayerCommand::DeclineDraw)
}

fn resign(seat: usize) -> Command {
    player(seat, PlayerCommand::Resign)
}

fn abort(seat: usize) -> Command {
    player(seat, PlayerCommand::Abort)
}

/// A table under test and the current time.
pub(super) struct Fixture {
    pub(super) table: Table,
    now: Moment,
}

impl Fixture {
    fn new(setup: TableSetup, occupants: &[Occupant]) -> Fixture {
        let table = Table::new(Arc::new(setup), Moment(0)).expect("the setup is valid");
        let mut fixture = Fixture { table, now: Moment(0) };
        for (seat, occupant) in occupants.iter().enumerate() {
            fixture.run(Command::Fill { seat, occupant: occupant.clone() });
        }
        fixture
    }

    /// A game without clocks between two guests from a position.
    pub(super) fn started(start: &str) -> Fixture {
        Fixture::new(TableSetup { clock: ClockRules::None, ..setup(start) }, &[guest('a'), guest('b')])
    }

    /// A game between two guests.
    fn two_guests() -> Fixture {
        Fixture::new(setup(&start_position(2)), &[guest('a'), guest('b')])
    }

    /// A game between three guests.
    fn three_guests() -> Fixture {
        Fixture::new(setup(&start_position(3)), &[guest('a'), guest('b'), guest('c')])
    }

    /// A game between a guest and a bot.
    fn guest_and_bot() -> Fixture {
        Fixture::new(setup(&start_position(2)), &[guest('a'), bot()])
    }

    /// Runs a command. Returns the number of its entry, or the code of the rejection.
    fn try_run(&mut self, command: Command) -> Result<u64, String> {
        match self.table.decide(command, self.now) {
            Ok(Decision::Done { seq }) => Ok(seq),
            Ok(Decision::Write { after, .. }) => {
                self.table = *after;
                let log = self.table.log().iter().cloned();
                let replayed = Table::replay(self.table.setup().clone(), Moment(0), log).expect("the log is valid");
                assert_eq!(replayed, self.table, "replaying the log must give the same table");
                Ok(self.table.seq())
            }
            Err(rejection) => Err(rejection.reason.code),
        }
    }

    fn run(&mut self, command: Command) -> u64 {
        let text = format!("{command:?}");
        self.try_run(command).unwrap_or_else(|code| panic!("{text} was rejected: {code}"))
    }

    pub(super) fn act(&mut self, seat: usize, action: &str) -> Result<u64, String> {
        let seq = self.table.seq();
        self.try_run(player(seat, PlayerCommand::Act { seq, action: json!(action) }))
    }

    fn undo(&self, seat: usize) -> Command {
        player(seat, PlayerCommand::Undo { seq: self.table.seq() })
    }

    fn first_legal(&self) -> String {
        let AnyGame::RingRift(game) = self.table.game() else { panic!("the game is RingRift") };
        game.position().action_text(game.position().legal_actions()[0])
    }

    /// Plays a whole turn for the seat to move.
    fn play_turn(&mut self) {
        let (seat, turn) = (self.table.to_move().expect("the game is running"), self.table.game().turn());
        while self.table.to_move() == Some(seat) && self.table.game().turn() == turn {
            let (seq, action) = (self.table.seq(), json!(self.first_legal()));
            match self.table.seats()[seat].controller() {
                Controller::Guest => self.run(player(seat, PlayerCommand::Act { seq, action })),
                _ => self.run(Command::BotAct { seat, seq, action, note: None }),
            };
        }
    }

    fn ranks(&self) -> Option<String> {
        match self.table.stage() {
            Stage::Over(ending) => ending.ranks.map(|ranks| ranks.to_string()),
            _ => None,
        }
    }
}
