//! Whether the data can separate the effects of seats from the strengths of players.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::likelihood::Likelihood;
use super::newton::factorise;

/// Fixes at zero the seat effects that the data cannot identify, and returns the numbers of seats of their contests.
///
/// Blocks of seats are tested in turn, given the players and the blocks identified before. A block is identified if its
/// remaining curvature (the Schur complement) is nonzero in every direction except the common shift of all its seats.
pub(crate) fn fix_unidentified_seats(likelihood: &mut Likelihood) -> Vec<u8> {
    let zero = DVector::zeros(likelihood.layout.len);
    let curvature = {
        let (_, _, mut lower) = likelihood.curvature(&zero);
        lower.fill_upper_triangle_with_lower_triangle();
        lower
    };
    let mut identified: Vec<usize> =
        (0..likelihood.layout.players).filter(|&player| !likelihood.fixed[player]).collect();
    let mut unidentified = Vec::new();
    for (seats, first) in likelihood.layout.seats.into_iter().enumerate() {
        let Some(first) = first else { continue };
        let block: Vec<usize> = (first..first + seats).collect();
        if is_identified(&curvature, &identified, &block) {
            identified.extend(block);
        } else {
            block.iter().for_each(|&term| likelihood.fixed[term] = true);
            unidentified.push(seats as u8);
        }
    }
    unidentified
}

fn is_identified(curvature: &DMatrix<f64>, given: &[usize], block: &[usize]) -> bool {
    // Bound on the contribution of rounding and the prior, relative to the block's own curvature.
    const NEGLIGIBLE: f64 = 1e-4;
    let own = curvature.select_rows(block).select_columns(block);
    let scale = own.diagonal().mean();
    let cross = curvature.select_rows(given).select_columns(block);
    let left = &own - cross.transpose() * factorise(&curvature.select_rows(given).select_columns(given)).solve(&cross);
    let mut sizes: Vec<f64> = SymmetricEigen::new(left).eigenvalues.iter().copied().collect();
    sizes.sort_by(f64::total_cmp);
    // The smallest eigenvalue belongs to the common shift of all seats.
    sizes[1] > NEGLIGIBLE * scale
}
