//! Writes the network as an ONNX model, for tract and ONNX Runtime.

use crate::weights::{Array, Weights};

const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// A message in the format of Protocol Buffers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut number: u64) {
        while number >= 128 {
            self.0.push(number as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn number(mut self, field: u64, number: u64) -> Message {
        self.varint(field << 3);
        self.varint(number);
        self
    }

    fn bytes(mut self, field: u64, bytes: &[u8]) -> Message {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    fn text(self, field: u64, text: &str) -> Message {
        self.bytes(field, text.as_bytes())
    }

    fn message(self, field: u64, message: &Message) -> Message {
        self.bytes(field, &message.0)
    }
}

/// A graph for batches of a fixed size.
struct Graph {
    batch: usize,
    graph: Message,
    /// The number of intermediate results.
    results: usize,
}

impl Graph {
    fn constant(&mut self, name: &str, kind: u64, shape: &[usize], bytes: &[u8]) -> String {
        let mut tensor = Message::default();
        for &size in shape {
            tensor = tensor.number(1, size as u64);
        }
        let tensor = tensor.number(2, kind).text(8, name).bytes(9, bytes);
        self.graph = std::mem::take(&mut self.graph).message(5, &tensor);
        name.to_owned()
    }

    fn floats(&mut self, name: &str, shape: &[usize], numbers: &[f32]) -> String {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.constant(name, FLOAT, shape, &bytes)
    }

    /// Adds a node; attributes are lists of numbers.
    fn node(
        &mut self,
        operation: &str,
        inputs: &[&str],
        attributes: &[(&str, &[u64])],
        output: Option<&str>,
    ) -> String {
        self.results += 1;
        let output = output.map_or_else(|| format!("result{}", self.results), str::to_owned);
        let mut node = Message::default();
        for input in inputs {
            node = node.text(1, input);
        }
        node = node.text(2, &output).text(4, operation);
        for (name, numbers) in attributes {
            let mut attribute = Message::default().text(1, name);
            if let ("axis" | "keepdims", [number]) = (*name, *numbers) {
                attribute = attribute.number(3, *number).number(20, 2);
            } else {
                for &number in *numbers {
                    attribute = attribute.number(8, number);
                }
                attribute = attribute.number(20, 7);
            }
            node = node.message(5, &attribute);
        }
        self.graph = std::mem::take(&mut self.graph).message(1, &node);
        output
    }

    fn value(&mut self, field: u64, name: &str, shape: &[usize]) {
        let mut dimensions = Message::default();
        for size in [self.batch].iter().chain(shape) {
            dimensions = dimensions.message(1, &Message::default().number(1, *size as u64));
        }
        let tensor = Message::default().number(1, FLOAT).message(2, &dimensions);
        let value = Message::default().text(1, name).message(2, &Message::default().message(1, &tensor));
        self.graph = std::mem::take(&mut self.graph).message(field, &value);
    }

    /// Adds a convolution whose weights are stored by row, column, input and output.
    fn convolution(
        &mut self,
        weights: &Weights,
        input: &str,
        name: &str,
        bias: Option<&str>,
        output: Option<&str>,
    ) -> String {
        let array = &weights[name];
        let [inputs, outputs] = array.shape[array.shape.len() - 2..] else {
            unreachable!("weights have two dimensions")
        };
        let side: usize = if array.shape.len() == 4 { 3 } else { 1 };
        let mut turned = vec![0.0; array.numbers.len()];
        for (index, number) in array.numbers.iter().enumerate() {
            let (tap, input, output) = (index / (inputs * outputs), index / outputs % inputs, index % outputs);
            turned[(output * inputs + input) * side * side + tap] = *number;
        }
        let constant = self.floats(name, &[outputs, inputs, side, side], &turned);
        let bias = bias.map(|bias| self.floats(bias, &[outputs], &weights[bias].numbers));
        let inputs: Vec<&str> = [input, &constant].into_iter().chain(bias.as_deref()).collect();
        let pads = [side as u64 / 2; 4];
        self.node("Conv", &inputs, &[("kernel_shape", &[side as u64; 2]), ("pads", &pads)], output)
    }

    fn dense(
        &mut self,
        weights: &Weights,
        input: &str,
        name: &str,
        bias: Option<&str>,
        output: Option<&str>,
    ) -> String {
        let Array { shape, numbers } = &weights[name];
        let constant = self.floats(name, shape, numbers);
        let Some(bias) = bias else { return self.node("MatMul", &[input, &constant], &[], output) };
        let product = self.node("MatMul", &[input, &constant], &[], None);
        let bias = self.floats(bias, &[1, shape[1]], &weights[bias].numbers);
        self.node("Add", &[&product, &bias], &[], output)
    }

    fn add_bias(&mut self, weights: &Weights, input: &str, name: &str) -> String {
        let numbers = &weights[name].numbers;
        let bias = self.floats(name, &[1, numbers.len(), 1, 1], numbers);
        let sum = self.node("Add", &[input, &bias], &[], None);
        self.node("Relu", &[&sum], &[], None)
    }

    fn pooled(&mut self, input: &str) -> String {
        let attributes: [(&str, &[u64]); 2] = [("axes", &[2, 3]), ("keepdims", &[0])];
        let mean = self.node("ReduceMean", &[input], &attributes, None);
        let most = self.node("ReduceMax", &[input], &attributes, None);
        self.node("Concat", &[&mean, &most], &[("axis", &[1])], None)
    }

    fn spread(&mut self, input: &str) -> String {
        self.node("Unsqueeze", &[input, "axes"], &[], None)
    }
}

/// Returns the model for batches of a size, with the inputs `planes` and `scalars` and the outputs `policy`, `other` and `values`.
pub fn model(weights: &Weights, batch: usize) -> Vec<u8> {
    let mut graph = Graph { batch, graph: Message::default().text(2, "network"), results: 0 };
    let [_, _, planes, channels] = weights["stem.planes"].shape[..] else { unreachable!("checked by the reader") };
    graph.value(11, "planes", &[planes, 8, 8]);
    graph.value(11, "scalars", &[weights["stem.scalars"].shape[0]]);
    let axes: Vec<u8> = [2_i64, 3].iter().flat_map(|axis| axis.to_le_bytes()).collect();
    graph.constant("axes", INT64, &[2], &axes);
    let from_scalars = graph.dense(weights, "scalars", "stem.scalars", Some("stem.bias"), None);
    let from_scalars = graph.spread(&from_scalars);
    let from_planes = graph.convolution(weights, "planes", "stem.planes", None, None);
    let mut x = graph.node("Add", &[&from_planes, &from_scalars], &[], None);
    let mut block = 0;
    while weights.contains_key(&format!("block{block}.conv1")) {
        let name = |part: &str| format!("block{block}.{part}");
        let input = graph.add_bias(weights, &x, &name("bias1"));
        let y = if weights.contains_key(&name("pooled")) {
            let y = graph.convolution(weights, &input, &name("conv1"), None, None);
            let positive = graph.node("Relu", &[&y], &[], None);
            let pooled = graph.pooled(&positive);
            let bias = graph.dense(weights, &pooled, &name("pooled"), None, None);
            let bias = graph.spread(&bias);
            let sum = graph.node("Add", &[&y, &bias], &[], None);
            graph.add_bias(weights, &sum, &name("bias2"))
        } else {
            let y = graph.convolution(weights, &input, &name("conv1"), Some(&name("bias2")), None);
            graph.node("Relu", &[&y], &[], None)
        };
        let y = graph.convolution(weights, &y, &name("conv2"), None, None);
        x = graph.node("Add", &[&x, &y], &[], None);
        block += 1;
    }
    let trunk = graph.add_bias(weights, &x, "trunk.bias");
    let summary = graph.pooled(&trunk);
    let bias = graph.dense(weights, &summary, "policy.pooled", Some("policy.bias1"), None);
    let bias = graph.spread(&bias);
    let hidden = graph.convolution(weights, &trunk, "policy.conv1", None, None);
    let hidden = graph.node("Add", &[&hidden, &bias], &[], None);
    let hidden = graph.node("Relu", &[&hidden], &[], None);
    graph.convolution(weights, &hidden, "policy.conv2", Some("policy.bias2"), Some("policy"));
    graph.dense(weights, &summary, "policy.other", Some("policy.other_bias"), Some("other"));
    let features = graph.dense(weights, &summary, "value.dense1", Some("value.bias1"), None);
    let features = graph.node("Relu", &[&features], &[], None);
    graph.dense(weights, &features, "value.dense2", Some("value.bias2"), Some("values"));
    graph.value(12, "policy", &[weights["policy.conv2"].shape[1], 8, 8]);
    graph.value(12, "other", &[2]);
    graph.value(12, "values", &[4]);
    debug_assert_eq!(weights["policy.conv1"].shape, [channels, channels]);
    let operators = Message::default().number(2, 13);
    Message::default().number(1, 8).message(7, &graph.graph).message(8, &operators).0
}
