//! The same match with the seats changed: nothing in the rules prefers a player.

use std::sync::Arc;

use asg::{
    Action, BySide, Event, Game, InitialState, Noted, Outcome, Owner, PlayerFile, Scenario, ScenarioFile, Side,
    Submitted,
};
use proptest::prelude::*;

use crate::{any_scenarios, read, rules, turns};

/// The scenario with the seats changed. Nodes keep their ids.
fn mirrored(scenario: &Scenario) -> Arc<Scenario> {
    let file = scenario.file().clone();
    let swap = |forces: BySide<u64>| BySide { p1: forces.p2, p2: forces.p1 };
    let mirrored = ScenarioFile {
        starting_player: file.starting_player.other(),
        players: BySide {
            p1: PlayerFile { hq: file.players.p2.hq.clone() },
            p2: PlayerFile { hq: file.players.p1.hq.clone() },
        },
        map: asg::MapFile {
            nodes: file
                .map
                .nodes
                .iter()
                .map(|node| asg::NodeFile { owner: other(node.owner), ..node.clone() })
                .collect(),
            edges: file.map.edges.clone(),
        },
        initial_state: InitialState {
            player_supply: swap(file.initial_state.player_supply),
            node_forces: file
                .initial_state
                .node_forces
                .iter()
                .map(|(id, &forces)| (id.clone(), swap(forces)))
                .collect(),
        },
        ..file
    };
    Arc::new(Scenario::from_file(&mirrored).unwrap_or_else(|error| panic!("{error}")))
}

fn other(owner: Owner) -> Owner {
    owner.side().map_or(Owner::Neutral, |side| side.other().into())
}

/// The same event with the players changed.
fn mirrored_event(noted: Noted) -> Noted {
    let event = match noted.event {
        Event::Income { player, amount, supply_after } => {
            Event::Income { player: player.other(), amount, supply_after }
        }
        Event::Invalid { player, reason } => Event::Invalid { player: player.other(), reason },
        Event::Reinforced { player, location, amount, supply_after, strength_after } => {
            Event::Reinforced { player: player.other(), location, amount, supply_after, strength_after }
        }
        Event::Moved { player, from, to, amount, from_after, to_after } => {
            Event::Moved { player: player.other(), from, to, amount, from_after, to_after }
        }
        Event::Fought { location, mut fight } => {
            fight.attacker = fight.attacker.other();
            Event::Fought { location, fight }
        }
        Event::Captured { location, owner } => Event::Captured { location, owner: owner.other() },
        Event::Ended(outcome) => Event::Ended(mirrored_outcome(outcome)),
    };
    Noted { event, ..noted }
}

fn mirrored_outcome(outcome: Outcome) -> Outcome {
    outcome.winner().map_or(outcome, |winner| Outcome::captured(winner.other()))
}

proptest! {
    #[test]
    fn changed_seats_give_the_mirrored_match(scenario in any_scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mirror = mirrored(&scenario);
        let mut game = Game::new(scenario.clone(), rules, seed);
        let mut image = Game::new(mirror, rules, seed);
        for turn in &turns {
            let plain: Vec<Action> = read(turn, &scenario).iter().map(Submitted::action).collect();
            let events = game.play_with_events(&plain).into_iter().map(mirrored_event).collect::<Vec<_>>();
            prop_assert_eq!(events, image.play_with_events(&plain));
            prop_assert_eq!(game.prng(), image.prng());
            for side in Side::BOTH {
                prop_assert_eq!(game.position().supply(side), image.position().supply(side.other()));
            }
            for (place, mirrored) in game.position().places().iter().zip(image.position().places()) {
                prop_assert_eq!(other(place.owner), mirrored.owner);
                prop_assert_eq!(place.forces.p1, mirrored.forces.p2);
                prop_assert_eq!(place.forces.p2, mirrored.forces.p1);
            }
            prop_assert_eq!(game.outcome().map(mirrored_outcome), image.outcome());
        }
    }
}
