//! The network in tract.

use tract_onnx::prelude::*;

use crate::engines::{Engine, Inputs, Outputs, Result as EngineResult};
use crate::onnx::model;
use crate::weights::Weights;

pub struct Tract(Arc<TypedRunnableModel>);

impl Tract {
    pub fn new(weights: &Weights, batch: usize) -> EngineResult<Tract> {
        let model = tract_onnx::onnx().model_for_read(&mut &model(weights, batch)[..])?;
        Ok(Tract(model.into_optimized()?.into_runnable()?))
    }
}

impl Engine for Tract {
    fn run(&mut self, inputs: &Inputs) -> EngineResult<Outputs> {
        let planes = inputs.planes.len() / inputs.batch / 64;
        let scalars = inputs.scalars.len() / inputs.batch;
        let planes = Tensor::from_shape(&[inputs.batch, planes, 8, 8], &inputs.planes)?;
        let scalars = Tensor::from_shape(&[inputs.batch, scalars], &inputs.scalars)?;
        let outputs = self.0.run(tvec!(planes.into(), scalars.into()))?;
        let numbers = |index: usize| -> EngineResult<Vec<f32>> {
            Ok(outputs[index].to_plain_array_view::<f32>()?.iter().copied().collect())
        };
        Ok(Outputs { policy: numbers(0)?, other: numbers(1)?, values: numbers(2)? })
    }
}
