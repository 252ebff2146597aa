//! Rings are conserved and credited, and every cell has one content.

use std::collections::HashSet;

use proptest::prelude::*;
use ringrift::{ByPlayer, CaptureDistance, CellContent, EliminationCause, Event, Phase, Player};

use crate::GAMES;
use crate::common::{config, games};
use crate::play::{Step, stack_on};
use crate::queries::{Owned, departure};

proptest! {
    #![proptest_config(config(GAMES))]

    /// For every colour the rings in hand, on the board and eliminated add up to the supply (RR-CANON-R052; ruling D42), and
    /// every eliminated ring is credited once (RR-CANON-R060).
    #[test]
    fn r052_rings_of_every_colour_are_conserved(game in games()) {
        let mut eliminated: ByPlayer<u32> = ByPlayer::default();
        Player::seats(game.rules.players).for_each(|player| eliminated[player] = game.start().rings_eliminated(player));
        let uncredited: u32 = eliminated.0.iter().sum();
        let mut credited: ByPlayer<u32> = ByPlayer::default();
        for step in game.steps() {
            for event in &step.events {
                match *event {
                    Event::Eliminated { rings, credit, .. } => {
                        prop_assert_eq!(credit, step.before.to_move(), "credit goes to the mover");
                        credited[credit] += rings.height();
                        Player::ALL.into_iter().for_each(|colour| eliminated[colour] += rings.count(colour));
                    }
                    Event::HandConverted { player, rings } => {
                        eliminated[player] += u32::from(rings);
                        credited[player] += u32::from(rings);
                    }
                    _ => {}
                }
            }
            let position = &step.after;
            for player in Player::seats(game.rules.players) {
                let left = u32::from(position.hand(player)) + position.rings_on_board(player);
                prop_assert_eq!(left + eliminated[player], u32::from(game.rules.rings_per_player), "{}", position);
                prop_assert_eq!(position.rings_eliminated(player), eliminated[player]);
                prop_assert_eq!(u32::from(position.credits(player)), credited[player], "{}", position);
            }
            prop_assert_eq!(eliminated.0.iter().sum::<u32>(), uncredited + credited.0.iter().sum::<u32>());
        }
    }

    /// During a turn only the mover's credits and territory grow, and only the mover's hand shrinks; hands that are converted
    /// at the end of the game are the exception (rules sections 11 and 13.3).
    #[test]
    fn r060_only_the_mover_gains(game in games()) {
        for Step { before, action, events, after } in game.steps() {
            let mover = before.to_move();
            let converted = events.iter().any(|event| matches!(event, Event::HandConverted { .. }));
            for player in Player::seats(game.rules.players) {
                let same = before.territory(player) == after.territory(player)
                    && (converted || before.credits(player) == after.credits(player))
                    && (converted || before.hand(player) == after.hand(player));
                prop_assert!(player == mover || same, "{}: {}", before, before.action_text(action));
                prop_assert!(before.territory(player) <= after.territory(player));
                prop_assert!(before.credits(player) <= after.credits(player));
                prop_assert!(before.hand(player) >= after.hand(player));
            }
        }
    }

    /// Collapsed cells never change again (RR-CANON-R031, R191).
    #[test]
    fn r031_collapsed_cells_never_change(game in games()) {
        for Step { before, after, .. } in game.steps() {
            for cell in game.rules.board.iter_cells() {
                if let collapsed @ CellContent::Collapsed(_) = before.content(cell) {
                    prop_assert_eq!(after.content(cell), collapsed);
                }
            }
        }
    }

    /// No cell is in two of the sets of markers, collapsed cells and stacks of all players (RR-CANON-R021, R052).
    #[test]
    fn r021_cells_have_one_content(game in games()) {
        for position in game.positions() {
            let mut taken = HashSet::new();
            for player in Player::seats(game.rules.players) {
                let (markers, collapsed, stacks) = position.visit(Owned(player));
                for cell in [markers, collapsed, stacks].concat() {
                    let name = game.rules.board.cell_name(cell);
                    prop_assert!(taken.insert(cell), "two contents on {}: {}", name, position);
                }
            }
        }
    }

    /// No stack is higher than the greatest distance on its board plus one ring: a stack must be able to move its height after
    /// a placement, and a capture adds one ring (RR-CANON-R081, R082, R091, R101).
    #[test]
    fn r091_stack_height_is_bounded(game in games()) {
        let farthest = u32::from(game.rules.board.longest_line()) - 1;
        let doubled = 1 + u32::from(game.rules.capture_distance == CaptureDistance::Manhattan);
        for position in game.positions() {
            let heights = game.rules.board.iter_cells().filter_map(|cell| Some(stack_on(&position, cell)?.height()));
            prop_assert!(heights.max() <= Some(farthest * doubled + 1), "{}", position);
        }
    }

    /// The cause of every elimination matches the phase.
    #[test]
    fn r060_elimination_causes_match_their_phases(game in games()) {
        for step in game.steps() {
            for event in &step.events {
                let Event::Eliminated { cause, .. } = event else { continue };
                prop_assert!(fits(*cause, &step), "{:?} in {}", cause, step.before);
            }
        }
    }
}

fn fits(cause: EliminationCause, step: &Step) -> bool {
    match (cause, step.before.phase()) {
        (EliminationCause::Burnt, _) => departure(step.action).is_some(),
        (EliminationCause::LinePayment, phase) => phase == Phase::LinePayment,
        (EliminationCause::Region, phase) => phase == Phase::RegionChoice,
        (EliminationCause::RegionPayment, phase) => phase == Phase::RegionPayment,
        (EliminationCause::Forced, phase) => phase == Phase::ForcedElimination,
        (EliminationCause::Struck, phase) => phase == Phase::Recovery,
        (EliminationCause::Extracted, phase) => matches!(phase, Phase::Recovery | Phase::RegionPayment),
    }
}
