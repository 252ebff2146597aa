//! Listing, counting, choosing, playing and copying allocate no memory once the action list has grown to its largest size.

use allocation_counter::measure;
use ringrift::{Action, ActionList, BoardKind, Edition, Overrides, Position, PositionOf, PositionVisitor, Ruleset};

/// Upper bound of the decisions played in a game, so that large boards stay quick.
const MAX_DECISIONS: usize = 400;

#[test]
fn listing_choosing_playing_and_copying_allocate_nothing() {
    let mut rulesets = 0;
    for &edition in Edition::ALL {
        for board in BoardKind::ALL {
            for players in 2..=4 {
                let Ok(rules) = Ruleset::new(edition, board, players, &Overrides::default()) else { continue };
                rulesets += 1;
                let start = Position::new(&rules).expect("presets are valid rules");
                let (mut position, mut copy, mut actions) = (start.clone(), start.clone(), ActionList::new());
                // The first game grows the list; the second repeats it.
                play(&start, &mut position, &mut copy, &mut actions);
                let allocations = measure(|| play(&start, &mut position, &mut copy, &mut actions));
                assert_eq!(allocations.count_total, 0, "{rules}");
            }
        }
    }
    assert!(rulesets >= 27, "only {rulesets} rule sets were tested");
}

/// Plays one pseudo-random game from `start`, listing the actions and copying the position at every decision.
fn play(start: &Position, position: &mut Position, copy: &mut Position, actions: &mut ActionList) {
    position.clone_from(start);
    let mut state = 1_u64;
    for _ in 0..MAX_DECISIONS {
        if position.outcome().is_some() {
            return;
        }
        position.legal_actions_into(actions);
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (state >> 33) as usize % actions.len();
        let action = position.visit(ChooseByIndex(index)).expect("the list has as many actions");
        assert_eq!(action, actions[index]);
        copy.clone_from(position);
        copy.play_unchecked(action);
        std::mem::swap(position, copy);
    }
}

/// Makes the legal action with an index.
struct ChooseByIndex(usize);

impl PositionVisitor for ChooseByIndex {
    type Output = Option<Action>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Action> {
        position.legal().nth(self.0)
    }
}
