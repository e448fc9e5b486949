#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# rten 0.27.0: NonMaxSuppression answers each box for one class only, the one with its best score.
#
# NonMaxSuppression of ONNX goes through the classes one by one, and a box is in the answer for each class whose score is
# above the threshold. One would guess that a runtime that other detectors run on has it so. rten gives each box to the class
# with its best score first, as some detectors do: of two classes with three boxes each, three boxes remain of six. With one
# class, the answers are the same.
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



boxes = numpy.array([[[0, 0, 1, 1], [0, 10, 1, 11], [0, 20, 1, 21]]], numpy.float32)
scores = numpy.array([[[0.9, 0.8, 0.7], [0.6, 0.5, 0.95]]], numpy.float32)
for classes, left in [(2, [[0, 0], [0, 1], [1, 2]]), (1, [[0, 0], [0, 1], [0, 2]])]:
    found, want = run(f"""(float[1, 3, 4] boxes, float[1, {classes}, 3] scores) => (int64[n, 3] y)
  <int64 limit = {{3}}, float overlap = {{0.5}}, float score = {{0}}> {{
  y = NonMaxSuppression (boxes, scores, limit, overlap, score)
}}""", boxes, scores[:, :classes])
    print(f"{classes} classes, class and box: {sorted(found[:, 1:].tolist())}, onnxruntime {sorted(want[:, 1:].tolist())}")
    assert sorted(found[:, 1:].tolist()) == left
    assert sorted(want[:, 1:].tolist()) == [[number, box] for number in range(classes) for box in range(3)]
PYTHON
