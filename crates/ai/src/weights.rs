//! Evaluation weights for each rule family.

use std::fmt;
use std::sync::LazyLock;

use game::derived_seed;
use ringrift::{Edition, Landing, LinePrice, Regions, Ruleset};

use crate::term::{TERMS, Term};

/// Weights of all terms, each for the start and the end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [[f32; 2]; TERMS]);

/// Rule family: rules that share evaluation weights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Family {
    kind: Kind,
    has_many_players: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Canon,
    NoMain,
    Compact,
    Live,
}

impl Family {
    /// Canon with two players.
    pub(crate) const CANON: Family = Family { kind: Kind::Canon, has_many_players: false };

    /// All families in the order of the table.
    pub const ALL: [Family; 8] = {
        let mut all = [Family::CANON; 8];
        let kinds = [Kind::Canon, Kind::NoMain, Kind::Compact, Kind::Live];
        let mut at = 0;
        while at < 8 {
            all[at] = Family { kind: kinds[at / 2], has_many_players: at % 2 == 1 };
            at += 1;
        }
        all
    };

    /// Returns the family of a ruleset.
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
        Family { kind, has_many_players: rules.players > 2 }
    }

    /// Reports whether the family is for more than two players.
    pub fn has_many_players(self) -> bool {
        self.has_many_players
    }

    /// Reports whether the edition supports the small hexagonal board.
    pub fn has_small_hexagon(self) -> bool {
        self.kind == Kind::Live
    }

    /// Returns the edition and the options that define the family.
    pub fn edition(self) -> (Edition, &'static [(&'static str, &'static str)]) {
        match self.kind {
            Kind::Canon => (Edition::Canon, &[]),
            Kind::NoMain => (Edition::Canon, &[("regions", "no_main")]),
            Kind::Compact => (Edition::Compact, &[]),
            Kind::Live => (Edition::Live, &[]),
        }
    }

    /// Returns the calibration factor: search results are multiplied by it in log-odds, so that reported chances match observed
    /// frequencies. `cargo lab calibrate` measures the factor. For more than two players only `live` was measured.
    pub(crate) fn confidence(self) -> f64 {
        match (self.kind, self.has_many_players) {
            (Kind::Live, false) => 2.4,
            (Kind::Live, true) => 0.7,
            (Kind::Canon, false) => 1.8,
            (Kind::NoMain | Kind::Compact, false) => 1.1,
            (_, true) => 1.0,
        }
    }

    /// Returns the calibration factor of searches with a network, in the same sense as `confidence`. It was not measured yet.
    pub(crate) fn neural_confidence(self) -> f64 {
        1.0
    }

    /// Returns the built-in weights.
    pub fn weights(self) -> &'static Weights {
        &built_in()[self.index()]
    }

    /// Returns the index in [`Family::ALL`].
    pub fn index(self) -> usize {
        Family::ALL.iter().position(|&family| family == self).expect("ALL lists every family")
    }
}

/// Writes the name used in the table.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Canon => "canon",
            Kind::NoMain => "no_main",
            Kind::Compact => "compact",
            Kind::Live => "live",
        };
        write!(f, "{kind}-{}", if self.has_many_players { "many" } else { "two" })
    }
}

/// Returns the built-in weights of all families.
pub fn built_in() -> &'static [Weights] {
    static TABLE: LazyLock<Vec<Weights>> =
        LazyLock::new(|| parse(include_str!("weights.txt")).expect("the built-in table is valid"));
    &TABLE
}

impl Weights {
    /// Returns zero weights.
    pub fn none() -> Weights {
        Weights([[0.0; 2]; TERMS])
    }

    /// Rounds the weights to three decimals, as in the table.
    pub fn rounded(&self) -> Weights {
        Weights(self.0.map(|pair| pair.map(|weight| (weight * 1000.0).round() / 1000.0)))
    }

    /// Returns a short hash of the weights.
    pub fn digest(&self) -> String {
        let numbers: Vec<String> = self.0.iter().flatten().map(|weight| weight.to_bits().to_string()).collect();
        format!("{:016x}", derived_seed(0, &[&numbers.join(" ")]))
    }

    /// Returns untrained weights that value only territory, credits and rings in hand.
    pub fn plain() -> Weights {
        let weigh = |term| match term {
            Term::Territory | Term::Credits => [3.0; 2],
            Term::Hand => [1.0; 2],
            _ => [0.0; 2],
        };
        Weights(Term::ALL.map(weigh))
    }
}

/// Parses a table of weights with one line per family and term: `family term early late`.
///
/// # Errors
/// Describes the first invalid line or missing weight.
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

/// Writes a table in the format of [`parse`].
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
    fn tables_survive_a_round_trip() {
        let text = include_str!("weights.txt");
        let table = parse(text).expect("the built-in table is valid");
        assert_eq!(parse(&write(&table)), Ok(table.clone()));
        let unrounded = vec![Weights([[0.123_456, -7.654_321]; TERMS]); Family::ALL.len()];
        assert_eq!(parse(&write(&unrounded)).expect("a written table is valid")[0], unrounded[0].rounded());
    }

    #[test]
    fn parse_errors_name_the_line_or_the_missing_weight() {
        assert_eq!(
            parse("canon-two territory 1 x").unwrap_err(),
            "line 1: expected a family, a term and two numbers, found 'canon-two territory 1 x'"
        );
        assert!(parse("canon-two wealth 1 2").unwrap_err().starts_with("line 1"));
        assert!(parse("canon-two territory 1 NaN").unwrap_err().starts_with("line 1"));
        assert_eq!(parse("# nothing").unwrap_err(), "canon-two has no weight for territory");
    }

    #[test]
    fn digests_differ_between_weights() {
        let [none, plain] = [Weights::none(), Weights::plain()].map(|weights| weights.digest());
        assert_ne!(none, plain);
        assert_eq!(none, Weights::none().digest());
    }

    #[test]
    fn every_edition_has_a_family() {
        let family = |edition, players, option: Option<(&str, &str)>| {
            let mut overrides = Overrides::default();
            if let Some((name, value)) = option {
                overrides.set(name, value).expect("the option exists");
            }
            Family::of(&Ruleset::new(edition, BoardKind::Square8, players, &overrides).expect("the rules are valid"))
                .to_string()
        };
        assert_eq!(family(Edition::Canon, 2, None), "canon-two");
        assert_eq!(family(Edition::Canon, 3, Some(("regions", "no_main"))), "no_main-many");
        assert_eq!(family(Edition::Compact, 4, None), "compact-many");
        assert_eq!(family(Edition::Live, 2, None), "live-two");
    }
}
