#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx2torch 1.5.15: CumSum goes from the end, NonZero is transposed, and an asymmetric linear Resize has half pixels.
#
# CumSum adds from the front unless reverse=1, NonZero gives a row for each axis, and asymmetric positions of Resize are those
# of the output divided by the scale (ONNX's specification). One would guess that a converter with a module of its own for each
# of these operators keeps to that. CumSum of 1, 2 and 3 is 6, 5 and 3; NonZero gives a row for each element, as torch.nonzero
# does; and the Resize answers what it answers for half_pixel. With reverse=1, CumSum is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx2torch==1.5.15 torch==2.15.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import warnings

import numpy
import onnx
import onnx2torch
import onnxruntime
import torch

warnings.simplefilter("ignore")


def run(text, x):
    """Returns what the converted module and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 13]> {text}')
    onnx.checker.check_model(model, full_check=True)
    with torch.no_grad():
        found = onnx2torch.convert(model).eval()(torch.from_numpy(x)).numpy()
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    print(f"{text[text.rindex('{') + 1:-1].strip()}: {found.tolist()}, onnxruntime {want.tolist()}")
    return found, want


x = numpy.float32([1, 2, 3])
found, want = run("main (float[3] x) => (float[3] y) <int64 axis = {0}> { y = CumSum (x, axis) }", x)
assert want.tolist() == [1, 3, 6] and found.tolist() == [6, 5, 3]
found, want = run("main (float[3] x) => (float[3] y) <int64 axis = {0}> { y = CumSum <reverse = 1> (x, axis) }", x)
assert want.tolist() == found.tolist() == [6, 5, 3]
found, want = run("main (float[2, 2] x) => (int64[2, n] y) { y = NonZero (x) }", numpy.float32([[1, 0], [2, 3]]))
assert found.shape == (3, 2) and (found.T == want).all()
x = numpy.float32([[[0, 1, 2, 3]]])
answers = {}
for mode in ("half_pixel", "asymmetric"):
    answers[mode] = run(f"""main (float[1, 1, 4] x) => (float[1, 1, 8] y) <float[3] scales = {{1, 1, 2}}> {{
  y = Resize <mode = "linear", coordinate_transformation_mode = "{mode}"> (x, , scales)
}}""", x)
assert (answers["half_pixel"][0] == answers["asymmetric"][0]).all()
assert (answers["half_pixel"][0] == answers["half_pixel"][1]).all()
assert abs(answers["asymmetric"][0] - answers["asymmetric"][1]).max() > 0.2
PYTHON
