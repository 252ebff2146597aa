//! The weights of the evaluation, one table for each family of rules.

use std::fmt;
use std::sync::LazyLock;

use game::derived_seed;
use ringrift::{Edition, Landing, LinePrice, Regions, Ruleset};

use crate::evaluation::{TERMS, Term};

/// The weights of all terms, at the start of a game and at its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [[f32; 2]; TERMS]);

/// Rules under which the same things matter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Family {
    kind: Kind,
    crowded: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Canon,
    NoMain,
    Compact,
    Live,
}

impl Family {
    /// All of them, in the order of the columns of the table.
    pub const ALL: [Family; 8] = {
        let mut all = [Family { kind: Kind::Canon, crowded: false }; 8];
        let kinds = [Kind::Canon, Kind::NoMain, Kind::Compact, Kind::Live];
        let mut at = 0;
        while at < 8 {
            all[at] = Family { kind: kinds[at / 2], crowded: at % 2 == 1 };
            at += 1;
        }
        all
    };

    /// The family that some rules belong to.
    pub fn of(rules: &Ruleset) -> Family {
        let kind = if rules.line_price == LinePrice::Ring {
            Kind::Live
        } else if rules.landing == Landing::Keep {
            Kind::Compact
        } else if rules.regions == Regions::NoMain {
            Kind::NoMain
        } else {
            Kind::Canon
        };
        Family { kind, crowded: rules.players > 2 }
    }

    /// Whether more than two play.
    pub fn is_crowded(self) -> bool {
        self.crowded
    }

    /// Whether its edition has rules for the small hexagonal board.
    pub(crate) fn has_small_hexagon(self) -> bool {
        self.kind == Kind::Live
    }

    /// Its edition, and what is changed of it.
    pub fn edition(self) -> (Edition, &'static [(&'static str, &'static str)]) {
        match self.kind {
            Kind::Canon => (Edition::Canon, &[]),
            Kind::NoMain => (Edition::Canon, &[("regions", "no_main")]),
            Kind::Compact => (Edition::Compact, &[]),
            Kind::Live => (Edition::Live, &[]),
        }
    }

    /// By which factor the logarithms of the odds that a search gives are multiplied before they are told, so that chances come
    /// true as often as they say: `cargo lab calibrate` names the factor that is left to be desired. Where many play by other rules
    /// than `live` nothing was measured.
    pub(crate) fn confidence(self) -> f64 {
        match (self.kind, self.crowded) {
            (Kind::Live, false) => 2.4,
            (Kind::Live, true) => 0.7,
            (Kind::Canon, false) => 1.8,
            (Kind::NoMain | Kind::Compact, false) => 1.1,
            (_, true) => 1.0,
        }
    }

    /// The weights that were found for it.
    pub fn weights(self) -> &'static Weights {
        &built_in()[self.index()]
    }

    /// Where it stands in a table.
    pub fn index(self) -> usize {
        Family::ALL.iter().position(|&family| family == self).expect("all are listed")
    }
}

/// The name in the table.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Canon => "canon",
            Kind::NoMain => "no_main",
            Kind::Compact => "compact",
            Kind::Live => "live",
        };
        write!(f, "{kind}-{}", if self.crowded { "many" } else { "two" })
    }
}

/// The table that comes with the program: weights for every family, in their order.
pub fn built_in() -> &'static [Weights] {
    static TABLE: LazyLock<Vec<Weights>> =
        LazyLock::new(|| parse(include_str!("weights.txt")).expect("the table that is built in is right"));
    &TABLE
}

impl Weights {
    /// Nothing counts.
    pub fn none() -> Weights {
        Weights([[0.0; 2]; TERMS])
    }

    /// The same as they are written in a table: with three decimals.
    pub fn rounded(&self) -> Weights {
        Weights(self.0.map(|pair| pair.map(|weight| (weight * 1000.0).round() / 1000.0)))
    }

    /// A short name that other weights do not have.
    pub fn digest(&self) -> String {
        let numbers: Vec<String> = self.0.iter().flatten().map(|weight| weight.to_bits().to_string()).collect();
        format!("{:016x}", derived_seed(0, &[&numbers.join(" ")]))
    }

