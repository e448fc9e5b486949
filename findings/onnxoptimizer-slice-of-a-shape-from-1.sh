#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxoptimizer 0.4.2: a Slice of a Shape that begins at axis 1 is read from axis 0.
#
# Since opset 15, Shape has the attributes start and end. One would guess that the default pass eliminate_slice_after_shape,
# which replaces a slice of a known shape by its numbers, counts from there. It counts from the first axis: of a tensor of 2x3x4,
# the first number of Shape<start=1> is 3, and becomes 2. A Gather in place of the Slice is right, as eliminate_shape_gather
# reads the attributes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxoptimizer==0.4.2 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxoptimizer
import onnxruntime


def run(model):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    x = numpy.zeros([2, 3, 4], numpy.float32)
    return onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0].tolist()


found = {}
for shape in ["Shape(x)", "Shape <start = 1> (x)"]:
    for part in ["Slice(shape, zero, one)", "Gather(shape, zero)"]:
        model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2,3,4] x) => (int64[1] y) <int64[1] zero = {{0}}, int64[1] one = {{1}}> {{
  shape = {shape}
  y = {part}
}}""")
        found[shape, part] = run(model), run(onnxoptimizer.optimize(model))
        print(f"{shape}, {part}: {found[shape, part][0]}, optimized {found[shape, part][1]}")
assert found.pop(("Shape <start = 1> (x)", "Slice(shape, zero, one)")) == ([3], [2])
assert all(before == after for before, after in found.values())
PYTHON
