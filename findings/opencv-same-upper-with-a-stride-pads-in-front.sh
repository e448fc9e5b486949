#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: with SAME_UPPER and a stride of 2, an even size is padded in front instead of behind.
#
# SAME_UPPER has the smaller half of the padding in front: one element, for a window of 3, a stride of 2 and 6 elements, goes
# behind. One would guess that an engine has the padding of the size at hand. OpenCV has half of what the window exceeds 1 by,
# which is right with a stride of 1 and for odd sizes: six elements are padded in front, and all windows begin one element
# early. Windows of a convolution do so, too.
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



for size in [5, 6, 7, 8]:
    x = numpy.arange(1, size + 1, dtype=numpy.float32).reshape(1, 1, 1, size)
    for operator, weights in [("MaxPool", ""), ("AveragePool", ""), ("Conv", ", w")]:
        for stride in [1, 2]:
            (found,), (want,) = run(f"""
(float[1, 1, 1, {size}] x) => (float[1, 1, 1, n] y) <float[1, 1, 1, 3] w = {{1, 1, 1}}> {{
  y = {operator} <kernel_shape = [1, 3], strides = [1, {stride}], auto_pad = "SAME_UPPER"> (x{weights})
}}""", x)
            right = numpy.allclose(found, want)
            if operator == "MaxPool" and stride == 2:
                print(f"MaxPool of {size} elements: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
            assert right == (stride == 1 or size % 2 == 1)
PYTHON
