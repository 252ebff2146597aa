//! The document.

use arena::{Rated, RatedPlayer, RatingOptions, Ratings};
use ratings::Estimate;
use ringrift_text::{counted, listed};

use super::bars::{self, Bar, FAR, LARGE_BOARD, LEAST_PAIRS, LOWER_BOUND, SMALL_BOARD, STEP, level_name};
use super::pairing::Pairing;
use super::parts::{FAR_BELOW, OPENING_PLIES, PARTS, Part};
use super::speed::Speed;
use super::timing::{Timing, timings};
use crate::bench::SearchSpeed;
use crate::measure::{PartLog, Table, dates, percent, player_of, seconds};

/// A part that has games.
pub(super) struct MeasuredPart {
    part: &'static Part,
    log: PartLog,
    pairings: Vec<Pairing>,
    timings: Vec<Timing>,
}

impl MeasuredPart {
    pub(super) fn new(part: &'static Part, log: PartLog) -> MeasuredPart {
        let mut pairings: Vec<Pairing> = log.log.runs.iter().filter_map(|run| pairing(&log, run)).collect();
        // Steps from the bottom up, then whoever meets somebody far below.
        pairings.sort_by_key(|pairing| (bars::wanted_score(pairing) > STEP, number(&pairing.upper)));
        let mut timings = timings(&log.log);
        timings.sort_by_key(|timing| number(&timing.player));
        MeasuredPart { part, log, pairings, timings }
    }

    /// The bars of the part.
    pub(super) fn bars(&self) -> Vec<Bar> {
        let scores = self.pairings.iter().filter_map(|pairing| Bar::of_score(self.part, pairing));
        scores.chain(self.timings.iter().filter_map(|timing| Bar::of_time(self.part, timing))).collect()
    }
}

fn pairing(log: &PartLog, run: &arena::log::RunLine) -> Option<Pairing> {
    let [upper, lower, ..] = &run.manifest.entrants[..] else { return None };
    Pairing::of(player_of(&upper.name), player_of(&lower.name), &log.games(run))
}

/// The number behind the name of a player, for the order of rows.
fn number(player: &str) -> u64 {
    player.split_once(':').and_then(|(_, number)| number.parse().ok()).unwrap_or(0)
}

/// The whole document.
pub(super) fn document(parts: &[MeasuredPart], bars: &[Bar], speed: Option<&Speed>) -> String {
    let mut text = introduction(parts, speed);
    text += &bar_section(bars);
    parts.iter().for_each(|part| text += &part_section(part));
    text += &missing(parts);
    text += &speed_section(speed);
    text + &cost_section(parts)
}

fn introduction(parts: &[MeasuredPart], speed: Option<&Speed>) -> String {
    let machine = speed.map_or(String::new(), |speed| format!(" on {}", counted(speed.cores as u64, "core")));
    format!(
        "# The ladder\n\n\
         Made by `cargo lab ladder` from its logs: {dates}{machine}.\n\n\
         Who meets plays pairs of games: both begin with the same {OPENING_PLIES} random actions, and seats are swapped. All pairings \
         have the same openings. In ASG they have the same map and luck.\n\
         With three and four players one of the higher level sits with others of the lower one, once on every seat; these games are \
         one pair.\n\
         A score is the share of the others that a player is ahead of, and being equal counts half: it is 50 % if all are equally \
         strong.\n\
         Brackets hold 95 % intervals. Those of scores are of the mean over pairs, as the games of a pair are no independent trials; \
         where all pairs came out alike, Wilson's for as many trials.\n\n",
        dates = dates(parts.iter().flat_map(|part| &part.log.log.runs)),
    )
}

fn bar_section(bars: &[Bar]) -> String {
    let about = format!(
        "## Bars\n\n\
         In live and in no_main each level has to score {} against the one below, in {LEAST_PAIRS} pairs or more, and the lower end of \
         the interval has to be above {};\nthe top level has to score {} against level {FAR_BELOW}. Of the decisions of the top level \
         95 % may take at most {}, on large boards {}.\n\n",
        percent(STEP),
        percent(LOWER_BOUND),
        percent(FAR),
        seconds(SMALL_BOARD),
        seconds(LARGE_BOARD),
    );
    let row = |bar: &Bar| {
        let verdict = match bar.verdict {
            bars::Verdict::Met => bar.verdict.to_string(),
            _ => format!("**{}**", bar.verdict),
        };
        vec![bar.part.to_owned(), bar.what.clone(), bar.wanted.clone(), bar.found.clone(), verdict]
    };
    let table = Table::new(&["part", "bar", "wanted", "found", ""]).with(bars.iter().map(row));
    let unmet = bars.iter().filter(|bar| bar.verdict != bars::Verdict::Met).count();
    let summary = if unmet == 0 { "All are met.".to_owned() } else { format!("Not met: {unmet} of {}.", bars.len()) };
    if bars.is_empty() { format!("{about}None was measured.\n\n") } else { format!("{about}{table}\n{summary}\n\n") }
}

