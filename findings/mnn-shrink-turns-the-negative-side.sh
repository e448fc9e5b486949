#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: Shrink moves small negative numbers, and makes 0 of large ones.
#
# ONNX's Shrink is x + bias below -lambd, x - bias above lambd, and 0 between them. One would guess that both sides are right or
# neither is, as one mirrors the other. MNN's positive side is. Of negative numbers, it adds the bias to those that should be 0,
# and makes 0 of the others: with lambd=1.5 and bias=1.5, -0.5 becomes 1, and -5 becomes 0 instead of -3.5.
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


x = numpy.array([-5, -3, -0.5, 0, 0.5, 3, 5], numpy.float32)
found, want = run("""
<ir_version: 8, opset_import: ["": 17]> main (float[7] x) => (float[7] y) { y = Shrink <lambd = 1.5, bias = 1.5> (x) }""", x)
print(f"{x.tolist()}: {found.tolist()}, onnxruntime {want.tolist()}")
assert want.tolist() == [-3.5, -1.5, 0, 0, 0, 1.5, 3.5]
assert found.tolist() == [0, 0, 1, 0, 0, 1.5, 3.5]
PYTHON
