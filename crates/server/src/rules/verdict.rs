//! What an engine says about a move, and where two of them differ.

use ringrift::{Edition, FingerprintHash, IllegalAction, Outcome, Phase, Player, Position, Reason, Ruleset, Setup};
use ringrift_spec::SpecGame;

/// What an engine says about a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It is legal, and this comes of it.
    Valid(Box<Next>),
    /// It is illegal.
    Invalid(Refusal),
}

/// The state after a legal move, with what states are compared by.
#[derive(Clone, PartialEq, Debug)]
pub struct Next {
    /// The whole state; other people's engines may leave it out.
    pub state: Option<Setup>,
    /// The hash of the fingerprint.
    pub hash: Option<FingerprintHash>,
    /// The hash that outside engines exchange, in the edition that has one.
    pub reference_hash: Option<String>,
    /// The progress measure S.
    pub progress: u32,
    /// Whether the game goes on.
    pub status: Status,
}

/// Whether a game goes on; if not, who has won and why.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// It goes on.
    Active,
    /// It is over.
    Completed {
        /// The winner; none in a draw.
        winner: Option<Player>,
        /// Why; other people's engines may leave it out.
        reason: Option<Reason>,
    },
}

/// Why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// The rule that forbids it, `RR-CANON-R091`; the literal engine does not say.
    pub rule: Option<String>,
    /// What is wrong, in words.
    pub message: String,
    /// The names of the cells that show it.
    pub cells: Vec<String>,
}

/// What two verdicts differ in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Mismatch {
    /// Whether the move is legal.
    pub valid: bool,
    /// The hash of the next state.
    pub hash: bool,
    /// The progress measure S.
    pub s: bool,
    /// Whether the game goes on.
    pub status: bool,
}

impl Verdict {
    /// The verdict of the fast engine, with the position that comes of the move.
    pub fn of_fast(position: &Position, action: ringrift::Action) -> (Verdict, Option<Position>) {
        let mut after = position.clone();
        match after.play(action) {
            Ok(()) => (Verdict::Valid(Box::new(Next::of(&after))), Some(after)),
            Err(why) => (Verdict::Invalid(Refusal::new(position.rules(), &why)), None),
        }
    }

    /// The verdict of the literal engine.
    pub fn of_spec(position: &Position, action: ringrift::Action) -> Verdict {
        let mut game = SpecGame::from_setup(&position.to_setup());
        match game.play(action) {
            Ok(_) => Verdict::Valid(Box::new(Next::of_spec(&game))),
            Err(illegal) => Verdict::Invalid(Refusal { message: illegal.to_string(), ..Refusal::default() }),
        }
    }

    /// Whether the move is legal.
    pub fn is_valid(&self) -> bool {
        matches!(self, Verdict::Valid(_))
    }

    /// The state after the move, if it is legal.
    pub fn next(&self) -> Option<&Next> {
        match self {
            Verdict::Valid(next) => Some(next),
            Verdict::Invalid(_) => None,
        }
    }

    /// What this verdict and another one differ in; none if they agree in all that both of them say.
    pub fn mismatch(&self, other: &Verdict) -> Option<Mismatch> {
        let mismatch = match (self.next(), other.next()) {
            (Some(own), Some(other)) => Mismatch {
                valid: false,
                hash: differ(own.hash.as_ref(), other.hash.as_ref())
                    || differ(own.reference_hash.as_ref(), other.reference_hash.as_ref()),
                s: own.progress != other.progress,
                status: !own.status.agrees_with(other.status),
            },
            (own, other) => Mismatch { valid: own.is_some() != other.is_some(), ..Mismatch::default() },
        };
        (mismatch != Mismatch::default()).then_some(mismatch)
    }
}

/// Whether two things are known and differ.
fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_some() && b.is_some() && a != b
}

impl Next {
    /// What follows from a position of the fast engine.
    pub fn of(position: &Position) -> Next {
        let state = position.to_setup();
        Next {
            hash: Some(FingerprintHash::of(&state.fingerprint())),
            state: Some(state),
            reference_hash: has_reference_hash(position.rules()).then(|| position.reference_hash()),
            progress: position.progress(),
            status: Status::of(position.outcome()),
        }
    }

    fn of_spec(game: &SpecGame) -> Next {
        Next {
            state: Some(game.to_setup()),
            hash: Some(FingerprintHash::of(&game.fingerprint())),
            reference_hash: None,
            progress: game.progress(),
            status: Status::of(game.outcome()),
        }
    }
}

/// Whether outside engines exchange hashes under these rules: those of the live edition do.
pub(super) fn has_reference_hash(rules: &Ruleset) -> bool {
    rules.describe().0 == Edition::Live
}

impl Status {
    /// The status of a game with a result, or with none yet.
    pub fn of(outcome: Option<Outcome>) -> Status {
        outcome.map_or(Status::Active, |end| Status::Completed { winner: end.winner, reason: Some(end.reason) })
    }

    /// The status of a state.
    pub fn of_setup(state: &Setup) -> Status {
        match state.phase {
            Some(Phase::Over { winner, reason }) => Status::Completed { winner, reason: Some(reason) },
            _ => Status::Active,
        }
    }

    /// The name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Completed { .. } => "completed",
        }
    }

    /// Whether two engines mean the same; reasons count where both give one.
    fn agrees_with(self, other: Status) -> bool {
        match (self, other) {
            (Status::Completed { winner, reason }, Status::Completed { winner: theirs, reason: their_reason }) => {
                winner == theirs && !differ(reason.as_ref(), their_reason.as_ref())
            }
            _ => self == other,
        }
    }
}

impl Refusal {
    /// The refusal of a move by the fast engine.
    pub fn new(rules: &Ruleset, why: &IllegalAction) -> Refusal {
        let name = |cell: &ringrift::Cell| rules.board.cell_name(*cell).to_string();
        Refusal {
            rule: Some(why.rule.to_string()),
            message: why.reason.clone(),
            cells: why.cells.iter().map(name).collect(),
        }
    }
}

impl Mismatch {
    /// The lists of legal actions differ.
    pub(super) fn of_legality() -> Mismatch {
        Mismatch { valid: true, ..Mismatch::default() }
    }

    /// The names of what differs.
    pub fn names(self) -> Vec<&'static str> {
        let all = [("valid", self.valid), ("hash", self.hash), ("s", self.s), ("status", self.status)];
        all.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }
}
