#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: a sum over the axes 0, 2 and 3 counts the second image for all that follow it.
#
# Statistics of a channel are reductions over the batch and the pixels, which leave the axis between them. One would guess
# that a runtime that is right for one axis and for neighbouring ones is right for axes with another between them. OpenCV's
# new engine is, for up to two images. Of three or more, the first counts once, the second as often as there are others, and
# the rest not at all: the sum of three ones, ten tens and hundreds is 1 + 10 + 10. Sum, mean, maximum and the others share
# the fault.
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



for images in [1, 2, 3, 4]:
    x = numpy.ones([images, 2, 1, 1], numpy.float32) * 10 ** numpy.arange(images, dtype=numpy.float32).reshape(-1, 1, 1, 1)
    for function in ["ReduceSum", "ReduceMax", "ReduceMean"]:
        found, want = run(f"""(float[{images}, 2, 1, 1] x) => (float[1, 2, 1, 1] y) {{
  y = {function} <axes = [0, 2, 3]> (x)
}}""", x, opset=11)
        print(f"{function} of {x[:, 0].ravel().tolist()}: {found[0].ravel()[0]}, onnxruntime {want[0].ravel()[0]}")
        seen = [1, *[10] * (images - 1)]
        wrong = {"ReduceSum": sum(seen), "ReduceMax": max(seen), "ReduceMean": sum(seen) / images}
        assert numpy.allclose(found[0], wrong[function])
        assert numpy.allclose(found[0], want[0]) == (images < 3)
PYTHON
