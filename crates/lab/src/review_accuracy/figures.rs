//! Accuracies of players in the games of a log.

use std::collections::HashSet;
use std::io::Write;

use arena::ParsedRecord;
use arena::log::GameLine;
use cli_support::runs::is_interrupted;
use cli_support::{Failure, Outcome};
use game::RingRift;
use indicatif::ProgressBar;
use ringrift_record::Recorder;
use ringrift_text::listed;
use table::study::review;

use super::{OPENING_PLIES, Part, STRONG};
use crate::measure::{PartLog, Table, dates, map_games, player_of};

/// A part with the accuracies of its players.
pub(super) struct MeasuredPart {
    part: &'static Part,
    rules: String,
    dates: String,
    versions: String,
    rows: Vec<Row>,
}

/// Accuracy of a player against an opponent.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    player: String,
    opponent: String,
    games: usize,
    /// Number of turns that count.
    turns: usize,
    /// Accuracies of the games in per cent, in increasing order.
    accuracies: Vec<f64>,
}

/// Quality of a player's play in one game.
#[derive(Clone, PartialEq, Debug)]
struct Reviewed {
    player: String,
    opponent: String,
    turns: usize,
    accuracy: Option<f64>,
}

/// The first games between two players, in the order of their conditions.
#[derive(Copy, Clone, Debug)]
pub(super) struct FirstGames {
    pub(super) players: [&'static str; 2],
    pub(super) number: usize,
}

/// Limit of the mean accuracy of a player, in per cent.
pub(super) struct Target {
    player: &'static str,
    limit: f64,
    is_maximum: bool,
}

impl Target {
    pub(super) const fn below(player: &'static str, limit: f64) -> Target {
        Target { player, limit, is_maximum: true }
    }

    pub(super) const fn above(player: &'static str, limit: f64) -> Target {
        Target { player, limit, is_maximum: false }
    }

    fn is_met(&self, mean: f64) -> bool {
        if self.is_maximum { mean < self.limit } else { mean > self.limit }
    }
}

impl MeasuredPart {
    /// Reviews the games of some logs: all of them, or the first games between two players.
    pub(super) fn new(
        part: &'static Part,
        sources: &[(&PartLog, Option<FirstGames>)],
    ) -> Result<MeasuredPart, Failure> {
        let mut reviews = Vec::new();
        for (log, choice) in sources {
            let chosen = chosen(&log.log.games, *choice);
            let bar = ProgressBar::new(chosen.len() as u64);
            let is_chosen = |game: &GameLine| chosen.contains(&(&game.run, &game.game));
            let found = map_games(log, is_chosen, |game, recorded| {
                let reviewed = reviewed(game, recorded);
                bar.inc(1);
                reviewed
            });
            bar.finish_and_clear();
            reviews.extend(found?.into_iter().flat_map(|(_, players)| players));
        }
        if is_interrupted() {
            return Err(Failure::Unfinished);
        }
        let logs = || sources.iter().map(|(log, _)| log);
        let of_family = |family| logs().flat_map(move |log| log.versions(family)).map(|version| format!("`{version}`"));
        let mut versions: Vec<String> = ["level", "random"].into_iter().flat_map(of_family).collect();
        versions.dedup();
        Ok(MeasuredPart {
            part,
            rules: logs().next().map_or_else(String::new, |log| log.rules().to_owned()),
            dates: dates(logs().flat_map(|log| &log.log.runs)),
            versions: listed(&versions),
            rows: rows(reviews.into_iter()),
        })
    }

    /// Prints the accuracies.
    pub(super) fn print(&self, out: &mut impl Write) -> Outcome {
        for row in &self.rows {
            let Row { player, opponent, games, .. } = row;
            writeln!(out, "{}: {player} against {opponent}: {:.1} % in {games} games.", self.part.name, row.mean())?;
        }
        Ok(())
    }

