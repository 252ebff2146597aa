//! Start positions of a run, from settings or from the manifest of a log.

use std::sync::Arc;

use asg::{Rules, Scenario, Settings, library};
use game::Rosters;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::Value;

use super::ReadFile;
use crate::log::{GameLine, Manifest, Verified, other_versions, verify_game};
use crate::matches::{AsgVenue, RingRiftVenue, Venue};
use crate::settings::{AsgSettings, Problem, RingRiftSettings};

/// Resolves the RingRift settings.
pub(super) fn ringrift_venue(settings: &RingRiftSettings) -> Result<RingRiftVenue, Vec<Problem>> {
    let mut problems = Vec::new();
    let at =
        |part: &str, problem: &dyn std::fmt::Display| Problem::new(format!("ringrift.{part}"), problem.to_string());
    let board: Option<BoardKind> = settings.board.parse().map_err(|error| problems.push(at("board", &error))).ok();
    let edition: Option<Edition> = settings.edition.parse().map_err(|error| problems.push(at("edition", &error))).ok();
    let mut overrides = Overrides::default();
    for (name, value) in &settings.set {
        if let Err(error) = overrides.set(name, value) {
            problems.push(at(&format!("set.{name}"), &error));
        }
    }
    let (Some(board), Some(edition), true) = (board, edition, problems.is_empty()) else { return Err(problems) };
    let rules =
        Ruleset::from_names(edition, board, settings.players, &overrides).map_err(|error| vec![at("set", &error)])?;
    let venue = RingRiftVenue::new(&rules, settings.random_plies as usize).map_err(|error| vec![at("set", &error)])?;
    for (index, text) in settings.openings.iter().enumerate() {
        if let Err(problem) = opening(text, &rules) {
            problems.push(at(&format!("openings[{index}]"), &problem));
        }
    }
    let listed: Vec<Position> = settings.openings.iter().filter_map(|text| opening(text, &rules).ok()).collect();
    match (problems.is_empty(), listed.is_empty()) {
        (false, _) => Err(problems),
        (true, true) => Ok(venue),
        (true, false) => Ok(RingRiftVenue { openings: listed, ..venue }),
    }
}

fn opening(text: &str, rules: &Ruleset) -> Result<Position, String> {
    let position = Position::parse_with(text, rules).map_err(|error| error.to_string())?;
    if position.rules() != rules {
        return Err("the rules of the position differ from the rules of the tournament".to_owned());
    }
    if position.outcome().is_some() {
        return Err("the game is over in this position".to_owned());
    }
    Ok(position)
}

/// Resolves the ASG settings.
pub(super) fn asg_venue(settings: &AsgSettings, read_file: ReadFile<'_>) -> Result<AsgVenue, Vec<Problem>> {
    let mut problems = Vec::new();
    let rules = Rules::from_name(&settings.rules);
    if rules.is_none() {
        problems.push(Problem::new("asg.rules", "expected v0 or v1"));
    }
    let mut scenarios = Vec::new();
    for (index, name) in settings.scenarios.iter().enumerate() {
        match asg_scenario(name, settings.turn_cap, read_file) {
            Ok(scenario) => scenarios.push(Arc::new(scenario)),
            Err(problem) => problems.push(Problem::new(format!("asg.scenarios[{index}]"), problem)),
        }
    }
    match rules {
        Some(rules) if problems.is_empty() => Ok(AsgVenue { scenarios, rules }),
        _ => Err(problems),
    }
}

fn asg_scenario(name: &str, turn_cap: Option<u64>, read_file: ReadFile<'_>) -> Result<Scenario, String> {
    let text = match library::get(name) {
        Some(entry) => entry.text.to_owned(),
        None => read_file(name)?,
    };
    let scenario = Scenario::parse(&text).map_err(|error| error.to_string())?;
    match turn_cap {
        None => Ok(scenario),
        Some(turn_cap_plies) => {
            let settings = Settings { turn_cap_plies, ..*scenario.settings() };
            scenario.with_settings(settings).map_err(|error| error.to_string())
        }
    }
}

/// Start positions of a run of either game.
pub enum AnyVenue {
    RingRift(RingRiftVenue),
    Asg(AsgVenue),
}

impl AnyVenue {
    pub fn seats(&self) -> usize {
        match self {
            AnyVenue::RingRift(venue) => venue.seats(),
            AnyVenue::Asg(venue) => venue.seats(),
        }
    }

    /// Verifies a game of the run with [`verify_game`].
    ///
    /// # Errors
    /// Describes the first inconsistency.
    pub fn verify(&self, game: &GameLine, manifest: &Manifest, rosters: Option<&Rosters>) -> Result<Verified, String> {
        match self {
            AnyVenue::RingRift(venue) => verify_game(game, manifest, venue, rosters.map(|all| &all.ringrift)),
            AnyVenue::Asg(venue) => verify_game(game, manifest, venue, rosters.map(|all| &all.asg)),
        }
    }

    /// Lists the bots of the run whose choices cannot be repeated, as [`other_versions`] does.
    pub fn other_versions(&self, manifest: &Manifest, rosters: &Rosters) -> Vec<String> {
        match self {
            AnyVenue::RingRift(_) => other_versions(manifest, &rosters.ringrift),
            AnyVenue::Asg(_) => other_versions(manifest, &rosters.asg),
        }
    }

    /// Parses the venue of a manifest.
    ///
    /// # Errors
    /// Describes the missing or invalid field.
    pub fn read(manifest: &Manifest) -> Result<AnyVenue, String> {
        let venue = &manifest.venue;
        let text = |key: &str| venue[key].as_str().ok_or_else(|| format!("the venue has no {key}"));
        let list = |key: &str| venue[key].as_array().ok_or_else(|| format!("the venue has no {key}"));
        match text("game")? {
            "ringrift" => {
                let random_plies = venue["random_plies"].as_u64().ok_or("the venue has no random_plies")? as usize;
                let read = |text: &Value| {
                    Position::parse(text.as_str().unwrap_or_default()).map_err(|error| error.to_string())
                };
                let openings: Vec<Position> = list("openings")?.iter().map(read).collect::<Result<_, String>>()?;
                if openings.is_empty() {
                    return Err("the venue has no openings".to_owned());
                }
                Ok(AnyVenue::RingRift(RingRiftVenue { openings, random_plies }))
            }
            "asg" => {
                let rules = Rules::from_name(text("rules")?).ok_or("the rules are neither v0 nor v1")?;
                let read =
                    |file: &Value| Scenario::parse(&file.to_string()).map(Arc::new).map_err(|error| error.to_string());
                let scenarios: Vec<Arc<Scenario>> =
                    list("scenarios")?.iter().map(read).collect::<Result<_, String>>()?;
                if scenarios.is_empty() {
                    return Err("the venue has no scenarios".to_owned());
                }
                Ok(AnyVenue::Asg(AsgVenue { scenarios, rules }))
            }
            other => Err(format!("unknown game {}", ringrift::excerpt(other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edition, name, options and expected board.
    const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

    #[test]
    fn tournaments_read_the_board_names_of_the_edition() {
        for [edition, name, options, board] in BOARD_NAMES {
            let options = options.split_whitespace().filter_map(|option| option.split_once('='));
            let set = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let settings = RingRiftSettings {
                board: name.to_owned(),
                edition: edition.to_owned(),
                set,
                ..RingRiftSettings::default()
            };
            let found = ringrift_venue(&settings).map(|venue| venue.openings[0].rules().board.to_string());
            assert_eq!(found.unwrap_or("error".to_owned()), board, "{settings:?}");
        }
    }
}
