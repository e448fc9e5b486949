#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: the indices of MaxPool begin at 0 for each image of a batch.
#
# The indices that MaxPool answers are of the whole tensor: "the dimension indices are taken over N x C x D1 x ... x Dn", says
# the operator. One would guess that they begin anew at each image, or at none of the two outer axes. OpenCV counts on over
# the channels, and begins at 0 for each image: the indices of the first image are right.
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



x = numpy.random.default_rng(0).normal(size=[3, 2, 2, 2]).astype(numpy.float32)
found, want = run("""(float[3, 2, 2, 2] x) => (float[3, 2, 1, 1] y, int64[3, 2, 1, 1] i) {
  y, i = MaxPool <kernel_shape = [2, 2]> (x)
}""", x)
print(f"{found[1].reshape(3, 2).tolist()}, onnxruntime {want[1].reshape(3, 2).tolist()}")
assert numpy.array_equal(found[0], want[0]) and numpy.array_equal(x.ravel()[want[1]], want[0])
assert numpy.array_equal(found[1], want[1] - 8 * numpy.arange(3).reshape(3, 1, 1, 1))
PYTHON
