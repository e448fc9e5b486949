#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# rten 0.27.0: MatMul of three axes and a vector has an axis of size 1 too many.
#
# MatMul of ONNX is numpy's matmul: a vector on the right becomes a column, and the axis that this adds is removed from the
# answer. One would guess that what is right for a matrix is right for more of them. rten removes the axis for a matrix, for
# two vectors, and for a vector on the left; for a batch of matrices and a vector on the right it stays. The numbers are
# right.
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



for one, other in [((2, 3), (3,)), ((3,), (3, 2)), ((2, 2, 3), (3,)), ((2, 1, 2, 3), (3,)), ((3,), (2, 3, 2))]:
    x, w = (numpy.arange(numpy.prod(shape), dtype=numpy.float32).reshape(shape) for shape in (one, other))
    sizes = [", ".join(map(str, value.shape)) for value in (x, w, x @ w)]
    found, want = run(f"(float[{sizes[0]}] x, float[{sizes[1]}] w) => (float[{sizes[2]}] y) {{ y = MatMul (x, w) }}", x, w)
    print(f"{list(one)} by {list(other)}: {list(found.shape)}, onnxruntime {list(want.shape)}")
    assert want.shape == (x @ w).shape and numpy.array_equal(found.ravel(), want.ravel())
    assert found.shape == (*want.shape, 1) if len(one) > 2 else found.shape == want.shape
PYTHON
