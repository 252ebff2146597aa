//! Conversion of state objects to positions.

use std::collections::BTreeMap;

use api::rules::{BoardState, CellRef, MarkerState, Owner, Problems, RoundsState, StackState, StateObject, TextOr};
use ringrift::{
    BoardKind, ByPlayer, Cell, Coord, Edition, FinishedGames, LastStandingRounds, Overrides, Phase, Player, Position,
    Reason, Ruleset, Setup, TurnProgress,
};
use serde_json::Value;

use crate::cells::{cell_of, coord_of, coord_of_text};
use crate::state::{MARKER_TYPE, cap_height, sizes, turn_progress_name};

/// Converts a state object to a position. Finished games are accepted.
///
/// # Errors
/// Lists all problems of the object or, if it has none, all rules that the position breaks.
pub fn position_of_state(state: &StateObject) -> Result<Position, Problems> {
    let (rules, edition, overrides) = rules_of(state)?;
    let mut reader = Reader { rules, edition, overrides, problems: Problems::default() };
    let setup = reader.setup(state);
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    Position::from_setup(&setup, FinishedGames::Allow).map_err(|error| {
        let mut problems = Problems::default();
        error.problems.iter().for_each(|problem| problems.add("state", problem));
        problems
    })
}

/// Returns the rules of a state, with the edition and the overrides that it gives.
fn rules_of(state: &StateObject) -> Result<(Ruleset, Edition, Overrides), Problems> {
    let (name, at) = match (&state.board_type, &state.board) {
        (Some(name), _) => (Some(name), "state.boardType"),
        (None, Some(TextOr::Text(name))) => (Some(name), "state.board"),
        (None, Some(TextOr::Object(BoardState { kind, .. }))) => (kind.as_ref(), "state.board.type"),
        (None, None) => (None, "state.boardType"),
    };
    let name = name.ok_or_else(|| Problems::one(at, "the type of the board is missing"))?;
    let board: BoardKind = name.parse().map_err(|error| Problems::one(at, error))?;
    let edition = state.edition.as_deref().unwrap_or(Edition::Canon.name());
    let edition: Edition = edition.parse().map_err(|error| Problems::one("state.edition", error))?;
    let players = u8::try_from(state.players.len()).unwrap_or(u8::MAX);
    let overrides = overrides_of(state)?;
    let rules = Ruleset::from_names(edition, board, players, &overrides);
    Ok((rules.map_err(|error| Problems::one("state", error))?, edition, overrides))
}

fn overrides_of(state: &StateObject) -> Result<Overrides, Problems> {
    let mut overrides = Overrides::default();
    let mut problems = Problems::default();
    for (name, value) in &state.options {
        let at = format!("state.options.{}", ringrift::excerpt(name));
        let (name, value) = match (name.as_str(), value) {
            ("ringsPerPlayer" | "rings_per_player", Value::Number(rings)) => ("rings", rings.to_string()),
            (name, Value::Number(number)) => (name, number.to_string()),
            (name, Value::Bool(on)) => (name, if *on { "on" } else { "off" }.to_owned()),
            (name, Value::String(value)) => (name, value.clone()),
            _ => {
                problems.add(at, "expected a text, a number or a boolean");
                continue;
            }
        };
        if let Err(error) = overrides.set(name, &value) {
            problems.add(at, error);
        }
    }
    if problems.is_empty() { Ok(overrides) } else { Err(problems) }
}

/// Converts an object and collects its problems.
struct Reader {
    rules: Ruleset,
    edition: Edition,
    overrides: Overrides,
    problems: Problems,
}

