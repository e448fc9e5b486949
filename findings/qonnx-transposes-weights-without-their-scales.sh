#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: a Transpose of quantized weights is applied to the weights and not to their scales.
#
# FoldTransposeIntoQuantInit says that it transposes all constant inputs of the Quant. The scale is broadcast against the
# weights (documentation of Quant), so one scale for each column may have one axis or two. One would guess that both give the
# same after the Transpose. Scales of two axes are transposed; those of one are left as they are with a Transpose that says its
# `perm`, and are then scales of the other axis. If the matrix is square, nothing complains.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
from onnx.numpy_helper import from_array
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.core.onnx_exec import execute_onnx
from qonnx.transformation.infer_shapes import InferShapes
from qonnx.transformation.quant_constant_folding import FoldTransposeIntoQuantInit

for scale in ([[1, 2]], [1, 2]):
    model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17, "qonnx.custom_op.general": 2]> main (float[2, 2] x) => (float[2, 2] y) {
  q = qonnx.custom_op.general.Quant <signed = 1, narrow = 0, rounding_mode = "ROUND"> (weights, scale, zero, bits)
  t = Transpose <perm = [1, 0]> (q)
  y = MatMul (x, t)
}""")
    constants = {"weights": [[3, 4], [5, 6]], "scale": scale, "zero": 0, "bits": 8}
    model.graph.initializer.extend(from_array(numpy.array(value, numpy.float32), name) for name, value in constants.items())
    model = ModelWrapper(model).transform(InferShapes())
    changed = model.transform(FoldTransposeIntoQuantInit(), make_deepcopy=True)
    assert [node.op_type for node in changed.graph.node] == ["Quant", "MatMul"]
    want, found = (execute_onnx(one, {"x": numpy.eye(2, dtype=numpy.float32)})["y"] for one in (model, changed))
    print(f"scales {scale}: {found.tolist()}, before {want.tolist()}")
    assert want.tolist() == [[3, 5], [4, 6]]
    assert found.tolist() == ([[3, 5], [4, 6]] if numpy.ndim(scale) == 2 else [[3, 4], [4, 6]])
PYTHON
