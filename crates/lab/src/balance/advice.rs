//! The recommended rules for people: criteria and their evaluation.

use ringrift_text::listed;

use super::figures::{EARLY, Figures};
use crate::measure::{Table, percent};

/// Maximum distance of the score of the first seat from one half.
const MAX_SEAT_BIAS: f64 = 0.05;

/// Maximum share of drawn games.
const MAX_DRAWS: f64 = 0.05;

/// Maximum share of games that end early.
const MAX_EARLY: f64 = 0.05;

/// Minimum share of the games for an ending to be counted.
const MIN_ENDING_SHARE: f64 = 0.1;

/// Minimum number of counted endings.
const MIN_ENDINGS: usize = 2;

/// Range of the median length, in turns.
const MEDIAN_TURNS: (f64, f64) = (12.0, 120.0);

/// Condition on the games of one player.
struct Criterion {
    title: String,
    is_met: fn(&Figures) -> bool,
    shown: fn(&Figures) -> String,
}

/// Preset with its measurements.
pub(super) struct Candidate<'a> {
    pub(super) part: &'static str,
    pub(super) preset: &'static str,
    /// Players with their figures, the weakest first.
    pub(super) games: Vec<(&'a str, &'a Figures)>,
}

fn criteria() -> Vec<Criterion> {
    vec![
        Criterion {
            title: format!(
                "the first seat scores {} to {}",
                percent(0.5 - MAX_SEAT_BIAS),
                percent(0.5 + MAX_SEAT_BIAS)
            ),
            // Tolerates rounding errors.
            is_met: |figures| off_balance(figures) <= MAX_SEAT_BIAS + 1e-9,
            shown: |figures| percent(figures.first_seat.part),
        },
        Criterion {
            title: format!("at most {} are drawn", percent(MAX_DRAWS)),
            is_met: |figures| figures.draws.part <= MAX_DRAWS,
            shown: |figures| percent(figures.draws.part),
        },
        Criterion {
            title: format!("at most {} end within {EARLY} turns", percent(MAX_EARLY)),
            is_met: |figures| early(figures) <= MAX_EARLY,
            shown: |figures| percent(early(figures)),
        },
        Criterion {
            title: format!("at least {MIN_ENDINGS} kinds of endings with {} each", percent(MIN_ENDING_SHARE)),
            is_met: |figures| kinds(figures) >= MIN_ENDINGS,
            shown: |figures| kinds(figures).to_string(),
        },
        Criterion {
            title: format!("the median length is {} to {} turns", MEDIAN_TURNS.0, MEDIAN_TURNS.1),
            is_met: |figures| (MEDIAN_TURNS.0..=MEDIAN_TURNS.1).contains(&figures.turns.median),
            shown: |figures| format!("{:.0}", figures.turns.median),
        },
    ]
}

fn off_balance(figures: &Figures) -> f64 {
    (figures.first_seat.part - 0.5).abs()
}

fn early(figures: &Figures) -> f64 {
    figures.early().map_or(0.0, |share| share.part)
}

fn kinds(figures: &Figures) -> usize {
    figures.endings.iter().filter(|(_, share)| share.part >= MIN_ENDING_SHARE).count()
}

impl Candidate<'_> {
    /// Returns the number of met criteria over all players.
    fn met(&self) -> usize {
        let met = |figures: &Figures| criteria().iter().filter(|criterion| (criterion.is_met)(figures)).count();
        self.games.iter().map(|(_, figures)| met(figures)).sum()
    }

    /// Returns the number of criteria over all players.
    fn all(&self) -> usize {
        criteria().len() * self.games.len()
    }

    /// Returns the mean distance of the score of the first seat from one half.
    fn off_balance(&self) -> f64 {
        self.games.iter().map(|(_, figures)| off_balance(figures)).sum::<f64>() / self.games.len().max(1) as f64
    }
}

