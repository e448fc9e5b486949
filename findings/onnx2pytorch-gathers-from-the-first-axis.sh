#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx2pytorch 0.6.0: a Gather along the axis -1 takes from the first axis.
#
# Axes of ONNX may be counted from the end: -1 is the last, and exporters write it so. One would guess that a converter to
# PyTorch, whose functions have the same rule, passes it on. A Gather with indices of one axis and axis=-1 picks rows instead
# of columns; axis=1, which is the same for a matrix, is right. A square matrix hides it in the shape.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx2pytorch==0.6.0 torch==2.15.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import torch
from onnx2pytorch import ConvertModel


def run(text, x, *weights):
    """Returns what onnx2pytorch's module and onnxruntime answer; weights are constants of the model."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 13]> main {text}')
    for value, values in zip(model.graph.input[1:], weights):
        model.graph.initializer.append(onnx.numpy_helper.from_array(values, value.name))
    del model.graph.input[1:]
    onnx.checker.check_model(model, full_check=True)
    found = ConvertModel(model)(torch.from_numpy(x))
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {model.graph.input[0].name: x})
    return [values.detach().numpy() for values in (found if isinstance(found, (tuple, list)) else [found])], want


x = numpy.arange(9, dtype=numpy.float32).reshape(3, 3)
for axis in (0, 1, -1):
    (found,), (want,) = run(f"""(float[3, 3] x) => (float[n, m] y) <int64[2] which = {{2, 0}}> {{
  y = Gather <axis = {axis}> (x, which)
}}""", x)
    print(f"axis {axis}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(want, numpy.take(x, [2, 0], axis=axis))
    assert numpy.array_equal(found, numpy.take(x, [2, 0], axis=0 if axis == -1 else axis))
PYTHON
