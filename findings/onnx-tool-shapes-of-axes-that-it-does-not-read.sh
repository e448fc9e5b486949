#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx-tool 1.0.1: shapes disregard negative axes, axes of Resize and batches on both sides.
#
# One would guess that the inference of shapes knows the attributes of ONNX's operators, or refuses what it does not know.
# Flatten of the axis -1 gives one row, as if all axes were its columns. Resize with `axes` has the shape of its scales,
# without the other axes. MatMul takes the batch of one side, where both are broadcast. The multiplications that it counts
# follow from these shapes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx-tool==1.0.1 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import contextlib
import io

import numpy
import onnx
import onnx_tool
import onnxruntime
from onnx.numpy_helper import from_array

for text, shape, constants, wrong, rank in [
        ("y = Flatten <axis = -1> (x)", [2, 3, 4], {}, [1, 24], 2),
        ("y = Flatten <axis = 2> (x)", [2, 3, 4], {}, None, 2),
        ('y = Resize <mode = "nearest", axes = [2, 3]> (x, , scales)', [1, 1, 4, 5], {"scales": numpy.float32([2, 3])}, [2, 3], 4),
        ('y = Resize <mode = "nearest"> (x, , scales)', [1, 1, 4, 5], {"scales": numpy.float32([1, 1, 2, 3])}, None, 4),
        ("y = MatMul (x, w)", [5, 1, 2, 4], {"w": numpy.zeros([3, 4, 6], numpy.float32)}, [5, 1, 2, 6], 4),
        ("y = MatMul (x, w)", [5, 3, 2, 4], {"w": numpy.zeros([4, 6], numpy.float32)}, None, 4)]:
    sizes = ", ".join("klmn"[:rank])
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 18]> main (float{shape} x) => (float[{sizes}] y) {{ {text} }}')
    model.graph.initializer.extend(from_array(value, name) for name, value in constants.items())
    onnx.checker.check_model(model)
    x = numpy.zeros(shape, numpy.float32)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    graph = onnx_tool.Model(model).graph
    with contextlib.redirect_stdout(io.StringIO()):
        graph.shape_infer({"x": x})
    found = list(graph.tensormap["y"].get_shape())
    print(f"{text} of {shape}: {found}, true {list(want.shape)}")
    assert found == (wrong or list(want.shape)) and (wrong is None or wrong != list(want.shape))
PYTHON
