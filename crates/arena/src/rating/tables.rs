//! Tables of ratings in all output formats of reports.

use ratings::Estimate;

use super::{FaultCounts, LeaderChange, RatedPart, RatingFit, Ratings};
use crate::protocol::FaultClass;
use crate::report::{
    Cell, Estimate as Figure, Item, PartKey, Section, Table, part_titles, sections_csv, sections_html,
    sections_markdown, sections_text,
};

const TITLE: &str = "Ratings";

impl Ratings {
    /// Returns the ratings as text for a terminal.
    pub fn to_text(&self) -> String {
        sections_text(&self.sections())
    }

    pub fn to_markdown(&self) -> String {
        sections_markdown(TITLE, &self.sections())
    }

    /// Returns the ratings as CSV with one line per value: `table,row,column,value`.
    pub fn to_csv(&self) -> String {
        sections_csv(&self.sections())
    }

    /// Returns the ratings as a self-contained HTML page.
    pub fn to_html(&self) -> String {
        sections_html(TITLE, &self.sections())
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("ratings are serializable") + "\n"
    }

    fn sections(&self) -> Vec<Section<'static>> {
        let key = |part: &RatedPart| PartKey { game: part.game.clone(), rules: part.rules.clone(), seats: part.seats };
        let titles = part_titles(&self.parts.iter().map(key).collect::<Vec<PartKey>>());
        let mut sections = Vec::new();
        for (part, title) in self.parts.iter().zip(titles) {
            sections.extend(part.sections(&if self.parts.len() > 1 { format!("{title}: ") } else { String::new() }));
        }
        let mut notes: Vec<Item<'static>> = self.remarks.iter().cloned().map(Item::Note).collect();
        if self.parts.is_empty() {
            notes.push(Item::Note("No game has been played.".to_owned()));
        }
        if !notes.is_empty() {
            sections.insert(0, Section { title: "Remarks".to_owned(), items: notes });
        }
        sections
    }
}

impl RatedPart {
    /// Returns the sections with a prefix in their titles.
    fn sections(&self, prefix: &str) -> Vec<Section<'static>> {
        let titled = |title: &str| format!("{prefix}{title}");
        let mut items = vec![Item::Table(self.side_by_side())];
        items.extend(self.all.warnings.iter().map(|warning| Item::Note(format!("Warning: {warning}."))));
        items.push(Item::Note(first_place(&self.all)));
        let mut sections = vec![
            Section { title: titled(TITLE), items },
            Section { title: titled("All games: seat effects, ties and pairs"), items: details(&self.all) },
        ];
        if self.clean.games != self.all.games {
            let mut items: Vec<Item<'static>> =
                self.clean.warnings.iter().map(|warning| Item::Note(format!("Warning: {warning}."))).collect();
            items.push(Item::Note(first_place(&self.clean)));
            items.extend(details(&self.clean));
            sections.push(Section { title: titled("Clean games: seat effects, ties and pairs"), items });
        }
        if self.validity.iter().any(|one| one.asked > 0) {
            let items = vec![Item::Table(faults(&self.validity))];
            sections.push(Section { title: titled("Validity"), items });
        }
        sections
    }

    /// Returns the table of players with both ratings and their reliability.
    fn side_by_side(&self) -> Table {
        let about = "Elo with 95 % intervals; an anchored rating has none. Players with the same rating share a rank. All: forfeits count as losses. > and <: the rating is unbounded on that side. Clean: only games without \
                     forfeits and fallback moves. Valid: usable replies.";
        let columns = [
            "player",
            "#rank",
            "%Elo, all",
            "#games",
            "#score %",
            "%Elo, clean",
            "#clean games",
            "#forfeits",
            "#valid %",
        ];
        let row = |player: &super::RatedPlayer| {
            let clean = self.clean.players.iter().find(|clean| clean.name == player.name);
            let validity = self.validity.iter().find(|one| one.name == player.name);
            vec![
                Cell::from(&player.name),
                player.rank.into(),
                figure(player.elo),
                player.games.into(),
                Cell::Number(100.0 * player.score),
                clean.map_or(Cell::Nothing, |clean| figure(clean.elo)),
                clean.map_or(0, |clean| clean.games).into(),
                validity.map_or(0, |one| one.forfeits).into(),
                Cell::number(validity.and_then(FaultCounts::valid_replies).map(|share| 100.0 * share)),
            ]
        };
        Table::new("ratings", "Players", about, &columns).with(self.all.players.iter().map(row))
    }
}

