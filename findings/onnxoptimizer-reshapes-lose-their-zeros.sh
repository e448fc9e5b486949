#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxoptimizer 0.4.2: of two Reshapes in a row, the second takes its zeros from the wrong tensor afterwards.
#
# A 0 in the shape of a Reshape stands for the size of the input at this place. One would guess that an optimizer that leaves out
# the first of two Reshapes fills in the zeros of the second, or keeps both. The default passes join them and leave the zeros,
# which now name sizes of the tensor before both: 2x3x4 reshaped to 4x6 and to (0, -1) was 4x6, and becomes 2x12, a valid model
# of another shape, though the declared shape of the output is 4x6.
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


def run(model, x):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0]


x = numpy.arange(24, dtype=numpy.float32).reshape(2, 3, 4)
for second, want, becomes in [("0, -1", (4, 6), (2, 12)), ("4, 6", (4, 6), (4, 6)), ("0, 3, -1", (4, 3, 2), (2, 3, 4))]:
    size = second.count(",") + 1
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2,3,4] x) => (float[{", ".join(map(str, want))}] y)
<int64[2] first = {{4, 6}}, int64[{size}] second = {{{second}}}> {{
  z = Reshape(x, first)
  y = Reshape(z, second)
}}""")
    onnx.checker.check_model(model, full_check=True)
    optimized = onnxoptimizer.optimize(model)
    shapes = run(model, x).shape, run(optimized, x).shape
    print(f"(4, 6), then ({second}): {shapes[0]}, optimized to {len(optimized.graph.node)} node: {shapes[1]}")
    assert shapes == (want, becomes)
PYTHON
