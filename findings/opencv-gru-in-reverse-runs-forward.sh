#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: a GRU with direction="reverse" runs forward, and an LSTM in reverse ends with its first state.
#
# A network in reverse takes the last step first; what it answers for a step stands at the step, and its final state is that
# of step 0, which it takes last. One would guess that OpenCV's engine does so for all of them, or refuses. A GRU alone in
# reverse is computed from the first step to the last, though the reverse half of a bidirectional GRU is right. An LSTM in
# reverse has the right answer for each step, and gives the state of the last step, where it began, as the final one.
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



random = numpy.random.default_rng(0)
x = random.normal(size=[4, 1, 2]).astype(numpy.float32)
for kind, gates, final in [("GRU", 3, ""), ("LSTM", 4, ", z")]:
    for direction, number in [("forward", 1), ("reverse", 1), ("bidirectional", 2)]:
        w, r = (random.normal(size=[number, 3 * gates, size]).astype(numpy.float32) for size in [2, 3])
        found, want = run(f"""
(float[4, 1, 2] x, float[{number}, {3 * gates}, 2] w, float[{number}, {3 * gates}, 3] r) => (
  float[4, {number}, 1, 3] y, float[{number}, 1, 3] final) {{
  y, final = {kind} <hidden_size = 3, direction = "{direction}"> (x, w, r)
}}""", x, w, r)
        right = [bool(numpy.allclose(one, other, atol=1e-4)) for one, other in zip(found, want)]
        words = ["right" if one else "wrong" for one in right]
        print(f"{kind}, {direction}: the steps are {words[0]}, the final state is {words[1]}")
        assert right == ([True, True] if direction != "reverse" else [kind == "LSTM", False])
        if direction == "reverse" and kind == "LSTM":
            assert numpy.allclose(found[1][0], found[0][-1, 0]) and numpy.allclose(want[1][0], want[0][0, 0])
        if direction == "reverse" and kind == "GRU":
            forward, _ = run("""
(float[4, 1, 2] x, float[1, 9, 2] w, float[1, 9, 3] r) => (float[4, 1, 1, 3] y, float[1, 1, 3] final) {
  y, final = GRU <hidden_size = 3> (x, w, r)
}""", x, w, r)
            assert numpy.allclose(forward[0], found[0], atol=1e-6)
PYTHON
