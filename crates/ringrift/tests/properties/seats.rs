//! Play does not depend on seat numbers, except for the order of turns, the swap and the last tiebreak.

use proptest::prelude::*;
use ringrift::{Action, ByPlayer, Cell, Coord, LastStandingRounds, Phase, Player, Position, Reason, Setup, Tiebreak};

use crate::GAMES;
use crate::common::{config, games};
use crate::play::{Step, position, step};
use crate::transform::{Transform, check_image, has_equal_lines};

proptest! {
    #![proptest_config(config(GAMES))]

    /// Rotating the seats does not change play (RR-CANON-R010; ruling D40).
    #[test]
    fn r010_seats_can_be_rotated(game in games()) {
        for step in game.steps().iter().rev().step_by(6).filter(|step| is_independent_of_seats(step)) {
            for shift in 1..game.rules.players {
                check_image(&Seating::rotated(game.rules.players, shift), step)?;
            }
        }
    }

    /// Within a turn the order of the seats does not matter, either (RR-CANON-R010, R190).
    #[test]
    fn r010_seats_can_be_exchanged_within_a_turn(game in games()) {
        let is_inside = |step: &&Step| !step.ends_turn() && is_independent_of_seats(step);
        for step in game.steps().iter().rev().step_by(6).filter(is_inside) {
            for other in 1..game.rules.players {
                check_image(&Seating::exchanged(other), step)?;
            }
        }
    }
}

/// Reports whether a step does not depend on seat numbers. Two rules do: the second seat may swap sides in the second turn
/// (rules-live section 11), and among players who have never acted the ladder prefers the lowest seat (ruling D41), which
/// happens only with a low turn cap.
fn is_independent_of_seats(step: &Step) -> bool {
    let rules = step.before.rules();
    let acted = step.after.to_setup().last_actions.len();
    let by_ladder = matches!(step.after.phase(), Phase::Over { reason: Reason::Stalemate | Reason::TurnCap, .. });
    let may_swap = rules.swap && rules.players == 2 && step.before.turn() == 2;
    let by_seat = by_ladder && rules.tiebreak == Tiebreak::LastAction && acted < rules.players.into();
    !may_swap && !by_seat
}

/// A permutation of the seats.
pub(crate) struct Seating(ByPlayer<Option<Player>>);

impl Seating {
    pub(crate) fn rotated(players: u8, shift: u8) -> Seating {
        let mut seating = Seating(ByPlayer::default());
        for player in Player::seats(players) {
            seating.0[player] = Player::from_seat((player.seat() - 1 + shift) % players + 1);
        }
        seating
    }

    /// Exchanges the first seat and another one.
    fn exchanged(other: u8) -> Seating {
        let mut seats = Player::ALL.map(Some);
        seats.swap(0, other.into());
        Seating(ByPlayer(seats))
    }

    fn player(&self, player: Player) -> Player {
        self.0[player].expect("the player has a seat")
    }

    fn by_player<T: Copy + Default>(&self, values: ByPlayer<T>) -> ByPlayer<T> {
        let mut moved = ByPlayer::default();
        for player in Player::ALL.into_iter().filter(|&player| self.0[player].is_some()) {
            moved[self.player(player)] = values[player];
        }
        moved
    }
}

impl Transform for Seating {
    fn setup(&self, setup: &Setup) -> Setup {
        let player = |owner| self.player(owner);
        let owned = |list: &[(Coord, Player)]| list.iter().map(|&(at, owner)| (at, player(owner))).collect();
        let rounds = setup.rounds;
        Setup {
            stacks: setup.stacks.iter().map(|(at, rings)| (*at, rings.iter().map(|&r| player(r)).collect())).collect(),
            markers: owned(&setup.markers),
            collapsed: owned(&setup.collapsed),
            hands: self.by_player(setup.hands),
            credits: self.by_player(setup.credits),
            to_move: player(setup.to_move),
            phase: setup.phase.map(|phase| match phase {
                Phase::Over { winner, reason } => Phase::Over { winner: winner.map(player), reason },
                phase => phase,
            }),
            last_standing: setup.last_standing.map(player),
            last_actions: setup.last_actions.iter().map(|&seat| player(seat)).collect(),
            rounds: LastStandingRounds {
                opener: rounds.opener.map(player),
                acted: rounds.acted.iter().map(player).collect(),
                alone: rounds.alone.map(player),
                ..rounds
            },
            elimination_order: self.by_player(setup.elimination_order),
            ..setup.clone()
        }
    }

    fn cell(&self, cell: Cell) -> Cell {
        cell
    }

    /// Segments of two equally long lines have the same `Meaning` (`transform.rs`), so their images cannot be
    /// distinguished.
    fn is_exception(&self, position: &Position, action: Action) -> bool {
        matches!(action, Action::RecoverSegment { .. }) && has_equal_lines(position, action)
    }
}

/// Players 2 and 3 are tied and have never acted when the turn cap ends the game; the lower seat wins (ruling D41).
#[test]
fn d41_canon_ladder_prefers_the_lowest_seat() {
    let moved = step("G square8 3p canon turn_cap=1; S a1=1,h8=2,h1=3; C2 d8; C3 e8", "M a1-a2");
    assert_eq!(moved.after.phase(), Phase::Over { winner: Some(Player::Two), reason: Reason::TurnCap });
    let seating = Seating::rotated(3, 1);
    let rotated = step(&seating.image(&moved.before).to_string(), "M a1-a2");
    assert_eq!(rotated.after.phase(), Phase::Over { winner: Some(Player::One), reason: Reason::TurnCap });
    assert_eq!(seating.player(Player::Two), Player::Three);
    assert_eq!(seating.player(Player::Three), Player::One);
}

/// In play only one player can reach the threshold in a turn, but a setup can have two such players (RR-CANON-R170).
#[test]
fn r170_lower_seat_wins_if_a_setup_has_two_winners() {
    let ended = position("G square8 3p live; S a1=1,b1=2,c1=3; E 0,24,24; T 1").phase();
    assert_eq!(ended, Phase::Over { winner: Some(Player::Two), reason: Reason::RingElimination });
    let rotated = position("G square8 3p live; S a1=2,b1=3,c1=1; E 24,0,24; T 2").phase();
    assert_eq!(rotated, Phase::Over { winner: Some(Player::One), reason: Reason::RingElimination });
}

/// Only the second seat may swap (RR-CANON-R175; rules-live section 11).
#[test]
fn r175_only_the_second_seat_can_swap() {
    let start = position("G square8 2p live swap=on; S a1=1; H 17,18; T 2; N 2");
    assert!(start.is_legal(Action::SwapSides));
    assert!(!Seating::rotated(2, 1).image(&start).is_legal(Action::SwapSides));
}
