//! The document.

use std::collections::BTreeMap;

use cli_support::Failure;
use ratings::Share;
use ringrift_text::{counted, listed};

use super::advice::{self, Candidate};
use super::facts::{self, Facts};
use super::figures::{EARLY, Figures, Spread};
use super::line::ShortLine;
use super::parts::{BY_THE_BOOK, OPENING_PLIES, PARTS, Part, STRENGTHS};
use crate::measure::{PartLog, Table, dates, percent, player_of};

/// A part that has games.
pub(super) struct MeasuredPart {
    part: &'static Part,
    log: PartLog,
    /// Players against themselves, the weakest first.
    rows: Vec<Row>,
}

/// A player against itself.
struct Row {
    player: String,
    games: Vec<Facts>,
    figures: Figures,
}

impl MeasuredPart {
    pub(super) fn new(part: &'static Part, log: PartLog) -> Result<MeasuredPart, Failure> {
        let mut facts = facts::of_log(&log)?;
        let rows = log.log.runs.iter().filter_map(|run| {
            let player = player_of(&run.manifest.entrants.first()?.name).to_owned();
            let games = facts.remove(&run.run)?;
            Some(Row { player, figures: Figures::of(&games)?, games })
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_by_key(|row| STRENGTHS.iter().position(|strength| strength.player == row.player));
        Ok(MeasuredPart { part, log, rows })
    }

    /// The strongest player that has games.
    fn strongest(&self) -> Option<&Row> {
        self.rows.last()
    }
}

/// The whole document.
pub(super) fn document(parts: &[MeasuredPart]) -> String {
    let mut text = introduction(parts);
    text += &format!("## Recommendation\n\n{}\n", advice::tell(&candidates(parts)));
    text += &by_the_book(parts);
    parts.iter().for_each(|part| text += &part_section(part));
    text += &missing(parts);
    text + &cost_section(parts)
}

fn introduction(parts: &[MeasuredPart]) -> String {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (family, part) in ["random", "level"].iter().flat_map(|family| parts.iter().map(move |part| (family, part))) {
        versions.entry(family).or_default().extend(part.log.versions(family));
    }
    let version = |(family, mut versions): (&str, Vec<&str>)| {
        versions.sort_unstable();
        versions.dedup();
        (!versions.is_empty()).then(|| format!("{family} of version `{}`", versions.join("`, `")))
    };
    let versions: Vec<String> = versions.into_iter().filter_map(version).collect();
    format!(
        "# Balance\n\n\
         Made by `cargo lab balance` from its logs: {}, {}.\n\n\
         Players meet themselves, so that nothing but the seat favours anybody. Random actions before games: {OPENING_PLIES}; the luck \
         of the players makes games differ.\n\
         A turn is one player's, automatic passes included; a turn can take several decisions. The score of the first seat is the share \
         of the others that it is ahead of, and being equal counts half: 50 % would be fair.\n\
         Brackets hold 95 % intervals, Wilson's, of as many trials as there are games; they are too narrow where few games are \
         different.\n\n",
        dates(parts.iter().flat_map(|part| &part.log.log.runs)),
        listed(&versions),
    )
}

fn candidates(parts: &[MeasuredPart]) -> Vec<Candidate<'_>> {
    parts.iter().filter_map(candidate).collect()
}

fn candidate(measured: &MeasuredPart) -> Option<Candidate<'_>> {
    let MeasuredPart { part, rows, .. } = measured;
    let all = || rows.iter().map(|row| (row.player.as_str(), &row.figures));
    let thinking: Vec<(&str, &Figures)> = all().filter(|(player, _)| *player != STRENGTHS[0].player).collect();
    let games = if thinking.is_empty() { all().collect() } else { thinking };
    Some(Candidate { part: part.name, preset: part.preset?, games })
}

/// Whether the game by the book is decided in the first turns.
fn by_the_book(parts: &[MeasuredPart]) -> String {
    let Some(part) = parts.iter().find(|part| part.part.name == BY_THE_BOOK) else { return String::new() };
    let Some((row, early)) = part.strongest().and_then(|row| Some((row, row.figures.early()?))) else {
        return String::new();
    };
    let others = part.rows.iter().filter(|other| other.player != row.player);
    let others =
        others.filter_map(|other| Some(format!("of {} {}", other.player, percent(other.figures.early()?.part))));
    let others: Vec<String> = others.collect();
    let beside = if others.is_empty() { String::new() } else { format!(" For comparison: {}.", listed(&others)) };
    let line = |row: &Row| ShortLine::find(&row.games).map_or(String::new(), |line| line.tell());
    let is_quick =
        |other: &&Row| other.player != row.player && other.figures.early().is_some_and(|early| early.part >= 0.5);
    let careless = part.rows.iter().find(is_quick).map_or(String::new(), |other| {
        format!(
            "Whoever does not guard against it loses at once all the same; {} against itself:\n\n{}\n",
            other.player,
            line(other)
        )
    });
    format!(
        "## Is canon by the book decided in the first turns?\n\n{}{beside}\n\n{}\n{careless}",
        sentence(&row.player, early, row.figures.first_seat),
        line(row),
    )
}

