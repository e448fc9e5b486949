#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# candle-onnx 0.11.1: Squeeze without axes keeps the first axis.
#
# Squeeze of ONNX removes all axes of size 1 where its axes are left out. One would guess that nothing is left of 1 x 3 x 1
# but the 3. The importer takes the first axis for a batch, which it keeps: 1 x 3. With axes it is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/protoc" "$work/run/src"
cd "$work/protoc"
apt-get update -qq
version=3.21.12-3+deb12u1
apt-get download -qq protobuf-compiler=$version libprotoc32=$version libprotobuf32=$version
for package in *.deb; do dpkg-deb -x "$package" .; done
cat > "$work/run/Cargo.toml" <<'TOML'
[package]
name = "run"
version = "0.1.0"
edition = "2021"

[dependencies]
candle-onnx = "=0.11.1"
candle-core = "=0.11.1"
TOML
cat > "$work/run/src/main.rs" <<'RUST'
use candle_core::{DType, Device, Tensor};
use std::collections::HashMap;

// Prints what the model in the file of the first argument answers. The others are its inputs: type, sizes and numbers.
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let model = candle_onnx::read_file(&arguments[1]).unwrap();
    let graph = model.graph.as_ref().unwrap();
    let mut inputs = HashMap::new();
    for (input, text) in graph.input.iter().zip(&arguments[2..]) {
        let parts: Vec<&str> = text.split(':').collect();
        let sizes: Vec<usize> = parts[1].split_whitespace().map(|size| size.parse().unwrap()).collect();
        let numbers: Vec<f64> = parts[2].split_whitespace().map(|number| number.parse().unwrap()).collect();
        let kind = if parts[0] == "int64" { DType::I64 } else { DType::F32 };
        let values = Tensor::from_vec(numbers, sizes, &Device::Cpu).unwrap();
        inputs.insert(input.name.clone(), values.to_dtype(kind).unwrap());
    }
    let outputs = candle_onnx::simple_eval(&model, inputs).unwrap();
    let values = &outputs[&graph.output[0].name];
    let numbers = values.to_dtype(DType::F64).unwrap().flatten_all().unwrap().to_vec1::<f64>().unwrap();
    println!("{:?}|{:?}", values.dims(), numbers);
}
RUST
libraries=$(echo "$PWD"/usr/lib/*-linux-gnu)
(cd "$work/run" && LD_LIBRARY_PATH=$libraries PROTOC=$work/protoc/usr/bin/protoc cargo build -q --target-dir "$work/target")
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
    """Returns what candle-onnx and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    texts = [f"{v.dtype}:{' '.join(map(str, v.shape))}:{' '.join(map(str, v.ravel().tolist()))}" for v in inputs]
    line = subprocess.run(["target/debug/run", "model.onnx", *texts], check=True, capture_output=True, text=True).stdout
    shape, numbers = line.split("|")
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run([model.graph.output[0].name], feeds)
    numbers = [float(number) for number in numbers.strip(" []\n").split(", ")]
    return numpy.array(numbers, want.dtype).reshape(ast.literal_eval(shape)), want


x = numpy.arange(3, dtype=numpy.float32).reshape(1, 3, 1)
found, want = run("(float[1, 3, 1] x) => (float[3] y) { y = Squeeze (x) }", x)
print(f"Squeeze of {x.shape}: {found.shape}, onnxruntime {want.shape}")
assert found.shape == (1, 3) and want.shape == (3,)
found, want = run("(float[1, 3, 1] x) => (float[3] y) <int64[2] axes = {0, 2}> { y = Squeeze (x, axes) }", x)
assert found.shape == want.shape == (3,)
PYTHON
