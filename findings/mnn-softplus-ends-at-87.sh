#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: Softplus of 1000 is 87, and ReduceLogSumExp does not exceed 88.
#
# Softplus of large numbers is the number itself, and the logarithm of a sum of exponentials is at least the largest of them;
# both are written so that they do not overflow. One would guess that an overflow, if there is one, shows as infinity. MNN's
# exponential function ends at 6.08e37 for all numbers from 87 on, infinity included, and what is computed of it ends with it,
# without a sign that it does.
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


x = numpy.array([[1, 50, 88, 1000]], numpy.float32)
for operator in ["Softplus", "Exp"]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 4] x) => (float[1, 4] y) {{ y = {operator} (x) }}""", x)
    print(f"{operator} of {x[0].tolist()}: {found[0].tolist()}, onnxruntime {want[0].tolist()}")
    assert numpy.allclose(found[0, :2], want[0, :2], rtol=1e-3) and found[0, 2] == found[0, 3]
    assert numpy.allclose(found[0, 2:], 87 if operator == "Softplus" else 6.076e37, rtol=1e-4)
    assert numpy.isclose(want[0, 3], 1000 if operator == "Softplus" else numpy.inf)
found, want = run("""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 3] x) => (float[1, 1] y) { y = ReduceLogSumExp <axes = [1]> (x) }""",
                  numpy.array([[100, 101, 99]], numpy.float32))
print(f"ReduceLogSumExp of 100, 101 and 99: {found.ravel()}, onnxruntime {want.ravel()}")
assert 87 < found.ravel()[0] < 89 and 101 < want.ravel()[0] < 102
PYTHON
