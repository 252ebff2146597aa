//! Resolves the settings of a tournament to a run that can be played. All problems are reported at once.

mod player;
mod venue;

use std::collections::BTreeSet;

use game::Rosters;
use serde_json::Value;

use self::player::{Player, agent_settings, model_without_price};
use self::venue::{asg_venue, ringrift_venue};
use super::pair_test::PairTest;
use crate::log::{Manifest, ManifestEntrant, SprtLine};
use crate::matches::schedule::{MOST_GAMES, planned};
use crate::matches::{AsgVenue, RingRiftVenue, Venue};
use crate::settings::{EntrantSettings, Format, Problem, Tournament};

pub use self::player::Entrant;
pub use self::venue::AnyVenue;

/// Reads a file named in settings.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// A run that can be played.
pub struct RunPlan<V: Venue> {
    pub venue: V,
    pub entrants: Vec<Entrant<V::Game>>,
    /// Settings as written to the log.
    pub manifest: Manifest,
}

/// A run plan of either game.
pub enum AnyRunPlan {
    RingRift(RunPlan<RingRiftVenue>),
    Asg(RunPlan<AsgVenue>),
}

/// Evaluates an expression with the plan of either game.
#[macro_export]
macro_rules! with_plan {
    ($plan:expr, $name:ident => $body:expr) => {
        match $plan {
            $crate::AnyRunPlan::RingRift($name) => $body,
            $crate::AnyRunPlan::Asg($name) => $body,
        }
    };
}

impl AnyRunPlan {
    /// Resolves the players, rules, openings and maps named in the settings.
    ///
    /// # Errors
    /// Lists all problems of the settings.
    pub fn new(settings: &Tournament, rosters: &Rosters, read_file: ReadFile<'_>) -> Result<AnyRunPlan, Vec<Problem>> {
        match (&settings.ringrift, &settings.asg) {
            (Some(_), Some(_)) => {
                let message = "give either a ringrift table or an asg table: a tournament has one game";
                Err(vec![Problem::new("asg", message)])
            }
            (None, Some(asg)) => RunPlan::new(settings, asg_venue(asg, read_file), rosters).map(AnyRunPlan::Asg),
            (ringrift, None) => {
                let venue = ringrift_venue(&ringrift.clone().unwrap_or_default());
                RunPlan::new(settings, venue, rosters).map(AnyRunPlan::RingRift)
            }
        }
    }

    pub fn manifest(&self) -> &Manifest {
        with_plan!(self, plan => &plan.manifest)
    }

    /// Ends the run with a sequential test of the first entrant against the second; `rounds` is its largest number of pairs.
    ///
    /// # Errors
    /// Fails if the run is not a match of two entrants with two seats, or if the parameters are invalid.
    pub fn set_sprt(&mut self, parameters: SprtLine) -> Result<(), String> {
        let seats = with_plan!(&*self, plan => plan.venue.seats());
        let manifest = self.manifest_mut();
        if manifest.format == Format::Swiss || manifest.entrants.len() != 2 || seats != 2 {
            return Err(
                "a sequential test needs exactly two entrants, a game of two players, and not the format swiss"
                    .to_owned(),
            );
        }
        PairTest::new(parameters, manifest.rounds).map_err(|error| error.to_string())?;
        manifest.sprt = Some(parameters);
        Ok(())
    }

    pub fn manifest_mut(&mut self) -> &mut Manifest {
        with_plan!(self, plan => &mut plan.manifest)
    }
}

impl<V: Venue> RunPlan<V> {
    fn new(
        settings: &Tournament,
        venue: Result<V, Vec<Problem>>,
        rosters: &Rosters,
    ) -> Result<RunPlan<V>, Vec<Problem>> {
        let mut problems = Vec::new();
        let venue = venue.map_err(|mut found| problems.append(&mut found)).ok();
        let names = names(settings, &mut problems);
        let mut players = Vec::new();
        for (index, entrant) in settings.entrants.iter().enumerate() {
            match Player::<V::Game>::new(entrant, V::roster(rosters), &settings.prices) {
                Ok(player) => players.push(player),
                Err((part, message)) => problems.push(Problem::new(format!("entrants[{index}].{part}"), message)),
            }
        }
        problems.extend(unpriced(settings));
        if let Some(venue) = &venue
            && settings.entrants.len() < venue.seats()
        {
            let message = format!(
                "the game has {} seats, but there are only {} entrants",
                venue.seats(),
                settings.entrants.len()
            );
            problems.push(Problem::new("entrants", message));
        }
        problems.extend(venue.as_ref().and_then(|venue| too_many(settings, venue.seats())));
        let Some(venue) = venue.filter(|_| problems.is_empty()) else { return Err(problems) };
        let manifest = manifest(settings, &venue, &names, &players);
        let entrants = names.into_iter().zip(players).map(|(name, player)| player.entrant(name)).collect();
        Ok(RunPlan { venue, entrants, manifest })
    }
}

