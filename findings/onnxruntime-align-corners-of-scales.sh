#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2, onnxruntime 1.32.0: align_corners ends at the last element in one and before it in the other.
#
# The name says that the first and the last elements stay where they are. With scales whose product with a size is not
# whole, onnxruntime divides by the size of the result, and ends at the last element. onnx's evaluator, and so the
# standard's own tests, divide by the product that was not rounded, and end before it: at 3.14 of 1 to 4.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator


def results(node, shape, constants, x):
    """Returns what onnxruntime and onnx's evaluator compute."""
    sizes = (("x", shape), ("y", None))
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, each) for name, each in sizes]
    weights = [numpy_helper.from_array(array, name) for name, array in constants]
    graph = helper.make_graph([node], "net", ends[:1], ends[1:], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=8)
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return runtime.run(None, {"x": x})[0], ReferenceEvaluator(model).run(None, {"x": x})[0]


x = numpy.arange(1, 5, dtype=numpy.float32).reshape(1, 1, 1, 4)
options = {"mode": "linear", "coordinate_transformation_mode": "align_corners"}
node = helper.make_node("Resize", ["x", "", "scales"], ["y"], **options)
runtime, reference = results(node, x.shape, [("scales", numpy.float32([1, 1, 1, 0.6]))], x)
runtime, reference = runtime.ravel(), reference.ravel()
print(f"{x.ravel().tolist()} by 0.6: onnxruntime {runtime.tolist()}, onnx {reference.round(3).tolist()}")
assert runtime.tolist() == [1, 4] and numpy.allclose(reference, [1, 22 / 7])
PYTHON
