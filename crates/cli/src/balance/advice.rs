//! Which rules people should play by: criteria, and what follows from them.

use super::figures::{EARLY, Figures};
use crate::measure::{Table, percent};

/// How far the score of the first seat may be from one half.
const SEAT: f64 = 0.05;

/// How many games may be drawn.
const DRAWS: f64 = 0.05;

/// How many games may be over early.
const OVER_EARLY: f64 = 0.05;

/// How often an ending has to occur to count as a kind of its own.
const KIND: f64 = 0.1;

/// How many kinds of endings there should be.
const KINDS: usize = 2;

/// Between which medians games should last, in turns.
const TURNS: (f64, f64) = (12.0, 120.0);

/// Something that is good in rules.
struct Criterion {
    title: String,
    is_met: fn(&Figures) -> bool,
    shown: fn(&Figures) -> String,
}

/// A preset and what was found about it.
pub(super) struct Candidate<'a> {
    pub(super) part: &'static str,
    pub(super) preset: &'static str,
    pub(super) player: &'a str,
    pub(super) figures: &'a Figures,
}

fn criteria() -> Vec<Criterion> {
    vec![
        Criterion {
            title: format!("the first seat scores {} to {}", percent(0.5 - SEAT), percent(0.5 + SEAT)),
            // Nothing is to depend on rounding.
            is_met: |figures| off_balance(figures) <= SEAT + 1e-9,
            shown: |figures| percent(figures.first_seat.part),
        },
        Criterion {
            title: format!("at most {} are drawn", percent(DRAWS)),
            is_met: |figures| figures.draws.part <= DRAWS,
            shown: |figures| percent(figures.draws.part),
        },
        Criterion {
            title: format!("at most {} are over within {EARLY} turns", percent(OVER_EARLY)),
            is_met: |figures| early(figures) <= OVER_EARLY,
            shown: |figures| percent(early(figures)),
        },
        Criterion {
            title: format!("at least {KINDS} kinds of endings with {} each", percent(KIND)),
            is_met: |figures| kinds(figures) >= KINDS,
            shown: |figures| kinds(figures).to_string(),
        },
        Criterion {
            title: format!("the median length is {} to {} turns", TURNS.0, TURNS.1),
            is_met: |figures| (TURNS.0..=TURNS.1).contains(&figures.turns.median),
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
    figures.endings.iter().filter(|(_, share)| share.part >= KIND).count()
}

fn met(figures: &Figures) -> usize {
    criteria().iter().filter(|criterion| (criterion.is_met)(figures)).count()
}

/// The best of some presets: whoever meets most criteria, of equal ones whose first seat is nearest to one half.
pub(super) fn best<'a, 'b>(candidates: &'b [Candidate<'a>]) -> Option<&'b Candidate<'a>> {
    candidates.iter().min_by(|a, b| {
        let nearer = off_balance(a.figures).total_cmp(&off_balance(b.figures));
        met(b.figures).cmp(&met(a.figures)).then(nearer)
    })
}

/// The criteria, how each preset does, and what is recommended.
pub(super) fn tell(candidates: &[Candidate<'_>]) -> String {
    let Some(best) = best(candidates) else { return "Nothing was measured that could be recommended.\n".to_owned() };
    let criteria = criteria();
    let mut columns = vec!["criterion"];
    columns.extend(candidates.iter().map(|candidate| candidate.part));
    let row = |criterion: &Criterion| {
        let cell = |candidate: &Candidate<'_>| {
            let mark = if (criterion.is_met)(candidate.figures) { "yes" } else { "no" };
            format!("{mark}: {}", (criterion.shown)(candidate.figures))
        };
        std::iter::once(criterion.title.clone()).chain(candidates.iter().map(cell)).collect::<Vec<String>>()
    };
    let mut table = Table::new(&columns).with(criteria.iter().map(row));
    let total = |candidate: &Candidate<'_>| format!("{} of {}", met(candidate.figures), criteria.len());
    table.row(&std::iter::once("met".to_owned()).chain(candidates.iter().map(total)).collect::<Vec<String>>());
    let mut players = vec!["games of".to_owned()];
    players.extend(candidates.iter().map(|candidate| candidate.player.to_owned()));
    table.row(&players);
    let Candidate { part, preset, figures, .. } = best;
    format!(
        "The strongest games of each preset count. Whichever meets most criteria is recommended, of equal ones the one whose first \
         seat is nearest to 50 %.\n\n{table}\n\
         **Recommended for people: {part}** (`{preset}`), which meets {} of {} criteria; its first seat scores {}.\n",
        met(figures),
        criteria.len(),
        figures.first_seat
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
    fn the_most_criteria_win_then_the_fairer_seat() {
        let [early, biased, fair] = [figures(0.5, 0.9, 1), figures(0.54, 0.0, 2), figures(0.52, 0.0, 2)];
        let candidate = |part, figures| Candidate { part, preset: "", player: "p", figures };
        let all = [candidate("early", &early), candidate("biased", &biased), candidate("fair", &fair)];
        assert_eq!(best(&all).map(|best| best.part), Some("fair"));
        assert_eq!(best(&all[..2]).map(|best| best.part), Some("biased"));
        assert!(best(&[]).is_none());
        let told = tell(&all);
        assert!(told.contains("**Recommended for people: fair**") && told.contains("| no: 90.0 % |"), "{told}");
    }
}
