#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: a Cast to bool keeps the integer.
#
# A Cast to bool gives false for 0 and true for all other numbers; cast back, they are 0 and 1. One would guess that a runtime
# without a type bool makes 0 and 1. MNN casts to int32: 100.7 becomes 100, which a second Cast hands on, so that a sum of such
# flags counts too much, and 0.5, which is true, becomes 0, so that Where takes the other side.
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


x = numpy.array([0.5, 2, -3, 0, 100.7], numpy.float32)
found, want = run("""
<ir_version: 8, opset_import: ["": 17]> main (float[5] x) => (float[5] y) {
  flag = Cast <to = 9> (x)
  y = Cast <to = 1> (flag)
}""", x)
print(f"{x.tolist()}: {found.tolist()}, onnxruntime {want.tolist()}")
assert numpy.array_equal(found, numpy.trunc(x)) and want.tolist() == [1, 1, 1, 0, 1]
found, want = run("""
<ir_version: 8, opset_import: ["": 17]> main (float[5] x) => (float[5] y) <float one = {1}, float zero = {0}> {
  flag = Cast <to = 9> (x)
  y = Where (flag, one, zero)
}""", x)
print(f"Where: {found.tolist()}, onnxruntime {want.tolist()}")
assert found.tolist() == [0, 1, 1, 0, 1] and want.tolist() == [1, 1, 1, 0, 1]
PYTHON
