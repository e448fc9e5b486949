#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: Attention with softcap attends to what its mask hides.
#
# Attention of ONNX limits its scores to softcap * tanh(score / softcap) first, and adds the mask of minus infinity then (onnx
# 1.23.2 and onnxruntime 1.32.0 agree). One would guess that an engine has the order of the operator, as the other order makes
# no sense: tanh makes -softcap of minus infinity, which hides nothing. OpenCV has it so for a mask that is given: with
# softcap=0.5, a hidden key of value 1000 takes part. Without softcap the mask hides, and is_causal does with it, too.
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



random = numpy.random.default_rng(0)
q, k = (random.normal(size=[1, 1, count, 4]).astype(numpy.float32) for count in [2, 3])
v = numpy.broadcast_to(numpy.array([1, 2, 1000], numpy.float32)[:, None], [1, 1, 3, 4]).copy()
mask = numpy.array([[0, 0, -numpy.inf]] * 2, numpy.float32)
for softcap in ["", "softcap = 0.5", "softcap = 0.5, is_causal = 1"]:
    inputs = [q, k, v] if "causal" in softcap else [q, k, v, mask]
    declared, used = ("", "") if "causal" in softcap else (", float[2, 3] mask", ", mask")
    (found,), (want,) = run(f"""
(float[1, 1, 2, 4] q, float[1, 1, 3, 4] k, float[1, 1, 3, 4] v{declared}) => (float[1, 1, 2, 4] y) {{
  y = Attention <{softcap}> (q, k, v{used})
}}""".replace("<>", ""), *inputs, opset=23)
    print(f"{softcap or 'no softcap'}: {found[0, 0, :, 0].round(2)}, onnxruntime {want[0, 0, :, 0].round(2)}")
    assert want.max() <= 2.001
    assert numpy.allclose(found, want, atol=1e-3) if softcap != "softcap = 0.5" else found.min() > 10
PYTHON