fn part_section(part: &MeasuredPart) -> String {
    let MeasuredPart { part: about, log, pairings, timings } = part;
    let bars = if about.has_bars { "" } else { " Scores have no bars here." };
    let ratings = if about.has_ratings() { format!("{}\n", rating_table(log)) } else { String::new() };
    format!(
        "## {}: {}\n\n`{}`, {}, players of version {}.{bars}\n\n{}\n{ratings}{}\n",
        about.name,
        about.title,
        log.rules(),
        counted(log.log.games.len() as u64, "game"),
        log.told_versions(&["level", "nodes"]),
        pairing_table(pairings),
        timing_table(timings),
    )
}

fn pairing_table(pairings: &[Pairing]) -> Table {
    let row = |one: &Pairing| {
        vec![
            one.upper.clone(),
            one.lower.clone(),
            one.pairs.to_string(),
            one.score.to_string(),
            format!("{} / {} / {}", one.wins, one.draws, one.losses),
            format!("{:.0}", one.plies),
        ]
    };
    let columns = ["player", "against", "pairs", "score", "won / drawn / lost", "actions in a game"];
    Table::new(&columns).with(pairings.iter().map(row))
}

/// The ratings of a part. Whoever sits in several seats of a table has a rating for each; the first is shown.
fn rating_table(log: &PartLog) -> String {
    let anchor = level_name(FAR_BELOW);
    let is_there = log.log.runs.iter().flat_map(|run| &run.manifest.entrants).any(|entrant| entrant.name == anchor);
    let anchors = if is_there { vec![(anchor.clone(), 0.0)] } else { Vec::new() };
    let rated = match Ratings::of(&log.log, &RatingOptions { anchors, most_removed: 0, ..RatingOptions::default() }) {
        Ok(ratings) => ratings.parts.into_iter().next().map(|part| part.all),
        Err(_) => None,
    };
    let Some(rated) = rated else { return "There are no ratings.\n".to_owned() };
    let row = |one: &RatedPlayer| vec![one.name.clone(), elo(one.elo), one.games.to_string()];
    let shown = rated.players.iter().filter(|one| player_of(&one.name) == one.name);
    let table = Table::new(&["player", "Elo", "games"]).with(shown.map(row));
    format!("{}\n\n{table}{}", zero(is_there, &anchor), warnings(&rated))
}

fn zero(has_anchor: bool, anchor: &str) -> String {
    let zero = if has_anchor { format!("{anchor} is at 0") } else { "the mean is 0".to_owned() };
    format!("Ratings of all games of the part; {zero}. > and <: no game bounds the rating on that side.")
}

fn warnings(rated: &Rated) -> String {
    rated.warnings.iter().map(|warning| format!("\n- {warning}.")).collect::<String>() + "\n"
}

fn elo(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    match (low.is_finite(), high.is_finite()) {
        (true, true) if low == high => format!("{value:.0}"),
        (true, true) => format!("{value:.0} ({low:.0} to {high:.0})"),
        (true, false) => format!("> {low:.0}"),
        (false, true) => format!("< {high:.0}"),
        (false, false) => "unknown".to_owned(),
    }
}

fn timing_table(timings: &[Timing]) -> String {
    let row = |one: &Timing| {
        vec![one.player.clone(), one.decisions.to_string(), seconds(one.mean), seconds(one.p50), seconds(one.p95)]
    };
    let columns = ["player", "decisions", "mean", "median", "95 % take less than"];
    format!("Time for a decision, by the clock.\n\n{}", Table::new(&columns).with(timings.iter().map(row)))
}

/// The parts that nobody has played.
fn missing(parts: &[MeasuredPart]) -> String {
    let is_missing = |part: &&Part| !parts.iter().any(|measured| measured.part.name == part.name);
    let names: Vec<String> = PARTS.iter().filter(is_missing).map(|part| part.name.to_owned()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("## Not measured\n\nThere are no games of {}.\n\n", listed(&names))
}

fn speed_section(speed: Option<&Speed>) -> String {
    let Some(speed) = speed else { return "## Speed of the search\n\nIt was not measured.\n\n".to_owned() };
    let row = |board: &SearchSpeed| vec![board.rules.clone(), format!("{:.0}", board.nodes_per_second)];
    let table = Table::new(&["rules", "positions a second"]).with(speed.boards.iter().map(row));
    format!(
        "## Speed of the search\n\nOn one core, in positions of the middle of random games, levels of version `{}`.\n\n{table}\n",
        speed.version
    )
}

fn cost_section(parts: &[MeasuredPart]) -> String {
    let row = |name: &str, games: usize, hours: f64| vec![name.to_owned(), games.to_string(), format!("{hours:.2}")];
    let of = |part: &MeasuredPart| row(part.part.name, part.log.log.games.len(), part.log.core_hours());
    let mut table = Table::new(&["part", "games", "core-hours"]).with(parts.iter().map(of));
    let games = parts.iter().map(|part| part.log.log.games.len()).sum();
    let hours: f64 = parts.iter().map(|part| part.log.core_hours()).sum();
    table.row(&row("all", games, hours));
    format!(
        "## What it took\n\nA game has one core; its time is that from its first decision to its last, by the clock. Whatever else the \
         machine does makes it longer.\n\n{table}\n\
         Every game is in a log, `ringside log verify` plays all of them again, and `cargo lab ladder` goes on with them.\n"
    )
}
