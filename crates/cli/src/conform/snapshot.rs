//! States in the format of recorded games.

use std::collections::BTreeMap;

use ringrift::{BoardKind, ByPlayer, Coord, Edition, Overrides, Player, Ruleset, Setup};
use serde::Deserialize;
use serde_json::Value;

/// Hand, credited rings and territory of one player.
pub(super) type Counts = [u32; 3];

/// The contents of the board and the counters of the players.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct Snapshot {
    /// Stacks by cell: the owners of the rings as digits, from bottom to top.
    pub(super) st: BTreeMap<String, String>,
    /// Owners of the markers by cell.
    pub(super) mk: BTreeMap<String, u8>,
    /// Owners of the collapsed cells.
    pub(super) co: BTreeMap<String, u8>,
    /// Counters of the players, by seat.
    pub(super) pl: Vec<Counts>,
}

/// Rules of a record.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Config {
    pub(super) edition: String,
    #[serde(default)]
    pub(super) options: BTreeMap<String, Value>,
    pub(super) board: String,
    pub(super) players: u8,
}

impl Config {
    /// Returns the rules.
    pub(super) fn ruleset(&self) -> Result<Ruleset, String> {
        let edition: Edition = self.edition.parse().map_err(|error| format!("{error}"))?;
        let board: BoardKind = self.board.parse().map_err(|error| format!("{error}"))?;
        let mut overrides = Overrides::default();
        for (name, value) in &self.options {
            let (name, value) = match (name.as_str(), value) {
                ("ringsPerPlayer", Value::Number(rings)) => ("rings", rings.to_string()),
                (name, Value::Bool(on)) => (name, if *on { "on" } else { "off" }.to_owned()),
                (name, Value::String(value)) => (name, value.clone()),
                (name, other) => return Err(format!("option {name}: expected a text or a boolean, not {other}")),
            };
            overrides.set(name, &value).map_err(|error| error.to_string())?;
        }
        Ruleset::from_names(edition, board, self.players, &overrides).map_err(|error| error.to_string())
    }
}

impl Snapshot {
    /// Returns the snapshot of a state.
    pub(super) fn of(state: &Setup) -> Snapshot {
        let board = state.rules.board;
        let name = |at: &Coord| board.coord_name(*at).to_string();
        let owners = |list: &[(Coord, Player)]| list.iter().map(|(at, player)| (name(at), player.seat())).collect();
        let digits = |rings: &[Player]| rings.iter().map(ToString::to_string).collect();
        let counts = |player| {
            let territory = state.collapsed.iter().filter(|&&(_, owner)| owner == player).count();
            [state.hands[player].into(), state.credits[player].into(), territory as u32]
        };
        Snapshot {
            st: state.stacks.iter().map(|(at, rings)| (name(at), digits(rings))).collect(),
            mk: owners(&state.markers),
            co: owners(&state.collapsed),
            pl: Player::seats(state.rules.players).map(counts).collect(),
        }
    }

    /// Returns the state of a snapshot, at the start of a turn.
    pub(super) fn setup(&self, rules: Ruleset, to_move: u8) -> Result<Setup, String> {
        let mut setup = Setup::empty(rules);
        setup.to_move = player(to_move)?;
        let coord = |name: &str| rules.board.parse_coord(name).map_err(|error| error.to_string());
        for (at, rings) in &self.st {
            let rings = rings.bytes().map(|digit| player(digit.wrapping_sub(b'0'))).collect::<Result<_, _>>()?;
            setup.stacks.push((coord(at)?, rings));
        }
        for (at, &owner) in &self.mk {
            setup.markers.push((coord(at)?, player(owner)?));
        }
        for (at, &owner) in &self.co {
            setup.collapsed.push((coord(at)?, player(owner)?));
        }
        let column = |index: usize| {
            let mut counts = ByPlayer::default();
            for (count, row) in counts.0.iter_mut().zip(&self.pl) {
                *count = u16::try_from(row[index]).map_err(|_| format!("a count of {} rings", row[index]))?;
            }
            Ok::<_, String>(counts)
        };
        (setup.hands, setup.credits) = (column(0)?, column(1)?);
        setup.stacks.sort();
        setup.markers.sort();
        setup.collapsed.sort();
        Ok(setup)
    }
}

/// Returns the player with a seat number.
pub(super) fn player(seat: u8) -> Result<Player, String> {
    Player::from_seat(seat).ok_or_else(|| format!("there is no player {seat}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edition, name, options and expected board.
    const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

    #[test]
    fn recorded_games_read_the_board_names_of_the_edition() {
        for [edition, name, options, board] in BOARD_NAMES {
            let options = options.split_whitespace().filter_map(|option| option.split_once('='));
            let options = options.map(|(name, value)| (name.to_owned(), Value::from(value))).collect();
            let config = Config { edition: edition.to_owned(), options, board: name.to_owned(), players: 2 };
            let found = config.ruleset().map_or("error".to_owned(), |rules| rules.board.to_string());
            assert_eq!(found, board, "{config:?}");
        }
    }
}