    /// No knowledge of the game but of how it is won: territory, credits, and rings in hand to get them with.
    pub fn plain() -> Weights {
        let weigh = |term| match term {
            Term::Territory | Term::Credits => [3.0; 2],
            Term::Hand => [1.0; 2],
            _ => [0.0; 2],
        };
        Weights(Term::ALL.map(weigh))
    }
}

/// Reads a table of weights: a line for every family and term, `family term early late`.
///
/// # Errors
/// Says which line is wrong, or what is missing.
pub fn parse(text: &str) -> Result<Vec<Weights>, String> {
    let mut found = vec![vec![None; TERMS]; Family::ALL.len()];
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let wrong = || format!("line {}: expected a family, a term and two numbers, found '{line}'", number + 1);
        let words: Vec<&str> = line.split_whitespace().collect();
        let [family, term, early, late] = words[..] else { return Err(wrong()) };
        let family = Family::ALL.iter().position(|known| known.to_string() == family).ok_or_else(wrong)?;
        let term = Term::ALL.iter().position(|known| known.name() == term).ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<f32>().ok().filter(|number| number.is_finite()).ok_or_else(wrong);
        found[family][term] = Some([number(early)?, number(late)?]);
    }
    let missing = |family: Family, term: Term| format!("{family} has no weight for {}", term.name());
    let families = Family::ALL.into_iter().zip(found);
    families
        .map(|(family, row)| {
            let mut weights = Weights::none();
            for ((term, weight), slot) in Term::ALL.into_iter().zip(row).zip(&mut weights.0) {
                *slot = weight.ok_or_else(|| missing(family, term))?;
            }
            Ok(weights)
        })
        .collect()
}

/// The table as text, as it is read.
pub fn write(table: &[Weights]) -> String {
    let mut text = String::from("# family term weight-at-the-start weight-at-the-end, as `cargo lab tune` writes it\n");
    for (family, weights) in Family::ALL.into_iter().zip(table) {
        for (term, [early, late]) in Term::ALL.into_iter().zip(weights.0) {
            text.push_str(&format!("{family} {} {early:.3} {late:.3}\n", term.name()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use ringrift::{BoardKind, Overrides};

    use super::*;

    #[test]
    fn the_table_is_read_as_it_is_written() {
        let text = include_str!("weights.txt");
        let table = parse(text).expect("the table that is built in");
        assert_eq!(parse(&write(&table)), Ok(table.clone()));
        let odd = vec![Weights([[0.123_456, -7.654_321]; TERMS]); Family::ALL.len()];
        assert_eq!(parse(&write(&odd)).expect("a table")[0], odd[0].rounded());
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told() {
        assert_eq!(
            parse("canon-two territory 1 x").unwrap_err(),
            "line 1: expected a family, a term and two numbers, found 'canon-two territory 1 x'"
        );
        assert!(parse("canon-two wealth 1 2").unwrap_err().starts_with("line 1"));
        assert!(parse("canon-two territory 1 NaN").unwrap_err().starts_with("line 1"));
        assert_eq!(parse("# nothing").unwrap_err(), "canon-two has no weight for territory");
    }

    #[test]
    fn weights_have_names_of_their_own() {
        let [none, plain] = [Weights::none(), Weights::plain()].map(|weights| weights.digest());
        assert!(none != plain && none == Weights::none().digest());
    }

    #[test]
    fn every_edition_has_a_family() {
        let family = |edition, players, option: Option<(&str, &str)>| {
            let mut overrides = Overrides::default();
            if let Some((name, value)) = option {
                overrides.set(name, value).expect("a rule");
            }
            Family::of(&Ruleset::new(edition, BoardKind::Square8, players, &overrides).expect("rules")).to_string()
        };
        assert_eq!(family(Edition::Canon, 2, None), "canon-two");
        assert_eq!(family(Edition::Canon, 3, Some(("regions", "no_main"))), "no_main-many");
        assert_eq!(family(Edition::Compact, 4, None), "compact-many");
        assert_eq!(family(Edition::Live, 2, None), "live-two");
    }
}