    /// Describes the targets that are missed.
    pub(super) fn missed(&self, targets: &[Target]) -> Vec<String> {
        let missed = |row: &Row| {
            let target = targets.iter().find(|target| target.player == row.player && !target.is_met(row.mean()))?;
            let (side, limit) = (if target.is_maximum { "below" } else { "above" }, target.limit);
            Some(format!(
                "{}: {} against {} scores {:.1} %, which is not {side} {limit} %",
                self.part.name,
                row.player,
                row.opponent,
                row.mean()
            ))
        };
        self.rows.iter().filter_map(missed).collect()
    }
}

/// Returns run and name of the games to review: all, or the first ones between two players in the order of their conditions.
fn chosen(games: &[GameLine], choice: Option<FirstGames>) -> HashSet<(&String, &String)> {
    let Some(FirstGames { players, number }) = choice else {
        return games.iter().map(|game| (&game.run, &game.game)).collect();
    };
    let is_between =
        |game: &&GameLine| players.iter().all(|player| game.seats.iter().any(|seat| player_of(seat) == *player));
    let mut between: Vec<&GameLine> = games.iter().filter(is_between).collect();
    between.sort_by_key(|game| (game.condition, &game.game));
    between.into_iter().take(number).map(|game| (&game.run, &game.game)).collect()
}

/// Reviews one game.
fn reviewed(game: &GameLine, recorded: ParsedRecord<RingRift>) -> Result<Vec<Reviewed>, String> {
    let mut recorder = Recorder::new(recorded.start.position().clone());
    for action in recorded.moves {
        recorder.play(action).map_err(|error| error.to_string())?;
    }
    // An interrupted run skips the remaining games.
    let Some(review) = review(recorder.finish(), &[], None, &is_interrupted, &|| ()) else { return Ok(Vec::new()) };
    let players: Vec<&str> = game.seats.iter().map(|name| player_of(name)).collect();
    let of = |found: &api::PlayerReview| {
        let seat = usize::from(found.player) - 1;
        let opponent = players[1 - seat].to_owned();
        Reviewed { player: players[seat].to_owned(), opponent, turns: found.turns, accuracy: found.accuracy }
    };
    Ok(review.players.iter().map(of).collect())
}

/// Groups the reviews by player and opponent.
fn rows(reviews: impl Iterator<Item = Reviewed>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for Reviewed { player, opponent, turns, accuracy } in reviews {
        let at = rows.iter().position(|row| (&row.player, &row.opponent) == (&player, &opponent));
        let at = at.unwrap_or_else(|| {
            rows.push(Row { player, opponent, games: 0, turns: 0, accuracies: Vec::new() });
            rows.len() - 1
        });
        // Both seats of a game between equal players belong to the same row.
        rows[at].games += 1;
        rows[at].turns += turns;
        rows[at].accuracies.extend(accuracy);
    }
    for row in &mut rows {
        if row.player == row.opponent {
            row.games /= 2;
        }
        row.accuracies.sort_by(f64::total_cmp);
    }
    rows.sort_by(|a, b| a.mean().total_cmp(&b.mean()));
    rows
}

impl Row {
    /// Returns the mean accuracy in per cent, each player of a game counted once.
    fn mean(&self) -> f64 {
        self.accuracies.iter().sum::<f64>() / self.accuracies.len().max(1) as f64
    }

