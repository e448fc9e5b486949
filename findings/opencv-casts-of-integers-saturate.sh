#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: Cast of integers stops at the ends of the narrower type, where ONNX keeps the low bits.
#
# Cast of ONNX says that an integer out of the range of the target keeps its lower bits: 200 becomes -56 in int8. Models that
# take bits apart count on it. One would guess that an engine for ONNX has the rule of a C cast. OpenCV has its own
# saturate_cast: 300 becomes 255 in uint8, and -1 becomes 0. From int64 to int32 the low bits are kept.
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



for source, target, number, values, wrapped in [
        ("int32", "uint8", 2, [300, -1, 5, 256], [44, 255, 5, 0]),
        ("uint8", "int8", 3, [200, 128, 127, 255], [-56, -128, 127, -1]),
        ("int32", "int16", 5, [40000, 70000, -5, -40000], [-25536, 4464, -5, 25536]),
        ("int64", "int32", 6, [2**32 + 1, 2**31, -5, 3], [1, -(2**31), -5, 3])]:
    (found,), (want,) = run(f"""({source}[4] x) => ({target}[4] y) {{
  y = Cast <to = {number}> (x)
}}""", numpy.array(values, source))
    print(f"{source} {values} as {target}: {found.tolist()}, onnxruntime {want.tolist()}")
    limits = numpy.iinfo(target)
    assert want.tolist() == wrapped
    assert found.tolist() == (wrapped if source == "int64" else numpy.clip(values, limits.min, limits.max).tolist())
PYTHON