impl Reader {
    fn setup(&mut self, object: &StateObject) -> Setup {
        let mut setup = Setup::empty(self.rules);
        match &object.board {
            Some(TextOr::Object(board)) => self.board(board, &mut setup),
            Some(TextOr::Text(name)) => self.board_name("state.board", name),
            None => {}
        }
        setup.to_move = self.seat("state.currentPlayer", object.current_player).unwrap_or(Player::One);
        self.players(object, &mut setup);
        setup.phase = self.phase(object);
        setup.turn = object.turn.unwrap_or(1);
        setup.last_standing = object.last_standing.and_then(|seat| self.seat("state.lastStanding", seat));
        setup.last_actions =
            object.last_actions.iter().filter_map(|&seat| self.seat("state.lastActions", seat)).collect();
        setup.turn_progress = object.deed.as_deref().and_then(|name| self.turn_progress(name));
        setup.rounds = object.rounds.as_ref().map(|rounds| self.rounds(rounds)).unwrap_or_default();
        self.elimination_order(object, &mut setup.elimination_order);
        self.check_sums(object, &setup);
        setup
    }

    fn board_name(&mut self, at: &str, name: &str) {
        let named = name.parse().map(|named| self.edition.board_named(named, &self.overrides));
        if named != Ok(self.rules.board) {
            self.problems.add(at, format!("'{}' is not the board {}", ringrift::excerpt(name), self.rules.board));
        }
    }

    fn board(&mut self, board: &BoardState, setup: &mut Setup) {
        if let Some(kind) = &board.kind {
            self.board_name("state.board.type", kind);
        }
        self.check_size(board.size);
        for (key, stack) in &board.stacks {
            let at = format!("state.board.stacks[{}]", ringrift::excerpt(key));
            let (coord, rings) = (self.coord(&at, key), self.stack(&at, stack));
            if let (Some(coord), StackState::Object { position: Some(position), .. }) = (coord, stack) {
                self.check_position(&at, coord, position);
            }
            if let (Some(coord), Some(rings)) = (coord, rings) {
                setup.stacks.push((coord, rings));
            }
        }
        setup.markers = self.markers(&board.markers);
        for (key, &(Owner::Seat(seat) | Owner::Object { player: seat })) in &board.collapsed_spaces {
            let at = format!("state.board.collapsedSpaces[{}]", ringrift::excerpt(key));
            setup.collapsed.extend(self.owned_cell(&at, key, seat));
        }
    }

    /// Checks the size of the board. Both sizes in use for hexagonal boards are accepted.
    fn check_size(&mut self, given: Option<u32>) {
        let [side, diameter] = sizes(self.rules.board);
        match given {
            Some(given) if given != side && given != diameter => {
                let diameter = if side == diameter { String::new() } else { format!(" or {diameter}") };
                self.problems.add("state.board.size", format!("expected {side}{diameter}, found {given}"));
            }
            _ => {}
        }
    }

    fn markers(&mut self, markers: &BTreeMap<String, MarkerState>) -> Vec<(Coord, Player)> {
        let mut list = Vec::new();
        for (key, marker) in markers {
            let at = format!("state.board.markers[{}]", ringrift::excerpt(key));
            let &(MarkerState::Seat(seat) | MarkerState::Object { player: seat, .. }) = marker;
            let found = self.owned_cell(&at, key, seat);
            if let MarkerState::Object { position, kind, .. } = marker {
                if let (Some((coord, _)), Some(position)) = (found, position) {
                    self.check_position(&at, coord, position);
                }
                if let Some(kind) = kind.as_deref().filter(|&kind| kind != MARKER_TYPE) {
                    let message = format!("expected {MARKER_TYPE}, found '{}'", ringrift::excerpt(kind));
                    self.problems.add(format!("{at}.type"), message);
                }
            }
            list.extend(found);
        }
        list
    }

    /// Returns the cell with this key and the player in this seat.
    fn owned_cell(&mut self, at: &str, key: &str, seat: u8) -> Option<(Coord, Player)> {
        let (coord, player) = (self.coord(at, key), self.seat(at, seat));
        Some((coord?, player?))
    }

    /// Checks that the position of a piece is the cell of its key.
    fn check_position(&mut self, at: &str, cell: Coord, given: &CellRef) {
        let board = self.rules.board;
        let problem = match coord_of(board, given) {
            Ok(given) if given == cell => return,
            Ok(given) => format!("expected {}, found {}", board.coord_name(cell), board.coord_name(given)),
            Err(problem) => problem,
        };
        self.problems.add(format!("{at}.position"), problem);
    }

