//! Ratings of everybody in some logs, twice: with forfeits as losses, and of clean games only.

mod tables;

use std::collections::{BTreeMap, BTreeSet};

use ratings::{Anchor, Bootstrap, Contest, Estimate, Fit, FitError, Intervals, Method, Options, Warning, fit};
use serde::{Serialize, Serializer};

use crate::log::{GameLine, Log};
use crate::protocol::FaultClass;
use crate::report::{PartKey, changed, entrants, part_key};

/// What ratings should be like.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingOptions {
    /// Players that are held at a rating, by name.
    pub anchors: Vec<(String, f64)>,
    /// Intervals come from so many draws of groups of games, rather than from the likelihood.
    pub bootstrap: Option<u32>,
    /// The seed of the draws.
    pub seed: u64,
    /// The most games whose removal is looked at.
    pub most_removed: usize,
}

impl Default for RatingOptions {
    fn default() -> RatingOptions {
        RatingOptions { anchors: Vec::new(), bootstrap: None, seed: 1, most_removed: 1_000 }
    }
}

/// Why there are no ratings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    /// Somebody who is to be held at a rating takes no part.
    #[error("{} takes no part in these games; there are {}", ringrift::excerpt(name), listed(known))]
    Unknown {
        /// Who.
        name: String,
        /// Who does.
        known: Vec<String>,
    },
    /// The model refuses.
    #[error(transparent)]
    Fit(#[from] FitError),
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| ringrift::excerpt(name)).collect::<Vec<String>>().join(", ")
}

/// The ratings of everybody in some logs.
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// The format, and its version.
    pub format: &'static str,
    /// One fit for games that can be compared, as in reports.
    pub parts: Vec<RatedPart>,
    /// What is odd about the logs.
    pub remarks: Vec<String>,
}

/// The format of ratings as JSON.
const FORMAT: &str = "ringside-ratings/2";

/// The ratings of games by the same rules with the same number of seats.
#[derive(Clone, Debug, Serialize)]
pub struct RatedPart {
    /// The game.
    pub game: String,
    /// Its rules. The maps of ASG are no rules: all of them are one part.
    pub rules: String,
    /// How many play.
    pub seats: usize,
    /// With forfeits as losses.
    pub all: Rated,
    /// Of games that nobody lost by failing, and in which no move was made in anybody's place.
    pub clean: Rated,
    /// How reliable everybody was.
    pub validity: Vec<Reliability>,
    /// How many games with other players, another start or other moves there are, and of how many; none if records do not tell.
    pub distinct: Option<(usize, usize)>,
}

/// One fit.
#[derive(Clone, Debug, Serialize)]
pub struct Rated {
    /// How many games counted.
    pub games: usize,
    /// The players, the best first.
    pub players: Vec<RatedPlayer>,
    /// What seats are worth, for each number of seats.
    pub seats: Vec<SeatWorth>,
    /// How often players tie.
    pub ties: Vec<TieShare>,
    /// How the intervals were made.
    pub intervals: &'static str,
    /// The chance that one player is stronger than another, by places in the list; none if they cannot be compared.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// Games without which somebody else would be first.
    pub fragility: Option<Flip>,
    /// What the games cannot tell.
    pub warnings: Vec<String>,
}

/// A rating.
#[derive(Clone, Debug, Serialize)]
pub struct RatedPlayer {
    /// Who.
    pub name: String,
    /// The rating in Elo, with its interval.
    #[serde(serialize_with = "as_interval")]
    pub elo: Estimate,
    /// How many games.
    pub games: u64,
    /// The mean score: the share of the others that he was ahead of.
    pub score: f64,
}

/// What a seat is worth.
#[derive(Clone, Debug, Serialize)]
pub struct SeatWorth {
    /// The number of seats.
    pub seats: u8,
    /// The seat, from 1.
    pub seat: u8,
    /// What it adds to the rating.
    #[serde(serialize_with = "as_interval")]
    pub elo: Estimate,
}

/// How often equal players tie.
#[derive(Clone, Debug, Serialize)]
pub struct TieShare {
    /// How many share a place.
    pub size: u8,
    /// How much likelier that is than that a given one of them is alone in front.
    #[serde(serialize_with = "as_interval")]
    pub prevalence: Estimate,
}

