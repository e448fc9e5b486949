#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jaxonnxruntime 0.3.0: Gemm with beta=0 adds its third input, and with alpha=0 keeps the product.
#
# beta=0 says that the third input of Gemm does not count, which exporters write when they have no bias. One would guess that
# a factor of 0 is a factor. jaxonnxruntime takes what is 0 for what is not written, and the default of both factors is 1.
# Other factors are right, and so is alpha=0 of LeakyRelu.
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



x, w, c = (numpy.array(values, numpy.float32) for values in ([[1, 2]], [[1, 0], [0, 1]], [10, 20]))
for attributes in ["alpha = 2.0", "beta = 0.5", "beta = 0.0", "alpha = 0.0"]:
    (found,), (want,) = run(f"""(float[1, 2] x, float[2, 2] w, float[2] c) => (float[1, 2] y) {{
  y = Gemm <{attributes}> (x, w, c)
}}""", x, w, c)
    print(f"{attributes}: {found[0].tolist()}, onnxruntime {want[0].tolist()}")
    assert found[0].tolist() == [11, 22] if attributes.endswith("= 0.0") else numpy.array_equal(found, want)
    assert want[0].tolist() == {"beta = 0.0": [1, 2], "alpha = 0.0": [10, 20]}.get(attributes, want[0].tolist())
(found,), (want,) = run("(float[1, 2] x) => (float[1, 2] y) { y = LeakyRelu <alpha = 0.0> (x) }", -x)
assert not found.any() and not want.any()
PYTHON
