#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: with ceil_mode and count_include_pad, an average divides by elements beyond the padding.
#
# With ceil_mode, the last window of a pool can reach beyond the input and its padding. count_include_pad=1 makes an average
# count what is padding, and onnx 1.23.2 and onnxruntime 1.32.0 agree that what lies beyond it does not count (as PyTorch has
# it). One would guess that a window of two elements is divided by 2. OpenCV divides by the size of the kernel: ones without
# any padding have an average of 2/3 in the last window. Without count_include_pad the average is 1.
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



x = numpy.ones([1, 1, 1, 6], numpy.float32)
for counted in [0, 1]:
    for padding in [0, 1]:
        pads = f"[0, {padding}, 0, {padding}]"
        (found,), (want,) = run(f"""(float[1, 1, 1, 6] x) => (float[1, 1, 1, n] y) {{
  y = AveragePool <kernel_shape = [1, 3], strides = [1, 2], ceil_mode = 1, count_include_pad = {counted}, pads = {pads}> (x)
}}""", x, opset=19)
        print(f"count_include_pad {counted}, padding {padding}: {found.ravel().astype(float).round(3).tolist()}, onnxruntime "
              f"{want.ravel().astype(float).round(3).tolist()}")
        assert numpy.allclose(want.ravel()[1:-1], 1) and numpy.allclose(found.ravel()[:-1], want.ravel()[:-1])
        assert found.ravel()[-1] < want.ravel()[-1] - 0.1 if counted else numpy.allclose(found, want)
PYTHON
