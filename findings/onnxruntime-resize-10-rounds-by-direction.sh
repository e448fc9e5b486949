#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: the nearest Resize of opset 10 rounds down where an axis grows, and up where it shrinks.
#
# Opset 10 has one formula for both directions, and opset 11 made it `asymmetric` with a `nearest_mode`. One would guess that
# the old operator is the new one with nearest_mode=floor, as the conversion guides say. That holds for an axis that grows.
# For one that shrinks, onnxruntime takes the next element (ceil). Upsample 7 and 9 share the kernel.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


def resize(opset, inputs, size, scale, **attributes):
    node = helper.make_node("Resize", inputs, ["y"], mode="nearest", **attributes)
    ends = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, size, 1]),
            helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    scales = numpy_helper.from_array(numpy.array([1, 1, scale, 1], dtype=numpy.float32), "scales")
    model = helper.make_model(helper.make_graph([node], "net", ends[:1], ends[1:], [scales]),
                              opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return runtime.run(None, {"x": numpy.arange(size, dtype=numpy.float32).reshape(1, 1, size, 1)})[0].ravel().tolist()


def both(size, scale):
    new = dict(coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    return resize(10, ["x", "scales"], size, scale), resize(13, ["x", "", "scales"], size, scale, **new)


for size, scale, equal in ((4, 2.5, True), (7, 0.6, False), (9, 0.4, False)):
    old, new = both(size, scale)
    print(f"{size} elements by {scale}: opset 10 {old}, opset 13 asymmetric and floor {new}")
    assert (old == new) == equal
    if not equal:
        assert old == [float(numpy.ceil(i / numpy.float32(scale))) for i in range(len(old))]
PYTHON
