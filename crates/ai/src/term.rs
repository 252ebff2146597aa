//! Terms of the static evaluation.

/// Number of terms.
pub const TERMS: usize = Term::ALL.len();

/// Values of all terms for one player.
pub type Terms = [f32; TERMS];

/// Feature of the evaluation, computed for each player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// Own collapsed cells, relative to the number that wins.
    Territory,
    /// Credited rings, relative to the number that wins.
    Credits,
    /// Square of the larger of `Territory` and `Credits`: progress counts more close to the win.
    Nearness,
    /// Rings in hand, relative to the initial number.
    Hand,
    /// Own rings in stacks controlled by others, relative to the initial number.
    Buried,
    /// Rings of others in own stacks, relative to the initial number.
    Prisoners,
    /// Total height of own caps, relative to the initial number of rings. Payments are made from caps.
    Caps,
    /// Height of the thickest own cap, relative to the initial number of rings.
    ThickestCap,
    /// Controlled stacks, divided by the square root of the number of cells.
    Stacks,
    /// Own markers, divided by the square root of the number of cells.
    Markers,
    /// Pairs of adjacent own markers on an axis, divided by the square root of the number of cells.
    Pairs,
    /// Rows of own markers that are one marker short of a line.
    AlmostLines,
    /// Complete lines of own markers.
    Lines,
    /// Natural logarithm of one plus the number of moves and captures.
    Mobility,
    /// Number of pairs of an own stack and an opponent's stack that it can capture from, at most 6, divided by 3.
    Targets,
    /// Number of own stacks that can neither move nor capture, at most 6, divided by 3.
    Stuck,
    /// Cells of the best claimable region, relative to the number that wins.
    Claim,
    /// Rings in that region, relative to the credits that win.
    ClaimRings,
    /// 1 if claiming that region wins the game.
    WinningClaim,
    /// 1 if the player controls no stack.
    Homeless,
    /// 1 if the player is to move in the placement phase.
    ToPlace,
    /// 1 if the player is to move in the movement or recovery phase.
    ToMove,
    /// 1 if the player may or must capture with the stack that moved.
    ToCapture,
    /// 1 if the player is to move and only lines, regions or payments are left in the turn.
    ToSettle,
}

impl Term {
    /// All terms in the order of the weights.
    pub const ALL: [Term; 24] = [
        Term::Territory,
        Term::Credits,
        Term::Nearness,
        Term::Hand,
        Term::Buried,
        Term::Prisoners,
        Term::Caps,
        Term::ThickestCap,
        Term::Stacks,
        Term::Markers,
        Term::Pairs,
        Term::AlmostLines,
        Term::Lines,
        Term::Mobility,
        Term::Targets,
        Term::Stuck,
        Term::Claim,
        Term::ClaimRings,
        Term::WinningClaim,
        Term::Homeless,
        Term::ToPlace,
        Term::ToMove,
        Term::ToCapture,
        Term::ToSettle,
    ];

    /// Returns the name in the table of weights.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Territory => "territory",
            Term::Credits => "credits",
            Term::Nearness => "nearness",
            Term::Hand => "hand",
            Term::Buried => "buried",
            Term::Prisoners => "prisoners",
            Term::Caps => "caps",
            Term::ThickestCap => "thickest_cap",
            Term::Stacks => "stacks",
            Term::Markers => "markers",
            Term::Pairs => "pairs",
            Term::AlmostLines => "almost_lines",
            Term::Lines => "lines",
            Term::Mobility => "mobility",
            Term::Targets => "targets",
            Term::Stuck => "stuck",
            Term::Claim => "claim",
            Term::ClaimRings => "claim_rings",
            Term::WinningClaim => "winning_claim",
            Term::Homeless => "homeless",
            Term::ToPlace => "to_place",
            Term::ToMove => "to_move",
            Term::ToCapture => "to_capture",
            Term::ToSettle => "to_settle",
        }
    }
}
