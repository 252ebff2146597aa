//! The cross table as a field of colours with numbers.

use std::collections::BTreeMap;

use super::super::Part;
use super::super::markup::Markup;
use super::{LEFT, WIDTH, bar, begin, end, name, text};

/// With more entrants, numbers cannot be read any more.
const MOST: usize = 20;

/// Scores of everybody against everybody.
pub(super) fn heat(page: &mut Markup, part: &Part, id: &str) {
    let names: Vec<&str> = part.results.standings.iter().take(MOST).map(|standing| standing.name.as_str()).collect();
    if names.len() < 2 {
        return;
    }
    let scores: BTreeMap<(&str, &str), (f64, u64)> = part
        .results
        .encounters
        .iter()
        .filter_map(|met| {
            let score = met.results.all.score?.value;
            Some(((met.name.as_str(), met.against.as_str()), (score, met.results.all.games)))
        })
        .collect();
    let size = ((WIDTH - LEFT - 4.0) / names.len() as f64).min(46.0);
    let high = size.min(34.0);
    let words = "Scores in per cent of the entrants in rows against those in columns, who have the same numbers. All games; the table above has the numbers.";
    begin(page, id, "Everybody against everybody", words, 26.0 + high * names.len() as f64);
    for (row, one) in names.iter().enumerate() {
        let y = 22.0 + high * row as f64;
        text(page, LEFT + size * (row as f64 + 0.5), 16.0, "m c", &(row + 1).to_string());
        name(page, y + high / 2.0 + 4.5, &format!("{} {one}", row + 1));
        for (column, other) in names.iter().enumerate() {
            let x = LEFT + size * column as f64;
            match scores.get(&(one, other)) {
                None => bar(page, "void", [x, y, size, high], 1.0, "no games"),
                Some(&(score, games)) => {
                    let words = format!("{one} against {other}: {:.1} % of {games} games", 100.0 * score);
                    // Pale enough for letters in every theme.
                    bar(page, "heat", [x, y, size, high], 0.5 * score, &words);
                    if size >= 22.0 {
                        let (x, y) = (x + size / 2.0, y + high / 2.0 + 4.5);
                        text(page, x, y, "c", &format!("{:.0}", 100.0 * score));
                    }
                }
            }
        }
    }
    end(page);
}
