#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ONNX.js 0.1.8: a Softmax of opset 13 is one distribution of all axes from 1 on, as it was before.
#
# With opset 13, Softmax changed its meaning: along one axis, the last by default, instead of all axes from 1 on. One would
# guess that a runtime that is older than the change refuses the opset, as it refuses MaxPool, Pad and ReduceMean of 13,
# whose meaning stayed. ONNX.js takes Softmax of any opset from 1 on: for vectors in a batch it is right, and for a matrix
# all rows together add up to 1.
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


x = numpy.array([[[0, 1, 2], [2, 1, 0]]], numpy.float32)
for opset, attributes in [(12, ""), (13, ""), (13, "<axis = 2>"), (13, "<axis = 1>")]:
    found, want = run(f"(float[1, 2, 3] x) => (float[1, 2, 3] y) {{ y = Softmax {attributes} (x) }}", x, opset=opset)
    print(f"opset {opset} {attributes}: {found.round(3).tolist()}, onnxruntime {want.round(3).tolist()}")
    one = numpy.exp(x) / numpy.exp(x).sum()
    if attributes == "<axis = 2>":
        assert numpy.allclose(found, want, atol=1e-5)
    else:
        assert numpy.allclose(found, one, atol=1e-5)
        assert numpy.allclose(want, one, atol=1e-5) == (opset == 12)
PYTHON
