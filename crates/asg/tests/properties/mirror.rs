//! Exchanging the players mirrors the match: the rules treat both alike.

use std::sync::Arc;

use asg::{
    BySide, Event, EventRecord, InitialState, Match, Order, Outcome, Owner, PlayerFile, Scenario, ScenarioFile, Side,
    SubmittedOrder,
};
use proptest::prelude::*;

use crate::{any_scenarios, read, rules, turns};

/// Returns the scenario with the players exchanged. Nodes keep their ids.
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

/// Returns the event with the players exchanged.
fn mirrored_event(record: EventRecord) -> EventRecord {
    let event = match record.event {
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
    EventRecord { event, ..record }
}

fn mirrored_outcome(outcome: Outcome) -> Outcome {
    outcome.winner().map_or(outcome, |winner| Outcome::captured(winner.other()))
}

proptest! {
    #[test]
    fn exchanged_players_give_the_mirrored_match(scenario in any_scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mirror = mirrored(&scenario);
        let mut game = Match::new(scenario.clone(), rules, seed);
        let mut image = Match::new(mirror, rules, seed);
        for turn in &turns {
            let plain: Vec<Order> = read(turn, &scenario).iter().map(SubmittedOrder::order).collect();
            let events = game.play_with_events(&plain).into_iter().map(mirrored_event).collect::<Vec<_>>();
            prop_assert_eq!(events, image.play_with_events(&plain));
            prop_assert_eq!(game.prng(), image.prng());
            for side in Side::BOTH {
                prop_assert_eq!(game.position().supply(side), image.position().supply(side.other()));
            }
            for (node, mirrored) in game.position().node_states().iter().zip(image.position().node_states()) {
                prop_assert_eq!(other(node.owner), mirrored.owner);
                prop_assert_eq!(node.forces.p1, mirrored.forces.p2);
                prop_assert_eq!(node.forces.p2, mirrored.forces.p1);
            }
            prop_assert_eq!(game.outcome().map(mirrored_outcome), image.outcome());
        }
    }
}
