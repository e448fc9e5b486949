#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: Relu of minus infinity is NaN.
#
# Relu is 0 for all that is less than 0, and minus infinity is what masks and logarithms of 0 leave behind. One would guess
# that a comparison decides. OpenCV has one kernel for Relu and LeakyRelu, which adds the slope's product for the negative
# side: 0 times infinity is NaN. LeakyRelu with a slope other than 0, Clip from 0, and Max with 0 are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q opencv-python-headless==5.0.0.93 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import cv2
import numpy
import onnx
import onnxruntime


def run(text, *inputs, opset=17):
    """Returns what OpenCV and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    data, names = model.SerializeToString(), [value.name for value in model.graph.output]
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    net = cv2.dnn.readNetFromONNX(numpy.frombuffer(data, numpy.uint8), engine=cv2.dnn.ENGINE_NEW)
    for name, values in feeds.items():
        net.setInput(values, name)
    return net.forward(names), onnxruntime.InferenceSession(data).run(names, feeds)



x = numpy.array([-numpy.inf, -1e38, -1, 2, numpy.inf], numpy.float32)
for operator in ["Relu (x)", "LeakyRelu <alpha = 0.5> (x)", "Clip (x, zero)", "Max (x, zero)"]:
    (found,), (want,) = run(f"(float[5] x) => (float[5] y) <float zero = {{0}}> {{ y = {operator} }}", x)
    print(f"{operator}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(found[1:], want[1:]) and not numpy.isnan(want).any()
    assert numpy.isnan(found[0]) if operator == "Relu (x)" else found[0] == want[0]
PYTHON
