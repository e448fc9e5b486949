#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: ScatterND with a reduction replaces the elements, as ScatterElements does with "max" and "min".
#
# A reduction combines the updates with what is there: "add" and "mul" since opset 16, "max" and "min" since 18. One would guess
# that the converter treats it alike for both operators, or refuses what it lacks. ScatterElements adds and multiplies; all
# others replace the element by the update, as with "none", without a message, so that a histogram counts to 1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q mnn==3.6.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import subprocess
import sys

import MNN
import MNN.expr
import MNN.nn
import numpy
import onnx
import onnxruntime


def run(model, *inputs):
    """Returns what MNN and onnxruntime answer."""
    model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    subprocess.run([sys.executable, "-c", "import MNN, _tools, sys; _tools.mnnconvert(sys.argv)", "-f", "ONNX", "--modelFile",
                    "model.onnx", "--MNNModel", "model.mnn", "--bizCode", "none"], check=True, capture_output=True)
    names = [value.name for value in model.graph.input]
    net = MNN.nn.load_module_from_file("model.mnn", names, [value.name for value in model.graph.output])
    kinds = {"float32": MNN.expr.float, "int32": MNN.expr.int}
    (found,) = net.forward([MNN.expr.const(values.ravel().tolist(), list(values.shape), MNN.expr.NCHW, kinds[str(values.dtype)])
                            for values in inputs])
    if len(found.shape) == 4:
        found = MNN.expr.convert(found, MNN.expr.NCHW)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, dict(zip(names, inputs)))
    return found.read(), want


x = numpy.array([1, 5, 3], numpy.float32)
right = {"none": [2, 2, 3], "add": [3, 7, 3], "mul": [2, 10, 3], "max": [2, 5, 3], "min": [1, 2, 3]}
for operator, indices in [("ScatterElements", "int64[2] i"), ("ScatterND", "int64[2, 1] i")]:
    for reduction in right:
        found, want = run(f"""
<ir_version: 8, opset_import: ["": 18]> main (float[3] x) => (float[3] y) <{indices} = {{0, 1}}, float[2] u = {{2, 2}}> {{
  y = {operator} <reduction = "{reduction}"> (x, i, u)
}}""", x)
        print(f"{operator}, {reduction}: {found.tolist()}, onnxruntime {want.tolist()}")
        known = operator == "ScatterElements" and reduction in ["add", "mul"]
        assert want.tolist() == right[reduction] and found.tolist() == right[reduction if known else "none"]
PYTHON
