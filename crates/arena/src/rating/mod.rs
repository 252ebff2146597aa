//! Ratings of the entrants whose games are in the logs, fitted twice: with forfeits as losses, and from clean games only.

mod tables;

use std::collections::{BTreeMap, BTreeSet};

use ratings::{Anchor, Bootstrap, Contest, Estimate, Fit, FitError, Intervals, Method, Options, Warning, fit};
use serde::{Serialize, Serializer};

use crate::log::{GameLine, Log};
use crate::protocol::FaultClass;
use crate::report::{PartKey, entrants, part_key, ranked, settings_remarks};

/// Ratings that are equal after rounding to this step, in Elo, are the same: the fit is less precise.
const ELO_STEP: f64 = 0.001;

#[derive(Clone, PartialEq, Debug)]
pub struct RatingOptions {
    /// Names and fixed ratings of anchor players.
    pub anchors: Vec<(String, f64)>,
    /// Number of bootstrap samples for intervals; by default intervals are computed from the likelihood.
    pub bootstrap: Option<u32>,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Largest number of games that the fragility analysis removes to change the leader.
    pub most_removed: usize,
}

impl Default for RatingOptions {
    fn default() -> RatingOptions {
        RatingOptions { anchors: Vec::new(), bootstrap: None, seed: 1, most_removed: 1_000 }
    }
}

/// Error of computing ratings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    /// An anchor player does not exist.
    #[error("{} has no games in these logs; expected one of {}", ringrift::excerpt(name), listed(known))]
    Unknown {
        name: String,
        /// Names of all players.
        known: Vec<String>,
    },
    /// The model cannot be fitted.
    #[error(transparent)]
    Fit(#[from] FitError),
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| ringrift::excerpt(name)).collect::<Vec<String>>().join(", ")
}

/// Ratings of the entrants whose games are in the logs. The field names are the JSON format.
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// Name and version of the format.
    pub format: &'static str,
    /// One fit per game, rules and number of seats.
    pub parts: Vec<RatedPart>,
    /// Warnings about entrants whose settings differ between runs.
    pub remarks: Vec<String>,
}

/// Name and version of the JSON format.
const FORMAT: &str = "ringside-ratings/2";

/// Ratings of games with the same rules and number of seats.
#[derive(Clone, Debug, Serialize)]
pub struct RatedPart {
    pub game: String,
    /// Rules. All maps of ASG belong to one part.
    pub rules: String,
    pub seats: usize,
    /// Fit with forfeits as losses.
    pub all: RatingFit,
    /// Fit of games without forfeits and fallback moves.
    pub clean: RatingFit,
    /// Faults and forfeits of each player.
    pub validity: Vec<FaultCounts>,
    /// Number of distinct games (by players, start and moves) and of all games, among the games with a RingRift record; `None` if no
    /// game has one.
    pub distinct: Option<(usize, usize)>,
}

/// Ratings of one fit.
#[derive(Clone, Debug, Serialize)]
pub struct RatingFit {
    /// Number of games.
    pub games: usize,
    /// Players, the best first; players with the same rating are in the order of their names.
    pub players: Vec<RatedPlayer>,
    /// Seat effects for each number of seats.
    pub seats: Vec<RatedSeat>,
    /// Tie parameters.
    pub ties: Vec<TieShare>,
    /// Method of the intervals.
    pub intervals: &'static str,
    /// Probability that one player is stronger than another, by index in `players`; `None` if not comparable.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// Smallest known set of games whose removal changes the leader; `None` if several players share the first rank.
    pub fragility: Option<LeaderChange>,
    /// Limitations of the data.
    pub warnings: Vec<String>,
}

/// Rating of a player.
#[derive(Clone, Debug, Serialize)]
pub struct RatedPlayer {
    pub name: String,
    /// Rank by rating, from 1. Players with the same rating share a rank.
    pub rank: usize,
    /// Rating in Elo with its interval.
    #[serde(serialize_with = "as_interval")]
    pub elo: Estimate,
    pub games: u64,
    /// Mean score: the share of opponents beaten.
    pub score: f64,
}

