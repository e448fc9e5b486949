#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ONNX.js 0.1.8: a convolution of a batch is right for the first image only.
#
# The first axis of Conv's input is the batch. One would guess that a runtime with shapes of any batch computes each image,
# as its elementwise operators do. On the CPU, ONNX.js multiplies the matrices of the first image, and leaves the others as
# they are made: their answer is zero.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
npm install --silent --ignore-scripts --no-audit --no-fund onnxjs@0.1.8 >/dev/null
cat >run.js <<'JS'
const fs = require("fs");
const { InferenceSession, Tensor } = require("onnxjs");

// Prints what the model in the file of the first argument answers. The others are its inputs: sizes, a colon, and numbers.
(async () => {
  const session = new InferenceSession({ backendHint: "cpu" });
  await session.loadModel(new Uint8Array(fs.readFileSync(process.argv[2])));
  const inputs = process.argv.slice(3).map((text) => {
    const [sizes, numbers] = text.split(":").map((part) => part.split(" ").filter((word) => word).map(Number));
    return new Tensor(new Float32Array(numbers), "float32", sizes);
  });
  const y = (await session.run(inputs)).get("y");
  console.log(JSON.stringify([y.dims, Array.from(y.data)]));
})();
JS
"$work/venv/bin/python" - <<'PYTHON'
import json
import subprocess

import numpy
import onnx
import onnxruntime


def run(text, *inputs, opset=13):
    """Returns what ONNX.js and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 7, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    texts = [f"{' '.join(map(str, values.shape))}: {' '.join(map(str, values.ravel().tolist()))}" for values in inputs]
    command = ["node", "run.js", "model.onnx", *texts]
    shape, numbers = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return numpy.array(numbers, numpy.float32).reshape(shape), want


rng = numpy.random.default_rng(0)
x = rng.integers(-9, 10, (3, 2, 4, 4)).astype(numpy.float32)
w = rng.integers(-9, 10, (2, 2, 3, 3)).astype(numpy.float32)
found, want = run("(float[3, 2, 4, 4] x, float[2, 2, 3, 3] w) => (float[3, 2, 2, 2] y) { y = Conv (x, w) }", x, w)
for image in range(3):
    print(f"image {image}: {found[image].ravel().tolist()}, onnxruntime {want[image].ravel().tolist()}")
assert (found[0] == want[0]).all() and want[1:].any(axis=(1, 2, 3)).all() and not found[1:].any()
PYTHON
