#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: QuantizeLinear rounds after it adds the zero point, so that ties go to other integers.
#
# ONNX says that x / scale is rounded to the nearest even integer, and the zero point added then. One would guess that an
# engine that rounds to even has the same numbers. OpenCV adds the zero point first: with an odd one, 0.5 becomes 1 above it
# and 1.5 becomes 1, where both sides of a quantised model agree on 0 and 2. With an even zero point, nothing is to be seen.
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



x = numpy.array([-1.5, -0.5, 0.5, 1.5, 2.5, 0.49, 3], numpy.float32)
for kind, zero in [("uint8", 128), ("uint8", 5), ("int8", 0), ("int8", -3)]:
    (found,), (want,) = run(f"""(float[7] x) => ({kind}[7] y) <float scale = {{1}}, {kind} zero = {{{zero}}}> {{
  y = QuantizeLinear (x, scale, zero)
}}""", x)
    found, want = found.astype(int) - zero, want.astype(int) - zero
    print(f"{kind}, zero point {zero}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(want, numpy.rint(x)) and numpy.array_equal(found, numpy.rint(x.astype(float) + zero) - zero)
    assert numpy.array_equal(found, want) == (zero % 2 == 0)
PYTHON
