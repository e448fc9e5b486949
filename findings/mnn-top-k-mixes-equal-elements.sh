#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: the indices of TopK for equal elements have no order.
#
# For equal elements, the standard has TopK take the one with the lower index first, as onnxruntime does. One would guess that
# MNN does, or that it takes the last first. Of twenty equal elements, the five largest are 3, 4, 1, 0 and 2, and of four equal
# ones, the last of the three that are taken comes first: a class that the first index names is another one.
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


for x, count, order in [([1, 2, 3, 4], 3, [3, 2, 1]), ([3, 1, 3, 2, 3, 3], 3, [4, 0, 2]), ([5] * 20, 5, [3, 4, 1, 0, 2])]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[{len(x)}] x) => (int64[{count}] i) <int64[1] k = {{{count}}}> {{
  v, i = TopK (x, k)
}}""", numpy.array(x, numpy.float32))
    print(f"the {count} largest of {x}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert want.tolist() == sorted(range(len(x)), key=lambda index: (-x[index], index))[:count] and found.tolist() == order
PYTHON
