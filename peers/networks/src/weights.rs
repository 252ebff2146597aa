//! The weights of the network as arrays of 32 bits.

use std::collections::HashMap;

use half::f16;
use safetensors::{Dtype, SafeTensors};

/// An array with its shape.
pub struct Array {
    pub shape: Vec<usize>,
    pub numbers: Vec<f32>,
}

/// Arrays by name.
pub type Weights = HashMap<String, Array>;

/// Reads the arrays of a file. The weights of planes with numbers of rings are divided by 4, instead of the planes.
pub fn read(file: &[u8], ring_planes: usize) -> Result<Weights, Box<dyn std::error::Error>> {
    let mut weights = Weights::new();
    for (name, tensor) in SafeTensors::deserialize(file)?.tensors() {
        if tensor.dtype() != Dtype::F16 {
            return Err(format!("the numbers of {name} do not have 16 bits").into());
        }
        let shape = tensor.shape().to_vec();
        let (pairs, _) = tensor.data().as_chunks();
        let mut numbers: Vec<f32> = pairs.iter().map(|&bytes| f16::from_le_bytes(bytes).to_f32()).collect();
        if name == "stem.planes" {
            for (index, number) in numbers.iter_mut().enumerate() {
                if index / shape[3] % shape[2] < ring_planes {
                    *number *= 0.25;
                }
            }
        }
        weights.insert(name, Array { shape, numbers });
    }
    Ok(weights)
}
