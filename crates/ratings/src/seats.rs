//! Whether the data can tell seats from players.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use crate::likelihood::Likelihood;
use crate::newton::factorise;

/// The numbers of seats whose effects the data tell, given the players and the seats found before; holds the others at
/// zero.
///
/// An effect is told if the curvature that is left for it, once everything before has been taken out (the Schur
/// complement), is not zero in any direction but the one in which all seats gain alike.
pub(crate) fn hold_unknown(likelihood: &mut Likelihood) -> Vec<u8> {
    let level = DVector::zeros(likelihood.layout.len);
    let curvature = {
        let (_, _, mut lower) = likelihood.curvature(&level);
        lower.fill_upper_triangle_with_lower_triangle();
        lower
    };
    let mut known: Vec<usize> = (0..likelihood.layout.players).filter(|&player| !likelihood.fixed[player]).collect();
    let mut unknown = Vec::new();
    for (seats, first) in likelihood.layout.seats.into_iter().enumerate() {
        let Some(first) = first else { continue };
        let block: Vec<usize> = (first..first + seats).collect();
        if is_known(&curvature, &known, &block) {
            known.extend(block);
        } else {
            block.iter().for_each(|&term| likelihood.fixed[term] = true);
            unknown.push(seats as u8);
        }
    }
    unknown
}

fn is_known(curvature: &DMatrix<f64>, given: &[usize], block: &[usize]) -> bool {
    // What rounding and the pull leave of nothing, compared with what the block has by itself.
    const NOTHING: f64 = 1e-4;
    let own = curvature.select_rows(block).select_columns(block);
    let scale = own.diagonal().mean();
    let cross = curvature.select_rows(given).select_columns(block);
    let left = &own - cross.transpose() * factorise(&curvature.select_rows(given).select_columns(given)).solve(&cross);
    let mut sizes: Vec<f64> = SymmetricEigen::new(left).eigenvalues.iter().copied().collect();
    sizes.sort_by(f64::total_cmp);
    // The smallest belongs to the direction in which all gain alike.
    sizes[1] > NOTHING * scale
}
