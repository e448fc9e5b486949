#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: Mod with fmod=1 of floats has the sign of the divisor.
#
# ONNX's Mod with fmod=1 is C's fmod, whose result has the sign of the dividend; floats require the attribute. One would guess
# that MNN, which gives integers with fmod=1 this sign, gives it to floats. -7 mod 2 is 1 instead of -1, and 7 mod -2 is -1: the
# attribute is disregarded for the type that may not be without it.
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


for kind, dtype in [("int32", numpy.int32), ("float", numpy.float32)]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main ({kind}[4] x, {kind}[4] z) => ({kind}[4] y) {{ y = Mod <fmod = 1> (x, z) }}""",
                      numpy.array([-7, 7, -7, 7], dtype), numpy.array([2, -2, -3, 3], dtype))
    print(f"{kind}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert want.tolist() == [-1, 1, -1, 1]
    assert found.tolist() == ([1, -1, -1, 1] if kind == "float" else [-1, 1, -1, 1])
PYTHON
