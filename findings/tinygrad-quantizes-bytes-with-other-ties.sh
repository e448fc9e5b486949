#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tinygrad 0.14.0: QuantizeLinear to uint8 rounds ties up or down, depending on the zero point; to int8, it is right.
#
# ONNX rounds half to even: 0.5, 1.5 and 2.5 are 0, 2 and 2 before the zero point is added. One would guess that tinygrad rounds
# alike for int8 and uint8. For uint8, it adds 0.4999999 and the zero point in float32 and cuts off the fraction: with the zero
# point 0, 0.5 and 1.5 go down; where the sum is 3 or more and has no place for the last digit, all ties go up. Ties are common
# where a scale is a power of two, and uint8 is the usual type of ONNX's activations.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tinygrad==0.14.0 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import os
import shutil

os.environ.update(DEV="CPU", CC=shutil.which("clang") or "clang-22")
import numpy
import onnx
import onnxruntime
from tinygrad.nn.onnx import OnnxRunner


def run(model, *inputs):
    """Returns what tinygrad and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    found = OnnxRunner("model.onnx")(feeds)["y"].numpy()
    return found, onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)[0]


rng = numpy.random.default_rng(0)
x = numpy.array([0.5, 1.5, 2.5, 3.5, 0.4, 0.6], numpy.float32)
answers = {}
for kind, zero in [("int8", 0), ("int8", 3), ("uint8", 0), ("uint8", 3), ("uint8", 128)]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[6] x) => ({kind}[6] y) <float one = {{1}}, {kind} zero = {{{zero}}}> {{
  y = QuantizeLinear(x, one, zero)
}}""")
    found, want = (values.astype(int) - zero for values in run(model, x))
    answers[kind, zero] = found.tolist()
    print(f"{x.round(1).tolist()} to {kind} with the zero point {zero}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert want.tolist() == [0, 2, 2, 4, 0, 1]
assert answers["int8", 0] == answers["int8", 3] == [0, 2, 2, 4, 0, 1]
assert answers["uint8", 0] == [0, 1, 3, 4, 0, 1] and answers["uint8", 3] == answers["uint8", 128] == [1, 2, 3, 4, 0, 1]
PYTHON
