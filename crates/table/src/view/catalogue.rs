//! View of the available games.

use api::{Catalogue, ScenarioOffer};
use game::Rosters;
use ringrift::{BoardKind, Edition, Overrides};

use super::board_offer;

/// Returns the boards, editions, bots and maps, and the given agents.
pub fn catalogue(rosters: &Rosters, agents: Vec<String>) -> Catalogue {
    let texts = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
    // Bots with a chosen search effort are not available on servers.
    let for_servers = |usages: Vec<&'static str>| {
        let is_offered = |usage: &&str| !usage.starts_with("nodes") && !usage.starts_with("neural");
        usages.into_iter().filter(is_offered).map(str::to_owned).collect()
    };
    Catalogue {
        boards: BoardKind::ALL.iter().map(|board| board.name().to_owned()).collect(),
        board_offers: BoardKind::ALL.iter().map(|&board| board_offer(board)).collect(),
        editions: Edition::ALL.iter().map(|edition| edition.name().to_owned()).collect(),
        options: texts(Overrides::NAMES.to_vec()),
        ringrift_bots: for_servers(rosters.ringrift.usages()),
        asg_bots: for_servers(rosters.asg.usages()),
        scenarios: texts(asg::library::ALL.iter().map(|scenario| scenario.id).collect()),
        scenario_offers: asg::library::ALL
            .iter()
            .map(|entry| {
                let scenario = entry.scenario();
                let title = scenario.file().name.clone();
                ScenarioOffer { id: entry.id.to_owned(), title, nodes: scenario.len() }
            })
            .collect(),
        agents,
    }
}
