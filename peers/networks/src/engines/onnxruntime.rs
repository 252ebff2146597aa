//! The network in ONNX Runtime.

use std::path::PathBuf;

use ort::session::Session;
use ort::value::TensorRef;

use crate::engines::{Engine, Inputs, Outputs, Result};
use crate::onnx::model;
use crate::weights::Weights;

pub struct OnnxRuntime(Session);

impl OnnxRuntime {
    /// Loads the models for batches of some sizes; `None` if no runtime is given in the environment variable `ORT_DYLIB_PATH`.
    pub fn load(weights: &Weights, batches: &[usize]) -> Result<Option<Vec<OnnxRuntime>>> {
        let Some(path) = std::env::var_os("ORT_DYLIB_PATH") else { return Ok(None) };
        // A process has at most one environment.
        let environment = ort::init_from(PathBuf::from(path))?.build()?;
        let load = |&batch: &usize| {
            let mut builder = Session::builder(&environment)?.with_intra_threads(1)?;
            Ok(OnnxRuntime(builder.commit_from_memory(&model(weights, batch))?))
        };
        batches.iter().map(load).collect::<Result<_>>().map(Some)
    }
}

impl Engine for OnnxRuntime {
    fn run(&mut self, inputs: &Inputs) -> Result<Outputs> {
        let planes = inputs.planes.len() / inputs.batch / 64;
        let scalars = inputs.scalars.len() / inputs.batch;
        let outputs = self.0.run(ort::inputs![
            "planes" => TensorRef::from_array_view(([inputs.batch, planes, 8, 8], &inputs.planes[..]))?,
            "scalars" => TensorRef::from_array_view(([inputs.batch, scalars], &inputs.scalars[..]))?,
        ])?;
        let numbers = |name: &str| -> Result<Vec<f32>> { Ok(outputs[name].try_extract_tensor::<f32>()?.1.to_vec()) };
        Ok(Outputs { policy: numbers("policy")?, other: numbers("other")?, values: numbers("values")? })
    }
}
