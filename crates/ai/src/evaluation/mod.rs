//! Static evaluation: a weighted sum of terms for each player.
//!
//! A weight ([`Weights`]) is the change of a player's log-odds per unit of a term. Each weight has one value for the start of the
//! game and one for its end, interpolated by the [`stage`]. The winning chances are the softmax of the sums. With two players this
//! is the logistic function of their difference, so fitting weights to game results also calibrates the chances.

use ringrift::{ByPlayer, Phase, Player, PositionOf};

pub use crate::term::{TERMS, Term, Terms};
use crate::weights::Weights;

/// Returns the progress of the game, 0.0 to 1.0: the largest fraction of the territory or the credits needed to win that
/// any player has.
pub fn stage<const W: usize>(position: &PositionOf<W>) -> f32 {
    let players = Player::seats(position.rules().players);
    players.map(|player| shares(position, player).0.max(shares(position, player).1)).fold(0.0, f32::max).min(1.0)
}

/// Returns a player's territory and credits relative to the numbers that win.
fn shares<const W: usize>(position: &PositionOf<W>, player: Player) -> (f32, f32) {
    let rules = position.rules();
    let territory = position.territory(player) as f32 / f32::from(rules.territory_threshold.max(1));
    let credits = f32::from(position.credits(player)) / f32::from(rules.elimination_threshold.max(1));
    (territory, credits)
}

/// Computes the terms of all players in a running game.
pub fn terms<const W: usize>(position: &PositionOf<W>) -> ByPlayer<Terms> {
    let mut all = ByPlayer([[0.0; TERMS]; 4]);
    let players = position.rules().players;
    for player in Player::seats(players) {
        count_progress(position, player, &mut all[player]);
        count_markers(position, player, &mut all[player]);
        count_mobility(position, player, &mut all[player]);
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

fn count_mobility<const W: usize>(position: &PositionOf<W>, player: Player, terms: &mut Terms) {
    let mobility = position.mobility(player);
    terms[Term::Mobility as usize] = ((mobility.moves + mobility.captures + 1) as f32).ln();
    terms[Term::Targets as usize] = (mobility.targets as f32).min(6.0) / 3.0;
    terms[Term::Stuck as usize] = (mobility.stuck as f32).min(6.0) / 3.0;
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

/// Returns the factor that makes counts comparable between board sizes.
fn scale<const W: usize>(position: &PositionOf<W>) -> f32 {
    1.0 / f32::from(position.rules().board.cells()).sqrt()
}

/// Returns the winning chance of each player. In a finished game, the players in first place share the win.
pub fn chances<const W: usize>(position: &PositionOf<W>, weights: &Weights) -> ByPlayer<f32> {
    if let Some(outcome) = position.outcome() {
        return shared_win(outcome.ranks, position.rules().players);
    }
    softmax(sums(&terms(position), stage(position), position.rules().players, weights), position.rules().players)
}

/// Shares the win among the players in first place.
pub fn shared_win(ranks: ByPlayer<u8>, players: u8) -> ByPlayer<f32> {
    let first = ranks.of(players).iter().filter(|&&rank| rank == 1).count().max(1);
    ByPlayer(ranks.0.map(|rank| if rank == 1 { 1.0 / first as f32 } else { 0.0 }))
}

/// Returns the weighted sum of the terms of each player.
pub fn sums(terms: &ByPlayer<Terms>, stage: f32, players: u8, weights: &Weights) -> ByPlayer<f32> {
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

/// Returns the softmax of the sums.
pub fn softmax(sums: ByPlayer<f32>, players: u8) -> ByPlayer<f32> {
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
