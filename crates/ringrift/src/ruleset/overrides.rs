//! Overrides of an edition, as a struct and as texts.

use std::str::FromStr;

use crate::excerpt::excerpt;
use crate::ruleset::Ruleset;
use crate::ruleset::options::{
    Borders, CaptureDistance, Forced, Landing, LastStanding, LinePrice, OpenRegions, ParseRuleError, RegionDuty,
    Regions, Skip, Stalemate, Tiebreak,
};

/// The fields of a preset to change; thresholds that are not given follow from rings, players and board.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// See [`Ruleset::rings_per_player`].
    pub rings_per_player: Option<u16>,
    /// See [`Ruleset::line_length`].
    pub line_length: Option<u8>,
    /// See [`Ruleset::elimination_threshold`].
    pub elimination_threshold: Option<u16>,
    /// See [`Ruleset::territory_threshold`].
    pub territory_threshold: Option<u16>,
    /// See [`Ruleset::placement_limit`]; `Some(None)` lifts the limit.
    pub placement_limit: Option<Option<u8>>,
    /// See [`Ruleset::landing`].
    pub landing: Option<Landing>,
    /// See [`Ruleset::capture_distance`].
    pub capture_distance: Option<CaptureDistance>,
    /// See [`Ruleset::regions`].
    pub regions: Option<Regions>,
    /// See [`Ruleset::region_duty`].
    pub region_duty: Option<RegionDuty>,
    /// See [`Ruleset::last_standing`].
    pub last_standing: Option<LastStanding>,
    /// See [`Ruleset::stalemate`].
    pub stalemate: Option<Stalemate>,
    /// See [`Ruleset::tiebreak`].
    pub tiebreak: Option<Tiebreak>,
    /// See [`Ruleset::turn_cap`]; `Some(None)` lifts the cap.
    pub turn_cap: Option<Option<u32>>,
    /// See [`Ruleset::skip`].
    pub skip: Option<Skip>,
    /// See [`Ruleset::line_price`].
    pub line_price: Option<LinePrice>,
    /// See [`Ruleset::borders`].
    pub borders: Option<Borders>,
    /// See [`Ruleset::open_regions`].
    pub open_regions: Option<OpenRegions>,
    /// See [`Ruleset::recovery`].
    pub recovery: Option<bool>,
    /// See [`Ruleset::forced`].
    pub forced: Option<Forced>,
    /// See [`Ruleset::majority`].
    pub majority: Option<bool>,
    /// See [`Ruleset::last_standing_rounds`].
    pub last_standing_rounds: Option<u8>,
    /// See [`Ruleset::swap`].
    pub swap: Option<bool>,
}

/// The error for an option name or value that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseOptionError {
    /// The option does not exist.
    #[error("unknown option '{option}'; known: {}", Overrides::NAMES.join(", "))]
    Unknown {
        /// The start of the given name, see [`excerpt`](crate::excerpt()).
        option: String,
    },
    /// The value is not one that the option accepts: a number in range, `none` if allowed, or `on` or `off` for a
    /// switch.
    #[error("option {option}: expected {expected}, found '{found}'")]
    Number {
        /// The name of the option.
        option: &'static str,
        /// A description of the allowed values.
        expected: &'static str,
        /// The start of the given value, see [`excerpt`](crate::excerpt()).
        found: String,
    },
    /// The value is not one of the names of the option.
    #[error("option {option}: {source}")]
    Name {
        /// The name of the option.
        option: &'static str,
        /// Lists the allowed names.
        source: ParseRuleError,
    },
}

impl Overrides {
    /// The names of the options, as accepted by [`set`](Overrides::set).
    ///
    /// The options from `skip` on were added later; fingerprints contain them only if they differ from the canon
    /// edition.
    pub const NAMES: [&str; 22] = [
        "rings",
        "line_length",
        "elimination_threshold",
        "territory_threshold",
        "placement_limit",
        "landing",
        "capture_distance",
        "regions",
        "region_duty",
        "last_standing",
        "stalemate",
        "tiebreak",
        "turn_cap",
        "skip",
        "line_price",
        "borders",
        "open_regions",
        "recovery",
        "forced",
        "majority",
        "last_standing_rounds",
        "swap",
    ];

    /// The number of options that every fingerprint contains.
    pub(crate) const ORIGINAL_NAMES: usize = 13;

