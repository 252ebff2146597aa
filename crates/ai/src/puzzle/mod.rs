//! Puzzles: positions with a goal for one turn, which proofs over all turns check.
//!
//! Puzzles are for two players. Every claim is proved by enumerating complete turns; no estimate is used.

mod find;
mod solver;

use std::fmt;
use std::str::FromStr;

use ringrift::{Action, Player, Position, PositionOf, PositionVisitor};

pub use find::{FoundPuzzle, find_puzzles};
use solver::Solver;

/// Condition on the end of the turn of the player to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleGoal {
    /// The player has won.
    Win,
    /// Whatever the opponent does in the next turn, the player has won afterwards or has a winning turn.
    WinInTwo,
    /// The opponent has no winning turn.
    Defend,
    /// The player has gained at least this many cells of territory in the turn, and the opponent has no winning turn.
    Claim(u32),
}

impl PuzzleGoal {
    /// Returns the name of the theme: the goal without its number.
    pub const fn theme(self) -> &'static str {
        match self {
            PuzzleGoal::Win => "win",
            PuzzleGoal::WinInTwo => "win_in_two",
            PuzzleGoal::Defend => "defend",
            PuzzleGoal::Claim(_) => "claim",
        }
    }
}

impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleGoal::Claim(cells) => write!(f, "claim {cells}"),
            goal => f.write_str(goal.theme()),
        }
    }
}

/// Error of parsing a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePuzzleGoalError;

impl fmt::Display for ParsePuzzleGoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a goal is win, win_in_two, defend or claim N")
    }
}

impl std::error::Error for ParsePuzzleGoalError {}

impl FromStr for PuzzleGoal {
    type Err = ParsePuzzleGoalError;

    fn from_str(text: &str) -> Result<PuzzleGoal, ParsePuzzleGoalError> {
        let plain = [PuzzleGoal::Win, PuzzleGoal::WinInTwo, PuzzleGoal::Defend];
        let claim = || text.strip_prefix("claim ")?.parse().ok().map(PuzzleGoal::Claim);
        plain.into_iter().find(|goal| goal.theme() == text).or_else(claim).ok_or(ParsePuzzleGoalError)
    }
}

/// Result of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleResult {
    Reached,
    /// The game goes on without a win.
    NotWon,
    /// The opponent wins with these actions.
    OpponentWins(Vec<Action>),
    /// The opponent prevents the win with these actions.
    OpponentEscapes(Vec<Action>),
    /// The turn gained only this many cells of territory.
    TooSmall(u32),
    /// The search reached its limit.
    Unproved,
}

/// Largest number of positions searched to judge one turn.
const MOST_NODES: u64 = 6_000_000;

/// Largest number of positions searched to choose a reply.
const REPLY_NODES: u64 = 1_000_000;

/// Reports whether a turn is over: the game has ended, or another turn has begun.
pub fn is_turn_over(start: &Position, now: &Position) -> bool {
    now.outcome().is_some() || (now.turn(), now.to_move()) != (start.turn(), start.to_move())
}

/// Judges a turn that began in `start` and ended in `end`.
///
/// ```
/// use ai::puzzle::{PuzzleGoal, PuzzleResult, judge};
/// use ringrift::Position;
/// // One more eliminated ring wins.
/// let start = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// let after = |action: &str| {
///     let mut end = start.clone();
///     end.play(end.read_action(action)?)?;
///     Ok::<_, Box<dyn std::error::Error>>(judge(&start, &end, PuzzleGoal::Win))
/// };
/// assert_eq!(after("M d4-d5")?, PuzzleResult::Reached);
/// assert_eq!(after("M d4-e4")?, PuzzleResult::NotWon);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(start: &Position, end: &Position, goal: PuzzleGoal) -> PuzzleResult {
    let player = start.to_move();
    let gained = end.territory(player).saturating_sub(start.territory(player));
    if let Some(outcome) = end.outcome() {
        return if outcome.winner == Some(player) { PuzzleResult::Reached } else { PuzzleResult::NotWon };
    }
    match goal {
        PuzzleGoal::Win => PuzzleResult::NotWon,
        PuzzleGoal::Claim(cells) if gained < cells => PuzzleResult::TooSmall(gained),
        PuzzleGoal::Defend | PuzzleGoal::Claim(_) | PuzzleGoal::WinInTwo => end.visit(JudgeReplies { player, goal }),
    }
}

