#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ncnn 1.0.20261020 with pnnx 20261020: Shrink loses its bias, and Swish its alpha.
#
# ONNX's Shrink moves what lies beyond lambd towards 0 by the bias, and its Swish is x * sigmoid(alpha * x). PyTorch, through
# whose operators pnnx goes, has functions of these names: its hardshrink has no bias, and its silu no alpha. One would guess
# that they are taken only if the numbers are the defaults, as Elu's alpha is right. They are taken in any case, without a
# message.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ncnn==1.0.20261020 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/pip" install -q --no-deps pnnx==20261020
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess
import sys

import ncnn
import numpy
import onnx
import onnx.reference

pnnx = next(pathlib.Path(sys.prefix).glob("lib/python*/site-packages/pnnx/pnnx"))


def run(model, *inputs):
    """Returns what ncnn and the reference evaluator of onnx answer."""
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
    (want,) = onnx.reference.ReferenceEvaluator(model).run(None, feeds)
    return numpy.array(extractor.extract("out0")[1]), want


x = numpy.array([-3, -1, -0.25, 0.5, 2, 4], numpy.float32)
hard = numpy.where(abs(x) > 0.75, x, 0)
silu = x / (1 + numpy.exp(-x))
for operator, answer in [("Shrink <lambd = 0.75>", hard), ("Shrink <lambd = 0.75, bias = 0.75>", hard), ("Swish", silu),
                         ("Swish <alpha = 2.0>", silu), ("Elu <alpha = 2.0>", None)]:
    found, want = run(f"""
<ir_version: 10, opset_import: ["": 24]> main (float[6] x) => (float[6] y) {{ y = {operator} (x) }}""", x)
    print(f"{operator}: {found.round(3).tolist()}, onnx {want.round(3).tolist()}")
    assert numpy.allclose(found, want if answer is None else answer, atol=1e-3)
    assert numpy.allclose(found, want, atol=1e-3) != (operator in ["Shrink <lambd = 0.75, bias = 0.75>", "Swish <alpha = 2.0>"])
PYTHON