    /// Returns the accuracy that this fraction of the games does not reach.
    fn quantile(&self, fraction: f64) -> f64 {
        let last = self.accuracies.len().saturating_sub(1);
        self.accuracies.get((fraction * last as f64).round() as usize).copied().unwrap_or(0.0)
    }
}

pub(super) fn document(parts: &[MeasuredPart]) -> String {
    let mut text = format!(
        "# Accuracy in reviews\n\n\
         Generated by `cargo lab review-accuracy`. Games of random players start with {OPENING_PLIES} random actions. The games of {} against {} \
         are the first ones of these players in the logs of `docs/ladder`. All are reviewed as on the page. \
         [analysis.md](analysis.md#what-the-numbers-mean) defines the accuracy. Random players must score below 40 %, level 10 above 90 %.\n\n",
        STRONG[0], STRONG[1]
    );
    for MeasuredPart { part, rules, dates, versions, rows } in parts {
        let row = |row: &Row| {
            let (low, high) = (row.quantile(0.1), row.quantile(0.9));
            let accuracy = format!("{:.1} %", row.mean());
            let range = format!("{low:.0}–{high:.0} %");
            vec![
                row.player.clone(),
                row.opponent.clone(),
                row.games.to_string(),
                row.turns.to_string(),
                accuracy,
                range,
            ]
        };
        let columns = ["player", "against", "games", "turns that count", "accuracy", "80 % of the games"];
        let table = Table::new(&columns).with(rows.iter().map(row));
        text += &format!("## {}\n\n`{rules}`, {dates}, players of version {versions}.\n\n{table}\n", part.title);
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::measure::{Logs, Series, play};
    use crate::review_accuracy::PARTS;

    fn reviewed_as(player: &str, opponent: &str, accuracy: Option<f64>) -> Reviewed {
        Reviewed { player: player.to_owned(), opponent: opponent.to_owned(), turns: 3, accuracy }
    }

    #[test]
    fn rows_have_the_mean_of_all_games() {
        let found = rows(
            [
                reviewed_as("a", "a", Some(90.0)),
                reviewed_as("a", "a", Some(80.0)),
                reviewed_as("b", "a", Some(20.0)),
                reviewed_as("b", "a", None),
            ]
            .into_iter(),
        );
        let shown: Vec<(&str, usize, usize, f64)> =
            found.iter().map(|row| (&*row.player, row.games, row.turns, row.mean())).collect();
        assert_eq!(shown, [("b", 2, 6, 20.0), ("a", 1, 6, 85.0)]);
        assert_eq!((found[1].quantile(0.1), found[1].quantile(0.9)), (80.0, 90.0));
    }

    #[test]
    fn missed_targets_are_described() {
        let rows = rows([reviewed_as("random", "x", Some(41.0)), reviewed_as("y", "x", Some(10.0))].into_iter());
        let (rules, dates, versions) = (String::new(), String::new(), String::new());
        let part = MeasuredPart { part: &PARTS[0], rules, dates, versions, rows };
        let missed = |limit| part.missed(&[Target::below("random", limit), Target::above("random", 40.0)]);
        assert_eq!(missed(42.0), Vec::<String>::new());
        assert_eq!(missed(41.0), ["standard: random against x scores 41.0 %, which is not below 41 %"]);
    }

    #[test]
    fn games_of_two_players_are_chosen_in_the_order_of_their_conditions() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let logs = Logs::new(Path::new(folder.path()).to_owned());
        let mut series = PARTS[0].series(4);
        series[1].players[1] = "level:1".to_owned();
        play(&logs.path("x"), &series, 1, |_, _| Ok(())).unwrap_or_else(|_| panic!("the games can be played"));
        let log = logs.read("x").unwrap_or_else(|_| panic!("the log can be read")).expect("there are games");
        assert_eq!(chosen(&log.log.games, None).len(), 8);
        let found = chosen(&log.log.games, Some(FirstGames { players: ["random", "level:1"], number: 3 }));
        let is_right = |game: &&GameLine| game.seats.contains(&"level:1".to_owned()) && game.condition < 2;
        assert_eq!(found.len(), 3);
        assert!(
            log.log.games.iter().filter(|game| found.contains(&(&game.run, &game.game))).all(|game| is_right(&game))
        );
    }

    #[test]
    fn random_play_scores_far_below_a_level_with_search() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let logs = Logs::new(Path::new(folder.path()).to_owned());
        let part = &PARTS[0];
        let mut series = part.series(2);
        series.push(Series { name: "strong".to_owned(), players: vec!["level:7".to_owned(); 2], ..series[0].clone() });
        play(&logs.path(part.name), &series, 1, |_, _| Ok(())).unwrap_or_else(|_| panic!("the games can be played"));
        let log = logs.read(part.name).unwrap_or_else(|_| panic!("the log can be read")).expect("there are games");
        let measured = MeasuredPart::new(part, &[(&log, None)]).unwrap_or_else(|_| panic!("the games can be reviewed"));
        let mean = |player: &str| measured.rows.iter().find(|row| row.player == player).map_or(0.0, Row::mean);
        assert!(mean("random") < 50.0 && mean("level:7") > 80.0, "{:?}", measured.rows);
        assert!(document(&[measured]).contains("| level:7 | level:7 | 2 |"));
    }
}
