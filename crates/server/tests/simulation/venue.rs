//! What is played in a seed, and by whom.

use std::sync::Arc;

use api::{GameId, GuestId};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use server::table::{ClockRules, GameSetup, Occupant, Purpose, TableSetup, Visibility};
use server::view::Names;

/// What nobody may be told before the end.
pub(crate) const SALT: &str = "pepperandsaltwater";

/// The name of the game.
pub(crate) fn game_id() -> GameId {
    "aaaaaaaa".parse().expect("a name")
}

/// A table and those who sit there.
#[derive(Clone, Debug)]
pub(crate) struct Venue {
    /// What is agreed.
    pub(crate) setup: Arc<TableSetup>,
    /// Who sits where.
    pub(crate) occupants: Vec<Occupant>,
}

impl Venue {
    /// Some table.
    pub(crate) fn any(rng: &mut ChaCha8Rng) -> Venue {
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
        Venue { setup, occupants }
    }

    /// Who may speak for which seat.
    pub(crate) fn holders(&self) -> Vec<(usize, GuestId)> {
        let guests = self.occupants.iter().enumerate().filter_map(|(seat, occupant)| match occupant {
            Occupant::Guest { guest } => Some((seat, guest.clone())),
            _ => None,
        });
        guests.collect()
    }

    /// What people are called.
    pub(crate) fn names(&self) -> Names {
        self.holders().into_iter().map(|(seat, guest)| (guest, format!("person {seat}"))).collect()
    }
}

/// The name of the guest on a seat inside the server.
fn guest(seat: usize) -> GuestId {
    ["b", "c", "d", "e"][seat].repeat(16).parse().expect("a name")
}

fn asg(rng: &mut ChaCha8Rng) -> GameSetup {
    let map = &asg::library::ALL[rng.random_range(0..asg::library::ALL.len())];
    let scenario = serde_json::to_value(map.scenario().file()).expect("a map");
    let rules = ["v0", "v1"][rng.random_range(0..2)].to_owned();
    GameSetup::Asg { scenario, rules, seed: rng.random(), salt: SALT.to_owned() }
}

fn ringrift(rng: &mut ChaCha8Rng) -> (GameSetup, usize) {
    // The small hexagon is defined in the live edition alone.
    let (edition, board) = [
        (Edition::Canon, BoardKind::Square8),
        (Edition::Compact, BoardKind::Square8),
        (Edition::Live, BoardKind::Square8),
        (Edition::Live, BoardKind::Hex8),
    ][rng.random_range(0..4)];
    let players = rng.random_range(2..=4);
    let mut overrides = Overrides::default();
    if rng.random_bool(0.5) {
        // A short game, so that some come to their end.
        overrides.rings_per_player = Some(4);
    }
    let plain = || Ruleset::new(edition, board, players, &Overrides::default());
    let rules = Ruleset::new(edition, board, players, &overrides).or_else(|_| plain()).expect("rules");
    let start = Position::new(&rules).expect("a start").to_string();
    (GameSetup::RingRift { start }, usize::from(players))
}
