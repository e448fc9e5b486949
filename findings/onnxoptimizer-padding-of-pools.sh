#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxoptimizer 0.4.2: a Pad in front of a pool becomes padding of the pool, which is something else.
#
# Pad writes zeros, and MaxPool disregards its own padding; AveragePool counts the zeros of a Pad, but not its own. One would
# guess that the pass fuse_pad_into_pool, which is among the default ones, asks whether that makes a difference. It has an eye
# for AveragePool's count_include_pad, but not for padding that the pool has already, and none for MaxPool: the largest of some
# negative numbers and zeros becomes negative, and the averages change where the pool has padding of its own.
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


assert "fuse_pad_into_pool" in onnxoptimizer.get_fuse_and_elimination_passes()
x = -1 - numpy.random.default_rng(0).random([1, 1, 4, 4]).astype(numpy.float32)
for pool, wrong in {
    "MaxPool <kernel_shape = [3, 3]>": True,
    "AveragePool <kernel_shape = [3, 3]>": False,
    "AveragePool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]>": True,
}.items():
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1,1,4,4] x) => (float[a,b,c,d] y)
<int64[8] pads = {{0, 0, 1, 1, 0, 0, 1, 1}}> {{
  padded = Pad(x, pads)
  y = {pool}(padded)
}}""")
    optimized = onnxoptimizer.optimize(model)
    want, found = run(model, x), run(optimized, x)
    error = abs(found - want).max()
    print(f"{pool}: {[node.op_type for node in optimized.graph.node]} is off by up to {error:.2g}; a corner is",
          f"{found[0, 0, 0, 0]:.3f}, was {want[0, 0, 0, 0]:.3f}")
    assert error > 0.1 if wrong else error < 1e-5
PYTHON
