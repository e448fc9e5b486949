#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ncnn 1.0.20261020 with pnnx 20261020: a Gemm without its third input forgets alpha.
#
# ONNX's Gemm is alpha * A * B + beta * C, and C may be left out. One would guess that alpha counts in either case. With C, pnnx
# writes it into the file; without, the file says that alpha is 1, and all numbers are larger.
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


a = numpy.array([[1, 2, 3], [4, 5, 6]], numpy.float32)
for alpha in [1.0, 0.25]:
    for given, third in [("", ""), (", float[2] c = {0, 0}", ", c")]:
        found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2, 3] a) => (float[2, 2] y) <float[3, 2] b = {{1, 2, 3, 4, 5, 6}}{given}> {{
  y = Gemm <alpha = {alpha}> (a, b{third})
}}""", a)
        print(f"alpha={alpha}{' and C' if third else ''}: {found.tolist()}, onnxruntime {want.tolist()}")
        assert numpy.allclose(found, want if third else want / alpha)
PYTHON