    fn stack(&mut self, at: &str, stack: &StackState) -> Option<Vec<Player>> {
        let seats: Vec<u8> = match stack {
            StackState::Object { rings, .. } | StackState::Rings(rings) => rings.clone(),
            StackState::Digits(digits) => digits.bytes().map(|digit| digit.wrapping_sub(b'0')).collect(),
        };
        let rings = seats.iter().map(|&seat| self.seat(at, seat)).collect::<Option<Vec<Player>>>()?;
        if let StackState::Object { stack_height, cap_height: cap, controlling_player, .. } = stack {
            self.check_equal(&format!("{at}.stackHeight"), *stack_height, || rings.len() as u32);
            if controlling_player.is_some_and(|seat| rings.last().is_some_and(|ring| ring.seat() != seat)) {
                let message = "rings are listed from bottom to top; the last one belongs to the controlling player";
                self.problems.add(format!("{at}.controllingPlayer"), message);
            } else {
                self.check_equal(&format!("{at}.capHeight"), *cap, || cap_height(&rings));
            }
        }
        Some(rings)
    }

    fn players(&mut self, object: &StateObject, setup: &mut Setup) {
        let mut seen = ByPlayer::<bool>::default();
        for (index, state) in object.players.iter().enumerate() {
            let at = format!("state.players[{index}]");
            let seat = state.player_number.unwrap_or(u8::try_from(index + 1).unwrap_or(u8::MAX));
            let Some(player) = self.seat(&at, seat) else { continue };
            if std::mem::replace(&mut seen[player], true) {
                self.problems.add(at, format!("player {player} is listed twice"));
                continue;
            }
            setup.hands[player] = state.rings_in_hand;
            setup.credits[player] = state.eliminated_rings;
            let territory = || setup.collapsed.iter().filter(|(_, owner)| *owner == player).count() as u32;
            self.check_equal(&format!("{at}.territorySpaces"), state.territory_spaces, territory);
        }
    }

    /// Checks the sums and thresholds that follow from the other fields (RR-CANON-R051, R052).
    fn check_sums(&mut self, object: &StateObject, setup: &Setup) {
        let rules = self.rules;
        self.check_equal("state.totalRingsInPlay", object.total_rings_in_play, || rules.total_rings().into());
        self.check_equal("state.victoryThreshold", object.victory_threshold, || rules.elimination_threshold.into());
        let territory = object.territory_victory_threshold;
        self.check_equal("state.territoryVictoryThreshold", territory, || rules.territory_threshold.into());
        self.check_equal("state.totalRingsEliminated", object.total_rings_eliminated, || {
            setup.credits.0.iter().copied().map(u32::from).sum()
        });
        if let Some(TextOr::Object(BoardState { eliminated_rings: Some(rings), .. })) = &object.board {
            self.check_eliminated_rings(rings, setup);
        }
    }

    /// Checks the eliminated rings of the board against those of the players (RR-CANON-R060).
    fn check_eliminated_rings(&mut self, rings: &BTreeMap<String, u32>, setup: &Setup) {
        for (key, &given) in rings {
            let at = format!("state.board.eliminatedRings[{}]", ringrift::excerpt(key));
            let Ok(seat) = key.parse() else {
                self.problems.add(at, "expected the number of a seat, such as 1");
                continue;
            };
            if let Some(player) = self.seat(&at, seat) {
                self.check_equal(&at, Some(given), || setup.credits[player].into());
            }
        }
    }

    fn check_equal(&mut self, at: &str, given: Option<u32>, computed: impl FnOnce() -> u32) {
        if let Some(given) = given {
            let computed = computed();
            if given != computed {
                self.problems.add(at, format!("expected {computed}, found {given}"));
            }
        }
    }

