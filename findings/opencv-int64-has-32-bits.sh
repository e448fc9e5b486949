#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenCV 5.0.0.93: int64 is int32, in Identity, too: 3000000000 goes in and -1294967296 comes out.
#
# OpenCV 5 has a type for 64 bits, its engine takes tensors of int64 for models of int64, and gives answers of that type. One
# would guess that the numbers have 64 bits, as positions of sums and hashed features do. All but the lowest 32 bits are lost
# on the way, for the model's inputs, constants and answers of operators, and 2**32 + 1 equals 1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q opencv-python-headless==5.0.0.93 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import cv2
import numpy
import onnx
import onnxruntime


def run(text, *inputs, opset=17):
    """Returns what OpenCV and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    data, names = model.SerializeToString(), [value.name for value in model.graph.output]
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    net = cv2.dnn.readNetFromONNX(numpy.frombuffer(data, numpy.uint8), engine=cv2.dnn.ENGINE_NEW)
    for name, values in feeds.items():
        net.setInput(values, name)
    return net.forward(names), onnxruntime.InferenceSession(data).run(names, feeds)



x = numpy.array([3000000000, 2**32 + 1, 5, -(2**40)], numpy.int64)
for operator in ["Identity (x)", "Add (x, ten)", "Mul (x, ten)", "Neg (x)"]:
    (found,), (want,) = run(f"(int64[4] x) => (int64[4] y) <int64[1] ten = {{10}}> {{ y = {operator} }}", x)
    print(f"{operator}: {found.dtype} {found.tolist()}, onnxruntime {want.tolist()}")
    assert found.dtype == numpy.int64 and found[2] == want[2]
    assert not numpy.any(found[[0, 1, 3]] == want[[0, 1, 3]])
    if "Mul" not in operator:
        assert numpy.array_equal(found, want.astype(numpy.int32))
z = numpy.array([0, 1, 5, 0], numpy.int64)
(found,), (want,) = run("(int64[4] x, int64[4] z) => (bool[4] y) { y = Equal (x, z) }", x, z)
print(f"Equal to 0, 1, 5 and 0: {found.tolist()}, onnxruntime {want.tolist()}")
assert found.tolist() == [False, True, True, True] and want.tolist() == [False, False, True, False]
PYTHON
