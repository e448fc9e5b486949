#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: negative indices of GatherElements and ScatterElements give zeros or do nothing.
#
# In ONNX, the index -1 is the last element, for Gather, GatherElements and ScatterElements alike. One would guess that MNN,
# whose Gather knows it, knows it for the others or refuses it. GatherElements answers 0 for it, and ScatterElements leaves the
# element as it was, without a message.
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


x = numpy.array([1, 2, 3, 4], numpy.float32)
for operator, update, size, right, wrong in [
        ("Gather", "", 3, [4, 2, 1], [4, 2, 1]), ("GatherElements", "", 3, [4, 2, 1], [0, 2, 1]),
        ("ScatterElements", ", u", 4, [30, 20, 3, 10], [30, 20, 3, 4])]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[4] x) => (float[{size}] y)
<int64[3] i = {{-1, 1, 0}}, float[3] u = {{10, 20, 30}}> {{
  y = {operator} (x, i{update})
}}""", x)
    print(f"{operator}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert want.tolist() == right and found.tolist() == wrong
PYTHON
