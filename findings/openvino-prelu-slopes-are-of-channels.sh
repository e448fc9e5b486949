#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: a PRelu with as many slopes as channels gives each channel one, where they belong to the last axis.
#
# ONNX broadcasts the slopes of PRelu to the shape of the input from the last axis, as numpy does: of a tensor 1x2x2, two slopes
# belong to the two columns. One would guess that OpenVINO does the same. It gives them to the axis 1 if their number is that of
# the channels: the answer depends on whether two sizes happen to be equal. With slopes 1x2, and with three channels, it is
# right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openvino==2026.4.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import openvino


def run(model, *inputs):
    """Returns what OpenVINO and onnxruntime answer."""
    if isinstance(model, str):
        model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    net = openvino.Core().compile_model("model.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want, *_) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return net(list(inputs))[0], want


slopes = numpy.array([1, 10], numpy.float32)
for shape, axes in [([1, 2, 2], 1), ([1, 2, 3, 2], 1), ([1, 3, 2], 1), ([1, 2, 2], 2)]:
    slope = slopes.reshape([1] * (axes - 1) + [2])
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float{shape} x, float{list(slope.shape)} slope) => (float{shape} y) {{
  y = PRelu (x, slope)
}}""", -numpy.ones(shape, numpy.float32), slope)
    print(f"{shape}, slopes {list(slope.shape)}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(want, numpy.broadcast_to(-slopes, shape))
    if shape[1] == 2 and axes == 1:
        assert numpy.array_equal(found, numpy.broadcast_to(-slopes.reshape([1, 2] + [1] * (len(shape) - 2)), shape))
    else:
        assert numpy.array_equal(found, want)
PYTHON
