#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: the tanh of Gelu, SAME_LOWER and the order of indices are read over.
#
# Three attributes choose between two meanings: approximate of Gelu, auto_pad of pools and convolutions, storage_order of
# MaxPool. One would guess that a value that an engine does not have is refused. OpenCV takes the usual one of the two in each
# case: Gelu has the error function, SAME_LOWER pads behind as SAME_UPPER, and indices count along rows. A convolution, an
# AveragePool and a MaxPool with SAME_LOWER are shifted by one pixel each.
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
    model = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    data, names = model.SerializeToString(), [value.name for value in model.graph.output]
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    net = cv2.dnn.readNetFromONNX(numpy.frombuffer(data, numpy.uint8), engine=cv2.dnn.ENGINE_NEW)
    for name, values in feeds.items():
        net.setInput(values, name)
    return net.forward(names), onnxruntime.InferenceSession(data).run(names, feeds)



x = numpy.array([-3, -1, 1, 2], numpy.float32)
answers = [run(f"(float[4] x) => (float[4] y) {{ y = Gelu {mode} (x) }}", x, opset=20)
           for mode in ["", '<approximate = "tanh">']]
for mode, ((found,), (want,)) in zip(["Gelu", "Gelu, tanh"], answers):
    print(f"{mode}: {found.astype(float).round(5).tolist()}, onnxruntime {want.astype(float).round(5).tolist()}")
assert numpy.array_equal(answers[0][0][0], answers[1][0][0]) and numpy.allclose(*answers[0], atol=1e-5)
assert abs(answers[1][0][0] - answers[1][1][0]).max() > 1e-4

x = numpy.arange(16, dtype=numpy.float32).reshape(1, 1, 4, 4)
for operator, weights in [("AveragePool", ""), ("MaxPool", ""), ("Conv", ", w")]:
    answers = [run(f"""(float[1, 1, 4, 4] x) => (float[1, 1, 4, 4] y) <float[1, 1, 2, 2] w = {{1, 2, 3, 4}}> {{
  y = {operator} <kernel_shape = [2, 2], auto_pad = "{mode}"> (x{weights})
}}""", x, opset=17) for mode in ["SAME_UPPER", "SAME_LOWER"]]
    print(f"{operator}, SAME_LOWER: {answers[1][0][0][0, 0, 1].tolist()}, onnxruntime {answers[1][1][0][0, 0, 1].tolist()}")
    assert numpy.array_equal(answers[0][0][0], answers[1][0][0]) and numpy.allclose(*answers[0])
    assert numpy.allclose(answers[1][1][0][..., 1:, 1:], answers[1][0][0][..., :-1, :-1])

found, want = run("""(float[1, 1, 4, 4] x) => (float[1, 1, 2, 2] y, int64[1, 1, 2, 2] i) {
  y, i = MaxPool <kernel_shape = [2, 2], strides = [2, 2], storage_order = 1> (x)
}""", x)
print(f"indices of columns: {found[1].ravel().tolist()}, onnxruntime {want[1].ravel().tolist()}")
assert found[1].ravel().tolist() == [5, 7, 13, 15] and want[1].ravel().tolist() == [5, 13, 7, 15]
PYTHON
