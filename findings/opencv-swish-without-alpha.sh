#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: Swish is x * sigmoid(x) whatever alpha is.
#
# ONNX has Swish since opset 24, as x * sigmoid(alpha * x) with alpha=1 by default. One would guess that an engine that reads
# the operator of that opset reads its only attribute, or refuses it. OpenCV takes 1 for each alpha, though the layer beside
# it, for HardSigmoid or Elu, takes its alpha. Written out with Mul and Sigmoid, the numbers are right.
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
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    data, names = model.SerializeToString(), [value.name for value in model.graph.output]
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    net = cv2.dnn.readNetFromONNX(numpy.frombuffer(data, numpy.uint8), engine=cv2.dnn.ENGINE_NEW)
    for name, values in feeds.items():
        net.setInput(values, name)
    return net.forward(names), onnxruntime.InferenceSession(data).run(names, feeds)



x = numpy.array([-3, -1, 0.5, 2], numpy.float32)
for alpha in [1.0, 0.5, 1.702]:
    exact = x / (1 + numpy.exp(-alpha * x))
    (found,), (want,) = run(f"(float[4] x) => (float[4] y) {{ y = Swish <alpha = {alpha}> (x) }}", x, opset=24)
    print(f"alpha {alpha}: {found.round(4)}, onnxruntime {want.round(4)}")
    assert numpy.allclose(found, x / (1 + numpy.exp(-x)), atol=1e-5) and numpy.allclose(want, exact, atol=1e-5)
    (found,), (want,) = run(f"""(float[4] x) => (float[4] y) <float alpha = {{{alpha}}}> {{
  ax = Mul (x, alpha)
  s = Sigmoid (ax)
  y = Mul (x, s)
}}""", x, opset=24)
    assert numpy.allclose(found, exact, atol=1e-5) and numpy.allclose(want, exact, atol=1e-5)
    (found,), (want,) = run(f"(float[4] x) => (float[4] y) {{ y = Elu <alpha = {alpha}> (x) }}", x, opset=24)
    assert numpy.allclose(found, want, atol=1e-5)
PYTHON
