#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2, onnxruntime 1.32.0: Resize with tf_crop_and_resize crops only the axes whose size changes.
#
# One would guess that a region of 0.25 to 1 is cropped from each axis, whatever its new size is, as onnx's evaluator does.
# onnxruntime leaves an axis as it is if its scale is 1, so that a crop of 5 rows that makes 5 rows gives the rows of the input, and
# one that makes 6 gives a crop. With scales in place of sizes, both leave out the part that the region is of an axis, by which the
# standard multiplies the new size.
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

x = numpy.arange(1, 6, dtype=numpy.float32).reshape(1, 1, 5, 1)
region = numpy.float32([0, 0, 0.25, 0, 1, 1, 1, 1])


def crop(inputs, name, numbers):
    """Returns the rows that onnxruntime and onnx's evaluator make."""
    weights = [numpy_helper.from_array(region, "region"), numpy_helper.from_array(numbers, name)]
    options = {"mode": "linear", "coordinate_transformation_mode": "tf_crop_and_resize"}
    node = helper.make_node("Resize", ["x", "region", *inputs], ["y"], **options)
    ends = [helper.make_tensor_value_info(end, TensorProto.FLOAT, shape) for end, shape in (("x", x.shape), ("y", None))]
    graph = helper.make_graph([node], "net", ends[:1], ends[1:], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=8)
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [rows.ravel() for rows in (runtime.run(None, {"x": x})[0], ReferenceEvaluator(model).run(None, {"x": x})[0])]


cropped = 2 + numpy.arange(5) * 0.75
for rows in (5, 6):
    runtime, reference = crop(["", "sizes"], "sizes", numpy.int64([1, 1, rows, 1]))
    print(f"5 rows cropped to {rows}: onnxruntime {runtime.round(3).tolist()}, onnx {reference.round(3).tolist()}")
    assert reference[0] == 2 and runtime[0] == (1 if rows == 5 else 2)
    if rows == 5:
        assert numpy.array_equal(runtime, x.ravel()) and numpy.allclose(reference, cropped)
runtime, reference = crop(["scales"], "scales", numpy.float32([1, 1, 2, 1]))
print(f"5 rows cropped by a scale of 2: {len(runtime)} and {len(reference)} rows, and 5 * 0.75 * 2 is 7.5")
assert len(runtime) == len(reference) == 10
PYTHON
