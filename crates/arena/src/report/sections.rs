//! Sections of a report: headings, tables, notes and plots, independent of the output format.

use serde::Deserialize;
use serde_json::Value;

use super::measure_tables::{asg_items, ringrift_items};
use super::table::{Cell, Table, spread_cells};
use super::{
    AllAndClean, Comparison, EntrantSummary, Part, PartKey, Report, RunSummary, Sample, Standing, Tally, Validity,
    part_titles,
};
use crate::agent::AgentSettings;
use crate::log::SprtLine;
use crate::report::figures::Rate;
use crate::report::results::Meetings;
use crate::settings::{Format, NO_FAULT_LIMIT};

/// Section with a heading.
pub(crate) struct Section<'a> {
    pub(crate) title: String,
    pub(crate) items: Vec<Item<'a>>,
}

/// Item of a section.
pub(crate) enum Item<'a> {
    Note(String),
    Table(Table),
    Plot(Plot<'a>),
    Sample(&'a Sample),
}

/// Plot, drawn in HTML only.
pub(crate) enum Plot<'a> {
    Scores(&'a Part),
    Heat(&'a Part),
    Progress(&'a Part),
    Latency(&'a Part),
    Lengths(&'a Part),
    Endings(&'a Part),
    Supply(&'a Part),
    Territory(&'a Part),
}

/// Returns the sections of a report.
pub(crate) fn sections(report: &Report) -> Vec<Section<'_>> {
    let mut sections = vec![played(report)];
    let key = |part: &Part| PartKey { game: part.game.clone(), rules: part.rules.clone(), seats: part.seats };
    let titles = part_titles(&report.parts.iter().map(key).collect::<Vec<PartKey>>());
    for (part, title) in report.parts.iter().zip(&titles) {
        sections.extend(part_sections(part, title));
    }
    sections.extend(report.comparison.as_ref().map(compared));
    if !report.samples.is_empty() {
        sections.push(sampled(&report.samples));
    }
    sections
}

fn played(report: &Report) -> Section<'_> {
    let mut items: Vec<Item<'_>> = report.remarks.iter().cloned().map(Item::Note).collect();
    items.push(Item::Table(runs_table(&report.runs)));
    items.push(Item::Table(entrants_table(&report.entrants)));
    if report.parts.is_empty() {
        items.push(Item::Note("No game has been played.".to_owned()));
    }
    Section { title: "Runs and entrants".to_owned(), items }
}

fn runs_table(runs: &[RunSummary]) -> Table {
    Table::new("runs", "Runs", "", &["run", "what", "is"]).with(runs.iter().flat_map(run_rows))
}

fn run_rows(run: &RunSummary) -> Vec<Vec<Cell>> {
    let format = match run.format {
        Format::RoundRobin => format!("round robin, {} conditions", run.rounds),
        Format::Gauntlet => format!("gauntlet, {} conditions", run.rounds),
        Format::Swiss => format!("Swiss, {} rounds", run.rounds),
    };
    let games = run.planned.map_or(run.games.to_string(), |planned| format!("{} of {planned}", run.games));
    let test = run.sprt.map(|test| {
        let SprtLine { elo0, elo1, alpha, beta } = test;
        format!("{elo0} against {elo1} Elo, with error rates of {alpha} and {beta}")
    });
    let rows = [
        ("name", run.name.clone()),
        ("started", run.created.clone()),
        ("program", run.program.clone()),
        ("game", run.game.clone()),
        ("rules", run.rules.clone()),
        ("maps or openings", run.places.join("; ")),
        ("format", format),
        ("seed", run.seed.clone()),
        ("entrants", run.entrants.to_string()),
        ("games", games),
        ("sequential test", test.unwrap_or_default()),
        ("cost", format!("{:.6}", run.spent_micros as f64 / 1e6)),
    ];
    let is_listed = |(what, text): &(&str, String)| match *what {
        "cost" => run.spent_micros > 0,
        "sequential test" => run.sprt.is_some(),
        "maps or openings" => run.places.len() > 1 || *text != run.rules,
        _ => true,
    };
    rows.into_iter().filter(is_listed).map(|(what, is)| vec![(&run.run).into(), what.into(), Cell::Text(is)]).collect()
}

fn entrants_table(entrants: &[EntrantSummary]) -> Table {
    let columns = ["entrant", "player", "version", "on error", "#deadline ms", "#most faults"];
    let row = |entrant: &EntrantSummary| {
        let compat = entrant.compat.map_or(String::new(), |compat| format!(", compat {compat}"));
        let on_error = format!("{}{compat}", entrant.on_error);
        vec![
            Cell::from(&entrant.name),
            Cell::Text(player_text(&entrant.player)),
            entrant.version.as_ref().map_or(Cell::Nothing, Cell::from),
            Cell::Text(on_error),
            Cell::Count(entrant.deadline_ms),
            if entrant.most_faults == NO_FAULT_LIMIT { Cell::Nothing } else { Cell::Count(entrant.most_faults.into()) },
        ]
    };
    Table::new("entrants", "Entrants", "", &columns).with(entrants.iter().map(row))
}

/// Returns a player as it is written on the command line. A value that is neither a name nor the settings of an agent stays
/// JSON.
fn player_text(player: &Value) -> String {
    match (player.as_str(), AgentSettings::deserialize(player)) {
        (Some(name), _) => name.to_owned(),
        (None, Ok(settings)) => settings.argument(),
        (None, Err(_)) => player.to_string(),
    }
}

fn part_sections<'a>(part: &'a Part, title: &str) -> Vec<Section<'a>> {
    let titled = |what: &str| format!("{title}: {what}");
    let mut sections = vec![
        Section { title: titled("results"), items: result_items(part) },
        Section { title: titled("reliability, time and cost"), items: validity_items(part) },
        Section { title: titled("lengths and endings"), items: length_items(part) },
    ];
    let mut replayed = Vec::new();
    if part.damaged > 0 {
        replayed.push(Item::Note(format!("{} records are invalid and not included here.", part.damaged)));
    }
    replayed.extend(part.ringrift.iter().flat_map(ringrift_items).map(Item::Table));
    replayed.extend(part.asg.iter().flat_map(asg_items).map(Item::Table));
    if part.asg.as_ref().is_some_and(|figures| figures.curve.len() > 1) {
        replayed.extend([Item::Plot(Plot::Supply(part)), Item::Plot(Plot::Territory(part))]);
    }
    if !replayed.is_empty() {
        sections.push(Section { title: titled("replayed games"), items: replayed });
    }
    sections
}

const ALL: &str = "All games; forfeits count as losses.";
const CLEAN: &str = "Only games without forfeits and fallback moves.";

fn result_items(part: &Part) -> Vec<Item<'_>> {
    let results = &part.results;
    let note = format!(
        "{} games, {} of them clean. Scores are the share of opponents beaten, in per cent, with 95 % intervals.",
        part.games, part.clean_games
    );
    let mut items = vec![
        Item::Note(note),
        Item::Table(standings(&results.standings, "standings", ALL, part.seats, |both| &both.all)),
        Item::Table(standings(&results.standings, "standings_clean", CLEAN, part.seats, |both| &both.clean)),
        Item::Plot(Plot::Scores(part)),
        Item::Plot(Plot::Progress(part)),
        Item::Table(encounters(part, "encounters", ALL, |both| &both.all)),
        Item::Table(encounters(part, "encounters_clean", CLEAN, |both| &both.clean)),
        Item::Plot(Plot::Heat(part)),
    ];
    let seats = results.seats.iter().map(|seat| {
        let mut row = vec![Cell::from(seat.seat)];
        row.extend(all_and_clean_cells(&seat.results));
        row
    });
    let columns = ["#seat", "#games", "%score", "#clean games", "%clean score"];
    let about = "Results of the entrants on each seat.";
    items.push(Item::Table(Table::new("seats", "Seats", about, &columns).with(seats)));
    if !results.places.is_empty() {
        let rows = results.places.iter().map(|score| {
            let mut row = vec![Cell::from(&score.place), Cell::from(&score.name)];
            row.extend(all_and_clean_cells(&score.results));
            row
        });
        let columns = ["map or rules", "entrant", "#games", "%score", "#clean games", "%clean score"];
        items.push(Item::Table(Table::new("places", "Maps and rules", "", &columns).with(rows)));
    }
    items
}

fn all_and_clean_cells(results: &AllAndClean<Tally>) -> [Cell; 4] {
    let AllAndClean { all, clean } = results;
    [all.games.into(), Cell::share(all.score), clean.games.into(), Cell::share(clean.score)]
}

fn standings(
    standings: &[Standing],
    id: &str,
    about: &str,
    seats: usize,
    of: fn(&AllAndClean<Tally>) -> &Tally,
) -> Table {
    // The score comes first, because on a phone the other columns require scrolling.
    let mut columns = vec!["entrant", "%score", "#games", "#wins", "#ties", "#losses"];
    if seats > 2 {
        columns.extend(["#aborted", "#mean place"]);
    }
    let row = |standing: &Standing| {
        let tally = of(&standing.results);
        let mut row = vec![Cell::from(&standing.name), Cell::share(tally.score)];
        row.extend([tally.games, tally.wins, tally.ties, tally.losses].map(Cell::Count));
        if seats > 2 {
            row.extend([tally.aborted.into(), Cell::number(tally.place)]);
        }
        row
    };
    let title = if about == CLEAN { "Results of clean games" } else { "Results" };
    Table::new(id, title, about, &columns).with(standings.iter().map(row))
}

/// Returns the table of encounters: every pair once, from the view of the better entrant.
fn encounters(part: &Part, id: &str, about: &str, of: fn(&AllAndClean<Meetings>) -> &Meetings) -> Table {
    let mut seen = std::collections::BTreeSet::new();
    let better = part.results.encounters.iter().filter(|encounter| {
        seen.insert((&encounter.name, &encounter.against)) && !seen.contains(&(&encounter.against, &encounter.name))
    });
    let rows = better.map(|encounter| {
        let met = of(&encounter.results);
        vec![
            Cell::from(&encounter.name),
            Cell::from(&encounter.against),
            met.games.into(),
            met.ahead.into(),
            met.equal.into(),
            met.behind.into(),
            Cell::share(met.score),
        ]
    });
    let columns = ["entrant", "against", "#games", "#ahead", "#equal", "#behind", "%score"];
    let title = if about == CLEAN { "Encounters in clean games" } else { "Encounters" };
    Table::new(id, title, about, &columns).with(rows)
}

fn validity_items(part: &Part) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let reliability = Table::new(
        "reliability",
        "Reliability",
        "Shares in per cent, with 95 % intervals. Built-in players receive no requests.",
        &["entrant", "what", "#count", "#of", "%share"],
    )
    .with(part.validity.iter().flat_map(rate_rows));
    if reliability.rows.is_empty() {
        items.push(Item::Note("Only built-in players took part, and none of them failed.".to_owned()));
    } else {
        items.push(Item::Table(reliability));
    }
    items.push(Item::Table(usage_table(&part.validity)));
    items.push(Item::Table(latency_table(&part.validity)));
    items.push(Item::Plot(Plot::Latency(part)));
    items
}

fn usage_table(all: &[Validity]) -> Table {
    let paid = all.iter().filter(|validity| validity.usage.requests > 0 || validity.usage.cost_micros > 0);
    let rows = paid.map(|validity| {
        let usage = validity.usage;
        let cost = usage.cost_micros as f64 / 1e6;
        let mut row = vec![Cell::from(&validity.name)];
        row.extend([usage.requests, usage.input_tokens, usage.output_tokens].map(Cell::Count));
        row.extend([cost, cost / validity.games as f64].map(Cell::Number));
        row
    });
    let columns = ["entrant", "#requests", "#input tokens", "#output tokens", "#cost", "#cost per game"];
    Table::new("usage", "Tokens and cost", "", &columns).with(rows)
}

fn latency_table(all: &[Validity]) -> Table {
    let rows = all.iter().filter(|validity| validity.latency.count > 0).map(|validity| {
        let figures = validity.latency;
        let quantiles = [figures.p50, figures.p90, figures.p95, figures.p99].map(Cell::number);
        [Cell::from(&validity.name), figures.count.into()].into_iter().chain(quantiles).collect()
    });
    let columns = ["entrant", "#decisions", "#p50", "#p90", "#p95", "#p99"];
    let about = "Milliseconds per decision, accurate to about 4 %.";
    Table::new("latency", "Time", about, &columns).with(rows)
}

/// Returns the rows on the reliability of an entrant; for a bot only its forfeits.
fn rate_rows(validity: &Validity) -> Vec<Vec<Cell>> {
    let row = |what: String, rate: &Rate| {
        vec![Cell::from(&validity.name), Cell::Text(what), rate.count.into(), rate.of.into(), Cell::share(rate.share)]
    };
    let mut rows = Vec::new();
    if validity.asked > 0 {
        rows.push(row("unusable replies".to_owned(), &validity.faults));
        let classes = validity.fault_classes.iter();
        rows.extend(classes.map(|(class, rate)| row(format!("  {class}"), rate)));
        rows.push(row("retries".to_owned(), &validity.retries));
        rows.push(row("rejected actions".to_owned(), &validity.void));
        rows.push(row("fallback moves".to_owned(), &validity.replaced));
    }
    if validity.asked > 0 || validity.forfeits.count > 0 {
        rows.push(row("forfeited games".to_owned(), &validity.forfeits));
        let classes = validity.forfeit_classes.iter();
        rows.extend(classes.map(|(class, rate)| row(format!("  {class}"), rate)));
    }
    rows
}

fn length_items(part: &Part) -> Vec<Item<'_>> {
    let spreads = [("plies", part.lengths.plies), ("seconds", part.lengths.seconds)];
    let rows = spreads.iter().filter_map(|(what, spread)| {
        let cells = spread_cells(spread.as_ref()?);
        Some([Cell::from(*what)].into_iter().chain(cells).collect())
    });
    let columns = ["length in", "#mean", "#p10", "#median", "#p90", "#min", "#max"];
    let endings = part
        .endings
        .iter()
        .map(|ending| vec![Cell::from(&ending.reason), ending.rate.count.into(), Cell::share(ending.rate.share)]);
    let bins = part.lengths.histogram.iter().map(|bin| vec![bin.from.into(), bin.to.into(), bin.count.into()]);
    vec![
        Item::Table(Table::new("lengths", "Lengths", "", &columns).with(rows)),
        Item::Plot(Plot::Lengths(part)),
        Item::Table(Table::new("endings", "Endings", "", &["reason", "#games", "%share"]).with(endings)),
        Item::Plot(Plot::Endings(part)),
        Item::Table(Table::new("histogram", "Games by length", "", &["#from ply", "#to below", "#games"]).with(bins)),
    ]
}

fn compared(comparison: &Comparison) -> Section<'_> {
    let Comparison { a, b, cases, unpaired, measures } = comparison;
    let met = format!(
        "A is {a}, B is {b}. Both played {} cases with the same start, opponents and seat, {} of them in clean games; \
         {unpaired} games have no counterpart.",
        cases.all, cases.clean
    );
    let note = format!(
        "{met} Differences are A minus B, with 95 % intervals; p is the probability of a mean difference at least this far from \
         zero if A and B were equal."
    );
    let rows = measures.iter().map(|difference| {
        vec![
            Cell::Text(format!("{}{}", difference.measure, if difference.is_clean { ", clean" } else { "" })),
            difference.cases.into(),
            Cell::Number(difference.a),
            Cell::Number(difference.b),
            Cell::Figure(difference.difference),
            difference.more.into(),
            difference.equal.into(),
            difference.less.into(),
            Cell::Number(difference.p),
            Cell::Number(difference.sign_p),
        ]
    });
    let columns = ["measure", "#cases", "#A", "#B", "%difference", "#more", "#equal", "#less", "#p", "#sign p"];
    let about = "Per game: median latency of decisions, faults per request, rejected actions per action.";
    let table = Table::new("comparison", "Differences", about, &columns).with(rows);
    Section { title: "A and B compared".to_owned(), items: vec![Item::Note(note), Item::Table(table)] }
}

/// Limit of shown samples; JSON contains all of them.
const MOST_SAMPLES: usize = 100;

fn sampled(samples: &[Sample]) -> Section<'_> {
    let note = "Replies with faults or rejected actions, as received. The texts come from the agents.";
    let shown = samples.iter().take(MOST_SAMPLES).map(Item::Sample);
    let mut items: Vec<Item<'_>> = std::iter::once(Item::Note(note.to_owned())).chain(shown).collect();
    if samples.len() > MOST_SAMPLES {
        items.push(Item::Note(format!("… and {} more", samples.len() - MOST_SAMPLES)));
    }
    Section { title: "Samples of faulty replies".to_owned(), items }
}
