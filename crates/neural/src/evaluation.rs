//! Evaluations of leaves by a network, and the arrays with leaves that it reads.

use ringrift::MAX_PLAYERS;

/// Evaluations of the leaves of a step, in the order of the leaves.
#[derive(Copy, Clone, Debug)]
pub struct Evaluations<'a> {
    /// The logits of the numbers of all leaves, in the order in which the step returned them.
    pub logits: &'a [f32],
    /// [`MAX_PLAYERS`] values for each leaf, in turns after the player to move, from -1 to 1.
    pub values: &'a [f32],
}

/// Arrays with one row for each leaf that a step fills.
#[derive(Debug)]
pub struct LeafArrays<'a> {
    /// The planes of the observations.
    pub planes: &'a mut [u8],
    /// The scalars of the observations.
    pub scalars: &'a mut [f32],
}

/// An evaluation that cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadEvaluation {
    /// An array has a wrong length.
    #[error("the array `{array}` has {length} elements, but {wanted} are needed")]
    Length {
        /// The name of the array.
        array: &'static str,
        /// Its length.
        length: usize,
        /// The length that is needed.
        wanted: usize,
    },
    /// A logit is not a finite number.
    #[error("the logits of leaf {leaf} contain a number that is not finite")]
    Logits {
        /// The row of the leaf.
        leaf: usize,
    },
    /// A value is not a number from -1 to 1.
    #[error("a value of leaf {leaf} is not a number from -1 to 1")]
    Values {
        /// The row of the leaf.
        leaf: usize,
    },
}

/// Checks the length of an array.
pub(crate) fn check_length(array: &'static str, length: usize, wanted: usize) -> Result<(), BadEvaluation> {
    if length == wanted { Ok(()) } else { Err(BadEvaluation::Length { array, length, wanted }) }
}

/// Checks the evaluation of one leaf.
pub(crate) fn check_leaf(leaf: usize, logits: &[f32], values: &[f32]) -> Result<(), BadEvaluation> {
    // The sum is not finite if a term is not; it can overflow only for logits that no network produces.
    if !logits.iter().map(|logit| logit * 1e-6).sum::<f32>().is_finite() {
        return Err(BadEvaluation::Logits { leaf });
    }
    let is_value = |value: &f32| (-1.001..=1.001).contains(value);
    if values.len() != MAX_PLAYERS || !values.iter().all(is_value) {
        return Err(BadEvaluation::Values { leaf });
    }
    Ok(())
}