/// Returns the preset that meets the largest share of its criteria. Ties go to the preset whose first seat scores
/// nearest to one half.
pub(super) fn best<'a, 'b>(candidates: &'b [Candidate<'a>]) -> Option<&'b Candidate<'a>> {
    candidates.iter().min_by(|a, b| {
        let nearer = a.off_balance().total_cmp(&b.off_balance());
        (b.met() * a.all()).cmp(&(a.met() * b.all())).then(nearer)
    })
}

/// Writes the criteria, the results of each preset, and the recommendation.
pub(super) fn recommendation(candidates: &[Candidate<'_>]) -> String {
    let Some(best) = best(candidates) else { return "No preset was measured.\n".to_owned() };
    let criteria = criteria();
    let mut columns = vec!["criterion"];
    columns.extend(candidates.iter().map(|candidate| candidate.part));
    let row = |criterion: &Criterion| {
        let one = |(player, figures): &(&str, &Figures)| {
            let mark = if (criterion.is_met)(figures) { "yes" } else { "no" };
            format!("{player} {mark}: {}", (criterion.shown)(figures))
        };
        let cell = |candidate: &Candidate<'_>| candidate.games.iter().map(one).collect::<Vec<String>>().join(", ");
        std::iter::once(criterion.title.clone()).chain(candidates.iter().map(cell)).collect::<Vec<String>>()
    };
    let mut table = Table::new(&columns).with(criteria.iter().map(row));
    let total = |candidate: &Candidate<'_>| format!("{} of {}", candidate.met(), candidate.all());
    table.row(&std::iter::once("met".to_owned()).chain(candidates.iter().map(total)).collect::<Vec<String>>());
    let Candidate { part, preset, games } = best;
    let seats: Vec<String> =
        games.iter().map(|(player, figures)| format!("{} with {player}", figures.first_seat)).collect();
    format!(
        "People play neither at random nor like the top level, so the games of the middle and of the top level count equally. The \
         recommended preset meets the most criteria; ties go to the preset whose first seat scores nearest to 50 %.\n\n{table}\n\
         **Recommended for people: {part}** (`{preset}`), which meets {} of {} criteria; its first seat scores {}.\n",
        best.met(),
        best.all(),
        listed(&seats),
    )
}

#[cfg(test)]
mod tests {
    use ratings::Share;

    use super::super::figures::Spread;
    use super::*;

    fn figures(first_seat: f64, early: f64, kinds: usize) -> Figures {
        let share = |part: f64| Share { part, low: part, high: part };
        let spread = Spread { mean: 30.0, median: 30.0, low: 20.0, high: 40.0 };
        Figures {
            games: 100,
            different: 100,
            first_seat: share(first_seat),
            wins: Vec::new(),
            draws: share(0.0),
            turns: spread,
            decisions: spread,
            options: 1.0,
            options_in_turn: 1.0,
            endings: (0..kinds).map(|kind| (kind.to_string(), share(1.0 / kinds as f64))).collect(),
            over_within: vec![(EARLY, share(early))],
        }
    }

    #[test]
    fn recommends_the_preset_with_the_most_criteria_then_the_fairest_first_seat() {
        let [early, biased, fair] = [figures(0.5, 0.9, 1), figures(0.54, 0.0, 2), figures(0.52, 0.0, 2)];
        let candidate = |part, figures| Candidate { part, preset: "", games: vec![("p", figures)] };
        let all = [candidate("early", &early), candidate("biased", &biased), candidate("fair", &fair)];
        assert_eq!(best(&all).map(|best| best.part), Some("fair"));
        assert_eq!(best(&all[..2]).map(|best| best.part), Some("biased"));
        assert!(best(&[]).is_none());
        let text = recommendation(&all);
        assert!(text.contains("**Recommended for people: fair**") && text.contains("| p no: 90.0 % |"), "{text}");
        let both = Candidate { games: vec![("p", &fair), ("q", &early)], ..candidate("both", &fair) };
        let both = [both, candidate("biased", &biased)];
        assert_eq!(best(&both).map(|best| best.part), Some("biased"), "the games of all players count");
    }
}
