#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: a convolution with auto_pad="SAME_LOWER" is padded as with "SAME_UPPER".
#
# If the rows of padding are odd in number, SAME_UPPER of ONNX puts one more behind, SAME_LOWER in front. One would guess that a
# converter either knows both or refuses one. MNN converts both to the same: each answer of SAME_LOWER with an even kernel is
# that of the window one element further on.
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


x = numpy.arange(1, 7, dtype=numpy.float32).reshape(1, 1, 1, 6)
answers = {}
for padding in ["SAME_UPPER", "SAME_LOWER"]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 1, 1, 6] x) => (float[1, 1, 1, 6] y) <float[1, 1, 1, 2] w = {{1, 10}}> {{
  y = Conv <auto_pad = "{padding}"> (x, w)
}}""", x)
    print(f"{padding}: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
    answers[padding] = found.ravel().tolist(), want.ravel().tolist()
assert answers["SAME_UPPER"][0] == answers["SAME_LOWER"][0] == answers["SAME_UPPER"][1] == [21, 32, 43, 54, 65, 6]
assert answers["SAME_LOWER"][1] == [10, 21, 32, 43, 54, 65]
PYTHON
