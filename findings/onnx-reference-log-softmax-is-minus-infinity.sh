#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: the reference's LogSoftmax of a number 200 below the largest is minus infinity.
#
# LogSoftmax is an operator of its own so that what is improbable keeps its number: the logarithm of exp(-200) is -200. One
# would guess that the reference evaluator of onnx subtracts before it takes a logarithm. It takes the logarithm of the
# Softmax, which is 0 in float32 from 104 on: minus infinity, and SoftmaxCrossEntropyLoss is infinity. A runtime that is right
# is off by infinity against it. ReduceLogSumExp of the same package does not overflow.
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



for gap in [50, 100, 110, 200]:
    x = numpy.array([[100, 100 - gap]], numpy.float32)
    (found,), (want,) = run("(float[1, 2] x) => (float[1, 2] y) { y = LogSoftmax (x) }", x)
    (loss,), (want_loss,) = run("(float[1, 2] x, int64[1] t) => (float y) { y = SoftmaxCrossEntropyLoss (x, t) }", x,
                                numpy.array([1], numpy.int64))
    print(f"{gap} below: {found[0, 1]}, a loss of {loss}; onnxruntime {want[0, 1]} and {want_loss}")
    assert numpy.isclose(want[0, 1], -gap) and numpy.isclose(want_loss, gap)
    assert numpy.isinf(found[0, 1]) == numpy.isinf(loss) == (gap > 104) and (gap > 50 or numpy.isclose(loss, gap))
(found,), (want,) = run("(float[1, 2] x) => (float[1, 1] y) { y = ReduceLogSumExp <axes = [1]> (x) }",
                        numpy.array([[1000, 800]], numpy.float32))
assert found[0, 0] == want[0, 0] == 1000
PYTHON