/// Games without which somebody else would be first: an upper bound, there may be a smaller set.
#[derive(Clone, Debug, Serialize)]
pub struct Flip {
    /// Who is first.
    pub first: String,
    /// Who would be.
    pub successor: String,
    /// How many games it takes at most.
    pub at_most: usize,
    /// Which: their names, behind those of their runs if there are several.
    pub games: Vec<String>,
}

/// How reliable somebody was.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Reliability {
    /// Who.
    pub name: String,
    /// Games that were played.
    pub games: u64,
    /// Games that were lost by failing.
    pub forfeits: u64,
    /// How often an agent was asked.
    pub asked: u64,
    /// Replies that nothing could be made of, by kind.
    pub faults: BTreeMap<FaultClass, u64>,
    /// Actions that came.
    pub actions: u64,
    /// Actions that were void.
    pub void: u64,
    /// Moves that were made in its place.
    pub replaced: u64,
}

impl Reliability {
    /// The share of replies of which something could be made; none for those who are never asked.
    pub fn valid_replies(&self) -> Option<f64> {
        (self.asked > 0).then(|| 1.0 - self.faults.values().sum::<u64>() as f64 / self.asked as f64)
    }
}

/// An interval as JSON. What has no end is null, and so is then the value: where it lies would be made up.
fn as_interval<S: Serializer>(estimate: &Estimate, serializer: S) -> Result<S::Ok, S::Error> {
    let end = |value: f64| value.is_finite().then_some(value);
    let value = estimate.is_bounded().then_some(estimate.value);
    let ends = [("value", value), ("low", end(estimate.low)), ("high", end(estimate.high))];
    serializer.collect_map(ends)
}

impl Ratings {
    /// Rates everybody in some logs. Players with the same name are the same player; games by other rules, or with another number
    /// of seats, are rated apart. A player is held at a rating wherever he takes part.
    ///
    /// # Errors
    /// If the options make no sense.
    pub fn of(log: &Log, options: &RatingOptions) -> Result<Ratings, RatingError> {
        let known = names(log, |_| true);
        if let Some((name, _)) = options.anchors.iter().find(|(name, _)| !known.contains(name)) {
            return Err(RatingError::Unknown { name: name.clone(), known });
        }
        let mut parts: BTreeMap<PartKey, Vec<&GameLine>> = BTreeMap::new();
        for game in &log.games {
            parts.entry(part_key(game, log)).or_default().push(game);
        }
        let parts = parts.into_iter().map(|(key, games)| RatedPart::of(key, &games, log, options));
        Ok(Ratings {
            format: FORMAT,
            parts: parts.collect::<Result<_, RatingError>>()?,
            remarks: changed(&entrants(log)),
        })
    }
}

impl RatedPart {
    fn of(key: PartKey, games: &[&GameLine], log: &Log, options: &RatingOptions) -> Result<RatedPart, RatingError> {
        let runs: BTreeSet<&str> = games.iter().map(|game| game.run.as_str()).collect();
        let names = names(log, |run| runs.contains(run));
        let clean: Vec<&GameLine> = games.iter().copied().filter(|game| game.is_clean()).collect();
        let mut part = RatedPart {
            all: Rated::of(games, &names, options)?,
            clean: Rated::of(&clean, &names, options)?,
            validity: reliability(games, &names),
            distinct: distinct(games, log),
            game: key.game,
            rules: key.rules,
            seats: key.seats,
        };
        part.all.warnings.extend(repeated(part.distinct));
        Ok(part)
    }
}

/// How many different games there are, and of how many: by players, start and moves.
fn distinct(games: &[&GameLine], log: &Log) -> Option<(usize, usize)> {
    let told: Vec<_> = games.iter().filter_map(|game| Some((&game.seats, log.moves_hash(game)?))).collect();
    let different: BTreeSet<_> = told.iter().collect();
    (!told.is_empty()).then_some((different.len(), told.len()))
}

