#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxslim 0.1.98: a convolution multiplied by a row has its channels scaled.
#
# By ONNX's broadcasting, a factor of 4 numbers belongs to the last axis, the columns of the picture. One would guess that
# onnxslim fuses only factors of the shape [channels, 1, 1] into the weights before them. It fuses one of the shape [4] too, if
# there are four channels and the picture happens to have four columns: each channel is scaled as its column was to be. The shape
# fits, and onnxslim's output does not say that anything has changed. onnxsim and onnxoptimizer keep the product.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxslim==0.1.98 onnxsim==0.8.1 onnxoptimizer==0.4.2 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
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
x, weights = rng.normal(size=[1, 4, 6, 6]).astype(numpy.float32), rng.normal(size=[4, 4, 3, 3]).astype(numpy.float32)
factor = numpy.array([1, 2, 3, 4], numpy.float32)
tools = {"onnxslim": onnxslim.slim, "onnxsim": lambda model: onnxsim.simplify(model)[0], "onnxoptimizer": onnxoptimizer.optimize}
for shape in [[4, 1, 1], [4]]:
    model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17]> main (float[1,4,6,6] x) => (float[1,4,4,4] y) {
  z = Conv(x, weights)
  y = Mul(z, factor)
}""")
    for name, values in {"weights": weights, "factor": factor.reshape(shape)}.items():
        model.graph.initializer.append(onnx.numpy_helper.from_array(values, name))
    want = run(model, x)
    for name, tool in tools.items():
        copy = onnx.ModelProto()
        copy.CopyFrom(model)
        made = tool(copy)
        found = run(made, x)
        error = abs(found - want).max()
        print(f"factor of shape {shape}, {name}: {[node.op_type for node in made.graph.node]}, off by up to {error:.2g}")
        assert error > 1 if (name, shape) == ("onnxslim", [4]) else error < 1e-4
channels = run(model, x) / factor * factor[:, None, None]
assert abs(run(onnxslim.slim(model), x) - channels).max() < 1e-4
PYTHON
