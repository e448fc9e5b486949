#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: a BatchNormalization between an Unsqueeze and a Squeeze normalises another axis afterwards.
#
# BatchNormToAffine makes a Mul and an Add of a BatchNormalization, and removes an Unsqueeze in front and a Squeeze behind. One
# would guess that it looks at their axes. It takes the axis 1 of what is left for the channels, which is right for an axis
# added at the end. With one added in front, the channels are the axis 0 afterwards: in a square matrix the rows are exchanged
# with the columns.
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
from qonnx.transformation.batchnorm_to_affine import BatchNormToAffine
from qonnx.transformation.infer_shapes import InferShapes

x = numpy.zeros([2, 2], numpy.float32)
for axis in (2, 0):
    model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17]> main (float[2, 2] x) => (float[2, 2] y) {
  u = Unsqueeze (x, axes)
  b = BatchNormalization (u, scale, bias, mean, variance)
  y = Squeeze (b, axes)
}""")
    constants = {"scale": [1, 1], "bias": [10, 20], "mean": [0, 0], "variance": [1, 1]}
    model.graph.initializer.extend(from_array(numpy.array(value, numpy.float32), name) for name, value in constants.items())
    model.graph.initializer.append(from_array(numpy.array([axis]), "axes"))
    onnx.checker.check_model(model, full_check=True)
    changed = ModelWrapper(model).transform(InferShapes()).transform(BatchNormToAffine(), make_deepcopy=True)
    assert [node.op_type for node in changed.graph.node] == ["Mul", "Add"]
    want, found = (onnxruntime.InferenceSession(one.SerializeToString()).run(None, {"x": x})[0] for one in (model, changed.model))
    print(f"an axis added at {axis}: {found.tolist()}, before {want.tolist()}")
    assert found.tolist() == [[10, 20], [10, 20]]
    assert want.tolist() == ([[10, 20], [10, 20]] if axis else [[10, 10], [20, 20]])
PYTHON
