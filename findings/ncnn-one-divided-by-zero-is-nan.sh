#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ncnn 1.0.20261020 with pnnx 20261020: 1 / 0 is NaN for most elements, and infinity for the last ones.
#
# IEEE 754 makes infinity of 1 / 0, and a later minimum or a sigmoid gets along with it. One would guess that a runtime divides,
# or that it is as imprecise for each element. ncnn takes a reciprocal that it improves by a step of Newton's method, in groups
# of four, which makes NaN of 1 / 0, and divides what remains of the size: with five elements, the fifth is infinity. Reciprocal
# gives NaN for all of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ncnn==1.0.20261020 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/pip" install -q --no-deps pnnx==20261020
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess
import sys

import ncnn
import numpy
import onnx
import onnxruntime

pnnx = next(pathlib.Path(sys.prefix).glob("lib/python*/site-packages/pnnx/pnnx"))


def run(model, *inputs):
    """Returns what ncnn and onnxruntime answer."""
    model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    subprocess.run([pnnx, "model.onnx"], check=True, capture_output=True)
    net = ncnn.Net()
    net.load_param("model.ncnn.param")
    net.load_model("model.ncnn.bin")
    extractor = net.create_extractor()
    for index, values in enumerate(inputs):
        extractor.input(f"in{index}", ncnn.Mat(values).clone())
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return numpy.array(extractor.extract("out0")[1]), want


for size in [1, 4, 5]:
    one, zero = numpy.ones(size, numpy.float32), numpy.zeros(size, numpy.float32)
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[{size}] a, float[{size}] b) => (float[{size}] y) {{
  y = Div (a, b)
}}""", one, zero)
    other, _ = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[{size}] b) => (float[{size}] y) {{ y = Reciprocal (b) }}""", zero)
    print(f"{size} elements: Div {found.tolist()}, Reciprocal {other.tolist()[:4]}, onnxruntime {want.tolist()[:4]}")
    groups = size // 4 * 4
    assert numpy.isinf(want).all() and numpy.isnan(found[:groups]).all() and numpy.isinf(found[groups:]).all()
PYTHON
