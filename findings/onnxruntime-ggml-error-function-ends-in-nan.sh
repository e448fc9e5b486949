#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime-ggml 0.2.0: Erf of large numbers is NaN, and of others right to four digits.
#
# Erf grows from -1 to 1, and most runtimes are right to seven digits; onnxruntime's is. One would guess that a provider has
# either such a function or none, as it leaves Softplus and Sign to onnxruntime. Erf is computed with the approximation of
# GELU by tanh: it is off by 0.0001, and of 10^20 and infinity it is NaN, where exp, tanh and the sigmoid of the same
# provider have their limits.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxruntime-ggml==0.2.0 onnxruntime==1.30.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
export ORT_GGML_LOG=error
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import onnxruntime_ggml


def run(text, *inputs, opset=13):
    """Returns what the provider of ggml and the one of onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    session = onnxruntime_ggml.InferenceSession("model.onnx", {"device": "cpu", "threads": 1})
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return session.run(None, feeds)[0], want


def unary(name, x):
    return run(f"(float[n] x) => (float[n] y) {{ y = {name} (x) }}", x)


x = numpy.linspace(-4, 4, 2001, dtype=numpy.float32)
for name in ("Erf", "Tanh", "Sigmoid"):
    found, want = unary(name, x)
    error = abs(found - want).max()
    large, limits = unary(name, numpy.array([1e20, -1e20, numpy.inf], numpy.float32))
    print(f"{name}: off by {error:.1g}; of 10^20, -10^20 and infinity {large.tolist()}, onnxruntime {limits.tolist()}")
    assert (error > 1e-4) == (name == "Erf") and (name == "Erf" or error < 1e-6)
    assert numpy.isnan(large).all() if name == "Erf" else numpy.allclose(large, limits)
    assert numpy.isfinite(limits).all()
PYTHON