/// A warning if more than a tenth of the games are repetitions.
fn repeated(distinct: Option<(usize, usize)>) -> Option<String> {
    let (different, all) = distinct?;
    (different * 10 < all * 9).then(|| {
        format!(
            "only {different} of {all} games are different: the same players repeat the same moves, so that intervals are \
             narrower than they should be; random actions or several openings make games differ"
        )
    })
}

/// Everybody who takes part in some runs, in their order.
fn names(log: &Log, is_one: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entrant in log.runs.iter().filter(|run| is_one(&run.run)).flat_map(|run| &run.manifest.entrants) {
        if !names.contains(&entrant.name) {
            names.push(entrant.name.clone());
        }
    }
    names
}

fn reliability(games: &[&GameLine], names: &[String]) -> Vec<Reliability> {
    let mut all: Vec<Reliability> =
        names.iter().map(|name| Reliability { name: name.clone(), ..Reliability::default() }).collect();
    for game in games {
        for (seat, player) in game.players.iter().enumerate() {
            let Some(one) = all.iter_mut().find(|one| one.name == game.seats[seat]) else { continue };
            one.games += 1;
            one.forfeits += u64::from(game.forfeit.as_ref().is_some_and(|forfeit| forfeit.seat == seat));
            one.asked += player.asked;
            one.actions += player.actions;
            one.void += player.void;
            one.replaced += player.replaced;
            for (&class, &count) in &player.faults {
                *one.faults.entry(class).or_default() += count;
            }
        }
    }
    all
}

impl Rated {
    fn of(games: &[&GameLine], names: &[String], options: &RatingOptions) -> Result<Rated, RatingError> {
        let numbers: BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        // Whatever is no contest is left out here, so that all that follows counts the same games.
        let rated = games.iter().filter_map(|&game| Some((game, contest(game, &numbers)?)));
        let (games, contests): (Vec<&GameLine>, Vec<Contest>) = rated.unzip();
        let games = &games[..];
        let fit = fit(&contests, &fit_options(games, &numbers, names, options))?;
        let played = played(games, names);
        let mut order: Vec<usize> = (0..names.len()).filter(|&player| played[player].0 > 0).collect();
        order.sort_by(|&a, &b| fit.ratings[b].value.total_cmp(&fit.ratings[a].value).then(a.cmp(&b)));
        let players = order.iter().map(|&player| RatedPlayer {
            name: names[player].clone(),
            elo: fit.ratings[player],
            games: played[player].0,
            score: played[player].1 / played[player].0.max(1) as f64,
        });
        let los = |one: usize, other: usize| if one == other { None } else { fit.los(one as u32, other as u32) };
        Ok(Rated {
            games: contests.len(),
            players: players.collect(),
            seats: fit
                .seats
                .iter()
                .map(|seat| SeatWorth { seats: seat.seats, seat: seat.seat + 1, elo: seat.elo })
                .collect(),
            ties: fit.ties.iter().map(|tie| TieShare { size: tie.size, prevalence: tie.prevalence }).collect(),
            intervals: match fit.method {
                Method::Profile => "profile likelihood",
                Method::Wald => "curvature",
                Method::Bootstrap => "bootstrap",
            },
            superiority: order.iter().map(|&one| order.iter().map(|&other| los(one, other)).collect()).collect(),
            fragility: flip(&fit, games, names, options.most_removed),
            warnings: warnings(&fit, names, &played),
        })
    }
}

fn contest(game: &GameLine, numbers: &BTreeMap<&str, u32>) -> Option<Contest> {
    let players: Option<Vec<u32>> = game.seats.iter().map(|name| numbers.get(name.as_str()).copied()).collect();
    match &game.forfeit {
        // Nobody played the rest: all that is known is who failed.
        Some(forfeit) => Contest::forfeited(&players?, forfeit.seat).ok(),
        None => Contest::new(&players?, &game.ranks).ok(),
    }
}

fn fit_options(
    games: &[&GameLine],
    numbers: &BTreeMap<&str, u32>,
    names: &[String],
    options: &RatingOptions,
) -> Options {
    // Whoever is in another part only cannot be held in this one.
    let anchor = |(name, elo): &(String, f64)| Some(Anchor { player: *numbers.get(name.as_str())?, elo: *elo });
    let intervals = match options.bootstrap {
        None => Intervals::Profile,
        Some(rounds) => Intervals::Bootstrap(Bootstrap { groups: groups(games), rounds, seed: options.seed }),
    };
    Options {
        players: Some(names.len() as u32),
        anchors: options.anchors.iter().filter_map(anchor).collect(),
        intervals,
        ..Options::default()
    }
}

