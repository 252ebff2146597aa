//! The recommended rules for people in each edition: criteria and their evaluation.

use ratings::Share;
use ringrift_text::listed;

use super::figures::{EARLY, Figures};
use super::parts::CandidateRules;
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

/// Rules with their measurements.
pub(super) struct Candidate<'a> {
    pub(super) part: &'static str,
    pub(super) rules: CandidateRules,
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

    /// Describes the rules, the number of met criteria and the score of the first seat.
    fn describe(&self) -> String {
        let seat = |(player, figures): &(&str, &Figures)| format!("{} with {player}", figures.first_seat);
        let seats: Vec<String> = self.games.iter().map(seat).collect();
        let Candidate { part, rules, .. } = self;
        format!(
            "`{part}` (`{}`), which meets {} of {} criteria; the first seat scores {}",
            rules.options,
            self.met(),
            self.all(),
            listed(&seats)
        )
    }

    /// Advises to play pairs of games if a seat has an advantage between the strongest players: if the interval of its
    /// score excludes one half.
    fn advantage(&self) -> Option<String> {
        let (player, figures) = self.games.last()?;
        let Share { low, high, .. } = figures.first_seat;
        let seat = if low > 0.5 {
            "first"
        } else if high < 0.5 {
            "second"
        } else {
            return None;
        };
        Some(format!(
            " Between players like {player} the {seat} seat has the advantage: play pairs of games with exchanged seats."
        ))
    }

    /// Returns the mean distance of the score of the first seat from one half.
    fn off_balance(&self) -> f64 {
        self.games.iter().map(|(_, figures)| off_balance(figures)).sum::<f64>() / self.games.len().max(1) as f64
    }
}

/// Returns the rules that meet the largest share of their criteria. Ties go to the rules whose first seat scores
/// nearest to one half.
pub(super) fn best<'a, 'b>(candidates: &[&'b Candidate<'a>]) -> Option<&'b Candidate<'a>> {
    let order = |a: &&&'b Candidate<'a>, b: &&&'b Candidate<'a>| {
        let nearer = a.off_balance().total_cmp(&b.off_balance());
        (b.met() * a.all()).cmp(&(a.met() * b.all())).then(nearer)
    };
    candidates.iter().min_by(order).copied()
}

/// Writes the recommendation over all editions, and the criteria with the results and the recommendation of each edition.
pub(super) fn recommendation(candidates: &[Candidate<'_>]) -> String {
    let all: Vec<&Candidate<'_>> = candidates.iter().collect();
    let Some(best) = best(&all) else { return "No rules were measured.\n".to_owned() };
    let mut editions: Vec<&str> = candidates.iter().map(|candidate| candidate.rules.edition).collect();
    editions.dedup();
    let section = |edition: &&str| {
        let variants: Vec<_> = all.iter().filter(|one| one.rules.edition == *edition).copied().collect();
        edition_section(edition, &variants)
    };
    let sections: Vec<String> = editions.iter().map(section).collect();
    format!(
        "People play neither at random nor like the top level, so the games of the middle and of the top level count equally. The \
         recommended rules meet the most criteria; ties go to the rules whose first seat scores nearest to 50 %.\n\n\
         **Recommended for people: {}.**\n\n{}",
        best.describe(),
        sections.join("\n"),
    )
}

/// Writes the criteria, the results of each variant of an edition, and the recommended one.
fn edition_section(edition: &str, candidates: &[&Candidate<'_>]) -> String {
    let criteria = criteria();
    let mut columns = vec!["criterion"];
    columns.extend(candidates.iter().map(|candidate| candidate.part));
    let row = |criterion: &Criterion| {
        let one = |(player, figures): &(&str, &Figures)| {
            let mark = if (criterion.is_met)(figures) { "yes" } else { "no" };
            format!("{player} {mark}: {}", (criterion.shown)(figures))
        };
        let cell = |candidate: &&Candidate<'_>| candidate.games.iter().map(one).collect::<Vec<String>>().join(", ");
        std::iter::once(criterion.title.clone()).chain(candidates.iter().map(cell)).collect::<Vec<String>>()
    };
    let mut table = Table::new(&columns).with(criteria.iter().map(row));
    let total = |candidate: &&Candidate<'_>| format!("{} of {}", candidate.met(), candidate.all());
    table.row(&std::iter::once("met".to_owned()).chain(candidates.iter().map(total)).collect::<Vec<String>>());
    let best = best(candidates);
    let seats = best.and_then(Candidate::advantage).unwrap_or_default();
    let best = best.map_or_else(String::new, Candidate::describe);
    format!("### Edition {edition}\n\n{table}\nRecommended in this edition: {best}.{seats}\n")
}

#[cfg(test)]
mod tests {
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
            swapped: share(0.0),
            turns: spread,
            decisions: spread,
            options: 1.0,
            options_in_turn: 1.0,
            endings: (0..kinds).map(|kind| (kind.to_string(), share(1.0 / kinds as f64))).collect(),
            over_within: vec![(EARLY, share(early))],
        }
    }

    fn candidate<'a>(part: &'static str, edition: &'static str, figures: &'a Figures) -> Candidate<'a> {
        Candidate { part, rules: CandidateRules { edition, options: "--set x=y" }, games: vec![("p", figures)] }
    }

    #[test]
    fn recommends_the_rules_with_the_most_criteria_then_the_fairest_first_seat() {
        let [early, biased, fair] = [figures(0.5, 0.9, 1), figures(0.54, 0.0, 2), figures(0.52, 0.0, 2)];
        let all = [candidate("early", "e", &early), candidate("biased", "e", &biased), candidate("fair", "e", &fair)];
        let chosen = |of: &[&Candidate<'_>]| best(of).map(|best| best.part);
        assert_eq!(chosen(&all.iter().collect::<Vec<_>>()), Some("fair"));
        assert_eq!(chosen(&[&all[0], &all[1]]), Some("biased"));
        assert_eq!(chosen(&[]), None);
        let both = Candidate { games: vec![("p", &fair), ("q", &early)], ..candidate("both", "e", &fair) };
        assert_eq!(chosen(&[&both, &all[1]]), Some("biased"), "the games of all players count");
    }

    #[test]
    fn advises_pairs_of_games_if_a_seat_has_the_advantage_between_strong_players() {
        let [fair, second] = [figures(0.5, 0.0, 2), figures(0.1, 0.0, 2)];
        let strong = |figures| Candidate { games: vec![("p", &fair), ("q", figures)], ..candidate("a", "e", &fair) };
        assert_eq!(strong(&fair).advantage(), None);
        let advice = strong(&second).advantage().expect("the second seat wins 90 %");
        assert!(advice.contains("like q the second seat has the advantage"), "{advice}");
    }

    #[test]
    fn recommends_rules_in_each_edition() {
        let [early, biased, fair] = [figures(0.5, 0.9, 1), figures(0.54, 0.0, 2), figures(0.52, 0.0, 2)];
        let all = [candidate("a", "one", &early), candidate("b", "one", &biased), candidate("c", "two", &fair)];
        let text = recommendation(&all);
        for expected in [
            "**Recommended for people: `c` (`--set x=y`), which meets 5 of 5 criteria; the first seat scores 52.0 %",
            "### Edition one\n\n| criterion | a | b |\n",
            "| p no: 90.0 % |",
            "Recommended in this edition: `b` (",
            "### Edition two\n\n| criterion | c |\n",
            "Recommended in this edition: `c` (",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}
