#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxscript 0.7.2: a BatchNormalization in training mode behind a convolution is folded with the running mean.
#
# With training_mode=1, BatchNormalization normalises by the mean and the variance of the batch before it, and not by the running
# ones that it also gets. One would guess that the rule that folds it into a convolution asks for training_mode.
# onnxscript.optimizer.optimize folds the running mean and variance into the weights: the answer is another one, and no message
# says so. With training_mode=0, the same fold is right.
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


rng = numpy.random.default_rng(0)
x = rng.normal(size=[2, 4, 6, 6]).astype(numpy.float32)
constants = {"weights": rng.normal(size=[4, 4, 3, 3]), "scale": [1] * 4, "bias": [0] * 4, "mean": [5] * 4, "var": [9] * 4}
for training in [0, 1]:
    outputs = "y, new_mean, new_var" if training else "y"
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2,4,6,6] x) => (float[2,4,4,4] y) {{
  z = Conv(x, weights)
  {outputs} = BatchNormalization <training_mode = {training}> (z, scale, bias, mean, var)
}}""")
    for name, values in constants.items():
        model.graph.initializer.append(onnx.numpy_helper.from_array(numpy.array(values, numpy.float32), name))
    optimized = onnxscript.optimizer.optimize(model)
    error = abs(run(optimized, x) - run(model, x)).max()
    print(f"training_mode={training}: {[node.op_type for node in optimized.graph.node]}, off by up to {error:.2g}")
    assert error > 1 if training else error < 1e-4
PYTHON
