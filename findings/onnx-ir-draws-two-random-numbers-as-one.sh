#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx-ir 1.1.0, onnxruntime 1.32.0: two Bernoulli that draw their own numbers become one, and in onnx-ir two Dropout, too.
#
# Two nodes with the same inputs are common subexpressions unless their results are random, and both libraries leave
# RandomNormalLike and RandomUniformLike alone when they look for them. One would guess that they do so with all of ONNX's
# operators that draw numbers. The pass of onnx-ir merges two Bernoulli and two Dropout with training_mode, and onnxruntime two
# Bernoulli as soon as it optimizes at all: the difference of two masks of a thousand elements is 0 everywhere. Without
# optimizations, half of the elements differ.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx-ir==1.1.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnx_ir
import onnxruntime
from onnx_ir.passes.common import CommonSubexpressionEliminationPass

x = numpy.full(1000, 0.5, numpy.float32)


def differing(model, optimized):
    """Returns how many elements of the difference are not 0 in onnxruntime."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    levels = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = levels.ORT_ENABLE_BASIC if optimized else levels.ORT_DISABLE_ALL
    return numpy.count_nonzero(onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0])


for operator, inputs, by_onnx_ir, by_onnxruntime in [("RandomNormalLike", "x", False, False), ("Bernoulli", "x", True, True),
                                                     ("Dropout", "x, ratio, training", True, False)]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1000] x) => (float[1000] y) <float ratio = {{0.5}}, bool training = {{1}}> {{
  a = {operator} ({inputs})
  b = {operator} ({inputs})
  y = Sub (a, b)
}}""")
    onnx.checker.check_model(model, full_check=True)
    result = CommonSubexpressionEliminationPass()(onnx_ir.serde.deserialize_model(model))
    plain, changed = differing(model, False), differing(onnx_ir.serde.serialize_model(result.model), False)
    optimized = differing(model, True)
    print(f"two {operator}: {plain} elements differ, {changed} after onnx-ir, {optimized} after onnxruntime")
    assert plain > 300 and (changed == 0) == by_onnx_ir and (optimized == 0) == by_onnxruntime
PYTHON
