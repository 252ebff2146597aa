//! Answer of one engine about a move, and comparison of two answers.

use ringrift::{Edition, FingerprintHash, IllegalAction, Outcome, Phase, Player, Position, Reason, Ruleset, Setup};

/// Answer of one engine about a move.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineVerdict {
    /// The move is legal.
    Valid(Box<ComparedState>),
    /// The move is illegal.
    Invalid(VerdictRejection),
}

/// State after a legal move, with the values that are compared.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparedState {
    /// The whole state; remote engines may omit it.
    pub state: Option<Setup>,
    /// Hash of the fingerprint.
    pub hash: Option<FingerprintHash>,
    /// Hash that external engines exchange; live edition only.
    pub reference_hash: Option<String>,
    /// Progress measure S: the number of markers, collapsed cells and credited rings (RR-CANON-R191).
    pub progress: u32,
    pub status: Status,
}

/// Status of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Active,
    Completed {
        /// `None` in a draw.
        winner: Option<Player>,
        /// Remote engines may omit it.
        reason: Option<Reason>,
    },
}

/// Reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerdictRejection {
    /// Rule that forbids the move, such as `RR-CANON-R091`; the spec engine does not name it.
    pub rule: Option<String>,
    pub message: String,
    /// Names of the cells that show the reason.
    pub cells: Vec<String>,
}

/// Differences between two verdicts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Mismatch {
    /// Legality of the move.
    pub valid: bool,
    /// Hash of the next state.
    pub hash: bool,
    /// Progress measure S.
    pub s: bool,
    /// Status, winner or reason.
    pub status: bool,
}

impl EngineVerdict {
    /// Evaluates a move with the fast engine; also returns the position after it.
    pub fn of_fast(position: &Position, action: ringrift::Action) -> (EngineVerdict, Option<Position>) {
        let mut after = position.clone();
        match after.play(action) {
            Ok(()) => (EngineVerdict::Valid(Box::new(ComparedState::of(&after))), Some(after)),
            Err(why) => (EngineVerdict::Invalid(VerdictRejection::new(position.rules(), &why)), None),
        }
    }

    /// Reports whether the move is legal.
    pub fn is_valid(&self) -> bool {
        matches!(self, EngineVerdict::Valid(_))
    }

    /// Returns the state after the move, if it is legal.
    pub fn next(&self) -> Option<&ComparedState> {
        match self {
            EngineVerdict::Valid(next) => Some(next),
            EngineVerdict::Invalid(_) => None,
        }
    }

    /// Returns the differences from another verdict, in the values that both contain.
    pub fn mismatch(&self, other: &EngineVerdict) -> Option<Mismatch> {
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

    /// Returns the hash in `other` that cannot be compared, because this engine does not compute hashes of its kind for
    /// these rules. `None` if all hashes can be compared, or if only one engine accepts the move.
    pub fn incomparable_hash<'a>(&self, other: &'a EngineVerdict) -> Option<&'a str> {
        let (own, other) = (self.next()?, other.next()?);
        other.reference_hash.as_deref().filter(|_| own.reference_hash.is_none())
    }
}

/// Reports whether both values are known and differ.
fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_some() && b.is_some() && a != b
}

impl ComparedState {
    /// Returns the compared values of a position.
    pub fn of(position: &Position) -> ComparedState {
        let state = position.to_setup();
        ComparedState {
            hash: Some(FingerprintHash::of(&state.fingerprint())),
            state: Some(state),
            reference_hash: has_reference_hash(position.rules()).then(|| position.reference_hash()),
            progress: position.progress(),
            status: Status::of(position.outcome()),
        }
    }
}

/// Reports whether external engines exchange hashes under these rules, which is the case for the live edition.
pub fn has_reference_hash(rules: &Ruleset) -> bool {
    rules.describe().0 == Edition::Live
}

impl Status {
    pub fn of(outcome: Option<Outcome>) -> Status {
        outcome.map_or(Status::Active, |end| Status::Completed { winner: end.winner, reason: Some(end.reason) })
    }

    pub fn of_setup(state: &Setup) -> Status {
        match state.phase {
            Some(Phase::Over { winner, reason }) => Status::Completed { winner, reason: Some(reason) },
            _ => Status::Active,
        }
    }

    /// Returns the wire name.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Completed { .. } => "completed",
        }
    }

    /// Reports whether two statuses agree; reasons are compared only if both are known.
    fn agrees_with(self, other: Status) -> bool {
        match (self, other) {
            (Status::Completed { winner, reason }, Status::Completed { winner: theirs, reason: their_reason }) => {
                winner == theirs && !differ(reason.as_ref(), their_reason.as_ref())
            }
            _ => self == other,
        }
    }
}

impl VerdictRejection {
    pub fn new(rules: &Ruleset, why: &IllegalAction) -> VerdictRejection {
        let name = |cell: &ringrift::Cell| rules.board.cell_name(*cell).to_string();
        VerdictRejection {
            rule: Some(why.rule.to_string()),
            message: why.reason.to_string(),
            cells: why.cells.iter().map(name).collect(),
        }
    }
}

impl Mismatch {
    /// Returns the mismatch for different lists of legal actions.
    pub fn of_legality() -> Mismatch {
        Mismatch { valid: true, ..Mismatch::default() }
    }

    /// Returns the names of the values that differ.
    pub fn names(self) -> Vec<&'static str> {
        let all = [("valid", self.valid), ("hash", self.hash), ("s", self.s), ("status", self.status)];
        all.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }
}
