#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: the reference's MaxPool takes the padding in front of the second axis for that behind the first.
#
# pads of a pool are all that is in front, axis by axis, and then all that is behind. One would guess that the reference
# evaluator of onnx has one reading for its two pools. MaxPool reads them in pairs where they are not symmetric: [0, 1, 0, 0]
# pads below instead of left, and the answer has another shape than the inference of shapes of the same package says.
# AveragePool is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx.reference import ReferenceEvaluator


def run(text, *inputs, opset=17):
    """Returns what onnx's reference and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    return ReferenceEvaluator(model).run(None, feeds), onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)



x = numpy.arange(9, dtype=numpy.float32).reshape(1, 1, 3, 3)
for operator in ["MaxPool", "AveragePool"]:
    for pads in [[0, 0, 0, 0], [1, 1, 1, 1], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]:
        (found,), (want,) = run(f"""(float[1, 1, 3, 3] x) => (float[1, 1, n, m] y) {{
  y = {operator} <kernel_shape = [2, 2], pads = {pads}> (x)
}}""", x)
        print(f"{operator}, pads {pads}: {list(found.shape[2:])}, onnxruntime {list(want.shape[2:])}")
        swapped = operator == "MaxPool" and pads in ([0, 1, 0, 0], [0, 0, 1, 0])
        assert list(want.shape[2:]) == [2 + pads[0] + pads[2], 2 + pads[1] + pads[3]]
        assert found.shape[2:] == want.shape[:1:-1] if swapped else numpy.array_equal(found, want)
PYTHON
