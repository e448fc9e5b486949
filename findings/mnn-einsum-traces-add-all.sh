#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: Einsum of "bii->b" is the sum of all elements, not the trace.
#
# A letter that occurs twice in one term of an Einsum means the elements whose indices agree: "bii->b" is the trace of each
# matrix. One would guess that the converter, which knows "bij->bi" and "bij,bjk->bik", knows this, or refuses the repetition.
# It takes the two for two letters, and adds all elements, without a message.
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


x = numpy.arange(1, 19, dtype=numpy.float32).reshape(2, 3, 3)
for equation, shape in [("bij->bi", [2, 3]), ("bij->b", [2]), ("bii->b", [2])]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2, 3, 3] x) => (float{shape} y) {{
  y = Einsum <equation = "{equation}"> (x)
}}""", x)
    print(f"{equation}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(found, x.sum(axis=2) if equation == "bij->bi" else x.sum(axis=(1, 2)))
    assert numpy.array_equal(want, numpy.einsum(equation, x))
PYTHON
