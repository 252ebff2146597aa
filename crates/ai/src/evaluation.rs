//! What a position is worth, without looking ahead: a few countable things for every player, each with a weight.
//!
//! The weights ([`Weights`]) say by how much a term raises the logarithm of a player's odds to win. They change as the game
//! goes on ([`stage`]): each has one value for the start of a game and one for its end. The chances of all players are in
//! proportion to the exponentials of their sums. With two players that is the logistic function of the difference, so that
//! fitting weights to the results of games also calibrates the chances.

use ringrift::{ByPlayer, Phase, Player, PositionOf};

use crate::weights::Weights;

/// How many terms there are.
pub const TERMS: usize = Term::ALL.len();

/// The terms of one player.
pub type Terms = [f32; TERMS];

/// Something that is counted for every player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// Own collapsed cells, as a share of those that win.
    Territory,
    /// Credited rings, as a share of those that win.
    Credits,
    /// The larger of the two shares, squared: the last part of the way counts more.
    Nearness,
    /// Rings in hand, as a share of those at the start.
    Hand,
    /// Own rings in stacks that others control, as a share of those at the start: they can only be won back.
    Buried,
    /// Rings of others in own stacks, as a share of those at the start.
    Prisoners,
    /// Own rings that cover a stack, all caps together, as a share of those at the start: what payments can be made of.
    Caps,
    /// The thickest cap, as a share of the rings at the start.
    ThickestCap,
    /// Controlled stacks, in units of the square root of the cells: who has none cannot pay, and is soon out of the game.
    Stacks,
    /// Markers on the board, in units of the square root of the cells.
    Markers,
    /// Pairs of own markers next to each other on an axis, in units of the square root of the cells.
    Pairs,
    /// Rows of own markers that lack one for a line.
    AlmostLines,
    /// Lines that are there: they collapse with the next movement.
    Lines,
    /// Moves and captures on the board, as their logarithm: the first few count most.
    Mobility,
    /// Stacks of others that could be captured from.
    Targets,
    /// Stacks that can neither move nor capture.
    Stuck,
    /// Cells of the best region that could be claimed, as a share of those that win.
    Claim,
    /// Rings in that region, as a share of the credits that win.
    ClaimRings,
    /// Whether that region would win the game.
    WinningClaim,
    /// Whether no stack is controlled.
    Homeless,
    /// Whether the turn is his and begins: he may place.
    ToPlace,
    /// Whether the turn is his and he is about to move.
    ToMove,
    /// Whether the turn is his and he may or must capture with the stack that moved.
    ToCapture,
    /// Whether the turn is his and only lines, regions or payments are left of it.
    ToSettle,
}

impl Term {
    /// All of them, in the order of the weights.
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