/// The group of each game: those in one condition between the same players belong together. Games of a log are in order, so that
/// their numbers do not depend on which ended first.
fn groups(games: &[&GameLine]) -> Vec<u32> {
    let mut numbers = BTreeMap::new();
    let group = |game: &&GameLine| {
        let mut seats: Vec<&String> = game.seats.iter().collect();
        seats.sort_unstable();
        let key = (game.run.clone(), game.condition, format!("{seats:?}"));
        let next = numbers.len() as u32;
        *numbers.entry(key).or_insert(next)
    };
    games.iter().map(group).collect()
}

/// How many games each player has, and the sum of his scores.
fn played(games: &[&GameLine], names: &[String]) -> Vec<(u64, f64)> {
    let numbers: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut played = vec![(0, 0.0); names.len()];
    for game in games {
        for (seat, name) in game.seats.iter().enumerate() {
            if let Some(&player) = numbers.get(name.as_str()) {
                played[player].0 += 1;
                played[player].1 += game.ranks.score(seat);
            }
        }
    }
    played
}

fn flip(fit: &Fit, games: &[&GameLine], names: &[String], most: usize) -> Option<Flip> {
    let found = fit.fragility(most)?;
    let is_one_run = games.iter().all(|game| game.run == games[0].run);
    let game = |&index: &usize| match games[index] {
        GameLine { game, .. } if is_one_run => game.clone(),
        GameLine { run, game, .. } => format!("{run} {game}"),
    };
    Some(Flip {
        first: names[found.leader as usize].clone(),
        successor: names[found.successor as usize].clone(),
        at_most: found.contests.len(),
        games: found.contests.iter().map(game).collect(),
    })
}

/// What the games cannot tell, with names. That somebody has no games is said by the list.
fn warnings(fit: &Fit, names: &[String], played: &[(u64, f64)]) -> Vec<String> {
    let name = |player: u32| {
        names.get(player as usize).map_or_else(|| player.to_string(), |name| ringrift::excerpt(name).to_string())
    };
    let is_told = |warning: &&Warning| match warning {
        Warning::NoGames(player) | Warning::Unbounded(player) => {
            played.get(*player as usize).is_some_and(|one| one.0 > 0)
        }
        _ => true,
    };
    fit.warnings.iter().filter(is_told).map(|warning| warning.message(&name)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::standings;

    #[test]
    fn a_failure_at_a_table_of_three_is_no_tie_of_the_others() {
        let game: GameLine = serde_json::from_value(json!({
            "line": "game", "run": "r", "game": "0:0-1-2", "condition": 0, "seats": ["a", "b", "c"], "ranks": [1, 3, 1],
            "reason": "forfeit", "forfeit": { "seat": 1, "class": "crash", "message": "gone" }, "plies": 3, "ms": 1.0,
            "players": [{}, {}, {}],
        }))
        .expect("a game");
        let names = ["a", "b", "c"].map(str::to_owned);
        let rated = Rated::of(&[&game], &names, &RatingOptions::default()).expect("ratings");
        assert!(rated.ties.is_empty(), "nobody tied");
        let tallies = standings(&[game]);
        let counts = tallies.iter().map(|one| (one.results.all.ties, one.results.all.broken_off)).collect::<Vec<_>>();
        assert_eq!(counts, [(0, 1), (0, 1), (0, 0)]);
    }

    #[test]
    fn repeated_games_are_told() {
        assert!(repeated(Some((2, 10))).is_some_and(|text| text.starts_with("only 2 of 10 games are different")));
        assert_eq!(repeated(Some((10, 10))), None);
        assert_eq!(repeated(None), None);
    }

    #[test]
    fn names_of_strangers_are_shown_harmless() {
        let error = RatingError::Unknown { name: "x".to_owned(), known: vec!["a\u{1b}[31m".to_owned()] };
        assert!(!error.to_string().contains('\u{1b}'));
    }
}
