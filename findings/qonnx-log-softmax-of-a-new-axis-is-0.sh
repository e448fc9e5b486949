#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: a LogSoftmax of three axes, given a fourth, is 0 everywhere.
#
# Change3DTo4DTensors gives a model of one-dimensional signals a last axis of one element, and its list of operators has
# LogSoftmax. One would guess that LogSoftmax over the last axis, which is the default of ONNX, still takes the axis that was
# last, as ArgMax does after the transformation. The axis -1 now is the new axis, and the logarithm of the softmax of one
# element is 0: all classes are equally likely.
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
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.transformation.change_3d_tensors_to_4d import Change3DTo4DTensors
from qonnx.transformation.infer_shapes import InferShapes

x = numpy.array([[[1, 2, 4], [8, 5, 0]]], numpy.float32)
for operator, attributes, kind, shape in [("LogSoftmax", "axis = -1", "float", "1, 2, 3"), ("LogSoftmax", "axis = 2", "float", "1, 2, 3"),
                                          ("ArgMax", "axis = -1, keepdims = 1", "int64", "1, 2, 1")]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 2, 3] x) => ({kind}[{shape}] y) {{
  y = {operator} <{attributes}> (x)
}}""")
    onnx.checker.check_model(model, full_check=True)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    changed = ModelWrapper(model).transform(InferShapes()).transform(Change3DTo4DTensors(), make_deepcopy=True)
    (found,) = onnxruntime.InferenceSession(changed.model.SerializeToString()).run(None, {"x": x[..., None]})
    print(f"{operator} <{attributes}>: {found.ravel().tolist()}, before {want.ravel().tolist()}")
    if attributes == "axis = -1":
        assert not found.any() and (want < 0).all()
    else:
        assert numpy.allclose(found[..., 0], want)
PYTHON