    /// The name in the table of weights.
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

/// How far a game has come, from 0 to 1: the largest share of a victory that anybody has.
pub fn stage<const W: usize>(position: &PositionOf<W>) -> f32 {
    let players = Player::seats(position.rules().players);
    players.map(|player| shares(position, player).0.max(shares(position, player).1)).fold(0.0, f32::max).min(1.0)
}

/// The shares of a victory by territory and by eliminated rings that a player has.
fn shares<const W: usize>(position: &PositionOf<W>, player: Player) -> (f32, f32) {
    let rules = position.rules();
    let territory = position.territory(player) as f32 / f32::from(rules.territory_threshold.max(1));
    let credits = f32::from(position.credits(player)) / f32::from(rules.elimination_threshold.max(1));
    (territory, credits)
}

/// The terms of all players in a position that is not over.
pub fn terms<const W: usize>(position: &PositionOf<W>) -> ByPlayer<Terms> {
    let mut all = ByPlayer([[0.0; TERMS]; 4]);
    let players = position.rules().players;
    for player in Player::seats(players) {
        count_progress(position, player, &mut all[player]);
        count_markers(position, player, &mut all[player]);
        count_freedom(position, player, &mut all[player]);
    }
    count_rings(position, &mut all);
    count_claims(position, &mut all);
    let turn = match position.phase() {
        Phase::Placement => Term::ToPlace,
        Phase::Movement { .. } | Phase::Recovery => Term::ToMove,
        Phase::CaptureOffer { .. } | Phase::CaptureChain { .. } => Term::ToCapture,
        _ => Term::ToSettle,
    };
    all[position.to_move()][turn as usize] = 1.0;
    all
}

fn count_progress<const W: usize>(position: &PositionOf<W>, player: Player, terms: &mut Terms) {
    let (territory, credits) = shares(position, player);
    terms[Term::Territory as usize] = territory;
    terms[Term::Credits as usize] = credits;
    terms[Term::Nearness as usize] = territory.max(credits).powi(2);
    terms[Term::Hand as usize] = f32::from(position.hand(player)) / f32::from(position.rules().rings_per_player);
}

fn count_markers<const W: usize>(position: &PositionOf<W>, player: Player, terms: &mut Terms) {
    let scale = scale(position);
    let markers = position.markers(player);
    let length = position.rules().line_length;
    terms[Term::Markers as usize] = markers.len() as f32 * scale;
    if markers.len() < 2 {
        return;
    }
    terms[Term::Pairs as usize] = position.count_rows(player, 2) as f32 * scale;
    let almost = position.count_rows(player, length - 1) as f32;
    terms[Term::AlmostLines as usize] = almost;
    if almost > 0.0 {
        terms[Term::Lines as usize] = position.count_rows(player, length) as f32;
    }
}

fn count_freedom<const W: usize>(position: &PositionOf<W>, player: Player, terms: &mut Terms) {
    let freedom = position.mobility(player);
    terms[Term::Mobility as usize] = ((freedom.moves + freedom.captures + 1) as f32).ln();
    terms[Term::Targets as usize] = (freedom.targets as f32).min(6.0) / 3.0;
    terms[Term::Stuck as usize] = (freedom.stuck as f32).min(6.0) / 3.0;
}

fn count_rings<const W: usize>(position: &PositionOf<W>, all: &mut ByPlayer<Terms>) {
    let share = 1.0 / f32::from(position.rules().rings_per_player);
    let scale = scale(position);
    let players = position.rules().players;
    for player in Player::seats(players) {
        let stacks = position.controlled(player);
        let mut thickest = 0;
        for at in &stacks {
            let stack = position.stack(at);
            let cap = stack.cap();
            thickest = thickest.max(cap);
            all[player][Term::Caps as usize] += cap as f32 * share;
            if cap == stack.height() {
                continue;
            }
            for other in Player::seats(players).filter(|&other| other != player) {
                let rings = stack.count(other) as f32 * share;
                all[player][Term::Prisoners as usize] += rings;
                all[other][Term::Buried as usize] += rings;
            }
        }
        all[player][Term::ThickestCap as usize] = thickest as f32 * share;
        all[player][Term::Stacks as usize] = stacks.len() as f32 * scale;
        all[player][Term::Homeless as usize] = f32::from(u8::from(stacks.is_empty()));
    }
}

fn count_claims<const W: usize>(position: &PositionOf<W>, all: &mut ByPlayer<Terms>) {
    let rules = position.rules();
    let (cells, rings) = (f32::from(rules.territory_threshold), f32::from(rules.elimination_threshold));
    let claims = position.best_claims();
    for player in Player::seats(rules.players).filter(|&player| claims[player].cells > 0) {
        let claim = claims[player];
        let (territory, credits) = shares(position, player);
        let (cells, rings) = (claim.cells as f32 / cells, claim.rings as f32 / rings);
        let terms = &mut all[player];
        terms[Term::Claim as usize] = cells;
        terms[Term::ClaimRings as usize] = rings;
        terms[Term::WinningClaim as usize] = f32::from(u8::from(territory + cells >= 1.0 || credits + rings >= 1.0));
    }
}

/// What one of many counts: boards differ in size.
fn scale<const W: usize>(position: &PositionOf<W>) -> f32 {
    1.0 / f32::from(position.rules().board.cells()).sqrt()
}

/// The chance of every player to win. In a position that is over, whoever came first shares it.
pub fn chances<const W: usize>(position: &PositionOf<W>, weights: &Weights) -> ByPlayer<f32> {
    if let Some(outcome) = position.outcome() {
        return shared_win(outcome.ranks, position.rules().players);
    }
    softmax(sums(&terms(position), stage(position), position.rules().players, weights), position.rules().players)
}

/// The win, shared by all who came first.
pub(crate) fn shared_win(ranks: ByPlayer<u8>, players: u8) -> ByPlayer<f32> {
    let first = ranks.of(players).iter().filter(|&&rank| rank == 1).count().max(1);
    ByPlayer(ranks.0.map(|rank| if rank == 1 { 1.0 / first as f32 } else { 0.0 }))
}

/// The weighted sums of the terms.
pub(crate) fn sums(terms: &ByPlayer<Terms>, stage: f32, players: u8, weights: &Weights) -> ByPlayer<f32> {
    let mut sums = ByPlayer::default();
    for player in Player::seats(players) {
        sums[player] = terms[player]
            .iter()
            .zip(&weights.0)
            .map(|(term, [early, late])| term * (early + (late - early) * stage))
            .sum();
    }
    sums
}

/// Chances in proportion to the exponentials.
pub(crate) fn softmax(sums: ByPlayer<f32>, players: u8) -> ByPlayer<f32> {
    let most = sums.of(players).iter().copied().fold(f32::MIN, f32::max);
    let mut chances = ByPlayer::default();
    let mut total = 0.0;
    for player in Player::seats(players) {
        chances[player] = (sums[player] - most).exp();
        total += chances[player];
    }
    for player in Player::seats(players) {
        chances[player] /= total;
    }
    chances
}

#[cfg(test)]
mod tests;
