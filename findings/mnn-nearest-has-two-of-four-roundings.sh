#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: a nearest Resize with nearest_mode="ceil" or "round_prefer_ceil" takes other elements.
#
# ONNX has four ways to round a position to an element. One would guess that a converter that lacks some refuses them. MNN
# computes "floor" and "round_prefer_floor" rightly, and takes "round_prefer_ceil" and "ceil" for the latter, without a message.
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


x = numpy.arange(4, dtype=numpy.float32).reshape(1, 1, 1, 4)
for mode in ["floor", "round_prefer_floor", "round_prefer_ceil", "ceil"]:
    for size in [8, 6]:
        found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 1, 1, 4] x) => (float[1, 1, 1, {size}] y)
<int64[4] sizes = {{1, 1, 1, {size}}}> {{
  y = Resize <mode = "nearest", nearest_mode = "{mode}", coordinate_transformation_mode = "asymmetric"> (x, , , sizes)
}}""", x)
        print(f"{mode}, {size}: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
        nearest = numpy.ceil(numpy.arange(size) * 4 / size - 0.5)
        assert numpy.array_equal(found.ravel(), want.ravel() if "floor" in mode else nearest)
        assert not numpy.array_equal(found, want) or "floor" in mode or (mode, size) == ("round_prefer_ceil", 6)
PYTHON
