//! How a recorded game ended: result, termination, and the player who caused it.

use std::fmt;

use ringrift::{ByPlayer, Outcome, Player, Position, Reason};

/// The result of a game as a record states it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// Undecided or unknown: `*`.
    #[default]
    Open,
    /// The rank of each player, 1 for the best; ties share a rank (1, 2, 2, 4). 0 for unused seats.
    Ranks(ByPlayer<u8>),
}

impl GameResult {
    /// Parses a result: `1-0`, `0-1` or `1/2-1/2` for two players, ranks by seat such as `2/1/3` for more, and `*`.
    ///
    /// ```
    /// use ringrift_record::GameResult;
    /// assert_eq!(GameResult::parse("2/1/3", 3).map(|result| result.text(3)).as_deref(), Some("2/1/3"));
    /// assert_eq!(GameResult::parse("3/1/3", 3), None); // no player has rank 2
    /// ```
    pub fn parse(text: &str, players: u8) -> Option<GameResult> {
        let ranks = match (text, players) {
            ("*", _) => return Some(GameResult::Open),
            ("1-0", 2) => [1, 2, 0, 0],
            ("0-1", 2) => [2, 1, 0, 0],
            ("1/2-1/2", 2) => [1, 1, 0, 0],
            (_, 3 | 4) => parse_ranks(text, players)?,
            _ => return None,
        };
        Some(GameResult::Ranks(ByPlayer(ranks)))
    }

    /// Returns the text of the result in a game with this number of players.
    pub fn text(&self, players: u8) -> String {
        match self {
            GameResult::Open => "*".to_owned(),
            GameResult::Ranks(ranks) => match ranks.of(players) {
                [1, 2] => "1-0".to_owned(),
                [2, 1] => "0-1".to_owned(),
                [_, _] => "1/2-1/2".to_owned(),
                ranks => ranks.iter().map(u8::to_string).collect::<Vec<String>>().join("/"),
            },
        }
    }

    /// Returns the rank of a player, or `None` for an open game.
    pub fn rank(&self, player: Player) -> Option<u8> {
        match self {
            GameResult::Open => None,
            GameResult::Ranks(ranks) => Some(ranks[player]),
        }
    }

    /// Returns the accepted forms of a result, for messages.
    pub(crate) const fn forms(players: u8) -> &'static str {
        match players {
            2 => "1-0, 0-1, 1/2-1/2 or *",
            3 => "ranks by seat such as 2/1/3, or *",
            _ => "ranks by seat such as 2/1/3/4, or *",
        }
    }
}

/// Reports whether a word has the form of a result for any number of players.
pub(crate) fn looks_like_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
        || (matches!(word.len(), 5 | 7) && word.bytes().enumerate().all(|(i, byte)| is_part_of_ranks(i, byte)))
}

fn is_part_of_ranks(index: usize, byte: u8) -> bool {
    if index.is_multiple_of(2) { byte.is_ascii_digit() } else { byte == b'/' }
}

/// Parses ranks by seat such as `2/1/3`. Each rank must be 1 plus the number of players with a better rank: `1/1/3` is
/// valid, `1/1/2` is not.
fn parse_ranks(text: &str, players: u8) -> Option<[u8; 4]> {
    let mut ranks = [0; 4];
    let mut parts = text.split('/');
    for rank in &mut ranks[..usize::from(players)] {
        *rank = parts.next()?.parse().ok().filter(|rank| (1..=4).contains(rank))?;
    }
    let ranks_given = &ranks[..usize::from(players)];
    let is_consistent = |&rank: &u8| usize::from(rank) == 1 + ranks_given.iter().filter(|&&other| other < rank).count();
    (parts.next().is_none() && ranks_given.iter().all(is_consistent)).then_some(ranks)
}

/// Reason of the end of a recorded game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Termination {
    /// The rules ended the game.
    Rules(Reason),
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Timeout,
    /// The players agreed to a draw.
    Agreement,
    /// The players left without finishing.
    Abandoned,
    /// The game still runs, or the record stops before its end.
    Unfinished,
}

impl Termination {
    /// The reasons that do not follow from the rules.
    const OUTSIDE_RULES: [Termination; 5] = [
        Termination::Resignation,
        Termination::Timeout,
        Termination::Agreement,
        Termination::Abandoned,
        Termination::Unfinished,
    ];

    /// Returns all reasons, those of the rules first.
    pub fn all() -> impl Iterator<Item = Termination> {
        Reason::ALL.into_iter().map(Termination::Rules).chain(Termination::OUTSIDE_RULES)
    }

