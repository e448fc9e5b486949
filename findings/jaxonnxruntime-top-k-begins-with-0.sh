#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jaxonnxruntime 0.3.0: the largest bytes of a row begin with 0.
#
# TopK takes integers without a sign, too. One would guess that the answer does not depend on whether a row stands alone or in
# a matrix. jaxonnxruntime sorts the negatives of a matrix, and minus 0 of a byte is 0, the smallest of all: 0 is the first of
# the largest. A vector is sorted another way and is right but for ties, where it has the last place first; the operator says
# that the lower index comes first.
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



row = [3, 0, 9, 5, 9]
for kind in ["uint8", "int8", "float"]:
    x = numpy.array(row, "float32" if kind == "float" else kind)
    for shape in ["1, ", ""]:
        (values, places), (want, want_places) = run(f"""({kind}[{shape}5] x) => ({kind}[{shape}2] v, int64[{shape}2] i) {{
  k = Constant <value_ints = [2]> ()
  v, i = TopK (x, k)
}}""", x[None] if shape else x)
        print(f"{kind}, {'a matrix' if shape else 'a vector'}: {values.ravel().tolist()} at {places.ravel().tolist()}, "
              f"onnxruntime {want.ravel().tolist()} at {want_places.ravel().tolist()}")
        assert want.ravel().tolist() == [9, 9] and want_places.ravel().tolist() == [2, 4]
        assert values.ravel().tolist() == ([0, 9] if shape and kind == "uint8" else [9, 9])
        assert shape or places.tolist() == [4, 2]
PYTHON
