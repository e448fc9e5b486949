#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jaxonnxruntime 0.3.0: OneHot of a class that does not exist is another class.
#
# Indices of OneHot beyond -depth to depth - 1 give rows without a one ("all output values are off_value", says the operator):
# this is how a label that is to be left out, such as 255, disappears. One would guess that a backend that has one_hot from
# its library, which does so, keeps it. jaxonnxruntime takes the remainder first: of four classes, 5 becomes 1 and 255 becomes
# 3.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q jaxonnxruntime==0.3.0 jax==0.10.2 jaxlib==0.10.2 absl-py==2.5.1 onnxruntime==1.32.0 \
  onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from jaxonnxruntime import config
from jaxonnxruntime.backend import Backend

config.update("jaxort_only_allow_initializers_as_static_args", False)


def run(text, *inputs, opset=13):
    """Returns what jaxonnxruntime and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return [numpy.asarray(value) for value in Backend.prepare(model).run(list(inputs))], want



(found,), (want,) = run("""(int64[5] i) => (float[5, 4] y) <int64 depth = {4}, float[2] values = {0, 1}> {
  y = OneHot (i, depth, values)
}""", numpy.array([0, 3, -1, 5, 255], numpy.int64), opset=11)
print(f"{found.astype(int).tolist()}, onnxruntime {want.astype(int).tolist()}")
assert numpy.array_equal(found[:3], want[:3]) and not want[3:].any()
assert found[3:].argmax(axis=1).tolist() == [1, 3] and found[3:].sum() == 2
PYTHON
