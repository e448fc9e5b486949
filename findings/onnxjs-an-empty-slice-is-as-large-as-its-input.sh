#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ONNX.js 0.1.8: a Slice that ends where it begins has the shape of its input, and NaN in it.
#
# A Slice from 2 to 2 of an axis is empty: ONNX, numpy and onnxruntime give it a size of 0. One would guess that a runtime
# has the same or refuses it. ONNX.js gives it the size of the input: the rows from 2 on, and then NaN for those that do not
# exist. A Slice of which something remains is right.
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


x = numpy.arange(8, dtype=numpy.float32).reshape(4, 2)
ends = "<int64[1] start = {%d}, int64[1] end = {%d}>"
for start, end in [(1, 3), (2, 2)]:
    found, want = run(f"(float[4, 2] x) => (float[n, 2] y) {ends % (start, end)} {{ y = Slice (x, start, end) }}", x)
    print(f"{start} to {end}: {found.tolist()}, onnxruntime {want.tolist()}")
    if start < end:
        assert found.tolist() == want.tolist()
    else:
        assert want.shape == (0, 2) and found.shape == (4, 2)
        assert (found[:2] == x[start:]).all() and numpy.isnan(found[2:]).all()
PYTHON
