#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jaxonnxruntime 0.3.0: Div of integers rounds down, where ONNX cuts off: -7 / 2 is -4.
#
# Div of ONNX truncates the quotient of integers (onnx 1.23.2 and onnxruntime 1.32.0 do). One would guess that a backend that
# divides integers takes the rounding of the operator rather than of its language. jaxonnxruntime takes Python's: a quotient
# that is negative and not whole is one too small. Where both signs are equal, it is right.
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



x, z = numpy.array([7, -7, 7, -7, -8], numpy.int32), numpy.array([2, 2, -2, -2, 2], numpy.int32)
for kind in ["int8", "int32", "int64"]:
    (found,), (want,) = run(f"""({kind}[5] x, {kind}[5] z) => ({kind}[5] y) {{
  y = Div (x, z)
}}""", x.astype(kind), z.astype(kind), opset=14)
    print(f"{kind}: {x.tolist()} / {z.tolist()} is {found.tolist()}, onnxruntime {want.tolist()}")
    assert found.tolist() == (x // z).tolist() == [3, -4, -4, 3, -4] and want.tolist() == [3, -3, -3, 3, -4]
PYTHON
