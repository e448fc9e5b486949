#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: OneHot of three indices and four classes is 4x3 if the axis is not written.
#
# The new axis of ONNX's OneHot is the last unless an axis is given: a row for each index. One would guess that leaving out the
# attribute is the same as writing axis=-1. With it, MNN is right; without, it puts the classes first, which a matrix product
# behind it accepts if there are as many indices as classes.
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


x = numpy.array([2, 0, 0], numpy.int32)
for size, axis in [(3, " <axis = -1>"), (3, ""), (4, " <axis = -1>"), (4, "")]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (int32[3] x) => (float[3, {size}] y)
<int32 depth = {{{size}}}, float[2] values = {{0, 1}}> {{
  y = OneHot{axis} (x, depth, values)
}}""", x)
    print(f"{size} classes{axis}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(found, want if axis else want.T)
PYTHON