    /// Returns the name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Rules(reason) => reason.name(),
            Termination::Resignation => "resignation",
            Termination::Timeout => "timeout",
            Termination::Agreement => "agreement",
            Termination::Abandoned => "abandoned",
            Termination::Unfinished => "unfinished",
        }
    }

    /// Returns the termination with this name.
    pub fn from_name(name: &str) -> Option<Termination> {
        Termination::all().find(|termination| termination.name() == name)
    }

    /// Reports whether one player caused the end; a record can name that player.
    pub const fn has_causing_player(self) -> bool {
        matches!(self, Termination::Resignation | Termination::Timeout)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a recorded game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Conclusion {
    /// Ranks of the players, or open.
    pub result: GameResult,
    /// Reason of the end; `None` if the record does not state it.
    pub termination: Option<Termination>,
    /// The player who resigned or ran out of time; `None` for other reasons, or if the record does not name the player.
    pub by: Option<Player>,
}

impl Conclusion {
    /// Returns the conclusion for an outcome of the rules; an unfinished game for `None`.
    pub fn of(outcome: Option<Outcome>) -> Conclusion {
        let (result, termination) = match outcome {
            None => (GameResult::Open, Termination::Unfinished),
            Some(outcome) => (GameResult::Ranks(outcome.ranks), Termination::Rules(outcome.reason)),
        };
        Conclusion { result, termination: Some(termination), by: None }
    }

    /// Returns the conclusion of a game that a player resigned in its last position.
    pub fn resigned(by: Player, last: &Position) -> Conclusion {
        Conclusion::ended_by(Termination::Resignation, by, last)
    }

    /// Returns the conclusion of a game that a player lost on time in its last position.
    pub fn timed_out(by: Player, last: &Position) -> Conclusion {
        Conclusion::ended_by(Termination::Timeout, by, last)
    }

    /// Returns the conclusion of a game in which the players agreed to a draw. `ranks` can place players who left before behind the others.
    pub const fn agreed(ranks: ByPlayer<u8>) -> Conclusion {
        Conclusion { result: GameResult::Ranks(ranks), termination: Some(Termination::Agreement), by: None }
    }

    fn ended_by(termination: Termination, by: Player, last: &Position) -> Conclusion {
        let result = GameResult::Ranks(last.ranking_after_resignation(by));
        Conclusion { result, termination: Some(termination), by: Some(by) }
    }
}

#[cfg(test)]
mod tests {
    use ringrift::{BoardKind, Edition, Overrides, Ruleset};

    use super::*;

    #[test]
    fn results_survive_a_round_trip() {
        for (players, texts) in [
            (2, &["1-0", "0-1", "1/2-1/2", "*"][..]),
            (3, &["2/1/3", "1/1/1", "1/2/2", "1/1/3", "*"]),
            (4, &["4/3/2/1", "1/2/2/4", "1/1/1/1", "1/1/3/3", "*"]),
        ] {
            for text in texts {
                let result = GameResult::parse(text, players).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(result.text(players), *text);
                assert!(looks_like_result(text), "{text}");
            }
        }
    }

    #[test]
    fn rejects_impossible_results() {
        for (text, players) in [
            ("1-0", 3),
            ("2/1/3", 2),
            ("1/2", 2),
            ("1/2/4", 3),
            ("1/2/3/4", 3),
            ("1/2/3", 4),
            ("0/1/2", 3),
            ("", 2),
            ("1-1", 2),
            ("2/2/3", 3),
            ("1/1/2", 3),
        ] {
            assert_eq!(GameResult::parse(text, players), None, "{text} for {players}");
        }
    }

    #[test]
    fn termination_names_are_unique() {
        for termination in Termination::all() {
            assert_eq!(Termination::from_name(termination.name()), Some(termination));
        }
        assert_eq!(Termination::from_name("checkmate"), None);
    }

    #[test]
    fn the_resigning_player_is_last_except_in_live_games_with_more_than_two_players() {
        let text = |by, edition, players| {
            let rules =
                Ruleset::new(edition, BoardKind::Square8, players, &Overrides::default()).expect("the rules are valid");
            let start = Position::new(&rules).expect("the rules have a start position");
            let (resigned, timed_out) = (Conclusion::resigned(by, &start), Conclusion::timed_out(by, &start));
            assert_eq!(resigned.result, timed_out.result);
            assert_eq!(resigned.by, Some(by));
            resigned.result.text(players)
        };
        for edition in [Edition::Canon, Edition::Live] {
            assert_eq!(text(Player::One, edition, 2), "0-1");
            assert_eq!(text(Player::Two, edition, 2), "1-0");
        }
        assert_eq!(text(Player::Two, Edition::Canon, 4), "1/4/1/1");
        assert_eq!(text(Player::Two, Edition::Live, 4), "1/1/1/1");
        assert!(GameResult::parse("1/4/1/1", 4).is_some());
    }
}
