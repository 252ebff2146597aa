//! Positions as free data: anything can be written down, and [`Position::from_setup`](crate::Position::from_setup) says
//! what is wrong with it.

use crate::geometry::Coord;
use crate::phase::Phase;
use crate::player::{ByPlayer, Player};
use crate::ruleset::Ruleset;

/// A position to be set up; nothing about it is checked.
///
/// The lists may stand in any order. [`Position::to_setup`](crate::Position::to_setup) writes them in cell order, so that
/// two setups made by engines are equal exactly if the positions are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules of the game.
    pub rules: Ruleset,
    /// Stacks with their rings from bottom to top (RR-CANON-R021).
    pub stacks: Vec<(Coord, Vec<Player>)>,
    /// Markers (RR-CANON-R030).
    pub markers: Vec<(Coord, Player)>,
    /// Collapsed cells (RR-CANON-R031).
    pub collapsed: Vec<(Coord, Player)>,
    /// Rings in hand.
    pub hands: ByPlayer<u16>,
    /// Eliminated rings credited to each player (RR-CANON-R060).
    pub credits: ByPlayer<u16>,
    /// The player to move.
    pub to_move: Player,
    /// The decision the player faces; none at the start of a turn, where the rules find it (rules.md 4.1).
    pub phase: Option<Phase>,
    /// The number of turns begun, automatic passes included; 1 in the first turn.
    pub turn: u32,
    /// The last player who had a real action at the start of a turn of his (RR-CANON-R172); none where it does not matter.
    pub last_standing: Option<Player>,
    /// The players who have acted, the latest first (RR-CANON-R173); empty where it does not matter.
    pub last_actions: Vec<Player>,
}

impl Setup {
    /// An empty board with empty hands; seat 1 starts the first turn.
    pub fn empty(rules: Ruleset) -> Setup {
        Setup {
            rules,
            stacks: Vec::new(),
            markers: Vec::new(),
            collapsed: Vec::new(),
            hands: ByPlayer::default(),
            credits: ByPlayer::default(),
            to_move: Player::One,
            phase: None,
            turn: 1,
            last_standing: None,
            last_actions: Vec::new(),
        }
    }

    /// The start of a game: an empty board and full hands (RR-CANON-R020).
    pub fn start(rules: Ruleset) -> Setup {
        let mut setup = Setup::empty(rules);
        for player in Player::seats(rules.players) {
            setup.hands[player] = rules.rings_per_player;
        }
        setup
    }
}