fn figure(estimate: Estimate) -> Cell {
    let Estimate { low, high, .. } = estimate;
    // The value of an unbounded estimate has no meaning.
    let value = if estimate.is_bounded() { estimate.value } else { f64::NAN };
    Cell::Figure(Figure { value: value.round(), low: low.round(), high: high.round() })
}

/// Returns the tables of seat effects, ties and superiority.
fn details(fit: &RatingFit) -> Vec<Item<'static>> {
    let about = format!("Intervals: {}, 95 %. {} games.", fit.intervals, fit.games);
    let seat = |seat: &super::RatedSeat| {
        vec![format!("seat {} of {}", seat.seat, seat.seats).as_str().into(), figure(seat.elo)]
    };
    let seats = Table::new("seats", "Seat effects in Elo", &about, &["seat", "%Elo"]).with(fit.seats.iter().map(seat));
    let tie = |tie: &super::TieShare| {
        let Estimate { low, high, .. } = tie.prevalence;
        let value = if tie.prevalence.is_bounded() { tie.prevalence.value } else { f64::NAN };
        vec![Cell::Count(tie.size.into()), Cell::Figure(Figure { value, low, high })]
    };
    let about = "Ratio of two probabilities for players of equal strength: that all of them tie, and that a given one of them \
                 is first alone.";
    let ties = Table::new("ties", "Ties", about, &["#players", "%prevalence"]).with(fit.ties.iter().map(tie));
    let name = |index: usize| Cell::from(&fit.players[index].name);
    let pairs = (0..fit.players.len()).flat_map(|one| (one + 1..fit.players.len()).map(move |other| (one, other)));
    let rows = pairs.map(|(one, other)| {
        vec![name(one), name(other), Cell::number(fit.superiority[one][other].map(|chance| 100.0 * chance))]
    });
    let about = "Probability that the first player is stronger than the second, in per cent.";
    let pairs = Table::new("superiority", "Likelihood of superiority", about, &["player", "than", "#%"]).with(rows);
    vec![Item::Table(seats), Item::Table(ties), Item::Table(pairs)]
}

/// Names the players who share the first place, or describes the smallest known set of games that decides it.
pub(super) fn first_place(fit: &RatingFit) -> String {
    /// Limit of listed games.
    const MOST_NAMED: usize = 10;
    let first: Vec<String> =
        fit.players.iter().filter(|player| player.rank == 1).map(|player| ringrift::excerpt(&player.name)).collect();
    if first.len() > 1 {
        return format!("{} share the first place.", ringrift_text::listed(&first));
    }
    let Some(change) = &fit.fragility else {
        return "No small set of games was found whose removal changes the leader.".to_owned();
    };
    let LeaderChange { first, successor, at_most, games } = change;
    let named = games.iter().take(MOST_NAMED).cloned().collect::<Vec<String>>().join(", ");
    let rest = if games.len() > MOST_NAMED { ", …" } else { "" };
    format!(
        "Without {at_most} of the games, {} would be first instead of {}. This is an upper bound: a smaller set may exist. The \
         games: {named}{rest}",
        ringrift::excerpt(successor),
        ringrift::excerpt(first)
    )
}

/// Returns the table of failures by class.
fn faults(validity: &[FaultCounts]) -> Table {
    let columns = ["player", "fault", "#count", "#of", "#%"];
    let rows = validity.iter().filter(|one| one.asked > 0).flat_map(|one| {
        let share = |count: u64, of: u64| Cell::number((of > 0).then(|| 100.0 * count as f64 / of as f64));
        let row = move |what: &str, count: u64, of: u64| {
            vec![Cell::from(&one.name), what.into(), count.into(), of.into(), share(count, of)]
        };
        let of_class =
            move |class: FaultClass| row(class.name(), one.faults.get(&class).copied().unwrap_or(0), one.asked);
        let classes = FaultClass::ALL.into_iter().filter(|class| one.faults.contains_key(class)).map(of_class);
        let all = one.faults.values().sum();
        std::iter::once(row("unusable replies", all, one.asked))
            .chain(classes)
            .chain([row("rejected actions", one.void, one.actions), row("forfeited games", one.forfeits, one.games)])
            .collect::<Vec<_>>()
    });
    Table::new("validity", "Failures", "", &columns).with(rows)
}
