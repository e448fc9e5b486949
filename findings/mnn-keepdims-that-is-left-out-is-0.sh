#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: ReduceL1, ReduceL2 and others drop the axis if keepdims is not written, though its default is 1.
#
# ONNX's reductions keep a reduced axis with length 1 unless keepdims is 0. One would guess that leaving the attribute out is
# the same as writing its default, as for ReduceSum, ReduceMean and ReduceMax. For ReduceL1, ReduceL2, ReduceLogSum,
# ReduceLogSumExp and ReduceSumSquare, the axis is gone, and what follows broadcasts along another.
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


x = numpy.array([[1, 2], [3, 4]], numpy.float32)
for operator in ["ReduceMean", "ReduceMax", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"]:
    for written in [", keepdims = 1", ""]:
        found, want = run(f"""
<ir_version: 7, opset_import: ["": 13]> main (float[2, 2] x) => (float[2, 2] y) {{
  s = {operator} <axes = [1]{written}> (x)
  y = Sub (x, s)
}}""", x)
        print(f"x - {operator}(x){written}: {found.round(2).tolist()}, onnxruntime {want.round(2).tolist()}")
        if written or operator in ["ReduceMean", "ReduceMax"]:
            assert numpy.allclose(found, want, atol=1e-3)
        else:
            turned = x - (x - want).T
            assert not numpy.allclose(found, want, atol=0.1) and numpy.allclose(found, turned, atol=1e-3)
PYTHON
