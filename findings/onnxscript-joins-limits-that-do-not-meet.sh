#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxscript 0.7.2: two Clips in a row, whose ranges do not meet, become one with another answer.
#
# Numbers in the range of the first Clip, -2 to -1, all become 0 in a second Clip from 0 to 5. One would guess that a rule that
# joins two Clips takes the limits of the first through the second. onnxscript.optimizer.optimize takes the larger lower limit,
# 0, and the smaller upper limit, -1. ONNX lets the upper limit win where they cross, so that all answers are -1, outside the
# range of the last Clip. A Relu behind a Clip to negative numbers is joined in the same way, and then answers negative numbers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxscript==0.7.2 onnx-ir==1.1.0 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import onnxscript.optimizer


def run(model, x):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0]


x = numpy.array([-3, -1.5, 0.5, 2, 9], numpy.float32)
for name, limits, second in [("meet", (-2, 1), "Clip(z, low2, high2)"), ("do not meet", (-2, -1), "Clip(z, low2, high2)"),
                             ("Relu", (-2, -1), "Relu(z)")]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[5] x) => (float[5] y)
<float low = {{{limits[0]}}}, float high = {{{limits[1]}}}, float low2 = {{0}}, float high2 = {{5}}> {{
  z = Clip(x, low, high)
  y = {second}
}}""")
    optimized = onnxscript.optimizer.optimize(model)
    want, found = run(model, x).tolist(), run(optimized, x).tolist()
    print(f"{name}: {want}, optimized to {[node.op_type for node in optimized.graph.node]}: {found}")
    assert found == (want if name == "meet" else [-1] * 5) and min(want) >= 0
PYTHON
