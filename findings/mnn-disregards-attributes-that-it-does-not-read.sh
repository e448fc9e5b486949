#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: attributes that the converter does not read are disregarded: axes of Resize, select_last_index, storage_order.
#
# One would guess that an attribute of ONNX that changes the result, and that the converter does not have, stops the
# conversion, as an operator or a mode of Pad that it does not have does. ArgMax answers the first of two equal elements with
# select_last_index=1, MaxPool's indices are in the order of rows with storage_order=1, and Resize with axes=[2, 3] does not
# change the size of the last two axes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q mnn==3.6.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess
import sys

import MNN
import MNN.expr
import MNN.nn
import numpy
import onnx
import onnxruntime


def run(model, x):
    """Returns what MNN and onnxruntime answer for the last output."""
    model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    pathlib.Path("model.mnn").unlink(missing_ok=True)
    subprocess.run([sys.executable, "-c", "import MNN, _tools, sys; _tools.mnnconvert(sys.argv)", "-f", "ONNX", "--modelFile",
                    "model.onnx", "--MNNModel", "model.mnn", "--bizCode", "none"], check=True, capture_output=True)
    net = MNN.nn.load_module_from_file("model.mnn", ["x"], [value.name for value in model.graph.output])
    found = net.forward([MNN.expr.const(x.ravel().tolist(), list(x.shape), MNN.expr.NCHW)])[-1]
    if len(found.shape) == 4:
        found = MNN.expr.convert(found, MNN.expr.NCHW)
    return found.read(), onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[-1]


square = numpy.arange(16, dtype=numpy.float32).reshape(1, 1, 4, 4)
for text, x, constants, result, expected, true in [
        ("y = ArgMax <axis = 1, select_last_index = 1> (x)", numpy.float32([[3, 1, 3, 2]]), "", "int64[1, 1] y", [0], [2]),
        ("v, y = MaxPool <kernel_shape = [2, 2], strides = [2, 2], storage_order = 1> (x)", square, "",
         "float[1, 1, 2, 2] v, int64[1, 1, 2, 2] y", [5, 7, 13, 15], [5, 13, 7, 15]),
        ('y = Resize <mode = "nearest", axes = [2, 3]> (x, , scales)', numpy.float32([[[[1, 2]]]]), "<float[2] scales = {1, 2}>",
         "float[1, 1, 1, 4] y", None, [1, 1, 2, 2])]:
    found, want = run(f'<ir_version: 8, opset_import: ["": 18]> main (float{list(x.shape)} x) => ({result}) {constants} {{ {text} }}', x)
    print(f"{text}: {found.ravel().tolist()} in {list(found.shape)}, onnxruntime {want.ravel().tolist()} in {list(want.shape)}")
    assert want.ravel().tolist() == true
    if expected:
        assert found.ravel().tolist() == expected
    else:
        assert found.shape != want.shape
PYTHON
