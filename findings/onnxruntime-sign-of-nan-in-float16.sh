#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: Sign of NaN is NaN in float32 and float64, and 0 in float16.
#
# The standard and its ReferenceEvaluator return NaN for NaN, as numpy does. One would guess that a runtime does the same for
# each type of floats. With NaN as a marker of missing values, the type of the model decides whether it survives.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import helper
from onnx.reference import ReferenceEvaluator

for dtype, expected in (("float16", 0.0), ("float32", numpy.nan), ("float64", numpy.nan)):
    kind = helper.np_dtype_to_tensor_dtype(numpy.dtype(dtype))
    ends = [helper.make_tensor_value_info(name, kind, [3]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Sign", ["x"], ["y"])], "net", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    x = numpy.array([-2, numpy.nan, 2], dtype=dtype)
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    got, reference = runtime.run(None, {"x": x})[0], ReferenceEvaluator(model).run(None, {"x": x})[0]
    print(f"{dtype}: onnxruntime {got.tolist()}, ReferenceEvaluator {reference.tolist()}")
    assert numpy.array_equal(got, [-1, expected, 1], equal_nan=True)
    assert numpy.array_equal(reference, [-1, numpy.nan, 1], equal_nan=True)
PYTHON