/// Reports models without a price if the run has a cost cap.
fn unpriced(settings: &Tournament) -> Vec<Problem> {
    let has_cap = settings.cost_cap.is_some();
    let entrants = settings.entrants.iter().enumerate().filter(|_| has_cap);
    let problem = |(index, entrant): (usize, &EntrantSettings)| {
        let (part, model) = model_without_price(entrant, &settings.prices)?;
        let message = format!("{model} has no price, so cost_cap would never be reached; add one under prices");
        Some(Problem::new(format!("entrants[{index}].{part}"), message))
    };
    entrants.filter_map(problem).collect()
}

/// Reports a run with more games than allowed.
fn too_many(settings: &Tournament, seats: usize) -> Option<Problem> {
    let per_round = if settings.format == Format::Swiss { settings.conditions_per_round } else { 1 };
    let conditions = u64::from(settings.rounds) * u64::from(per_round);
    let games = planned(settings.format, settings.entrants.len(), seats, conditions);
    let count = games.map_or_else(|| "more games than fit into 64 bits".to_owned(), |games| format!("{games} games"));
    let is_fine = games.is_some_and(|games| games <= MOST_GAMES);
    (!is_fine).then(|| Problem::new("rounds", format!("the run would have {count}; at most {MOST_GAMES} are allowed")))
}

fn manifest<V: Venue>(settings: &Tournament, venue: &V, names: &[String], players: &[Player<V::Game>]) -> Manifest {
    let entrants = names.iter().zip(players).map(|(name, player)| ManifestEntrant {
        name: name.clone(),
        player: player.description.clone(),
        version: player.version.map(str::to_owned),
        compat: player.settings.compat,
        on_error: player.settings.policy(),
        deadline_ms: player.settings.deadline_ms(),
        most_faults: player.settings.most_faults(),
        prompts: prompts(player, venue, settings.seed),
    });
    Manifest {
        name: settings.name.clone(),
        venue: venue.describe(),
        format: settings.format,
        rounds: settings.rounds,
        conditions_per_round: settings.conditions_per_round,
        seed: settings.seed,
        entrants: entrants.collect(),
        prices: settings.prices.clone(),
        cost_cap: settings.cost_cap,
        sprt: None,
    }
}

/// Returns the distinct prompts of a model. There are several if the maps have different settings.
fn prompts<V: Venue>(player: &Player<V::Game>, venue: &V, seed: u64) -> Vec<Value> {
    let mut prompts = Vec::new();
    for condition in 0..venue.start_count() as u32 {
        match player.prompt(&venue.start(seed, condition)) {
            None => break,
            Some(prompt) if prompts.contains(&prompt) => {}
            Some(prompt) => prompts.push(prompt),
        }
    }
    prompts
}

/// Returns the names of all entrants. An entrant without a name gets the name of its player, with a number
/// appended if that name is taken.
fn names(settings: &Tournament, problems: &mut Vec<Problem>) -> Vec<String> {
    let given: Vec<&String> = settings.entrants.iter().filter_map(|entrant| entrant.name.as_ref()).collect();
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut names = Vec::new();
    for (index, entrant) in settings.entrants.iter().enumerate() {
        let name = match &entrant.name {
            Some(name) => name.clone(),
            None => {
                free_name(&short_name(entrant), |name| used.contains(name) || given.iter().any(|other| *other == name))
            }
        };
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            let message = "a name must not be blank or contain control characters";
            problems.push(Problem::new(format!("entrants[{index}].name"), message));
        }
        if !used.insert(name.clone()) {
            problems.push(Problem::new(format!("entrants[{index}].name"), format!("{name} is used twice")));
        }
        names.push(name);
    }
    names
}

fn free_name(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}#{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_used(name)).unwrap_or_default()
}

/// Returns the default name of an entrant.
fn short_name(entrant: &EntrantSettings) -> String {
    let name = match agent_settings(entrant) {
        Ok((_, Some(agent))) => agent.short_name(),
        _ => entrant.player.clone().unwrap_or_default(),
    };
    let plain: String = name.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    plain.trim().to_owned()
}

/// Describes the first difference between two manifests that changes the games, or returns `None` if there is none.
pub fn manifest_difference(known: &Manifest, new: &Manifest) -> Option<String> {
    let difference = asg::json::first_difference(&known.fixed(), &new.fixed(), "")?;
    Some(difference.to_string())
}