/// Effect of a seat.
#[derive(Clone, Debug, Serialize)]
pub struct RatedSeat {
    /// Number of seats.
    pub seats: u8,
    /// Seat, from 1.
    pub seat: u8,
    /// Rating advantage of the seat.
    #[serde(serialize_with = "as_interval")]
    pub elo: Estimate,
}

/// Tie parameter.
#[derive(Clone, Debug, Serialize)]
pub struct TieShare {
    /// Number of tied players.
    pub size: u8,
    /// Ratio of two probabilities for players of equal strength: that all of them tie, and that a given one of them is first
    /// alone.
    #[serde(serialize_with = "as_interval")]
    pub prevalence: Estimate,
}

/// Set of games whose removal changes the leader. It is an upper bound: a smaller set may exist.
#[derive(Clone, Debug, Serialize)]
pub struct LeaderChange {
    /// Leader before the removal.
    pub first: String,
    /// Leader after the removal.
    pub successor: String,
    /// Number of removed games.
    pub at_most: usize,
    /// Ids of the removed games, preceded by the id of the run if the games of the fit belong to several runs.
    pub games: Vec<String>,
}

/// Faults and forfeits of a player.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct FaultCounts {
    pub name: String,
    pub games: u64,
    pub forfeits: u64,
    /// Number of requests.
    pub asked: u64,
    /// Unusable replies by class.
    pub faults: BTreeMap<FaultClass, u64>,
    /// Actions received.
    pub actions: u64,
    /// Actions rejected.
    pub void: u64,
    /// Fallback moves.
    pub replaced: u64,
}

impl FaultCounts {
    /// Returns the share of usable replies, or `None` without requests.
    pub fn valid_replies(&self) -> Option<f64> {
        (self.asked > 0).then(|| 1.0 - self.faults.values().sum::<u64>() as f64 / self.asked as f64)
    }
}

/// Serializes an interval. An infinite end is null, and then the value is null too, because it has no meaning.
fn as_interval<S: Serializer>(estimate: &Estimate, serializer: S) -> Result<S::Ok, S::Error> {
    let end = |value: f64| value.is_finite().then_some(value);
    let value = estimate.is_bounded().then_some(estimate.value);
    let ends = [("value", value), ("low", end(estimate.low)), ("high", end(estimate.high))];
    serializer.collect_map(ends)
}

impl Ratings {
    /// Rates the entrants whose games are in the log. Entrants with the same name are the same player; games with different
    /// rules or numbers of seats are rated separately. Anchors apply to every part in which the player has games.
    ///
    /// # Errors
    /// Fails if the options are invalid.
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
            remarks: settings_remarks(&entrants(log)),
        })
    }
}

impl RatedPart {
    fn of(key: PartKey, games: &[&GameLine], log: &Log, options: &RatingOptions) -> Result<RatedPart, RatingError> {
        let runs: BTreeSet<&str> = games.iter().map(|game| game.run.as_str()).collect();
        let names = names(log, |run| runs.contains(run));
        let clean: Vec<&GameLine> = games.iter().copied().filter(|game| game.is_clean()).collect();
        let mut part = RatedPart {
            all: RatingFit::of(games, &names, options)?,
            clean: RatingFit::of(&clean, &names, options)?,
            validity: fault_counts(games, &names),
            distinct: distinct(games, log),
            game: key.game,
            rules: key.rules,
            seats: key.seats,
        };
        part.all.warnings.extend(repeated(part.distinct));
        Ok(part)
    }
}

/// Computes [`RatedPart::distinct`].
fn distinct(games: &[&GameLine], log: &Log) -> Option<(usize, usize)> {
    let known: Vec<_> = games.iter().filter_map(|game| Some((&game.seats, log.moves_hash(game)?))).collect();
    let different: BTreeSet<_> = known.iter().collect();
    (!known.is_empty()).then_some((different.len(), known.len()))
}

