#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: NaN is the largest for TopK, the answer of Max, and passed over by ArgMax and most of ReduceMax.
#
# ONNX does not say how NaN compares. One would guess that a runtime has one answer: Max of two tensors is NaN where one of
# them is. TopK puts NaN first, as if it were the largest, while ArgMax of the same row takes the largest number, and
# ReduceMax drops a NaN, unless it stands in front, where it stays. The reference of onnx answers NaN and its place for all of
# them.
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



for row in [[1, numpy.nan, 3], [numpy.nan, 1, 3]]:
    x = numpy.array([row], numpy.float32)
    for text in ["(float[1, 3] x) => (float[1, 1] y) { y = ReduceMax <axes = [1]> (x) }",
                 "(float[1, 3] x) => (float[1, 3] y) <float three = {3}> { y = Max (x, three) }",
                 "(float[1, 3] x) => (int64[1, 1] y) { y = ArgMax <axis = 1> (x) }",
                 "(float[1, 3] x) => (float[1, 1] v, int64[1, 1] y) <int64[1] k = {1}> { v, y = TopK (x, k) }"]:
        reference, found = run(text, x, opset=13)
        print(f"{text[text.index('{ '):]} of {row}: {found[-1][0].tolist()}, onnx {reference[-1][0].tolist()}")
        place = int(numpy.isnan(x[0]).argmax())
        if "ReduceMax" in text:
            assert numpy.isnan(reference[0][0, 0]) and (numpy.isnan(found[0][0, 0]) if place == 0 else found[0][0, 0] == 3)
        elif " Max" in text:
            assert numpy.isnan(found[0][0, place]) and numpy.isnan(reference[0][0, place])
        elif "ArgMax" in text:
            assert reference[0][0, 0] == place and (place == 0 or found[0][0, 0] == 2)
        else:
            assert reference[-1][0, 0] == place == found[-1][0, 0]
PYTHON
