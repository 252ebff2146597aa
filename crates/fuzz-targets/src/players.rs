//! Names of built-in players and tables of evaluation weights.

use ai::weights;
use game::bots::BotKind;

use crate::{Verdict, with_text};

/// The name of a built-in player is found in the rosters or rejected with a message.
pub(crate) fn player_name(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let rosters = ai::rosters();
        let found = [rosters.ringrift.find(text).map(drop), rosters.asg.find(text).map(drop)];
        for (result, version) in found.iter().zip([rosters.ringrift.version(text), rosters.asg.version(text)]) {
            match result {
                Ok(()) => assert!(version.is_some(), "{text}"),
                Err(problem) => assert!(!problem.is_empty()),
            }
        }
        if let Ok(level) = text.parse::<ai::Level>() {
            assert!((1..=10).contains(&level.number()), "{text}");
        }
        assert_eq!(text.parse::<BotKind>().is_ok(), found[1].is_ok(), "{text}");
        found.iter().any(Result::is_ok)
    })
}

/// A table of evaluation weights is read or rejected with a message; a read one is written and read again.
pub(crate) fn weights(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| match weights::parse(text) {
        Ok(table) => {
            let written = weights::write(&table);
            let again = weights::parse(&written).unwrap_or_else(|problem| panic!("{problem}\n{written}"));
            assert_eq!(weights::write(&again), written);
            true
        }
        Err(problem) => {
            assert!(problem.starts_with("line ") || problem.contains(" has no weight for "), "{problem}");
            false
        }
    })
}
