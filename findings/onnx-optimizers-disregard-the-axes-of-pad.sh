#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxoptimizer 0.4.2, onnxsim 0.8.1 and onnxslim 0.1.98: three optimizers disregard the axes of a Pad in front of a convolution.
#
# Since opset 18, the last input of Pad tells which axes its numbers are for, in any order. One would guess that a pass that
# moves a Pad into a convolution reads them, or leaves such a Pad alone. All three take the numbers for the axes 0, 1, 2 and 3:
# columns are padded in place of rows. The picture has another shape then, or the right shape with other numbers in it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxoptimizer==0.4.2 onnxsim==0.8.1 onnxslim==0.1.98 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxoptimizer
import onnxruntime
import onnxsim
import onnxslim


def run(model, x):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0]


rng = numpy.random.default_rng(0)
x, weights = rng.normal(size=[1, 1, 8, 8]).astype(numpy.float32), rng.normal(size=[1, 1, 3, 3]).astype(numpy.float32)
tools = {"onnxoptimizer": onnxoptimizer.optimize, "onnxsim": lambda model: onnxsim.simplify(model)[0], "onnxslim": onnxslim.slim}
other = "0, 1, 3, 2"
for axes, pads in [("0, 1, 2, 3", "0, 0, 0, 2, 0, 0, 2, 0"), (other, "0, 0, 2, 0, 0, 0, 2, 0"), (other, "0, 0, 2, 0, 0, 0, 0, 2")]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 18]> main (float[1,1,8,8] x) => (float[1,1,h,w] y)
<int64[8] pads = {{{pads}}}, int64[4] axes = {{{axes}}}> {{
  padded = Pad(x, pads, , axes)
  y = Conv(padded, weights)
}}""")
    model.graph.initializer.append(onnx.numpy_helper.from_array(weights, "weights"))
    onnx.checker.check_model(model, full_check=True)
    want = run(model, x)
    for name, tool in tools.items():
        copy = onnx.ModelProto()
        copy.CopyFrom(model)
        found = run(tool(copy), x)
        same = found.shape == want.shape and bool(abs(found - want).max() < 1e-4)
        print(f"axes {axes}, pads {pads}, {name}: shape {found.shape}, was {want.shape}, equal: {same}")
        assert same == (axes != other)
PYTHON
