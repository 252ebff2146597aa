//! Cross table as a heat map with numbers.

use std::collections::BTreeMap;

use super::super::markup::Markup;
use super::{LEFT, WIDTH, bar, begin, end, name, text};
use crate::report::{Encounter, Part};

/// Maximum number of entrants. With more, the numbers would be illegible.
const MOST_ENTRANTS: usize = 20;

/// Score and number of games by pair.
type Scores<'a> = BTreeMap<(&'a str, &'a str), (f64, u64)>;

/// Draws the scores of all pairs.
pub(super) fn heat(page: &mut Markup, part: &Part, id: &str) {
    let results = &part.results;
    let names: Vec<&str> =
        results.standings.iter().take(MOST_ENTRANTS).map(|standing| standing.name.as_str()).collect();
    if names.len() < 2 {
        return;
    }
    let score = |met: &'_ Encounter| Some((met.results.all.score?.value, met.results.all.games));
    let known = results.encounters.iter();
    let scores: Scores<'_> =
        known.filter_map(|met| Some(((met.name.as_str(), met.against.as_str()), score(met)?))).collect();
    let width = ((WIDTH - LEFT - 4.0) / names.len() as f64).min(46.0);
    let height = width.min(34.0);
    let is_cut = names.len() < results.standings.len();
    let title = if is_cut { "Scores of the first twenty entrants" } else { "Scores of all pairs" };
    let description = "Scores in per cent of the entrants in rows against the entrants in columns. Each entrant has the same \
                       number in its row and its column. The table above has the scores.";
    begin(page, id, title, description, 26.0 + height * names.len() as f64);
    for (row, one) in names.iter().enumerate() {
        let y = 22.0 + height * row as f64;
        text(page, LEFT + width * (row as f64 + 0.5), 16.0, "m c", &(row + 1).to_string());
        name(page, y + height / 2.0 + 4.5, &format!("{} {one}", row + 1));
        for (column, other) in names.iter().enumerate() {
            let x = LEFT + width * column as f64;
            cell(page, [x, y, width, height], (one, other), &scores);
        }
    }
    end(page);
}

fn cell(page: &mut Markup, [x, y, width, height]: [f64; 4], (one, other): (&str, &str), scores: &Scores<'_>) {
    let Some(&(score, games)) = scores.get(&(one, other)) else {
        return bar(page, "void", [x, y, width, height], 1.0, "no games");
    };
    let tooltip = format!("{one} against {other}: {:.1} % of {games} games", 100.0 * score);
    // At most half opaque, so that the text stays legible in light and dark themes.
    bar(page, "heat", [x, y, width, height], 0.5 * score, &tooltip);
    if width >= 22.0 {
        text(page, x + width / 2.0, y + height / 2.0 + 4.5, "c", &format!("{:.0}", 100.0 * score));
    }
}
