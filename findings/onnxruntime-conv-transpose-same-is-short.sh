#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2, onnxruntime 1.32.0: ConvTranspose with SAME padding makes fewer rows than the standard says.
#
# The standard defines SAME by the size of the result: the size of the input times the stride. That is 8 for 2 elements
# and a stride of 4, as onnx's evaluator has it. With a kernel of 3, which leaves gaps, onnxruntime ends behind the last
# kernel: at 7.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
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


x, weights = numpy.ones((1, 1, 2, 2), numpy.float32), numpy.ones((1, 1, 3, 3), numpy.float32)
for stride, shapes in ((2, [(1, 1, 4, 4)] * 2), (4, [(1, 1, 7, 7), (1, 1, 8, 8)])):
    node = helper.make_node("ConvTranspose", ["x", "w"], ["y"], strides=[stride] * 2, auto_pad="SAME_UPPER")
    runtime, reference = results(node, x.shape, [("w", weights)], x)
    print(f"2x2, kernel 3, stride {stride}: onnxruntime {runtime.shape[2:]}, onnx {reference.shape[2:]}")
    assert [runtime.shape, reference.shape] == shapes
PYTHON
