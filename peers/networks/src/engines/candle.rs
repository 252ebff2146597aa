//! The network in candle, and with the matrix products of gemm.

use std::collections::HashMap;

use candle_core::{Device, Tensor};

use crate::engines::{Engine, Inputs, Outputs, Result};
use crate::weights::Weights;

/// The network in candle: its convolutions, or matrix products of the crate `gemm` with copied neighbours.
pub struct Candle {
    arrays: HashMap<String, Tensor>,
    uses_products: bool,
    channels: usize,
}

impl Candle {
    pub fn new(weights: &Weights, uses_products: bool) -> Result<Candle> {
        let mut arrays = HashMap::new();
        for (name, array) in weights {
            let tensor = Tensor::from_slice(&array.numbers, &array.shape[..], &Device::Cpu)?;
            let tensor = match (array.shape.len(), uses_products) {
                (4, true) => tensor.reshape(((), array.shape[3]))?,
                (4, false) => tensor.permute((3, 2, 0, 1))?.contiguous()?,
                _ => tensor,
            };
            arrays.insert(name.clone(), tensor);
        }
        Ok(Candle { arrays, uses_products, channels: weights["trunk.bias"].numbers.len() })
    }

    /// Computes a convolution of an array by position, channel, row and column, or by position, place and channel.
    fn convolution(&self, x: &Tensor, name: &str) -> Result<Tensor> {
        let weights = &self.arrays[name];
        if !self.uses_products {
            return Ok(x.conv2d(weights, 1, 1, 1, 1)?);
        }
        let (batch, places, channels) = x.dims3()?;
        let values = x.flatten_all()?.to_vec1::<f32>()?;
        let mut columns = vec![0.0; batch * places * 9 * channels];
        for (index, column) in columns.chunks_exact_mut(9 * channels).enumerate() {
            let (position, row, file) = (index / 64, index / 8 % 8, index % 8);
            for (tap, column) in column.chunks_exact_mut(channels).enumerate() {
                let (row, file) = ((row + tap / 3).wrapping_sub(1), (file + tap % 3).wrapping_sub(1));
                if row < 8 && file < 8 {
                    let at = ((position * 8 + row) * 8 + file) * channels;
                    column.copy_from_slice(&values[at..at + channels]);
                }
            }
        }
        let columns = Tensor::from_vec(columns, (batch * places, 9 * channels), &Device::Cpu)?;
        Ok(columns.matmul(weights)?.reshape((batch, places, ()))?)
    }

    /// Adds a row of channels at every place.
    fn add(&self, x: &Tensor, row: &Tensor) -> Result<Tensor> {
        let rows = row.elem_count() / self.channels;
        let row = if self.uses_products { row.reshape((rows, 1, ()))? } else { row.reshape((rows, (), 1, 1))? };
        Ok(x.broadcast_add(&row)?)
    }

    fn pooled(&self, x: &Tensor) -> Result<Tensor> {
        let (x, places) = if self.uses_products { (x.clone(), 1) } else { (x.flatten_from(2)?, 2) };
        Ok(Tensor::cat(&[x.mean(places)?, x.max(places)?], 1)?)
    }

    fn dense(&self, x: &Tensor, name: &str, bias: &str) -> Result<Tensor> {
        Ok(x.matmul(&self.arrays[name])?.broadcast_add(&self.arrays[bias])?)
    }
}

impl Engine for Candle {
    fn run(&mut self, inputs: &Inputs) -> Result<Outputs> {
        let planes = Tensor::from_slice(&inputs.planes, (inputs.batch, (), 8, 8), &Device::Cpu)?;
        let planes = if self.uses_products { planes.flatten_from(2)?.transpose(1, 2)?.contiguous()? } else { planes };
        let scalars = Tensor::from_slice(&inputs.scalars, (inputs.batch, ()), &Device::Cpu)?;
        let from_scalars = self.dense(&scalars, "stem.scalars", "stem.bias")?;
        let mut x = self.add(&self.convolution(&planes, "stem.planes")?, &from_scalars)?;
        let mut block = 0;
        while let Some(bias1) = self.arrays.get(&format!("block{block}.bias1")) {
            let mut y = self.convolution(&self.add(&x, bias1)?.relu()?, &format!("block{block}.conv1"))?;
            if let Some(weights) = self.arrays.get(&format!("block{block}.pooled")) {
                y = self.add(&y, &self.pooled(&y.relu()?)?.matmul(weights)?)?;
            }
            let y = self.add(&y, &self.arrays[&format!("block{block}.bias2")])?.relu()?;
            x = (x + self.convolution(&y, &format!("block{block}.conv2"))?)?;
            block += 1;
        }
        let trunk = self.add(&x, &self.arrays["trunk.bias"])?.relu()?;
        let summary = self.pooled(&trunk)?;
        let bias = self.dense(&summary, "policy.pooled", "policy.bias1")?;
        let by_place = if self.uses_products { trunk } else { trunk.flatten_from(2)?.transpose(1, 2)?.contiguous()? };
        let rows = by_place.reshape(((), self.channels))?;
        let hidden = rows.matmul(&self.arrays["policy.conv1"])?.reshape((inputs.batch, 64, ()))?;
        let hidden =
            hidden.broadcast_add(&bias.reshape((inputs.batch, 1, ()))?)?.relu()?.reshape(((), self.channels))?;
        let policy = self.dense(&hidden, "policy.conv2", "policy.bias2")?;
        let policy = policy.reshape((inputs.batch, 64, ()))?.transpose(1, 2)?;
        let features = self.dense(&summary, "value.dense1", "value.bias1")?.relu()?;
        let numbers = |tensor: Tensor| -> Result<Vec<f32>> { Ok(tensor.flatten_all()?.to_vec1()?) };
        Ok(Outputs {
            policy: numbers(policy.contiguous()?)?,
            other: numbers(self.dense(&summary, "policy.other", "policy.other_bias")?)?,
            values: numbers(self.dense(&features, "value.dense2", "value.bias2")?)?,
        })
    }
}
