#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: Round rounds ties away from zero.
#
# ONNX's Round takes the even integer of two that are equally near (its specification), as numpy and PyTorch do. One would
# guess that MNN does, or rounds as C's nearbyintf does, which is the same. It rounds 0.5 to 1 and -0.5 to -1: a model that
# quantizes with Round and a Cast has other integers for half of the ties.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q mnn==3.6.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess
import sys

import MNN
import MNN.expr
import MNN.nn
import numpy
import onnx
import onnxruntime


def run(model, x):
    """Returns what MNN and onnxruntime answer for the last output."""
    model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    pathlib.Path("model.mnn").unlink(missing_ok=True)
    subprocess.run([sys.executable, "-c", "import MNN, _tools, sys; _tools.mnnconvert(sys.argv)", "-f", "ONNX", "--modelFile",
                    "model.onnx", "--MNNModel", "model.mnn", "--bizCode", "none"], check=True, capture_output=True)
    net = MNN.nn.load_module_from_file("model.mnn", ["x"], [value.name for value in model.graph.output])
    found = net.forward([MNN.expr.const(x.ravel().tolist(), list(x.shape), MNN.expr.NCHW)])[-1]
    if len(found.shape) == 4:
        found = MNN.expr.convert(found, MNN.expr.NCHW)
    return found.read(), onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[-1]



x = numpy.float32([0.5, 1.5, 2.5, -0.5, -1.5, 0.4, 2.6])
found, want = run('<ir_version: 8, opset_import: ["": 17]> main (float[7] x) => (float[7] y) { y = Round (x) }', x)
print(f"{x.tolist()}: {found.tolist()}, onnxruntime {want.tolist()}")
assert want.tolist() == [0, 2, 2, 0, -2, 0, 3] and found.tolist() == [1, 2, 3, -1, -2, 0, 3]
PYTHON
