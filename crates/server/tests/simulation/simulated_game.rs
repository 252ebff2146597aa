//! Random choice of game, clocks and players.

use std::sync::Arc;

use api::{GameId, GuestId};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use table::view::Names;
use table::{ClockRules, GameSetup, Occupant, Purpose, TableSetup, Visibility};

/// Salt of ASG games. No message may contain it before the end of the game.
pub(crate) const SALT: &str = "pepperandsaltwater";

pub(crate) fn game_id() -> GameId {
    "aaaaaaaa".parse().expect("8 letters are a game id")
}

/// Setup and players of the simulated game.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedGame {
    pub(crate) setup: Arc<TableSetup>,
    /// Occupants by seat.
    pub(crate) occupants: Vec<Occupant>,
}

impl SimulatedGame {
    pub(crate) fn random(rng: &mut ChaCha8Rng) -> SimulatedGame {
        let (game, seats) = if rng.random_bool(0.25) { (asg(rng), 2) } else { ringrift(rng) };
        let clock = match rng.random_range(0..5) {
            0 | 1 => ClockRules::None,
            2 => ClockRules::Days { days: 1 },
            3 => ClockRules::Increment { base: 8_000, increment: 1_500 },
            _ => ClockRules::Increment { base: 60_000, increment: 0 },
        };
        let spectator_delay = if rng.random_bool(0.2) { 3_000 } else { 0 };
        let (purpose, visibility) = (Purpose::Match, Visibility::Public);
        let setup = Arc::new(TableSetup { game, clock, purpose, visibility, spectator_delay });
        let mut occupants: Vec<Occupant> = (0..seats).map(|seat| Occupant::Guest { guest: guest(seat) }).collect();
        for occupant in occupants.iter_mut().skip(1) {
            if rng.random_bool(0.2) {
                *occupant = Occupant::Bot { name: "level:1".to_owned() };
            }
        }
        SimulatedGame { setup, occupants }
    }

    /// Returns the seats of guests.
    pub(crate) fn holders(&self) -> Vec<(usize, GuestId)> {
        let guests = self.occupants.iter().enumerate().filter_map(|(seat, occupant)| match occupant {
            Occupant::Guest { guest } => Some((seat, guest.clone())),
            _ => None,
        });
        guests.collect()
    }

    /// Returns the display names of the guests.
    pub(crate) fn names(&self) -> Names {
        self.holders().into_iter().map(|(seat, guest)| (guest, format!("guest {seat}"))).collect()
    }
}

/// Returns the id of the guest on a seat.
fn guest(seat: usize) -> GuestId {
    ["b", "c", "d", "e"][seat].repeat(16).parse().expect("16 letters are a guest id")
}

fn asg(rng: &mut ChaCha8Rng) -> GameSetup {
    let map = &asg::library::ALL[rng.random_range(0..asg::library::ALL.len())];
    let scenario = serde_json::to_value(map.scenario().file()).expect("a scenario serializes");
    let rules = ["v0", "v1"][rng.random_range(0..2)].to_owned();
    GameSetup::Asg { scenario, rules, seed: rng.random(), salt: SALT.to_owned() }
}

fn ringrift(rng: &mut ChaCha8Rng) -> (GameSetup, usize) {
    // Only the live edition defines the small hexagon.
    let (edition, board) = [
        (Edition::Canon, BoardKind::Square8),
        (Edition::Compact, BoardKind::Square8),
        (Edition::Live, BoardKind::Square8),
        (Edition::Live, BoardKind::Hex8),
    ][rng.random_range(0..4)];
    let players = rng.random_range(2..=4);
    let mut overrides = Overrides::default();
    if rng.random_bool(0.5) {
        // A short game, which can reach its end.
        overrides.rings_per_player = Some(4);
    }
    let plain = || Ruleset::new(edition, board, players, &Overrides::default());
    let rules =
        Ruleset::new(edition, board, players, &overrides).or_else(|_| plain()).expect("the default options are valid");
    let start = Position::new(&rules).expect("the rules have a start position").to_string();
    (GameSetup::RingRift { start }, usize::from(players))
}
