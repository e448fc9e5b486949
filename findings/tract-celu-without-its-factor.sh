#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tract 0.23.9: Celu lacks the factor alpha.
#
# ONNX defines Celu of negative numbers as alpha * (exp(x / alpha) - 1). One would guess that a runtime that divides by alpha
# also multiplies by it. tract does not: the limit for small numbers is -1 for each alpha, and the slope at 0, which is 1 by the
# definition, is 1 / alpha. With alpha=1, the default, and for Elu, the numbers are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tract==0.23.9 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import tract


def run(model, *inputs):
    """Returns what tract and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    (found, *_) = tract.onnx().load("model.onnx").into_model().into_runnable().run(list(inputs))
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want, *_) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return found.to_numpy(), want


rng = numpy.random.default_rng(0)
x = numpy.array([-50, -3, -1, -0.01, 0.5], numpy.float32)
for function in ["Celu", "Celu <alpha = 2.0>", "Elu <alpha = 2.0>"]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[5] x) => (float[5] y) {{ y = {function} (x) }}""")
    found, want = run(model, x)
    print(f"{function}: {found.round(3).tolist()}, onnxruntime {want.round(3).tolist()}")
    assert numpy.allclose(found, numpy.where(x < 0, want / 2, want) if function == "Celu <alpha = 2.0>" else want, atol=1e-5)
PYTHON
