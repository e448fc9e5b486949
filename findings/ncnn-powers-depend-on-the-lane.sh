#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ncnn 1.0.20261020 with pnnx 20261020: (-2)^3 is -8 for a tensor of three elements, and 2.4e38 for one of four.
#
# One would guess that what a runtime answers for an element does not depend on how many others there are, but for the last
# bits. ncnn computes powers in groups of four with exp(y * log(x)), and those that remain with the function of C: of five
# elements with the same numbers, four are 2.4e38, where infinity or NaN would show, and the last is right. A constant exponent
# of 2 is right in any case, as the converter makes a square of it; 3 is not.
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


for size in [3, 4, 5]:
    for exponent in [2, 3]:
        for given in [f", float[{size}] e", ""]:
            constant = "" if given else f"<float e = {{{exponent}}}>"
            inputs = [numpy.full(size, number, numpy.float32) for number in ([-2, exponent] if given else [-2])]
            found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[{size}] x{given}) => (float[{size}] y) {constant} {{
  y = Pow (x, e)
}}""", *inputs)
            print(f"(-2)^{exponent}{', a constant' if constant else ''}: {found.tolist()}, onnxruntime {want.tolist()}")
            assert numpy.allclose(want, (-2)**exponent)
            if constant and exponent == 2:
                assert numpy.array_equal(found, want)
            else:
                assert numpy.all(found[:size // 4 * 4] > 2e38) and numpy.allclose(found[size // 4 * 4:], want[size // 4 * 4:])
PYTHON