    /// Sets one option from texts, for example `regions` to `no_main`.
    ///
    /// # Errors
    /// If the option does not exist or the value is not valid for it.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), ParseOptionError> {
        let name = Overrides::NAMES
            .into_iter()
            .find(|&name| name == option)
            .ok_or_else(|| ParseOptionError::Unknown { option: excerpt(option) })?;
        match name {
            "rings" => self.rings_per_player = Some(number(name, value)?),
            "line_length" => self.line_length = Some(number(name, value)?),
            "elimination_threshold" => self.elimination_threshold = Some(number(name, value)?),
            "territory_threshold" => self.territory_threshold = Some(number(name, value)?),
            "placement_limit" => self.placement_limit = Some(number_or_none(name, value)?),
            "landing" => self.landing = Some(choice(name, value)?),
            "capture_distance" => self.capture_distance = Some(choice(name, value)?),
            "regions" => self.regions = Some(choice(name, value)?),
            "region_duty" => self.region_duty = Some(choice(name, value)?),
            "last_standing" => self.last_standing = Some(choice(name, value)?),
            "stalemate" => self.stalemate = Some(choice(name, value)?),
            "tiebreak" => self.tiebreak = Some(choice(name, value)?),
            "turn_cap" => self.turn_cap = Some(number_or_none(name, value)?),
            "skip" => self.skip = Some(choice(name, value)?),
            "line_price" => self.line_price = Some(choice(name, value)?),
            "borders" => self.borders = Some(choice(name, value)?),
            "open_regions" => self.open_regions = Some(choice(name, value)?),
            "recovery" => self.recovery = Some(switch(name, value)?),
            "forced" => self.forced = Some(choice(name, value)?),
            "majority" => self.majority = Some(switch(name, value)?),
            "last_standing_rounds" => self.last_standing_rounds = Some(number(name, value)?),
            _ => self.swap = Some(switch(name, value)?),
        }
        Ok(())
    }

    /// Returns the names and values of the options that are set, in the order of [`NAMES`](Overrides::NAMES).
    pub fn texts(&self) -> Vec<(&'static str, String)> {
        fn text<T: ToString>(value: Option<T>) -> Option<String> {
            value.map(|value| value.to_string())
        }
        fn or_none<T: ToString>(value: Option<Option<T>>) -> Option<String> {
            value.map(|value| value.map_or_else(|| "none".to_owned(), |value| value.to_string()))
        }
        let switch_text = |value: Option<bool>| value.map(|on| if on { "on" } else { "off" }.to_owned());
        let values = [
            text(self.rings_per_player),
            text(self.line_length),
            text(self.elimination_threshold),
            text(self.territory_threshold),
            or_none(self.placement_limit),
            text(self.landing),
            text(self.capture_distance),
            text(self.regions),
            text(self.region_duty),
            text(self.last_standing),
            text(self.stalemate),
            text(self.tiebreak),
            or_none(self.turn_cap),
            text(self.skip),
            text(self.line_price),
            text(self.borders),
            text(self.open_regions),
            switch_text(self.recovery),
            text(self.forced),
            switch_text(self.majority),
            text(self.last_standing_rounds),
            switch_text(self.swap),
        ];
        Overrides::NAMES.into_iter().zip(values).filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// Returns overrides that set every field to its value in a ruleset.
    pub fn all_of(rules: &Ruleset) -> Overrides {
        Overrides {
            rings_per_player: Some(rules.rings_per_player),
            line_length: Some(rules.line_length),
            elimination_threshold: Some(rules.elimination_threshold),
            territory_threshold: Some(rules.territory_threshold),
            placement_limit: Some(rules.placement_limit),
            landing: Some(rules.landing),
            capture_distance: Some(rules.capture_distance),
            regions: Some(rules.regions),
            region_duty: Some(rules.region_duty),
            last_standing: Some(rules.last_standing),
            stalemate: Some(rules.stalemate),
            tiebreak: Some(rules.tiebreak),
            turn_cap: Some(rules.turn_cap),
            skip: Some(rules.skip),
            line_price: Some(rules.line_price),
            borders: Some(rules.borders),
            open_regions: Some(rules.open_regions),
            recovery: Some(rules.recovery),
            forced: Some(rules.forced),
            majority: Some(rules.majority),
            last_standing_rounds: Some(rules.last_standing_rounds),
            swap: Some(rules.swap),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.texts().len()
    }
}

/// Type of a number in an option, with the descriptions of its values for messages.
trait OptionNumber: FromStr {
    const EXPECTED: &'static str;
    const EXPECTED_OR_NONE: &'static str;
}

macro_rules! option_number {
    ($type:ty, $max:literal) => {
        impl OptionNumber for $type {
            const EXPECTED: &'static str = concat!("a whole number from 0 to ", $max);
            const EXPECTED_OR_NONE: &'static str = concat!("a whole number from 0 to ", $max, ", or none");
        }
    };
}

option_number!(u8, 255);
option_number!(u16, 65535);
option_number!(u32, "4294967295");

fn number<T: OptionNumber>(option: &'static str, value: &str) -> Result<T, ParseOptionError> {
    value.parse().map_err(|_| ParseOptionError::Number { option, expected: T::EXPECTED, found: excerpt(value) })
}

fn number_or_none<T: OptionNumber>(option: &'static str, value: &str) -> Result<Option<T>, ParseOptionError> {
    if value == "none" {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| ParseOptionError::Number {
        option,
        expected: T::EXPECTED_OR_NONE,
        found: excerpt(value),
    })
}

fn switch(option: &'static str, value: &str) -> Result<bool, ParseOptionError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(ParseOptionError::Number { option, expected: "on or off", found: excerpt(value) }),
    }
}

fn choice<T: FromStr<Err = ParseRuleError>>(option: &'static str, value: &str) -> Result<T, ParseOptionError> {
    value.parse().map_err(|source| ParseOptionError::Name { option, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kind::BoardKind;
    use crate::ruleset::options::Edition;

    #[test]
    fn set_reads_back_every_text_of_texts() {
        for rules in
            [Ruleset::canon(BoardKind::Square8, 2).unwrap(), Ruleset::compact(BoardKind::Hexagonal, 4).unwrap()]
        {
            let all = Overrides::all_of(&rules);
            let mut read = Overrides::default();
            for (name, value) in all.texts() {
                read.set(name, &value).unwrap();
            }
            assert_eq!(read, all);
            assert_eq!(all.texts().len(), Overrides::NAMES.len());
            assert_eq!(Ruleset::new(Edition::Canon, rules.board, rules.players, &read).unwrap(), rules);
        }
    }

    #[test]
    fn set_rejects_unknown_options_and_values() {
        assert!(Overrides::default().set("regions", "some").unwrap_err().to_string().contains("all or no_main"));
        assert!(
            Overrides::default()
                .set("rings", "-1")
                .unwrap_err()
                .to_string()
                .contains("expected a whole number from 0 to 65535")
        );
        assert!(Overrides::default().set("ring", "1").unwrap_err().to_string().contains("known: rings, "));
    }
}
