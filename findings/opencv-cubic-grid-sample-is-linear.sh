#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: GridSample with mode="cubic" interpolates lines.
#
# GridSample of opset 20 has three modes, linear, nearest and cubic. One would guess that an engine that does not have one of
# them says so. OpenCV reads cubic and answers what linear answers, to the last bit, whatever the padding is; where the
# picture is a parabola, the difference is what the curve is above its chords. Resize has a cubic mode that is cubic.
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



x = numpy.broadcast_to(numpy.arange(8, dtype=numpy.float32) ** 2, [1, 1, 8, 8]).copy()
grid = numpy.stack(numpy.meshgrid([-0.6, -0.2, 0.2, 0.55], [-0.5, 0.5]), axis=-1).astype(numpy.float32)[None]
for padding in ["zeros", "border", "reflection"]:
    answers = {}
    for mode in ["linear", "nearest", "cubic"]:
        (found,), (want,) = run(f"""(float[1, 1, 8, 8] x, float[1, 2, 4, 2] grid) => (float[1, 1, 2, 4] y) {{
  y = GridSample <mode = "{mode}", padding_mode = "{padding}"> (x, grid)
}}""", x, grid, opset=20)
        answers[mode] = found
        print(f"{mode}, {padding}: {found[0, 0, 0].round(3)}, onnxruntime {want[0, 0, 0].round(3)}")
        assert numpy.allclose(found, want, atol=1e-3) == (mode != "cubic")
    assert numpy.array_equal(answers["cubic"], answers["linear"])
PYTHON
