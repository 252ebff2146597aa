//! Views of ASG maps.

use api::{MapView, NodeView};
use asg::{Scenario, Side};

/// Returns a map with the places of its nodes.
pub fn map_view(scenario: &Scenario, rules: &str) -> MapView {
    let layout = scenario.layout();
    let hq = |node| Side::BOTH.into_iter().find(|&side| scenario.hq(side) == node);
    let nodes = scenario.nodes().zip(&layout.spots).map(|(node, &(x, y))| NodeView {
        id: scenario.id_of(node).to_owned(),
        x,
        y: layout.height - y,
        supply_yield: scenario.supply_yield(node),
        hq: hq(node).map(|side| side.name().to_owned()),
    });
    MapView {
        id: scenario.file().id.clone(),
        name: scenario.file().name.clone(),
        rules: rules.to_owned(),
        width: layout.width,
        height: layout.height,
        settings: serde_json::to_value(scenario.settings()).expect("settings serialize to JSON"),
        nodes: nodes.collect(),
        edges: scenario.file().map.edges.clone(),
    }
}
