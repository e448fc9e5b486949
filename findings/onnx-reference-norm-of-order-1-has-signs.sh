#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: the reference's LpNormalization with p=1 divides by the sum of the numbers, signs and all.
#
# The norm of order 1 is the sum of absolute values. One would guess that the reference evaluator of onnx has it so, as it has
# for p=2, where signs do not matter. It divides 1, -2 and 3 by 2 instead of 6, and what adds up to 0 is divided by 0.
# onnxruntime 1.32.0 takes absolute values; where no number is negative, the two agree.
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



for row in [[1, 2, 3], [1, -2, 3], [-1, -2, -5]]:
    x = numpy.array([row], numpy.float32)
    for p in [1, 2]:
        (found,), (want,) = run(f"(float[1, 3] x) => (float[1, 3] y) {{ y = LpNormalization <p = {p}> (x) }}", x)
        print(f"{row}, p {p}: {found[0].round(3)}, onnxruntime {want[0].round(3)}")
        assert numpy.allclose(want, x / (abs(x) ** p).sum() ** (1 / p)) and numpy.allclose(found, x / (x ** p).sum() ** (1 / p))
        assert numpy.allclose(found, want) == (min(row) > 0 or p == 2)
PYTHON
