#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# rten 0.27.0: Sign of 0 is 1, and of minus 0 -1.
#
# Sign of ONNX has three answers: 1, -1 and, for 0, 0. One would guess that a runtime that has an operator of this name has
# the three. rten takes the function of its language, which tells the sign bit: 1 for 0 and -1 for -0. Written out with
# Greater and Less, the numbers are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/run/src"
cat > "$work/run/Cargo.toml" <<'TOML'
[package]
name = "run"
version = "0.1.0"
edition = "2021"

[dependencies]
rten = "=0.27.0"
rten-tensor = "=0.27.0"
TOML
cat > "$work/run/src/main.rs" <<'RUST'
use rten_tensor::{prelude::*, Tensor};

// Prints what the model in the file of the first argument answers. The others are its inputs: sizes, a colon, and numbers.
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let model = rten::Model::load_file(&arguments[1]).unwrap();
    let inputs = model.input_ids().iter().zip(&arguments[2..]).map(|(&id, text)| {
        let (sizes, numbers) = text.split_once(':').unwrap();
        let sizes: Vec<usize> = sizes.split_whitespace().map(|size| size.parse().unwrap()).collect();
        let numbers: Vec<f32> = numbers.split_whitespace().map(|number| number.parse().unwrap()).collect();
        (id, rten::Value::from(Tensor::<f32>::from_data(&sizes, numbers)).into())
    });
    let inputs = inputs.collect();
    for value in model.run(inputs, model.output_ids(), None).unwrap() {
        match value {
            rten::Value::FloatTensor(values) => println!("{:?}|{:?}", values.shape(), values.to_vec()),
            rten::Value::Int32Tensor(values) => println!("{:?}|{:?}", values.shape(), values.to_vec()),
            _ => unreachable!(),
        }
    }
}
RUST
(cd "$work/run" && cargo build -q --target-dir "$work/target")
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import ast
import subprocess

import numpy
import onnx
import onnxruntime


def run(text, *inputs, opset=13):
    """Returns what rten and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    texts = [f"{' '.join(map(str, values.shape))}: {' '.join(map(str, values.ravel().tolist()))}" for values in inputs]
    lines = subprocess.run(["target/debug/run", "model.onnx", *texts], check=True, capture_output=True, text=True).stdout
    shape, numbers = lines.splitlines()[0].split("|")
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return numpy.array(ast.literal_eval(numbers.replace("NaN", "None")), want.dtype).reshape(ast.literal_eval(shape)), want



x = numpy.array([-2, -0.0, 0, 0.5], numpy.float32)
found, want = run("(float[4] x) => (float[4] y) { y = Sign (x) }", x)
print(f"Sign of {x.tolist()}: {found.tolist()}, onnxruntime {want.tolist()}")
assert found.tolist() == [-1, -1, 1, 1] and want.tolist() == [-1, 0, 0, 1]
found, want = run("""(float[4] x) => (float[4] y) <float zero = {0}> {
  above = Greater (x, zero)
  below = Less (x, zero)
  one = Cast <to = 1> (above)
  other = Cast <to = 1> (below)
  y = Sub (one, other)
}""", x)
assert found.tolist() == want.tolist() == [-1, 0, 0, 1]
PYTHON