/// Returns a warning if more than a tenth of the games are repetitions.
fn repeated(distinct: Option<(usize, usize)>) -> Option<String> {
    let (different, all) = distinct?;
    (different * 10 < all * 9).then(|| {
        format!(
            "only {different} of {all} games are distinct: the same players repeat the same moves, so the intervals are too \
             narrow; use random actions or several openings"
        )
    })
}

/// Returns the names of the entrants of some runs.
fn names(log: &Log, is_included: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entrant in log.runs.iter().filter(|run| is_included(&run.run)).flat_map(|run| &run.manifest.entrants) {
        if !names.contains(&entrant.name) {
            names.push(entrant.name.clone());
        }
    }
    names
}

fn fault_counts(games: &[&GameLine], names: &[String]) -> Vec<FaultCounts> {
    let mut all: Vec<FaultCounts> =
        names.iter().map(|name| FaultCounts { name: name.clone(), ..FaultCounts::default() }).collect();
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

impl RatingFit {
    fn of(games: &[&GameLine], names: &[String], options: &RatingOptions) -> Result<RatingFit, RatingError> {
        let numbers: BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        // Invalid contests are removed first, so that all following counts refer to the same games.
        let rated = games.iter().filter_map(|&game| Some((game, contest(game, &numbers)?)));
        let (games, contests): (Vec<&GameLine>, Vec<Contest>) = rated.unzip();
        let games = &games[..];
        let fit = fit(&contests, &fit_options(games, &numbers, names, options))?;
        let played = played(games, names);
        let listed: Vec<usize> = (0..names.len()).filter(|&player| played[player].0 > 0).collect();
        let ranked = ranked(listed, |&player| fit.ratings[player].value, ELO_STEP, |&a, &b| names[a].cmp(&names[b]));
        let order: Vec<usize> = ranked.iter().map(|&(_, player)| player).collect();
        let players = ranked.iter().map(|&(rank, player)| RatedPlayer {
            name: names[player].clone(),
            rank,
            elo: fit.ratings[player],
            games: played[player].0,
            score: played[player].1 / played[player].0.max(1) as f64,
        });
        let los = |one: usize, other: usize| if one == other { None } else { fit.los(one as u32, other as u32) };
        Ok(RatingFit {
            games: contests.len(),
            players: players.collect(),
            seats: fit
                .seats
                .iter()
                .map(|seat| RatedSeat { seats: seat.seats, seat: seat.seat + 1, elo: seat.elo })
                .collect(),
            ties: fit.ties.iter().map(|tie| TieShare { size: tie.size, prevalence: tie.prevalence }).collect(),
            intervals: match fit.method {
                Method::Profile => "profile likelihood",
                Method::Wald => "curvature",
                Method::Bootstrap => "bootstrap",
            },
            superiority: order.iter().map(|&one| order.iter().map(|&other| los(one, other)).collect()).collect(),
            fragility: leader_change(&fit, games, names, options.most_removed),
            warnings: warnings(&fit, names, &played),
        })
    }
}

fn contest(game: &GameLine, numbers: &BTreeMap<&str, u32>) -> Option<Contest> {
    let players: Option<Vec<u32>> = game.seats.iter().map(|name| numbers.get(name.as_str()).copied()).collect();
    match &game.forfeit {
        // The game was not finished: the order of the other seats is unknown.
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
    // Anchors without games in this part are ignored.
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

/// Returns the bootstrap group of each game: games of the same players with the same condition belong together. The games of a
/// log are sorted, so the groups are reproducible.
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

/// Returns the number of games and the sum of scores of each player.
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

fn leader_change(fit: &Fit, games: &[&GameLine], names: &[String], most: usize) -> Option<LeaderChange> {
    let found = fit.fragility(most)?;
    let is_one_run = games.iter().all(|game| game.run == games[0].run);
    let game = |&index: &usize| match games[index] {
        GameLine { game, .. } if is_one_run => game.clone(),
        GameLine { run, game, .. } => format!("{run} {game}"),
    };
    Some(LeaderChange {
        first: names[found.leader as usize].clone(),
        successor: names[found.successor as usize].clone(),
        at_most: found.contests.len(),
        games: found.contests.iter().map(game).collect(),
    })
}

/// Returns the warnings of a fit with player names. Players without games are left out, as in the list of players.
fn warnings(fit: &Fit, names: &[String], played: &[(u64, f64)]) -> Vec<String> {
    let name = |player: u32| {
        names.get(player as usize).map_or_else(|| player.to_string(), |name| ringrift::excerpt(name).to_string())
    };
    let is_listed = |warning: &&Warning| match warning {
        Warning::NoGames(player) | Warning::Unbounded(player) => {
            played.get(*player as usize).is_some_and(|one| one.0 > 0)
        }
        _ => true,
    };
    fit.warnings.iter().filter(is_listed).map(|warning| warning.message(&name)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::standings;

    #[test]
    fn forfeits_with_three_seats_are_not_ties_of_the_others() {
        let game: GameLine = serde_json::from_value(json!({
            "line": "game", "run": "r", "game": "0:0-1-2", "condition": 0, "seats": ["a", "b", "c"], "ranks": [1, 3, 1],
            "reason": "forfeit", "forfeit": { "seat": 1, "class": "crash", "message": "gone" }, "plies": 3, "ms": 1.0,
            "players": [{}, {}, {}],
        }))
        .expect("the line is valid");
        let names = ["a", "b", "c"].map(str::to_owned);
        let rated = RatingFit::of(&[&game], &names, &RatingOptions::default()).expect("the game can be rated");
        assert!(rated.ties.is_empty(), "a forfeit is not a tie");
        let tallies = standings(&[game]);
        let counts = tallies.iter().map(|one| (one.results.all.ties, one.results.all.aborted)).collect::<Vec<_>>();
        assert_eq!(counts, [(0, 1), (0, 1), (0, 0)]);
    }

    fn game(number: u32, ranks: [u8; 2]) -> GameLine {
        serde_json::from_value(json!({
            "line": "game", "run": "r", "game": format!("{number}:0-1"), "condition": number, "seats": ["b", "a"],
            "ranks": ranks, "reason": "elimination", "plies": 3, "ms": 1.0, "players": [{}, {}],
        }))
        .expect("the line is valid")
    }

    #[test]
    fn equal_players_share_a_rank_in_the_order_of_their_names() {
        let games = [game(0, [1, 2]), game(1, [2, 1]), game(2, [2, 1]), game(3, [1, 2])];
        let names = ["b", "a"].map(str::to_owned);
        let ranks = |games: &[GameLine]| {
            let games: Vec<&GameLine> = games.iter().collect();
            let fit = RatingFit::of(&games, &names, &RatingOptions::default()).expect("the games can be rated");
            let ranks: Vec<(String, usize)> =
                fit.players.iter().map(|player| (player.name.clone(), player.rank)).collect();
            (ranks, fit.fragility.is_some(), tables::first_place(&fit))
        };
        let shared = vec![("a".to_owned(), 1), ("b".to_owned(), 1)];
        assert_eq!(ranks(&games), (shared, false, "a and b share the first place.".to_owned()));
        let (decided, is_fragile, text) = ranks(&games[..3]);
        assert_eq!((decided, is_fragile), (vec![("a".to_owned(), 1), ("b".to_owned(), 2)], true));
        assert!(text.contains("b would be first instead of a"), "{text}");
        let standings: Vec<(String, usize)> = standings(&games).into_iter().map(|one| (one.name, one.rank)).collect();
        assert_eq!(standings, [("a".to_owned(), 1), ("b".to_owned(), 1)]);
    }

    #[test]
    fn warns_about_repeated_games() {
        assert!(repeated(Some((2, 10))).is_some_and(|text| text.starts_with("only 2 of 10 games are distinct")));
        assert_eq!(repeated(Some((10, 10))), None);
        assert_eq!(repeated(None), None);
    }

    #[test]
    fn untrusted_names_are_escaped_in_errors() {
        let error = RatingError::Unknown { name: "x".to_owned(), known: vec!["a\u{1b}[31m".to_owned()] };
        assert!(!error.to_string().contains('\u{1b}'));
    }
}
