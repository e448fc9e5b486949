#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: weights in bytes wrap around when they become a Quant, and scales of rows are applied to columns.
#
# A DequantizeLinear of an initializer is (x - zero_point) * scale by ONNX's specification, with one scale for each index of
# `axis`. One would guess that QCDQToQuant, which computes it once and for all, gets the same floats. It subtracts bytes from
# bytes, so that 100 with the zero point 128 is 228, of which the Quant that it writes makes 127; and it multiplies before it
# has turned the scales onto their axis: in a square matrix, each column gets the scale that a row should have.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx.numpy_helper import from_array
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.core.onnx_exec import execute_onnx
from qonnx.transformation.infer_shapes import InferShapes
from qonnx.transformation.qcdq_to_qonnx import QCDQToQuant


def run(weights, scale, zero):
    """Returns the product of the identity and the weights, before and after the transformation."""
    model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17]> main (float[2, 2] x) => (float[2, 2] y) {
  w = DequantizeLinear <axis = 0> (integers, scale, zero)
  y = MatMul (x, w)
}""")
    constants = {"integers": weights, "scale": scale, "zero": zero}
    model.graph.initializer.extend(from_array(value, name) for name, value in constants.items())
    onnx.checker.check_model(model, full_check=True)
    feeds = {"x": numpy.eye(2, dtype=numpy.float32)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    changed = ModelWrapper(model).transform(InferShapes()).transform(QCDQToQuant()).transform(InferShapes())
    assert [node.op_type for node in changed.graph.node] == ["Quant", "MatMul"]
    found = execute_onnx(changed, feeds)["y"]
    print(f"{weights.tolist()} with the scales {scale.tolist()} and the zero points {zero.tolist()}:",
          f"{found.tolist()}, before {want.tolist()}")
    return found.tolist(), want.tolist()


weights = numpy.array([[100, 200], [128, 0]], numpy.uint8)
one = numpy.ones(2, numpy.float32)
found, want = run(weights, one, numpy.full(2, 128, numpy.uint8))
assert want == [[-28, 72], [0, -128]] and found == [[127, 72], [0, 127]]
weights = numpy.array([[10, 20], [30, 40]], numpy.int8)
found, want = run(weights, numpy.array([1, 2], numpy.float32), numpy.zeros(2, numpy.int8))
assert want == [[10, 20], [60, 80]] and found == [[10, 40], [30, 80]]
PYTHON
