//! The players at the seats.

use game::{Factory, RingRift, Roster};

/// Default name of a person.
const HUMAN: &str = "human";

/// Maximum length of a person's name, in characters.
const LONGEST_NAME: usize = 40;

/// Default player at the first seat.
pub(super) const FIRST: &str = HUMAN;

/// Default player at the other seats.
pub(super) const OTHERS: &str = "level:4";

/// Person or built-in player at a seat.
#[derive(Clone)]
pub(super) enum Participant {
    Human(String),
    Computer {
        /// Name in the roster.
        name: String,
        /// Creates the player with a seed.
        make: Factory<RingRift>,
    },
}

impl Participant {
    /// Parses the value of `--seat`: `human`, `human:Alice` or the name of a built-in player.
    pub(super) fn read(text: &str, roster: &Roster<RingRift>) -> Result<Participant, String> {
        let name = match text.split_once(':') {
            Some((HUMAN, name)) => name,
            _ if text == HUMAN => return Ok(Participant::Human(HUMAN.to_owned())),
            _ => {
                let known = |error| format!("{error}; or human, or human:NAME");
                let make = roster.find(text).map_err(known)?;
                return Ok(Participant::Computer { name: text.to_owned(), make });
            }
        };
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(format!("a name has 1 to {LONGEST_NAME} characters"));
        }
        if roster.version(name).is_some() {
            return Err(format!("{name} is the name of a built-in player; choose another name"));
        }
        Ok(Participant::Human(name.to_owned()))
    }

    /// Finds the player by the name in a record. A name that no built-in player has belongs to a person.
    pub(super) fn recorded(name: &str, roster: &Roster<RingRift>) -> Result<Participant, String> {
        if roster.version(name).is_some() {
            let make = roster.find(name)?;
            return Ok(Participant::Computer { name: name.to_owned(), make });
        }
        Ok(Participant::Human(name.to_owned()))
    }

    /// Returns the name as in records.
    pub(super) fn name(&self) -> &str {
        match self {
            Participant::Human(name) | Participant::Computer { name, .. } => name,
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Participant::Human(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, bool), String> {
        Participant::read(text, &ai::rosters().ringrift).map(|read| (read.name().to_owned(), read.is_human()))
    }

    #[test]
    fn parses_people_and_built_in_players() {
        assert_eq!(read("human"), Ok(("human".to_owned(), true)));
        assert_eq!(read("human:Ada L."), Ok(("Ada L.".to_owned(), true)));
        assert_eq!(read("level:5"), Ok(("level:5".to_owned(), false)));
        assert!(read("level:11").is_err_and(|error| error.contains("1 to 10")));
        assert!(read("gredy").is_err_and(|error| error.contains("expected one of random, greedy, level:1-10")));
        for name in ["human:", "human:greedy", "human:level:3", "human:a\nb", &format!("human:{}", "x".repeat(41))] {
            assert!(read(name).is_err(), "{name}");
        }
    }

    #[test]
    fn finds_players_by_the_names_in_records() {
        let roster = &ai::rosters().ringrift;
        let is_human = |name| Participant::recorded(name, roster).map(|found| found.is_human());
        assert_eq!((is_human("Alice"), is_human("human"), is_human("level:3")), (Ok(true), Ok(true), Ok(false)));
        assert!(is_human("level:77").is_err());
    }
}