    fn phase(&mut self, object: &StateObject) -> Option<Phase> {
        let is_over = matches!(object.game_status.as_deref(), Some("completed" | "finished"));
        let name = match (object.current_phase.as_deref(), is_over) {
            (_, true) | (Some("game_over"), _) => return self.final_phase(object),
            (None, false) => None,
            (Some(name), false) => Some(name),
        };
        if !matches!(object.game_status.as_deref(), None | Some("active")) {
            self.problems.add("state.gameStatus", "expected active or completed");
        }
        Some(match name? {
            "ring_placement" => Phase::Placement,
            "movement" => {
                let must_move = object.must_move_from_stack_key.as_ref();
                let at = must_move.map(|cell| self.cell("state.mustMoveFromStackKey", cell));
                Phase::Movement { must_move: at.flatten() }
            }
            "recovery" => Phase::Recovery,
            "capture" => Phase::CaptureOffer { at: self.capturing_stack(object)? },
            "chain_capture" => Phase::CaptureChain { at: self.capturing_stack(object)? },
            "line_processing" => Phase::LineChoice,
            "line_elimination" => Phase::LinePayment,
            "territory_processing" => Phase::RegionChoice,
            "territory_elimination" => Phase::RegionPayment,
            "forced_elimination" => Phase::ForcedElimination,
            other => {
                self.problems.add("state.currentPhase", format!("'{}' is not a phase", ringrift::excerpt(other)));
                return None;
            }
        })
    }

    fn capturing_stack(&mut self, object: &StateObject) -> Option<Cell> {
        let chain = object.chain_capture_state.as_ref().map(|chain| &chain.current_position);
        let Some(cell) = chain.or(object.must_move_from_stack_key.as_ref()) else {
            let message = "this phase needs the capturing stack: chainCaptureState.currentPosition";
            self.problems.add("state.chainCaptureState", message);
            return None;
        };
        self.cell("state.chainCaptureState.currentPosition", cell)
    }

    fn final_phase(&mut self, object: &StateObject) -> Option<Phase> {
        let winner = match object.winner {
            None | Some(0) => None,
            Some(seat) => Some(self.seat("state.winner", seat)?),
        };
        let Some(reason) = object.reason.as_deref().and_then(Reason::from_name) else {
            let names = Reason::ALL.map(Reason::name).join(", ");
            self.problems.add("state.reason", format!("a finished game needs its reason: one of {names}"));
            return None;
        };
        Some(Phase::Over { winner, reason })
    }

    fn turn_progress(&mut self, name: &str) -> Option<TurnProgress> {
        let all = [TurnProgress::Idle, TurnProgress::Swapped, TurnProgress::Changed, TurnProgress::Recovered];
        let progress = all.into_iter().find(|&progress| turn_progress_name(progress) == name);
        if progress.is_none() {
            self.problems.add("state.deed", "expected one of: nothing, swap, change, recovery");
        }
        progress
    }

    fn rounds(&mut self, rounds: &RoundsState) -> LastStandingRounds {
        LastStandingRounds {
            opener: rounds.opener.and_then(|seat| self.seat("state.rounds.opener", seat)),
            acted: rounds.acted.iter().filter_map(|&seat| self.seat("state.rounds.acted", seat)).collect(),
            alone: rounds.alone.and_then(|seat| self.seat("state.rounds.alone", seat)),
            count: rounds.count,
        }
    }

    fn elimination_order(&mut self, object: &StateObject, order: &mut ByPlayer<u8>) {
        if object.lost.len() > usize::from(self.rules.players) || object.lost.iter().any(|&order| order > 4) {
            return self.problems.add("state.lost", "expected a number from 0 to 4 for each player");
        }
        order.0[..object.lost.len()].copy_from_slice(&object.lost);
    }

    fn seat(&mut self, at: &str, seat: u8) -> Option<Player> {
        let player = Player::from_seat(seat).filter(|player| player.seat() <= self.rules.players);
        if player.is_none() {
            self.problems.add(at, format!("no player {seat}: the game has {} players", self.rules.players));
        }
        player
    }

    fn coord(&mut self, at: &str, key: &str) -> Option<Coord> {
        coord_of_text(self.rules.board, key).map_err(|problem| self.problems.add(at, problem)).ok()
    }

    fn cell(&mut self, at: &str, cell: &CellRef) -> Option<Cell> {
        cell_of(self.rules.board, cell).map_err(|problem| self.problems.add(at, problem)).ok()
    }
}