/// Judges what the opponent can do after a turn.
struct JudgeReplies {
    player: Player,
    goal: PuzzleGoal,
}

impl PositionVisitor for JudgeReplies {
    type Output = PuzzleResult;

    fn visit<const W: usize>(self, end: &PositionOf<W>) -> PuzzleResult {
        let mut solver = Solver::new(MOST_NODES);
        if self.goal == PuzzleGoal::WinInTwo {
            match solver.escape(end, self.player) {
                None => PuzzleResult::Unproved,
                Some(None) => PuzzleResult::Reached,
                Some(Some(reply)) => PuzzleResult::OpponentEscapes(reply),
            }
        } else {
            match solver.reply_that_wins(end, self.player) {
                None => PuzzleResult::Unproved,
                Some(None) => PuzzleResult::Reached,
                Some(Some(reply)) => PuzzleResult::OpponentWins(reply),
            }
        }
    }
}

/// Returns the turn that the opponent of `player` plays after `end`: the one after which a winning turn of `player` is the hardest to
/// find. It is empty if the opponent has no decision.
pub fn hardest_reply(end: &Position, player: Player) -> Vec<Action> {
    end.visit(ReplyTo { player })
}

struct ReplyTo {
    player: Player,
}

impl PositionVisitor for ReplyTo {
    type Output = Vec<Action>;

    fn visit<const W: usize>(self, end: &PositionOf<W>) -> Vec<Action> {
        Solver::new(REPLY_NODES).hardest_reply(end, self.player)
    }
}

/// Returns a turn with which the player to move wins, if the search finds one.
pub fn winning_turn(position: &Position) -> Option<Vec<Action>> {
    position.visit(WinningTurn)
}

struct WinningTurn;

impl PositionVisitor for WinningTurn {
    type Output = Option<Vec<Action>>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Vec<Action>> {
        Solver::new(MOST_NODES).winning_turn(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(start: &str, actions: &[&str], goal: PuzzleGoal) -> PuzzleResult {
        let start = Position::parse(start).expect("the position is valid");
        let mut end = start.clone();
        for action in actions {
            end.play(end.read_action(action).expect("the action is known")).expect("the action is legal");
        }
        assert!(is_turn_over(&start, &end));
        judge(&start, &end, goal)
    }

    #[test]
    fn goals_are_written_and_read() {
        for goal in [PuzzleGoal::Win, PuzzleGoal::WinInTwo, PuzzleGoal::Defend, PuzzleGoal::Claim(7)] {
            assert_eq!(goal.to_string().parse(), Ok(goal));
        }
        for text in ["", "claim", "claim x", "Win"] {
            assert_eq!(text.parse::<PuzzleGoal>(), Err(ParsePuzzleGoalError), "{text}");
        }
    }

    /// Player 2 needs one more eliminated ring and can move onto an own marker.
    const THREAT: &str = "G square8 2p; S d4=1,e4=11,h8=2; M2 h7; E 0,18; P movement";

    #[test]
    fn replies_are_complete_turns_and_winning_turns_win() {
        let start =
            Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").expect("the position is valid");
        let line = winning_turn(&start).expect("a turn wins");
        let mut end = start.clone();
        line.iter().for_each(|&action| end.play_unchecked(action));
        assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(start.to_move()));
        assert_eq!(hardest_reply(&end, start.to_move()), []);
        assert_eq!(hardest_reply(&start, start.to_move()), []);

        let mut end = start.clone();
        end.play(end.read_action("M d4-e4").expect("the action is known")).expect("the action is legal");
        let opponent = end.to_move();
        let mut after = end.clone();
        hardest_reply(&end, start.to_move()).iter().for_each(|&action| after.play_unchecked(action));
        assert_ne!(after.to_move(), opponent);
        let none = Position::parse(THREAT).expect("the position is valid");
        assert_eq!(winning_turn(&none), None);
    }

    #[test]
    fn a_turn_that_allows_a_win_does_not_defend() {
        let PuzzleResult::OpponentWins(reply) = result(THREAT, &["M d4-d5"], PuzzleGoal::Defend) else {
            panic!("the opponent wins")
        };
        assert_eq!(reply.len(), 1);
        assert_eq!(result(THREAT, &["M d4-d5"], PuzzleGoal::Claim(1)), PuzzleResult::TooSmall(0));
    }
}
