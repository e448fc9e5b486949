#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: version_converter changes the numbers of valid models, without a word.
#
# A conversion of versions that succeeds should keep the meaning. Two operators lose it on the way to opset 13 and
# above: Hardmax of opset 12 flattens its input to two dimensions at `axis`, Hardmax of opset 13 works along one axis, and
# the converter only raises the number, although it rewrites Softmax and LogSoftmax, which changed in the same way. Upsample
# of opset 9 becomes a Resize with the default half_pixel, where Upsample places pixels by x / scale (asymmetric).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, version_converter


def model(node, opset, shape, constants=()):
    ends = [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape),
            helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    weights = [numpy_helper.from_array(array, name) for name, array in constants]
    graph = helper.make_graph([node], "net", ends[:1], ends[1:], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def before_and_after(model, x, opset):
    def run(each):
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        runtime = onnxruntime.InferenceSession(each.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return runtime.run(None, {"x": x})[0]

    return run(model), run(version_converter.convert_version(model, opset))


x = numpy.random.default_rng(0).standard_normal((2, 3, 4), dtype=numpy.float32)
for operator in ("Softmax", "LogSoftmax"):
    before, after = before_and_after(model(helper.make_node(operator, ["x"], ["y"], axis=1), 11, x.shape), x, 17)
    assert numpy.allclose(before, after, atol=1e-6)
before, after = before_and_after(model(helper.make_node("Hardmax", ["x"], ["y"], axis=1), 11, x.shape), x, 17)
assert before.sum() == 2 and after.sum() == 8
print(f"Hardmax 11 to 17: {before.sum():.0f} ones before, {after.sum():.0f} after; Softmax and LogSoftmax stay as they are")

x = numpy.arange(4, dtype=numpy.float32).reshape(1, 1, 4, 1)
scales = numpy.array([1, 1, 2, 1], dtype=numpy.float32)
upsample = helper.make_node("Upsample", ["x", "scales"], ["y"], mode="linear")
before, after = before_and_after(model(upsample, 9, x.shape, [("scales", scales)]), x, 17)
assert before.ravel().tolist() == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3]
assert after.ravel().tolist() == [0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3]
print("Upsample 9, linear:", before.ravel().tolist(), "before,", after.ravel().tolist(), "after")
PYTHON