fn sentence(player: &str, early: Share, first_seat: Share) -> String {
    let verdict = match early.part {
        most if most >= 0.5 => "Yes",
        many if many >= 0.1 => "Often",
        _ => "No",
    };
    format!(
        "**{verdict}.** Of the games of {player} against itself {early} are over within the first {EARLY} turns; the first seat scores \
         {first_seat}."
    )
}

fn part_section(part: &MeasuredPart) -> String {
    let tables =
        [result_table(&part.rows), early_table(&part.rows), length_table(&part.rows), ending_table(&part.rows)];
    let tables: Vec<String> = tables.iter().map(Table::to_string).collect();
    format!("## {}: {}\n\n`{}`\n\n{}\n", part.part.name, part.part.title, part.log.rules(), tables.join("\n"))
}

fn result_table(rows: &[Row]) -> Table {
    let row = |Row { player, figures, .. }: &Row| {
        let wins: Vec<String> = figures.wins.iter().map(|share| percent(share.part)).collect();
        vec![
            player.clone(),
            figures.games.to_string(),
            figures.different.to_string(),
            figures.first_seat.to_string(),
            wins.join(" / "),
            figures.draws.to_string(),
        ]
    };
    let columns = ["player", "games", "different", "first seat scores", "won by seat", "drawn"];
    Table::new(&columns).with(rows.iter().map(row))
}

fn early_table(rows: &[Row]) -> Table {
    let turns: Vec<String> =
        super::figures::MILESTONES.iter().map(|turns| format!("over within {}", counted(*turns, "turn"))).collect();
    let mut columns = vec!["player"];
    columns.extend(turns.iter().map(String::as_str));
    let row = |Row { player, figures, .. }: &Row| {
        let shares = figures.over_within.iter().map(|(_, share)| percent(share.part));
        std::iter::once(player.clone()).chain(shares).collect()
    };
    Table::new(&columns).with(rows.iter().map(row))
}

fn length_table(rows: &[Row]) -> Table {
    let row = |Row { player, figures, .. }: &Row| {
        vec![
            player.clone(),
            spread(figures.turns),
            spread(figures.decisions),
            format!("{:.1}", figures.options),
            format!("{:.0}", figures.options_in_turn),
        ]
    };
    let columns = [
        "player",
        "turns: mean, median (5–95 %)",
        "decisions",
        "actions possible at a decision",
        "ways to play a turn (geometric mean of products)",
    ];
    Table::new(&columns).with(rows.iter().map(row))
}

fn spread(spread: Spread) -> String {
    let Spread { mean, median, low, high } = spread;
    format!("{mean:.1}, {median:.0} ({low:.0}–{high:.0})")
}

fn ending_table(rows: &[Row]) -> Table {
    let mut reasons: Vec<&str> =
        rows.iter().flat_map(|row| row.figures.endings.iter().map(|(reason, _)| reason.as_str())).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let mut columns = vec!["player"];
    columns.extend(&reasons);
    let row = |Row { player, figures, .. }: &Row| {
        let of = |reason: &&str| figures.endings.iter().find(|(other, _)| other == reason);
        let share = |reason: &&str| of(reason).map_or_else(|| "–".to_owned(), |(_, share)| percent(share.part));
        std::iter::once(player.clone()).chain(reasons.iter().map(share)).collect()
    };
    Table::new(&columns).with(rows.iter().map(row))
}

/// The parts and players that have no games.
fn missing(parts: &[MeasuredPart]) -> String {
    let of = |part: &Part| parts.iter().find(|measured| measured.part.name == part.name);
    let has = |part: &Part, player: &str| of(part).is_some_and(|part| part.rows.iter().any(|row| row.player == player));
    let all = PARTS.iter().flat_map(|part| STRENGTHS.iter().map(move |strength| (part, strength.player)));
    let names: Vec<String> = all
        .filter(|(part, player)| !has(part, player))
        .map(|(part, player)| format!("{player} in {}", part.name))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!("## Not measured\n\nThere are no games of {}.\n\n", listed(&names))
}

fn cost_section(parts: &[MeasuredPart]) -> String {
    let games: usize = parts.iter().map(|part| part.log.log.games.len()).sum();
    let hours: f64 = parts.iter().map(|part| part.log.core_hours()).sum();
    format!(
        "## What it took\n\n{} and {hours:.2} core-hours. Every game is in a log, `ringside log verify` plays all of them again, and \
         `cargo lab balance` goes on with them.\n",
        counted(games as u64, "game")
    )
}
