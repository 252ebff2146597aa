//! Libraries that compute the network, all with the same inputs and outputs.

#[cfg(feature = "candle")]
pub mod candle;
#[cfg(feature = "onnxruntime")]
pub mod onnxruntime;
#[cfg(feature = "tract")]
pub mod tract;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The observations of a batch.
pub struct Inputs {
    pub batch: usize,
    pub planes: Vec<f32>,
    pub scalars: Vec<f32>,
}

/// Logits of all choices of each position.
pub struct Outputs {
    /// By position, plane and cell.
    pub policy: Vec<f32>,
    /// Passing and swapping.
    pub other: Vec<f32>,
    /// The shares of the four players.
    pub values: Vec<f32>,
}

/// A library that computes the network for batches of one size.
pub trait Engine {
    fn run(&mut self, inputs: &Inputs) -> Result<Outputs>;
}
