#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime-ggml 0.2.0: a convolution of images is taken from onnxruntime, and refused when it runs.
#
# An execution provider tells onnxruntime which nodes it runs, and onnxruntime runs the others: so it is with Sum and
# Softplus, which this one does not have. One would guess that what it takes it can run. It tells by the name of the
# operator: a convolution of two axes and a cubic Resize are taken, and the first run ends with an error, as it has
# convolutions of one axis and linear resizes only; onnxruntime, which could run them, does not step in.
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
    try:
        return session.run(None, feeds)[0], want
    except Exception as error:
        return str(error).replace("\n", " "), want


rng = numpy.random.default_rng(0)
for shape, weights, result in [([1, 2, 5], [1, 2, 3], [1, 1, 3]), ([1, 2, 5, 5], [1, 2, 3, 3], [1, 1, 3, 3])]:
    x, w = (rng.normal(size=size).astype(numpy.float32) for size in (shape, weights))
    found, want = run(f"(float{shape} x, float{weights} w) => (float{result} y) {{ y = Conv (x, w) }}", x, w)
    print(f"Conv of {shape}: {found if isinstance(found, str) else 'right'}")
    assert "conv1d wants 3-D tensors" in found if len(shape) == 4 else numpy.allclose(found, want, atol=1e-2)
for mode in ("linear", "cubic"):
    found, want = run(f"""(float[1, 1, 4, 4] x) => (float[1, 1, n, m] y) <float[4] scales = {{1, 1, 2, 2}}> {{
  y = Resize <mode = "{mode}"> (x, , scales)
}}""", rng.normal(size=[1, 1, 4, 4]).astype(numpy.float32))
    print(f"Resize, {mode}: {found if isinstance(found, str) else 'right'}")
    assert "unsupported" in found if mode == "cubic" else numpy.allclose(found, want, atol=1e-4)
found, want = run("(float[3] x) => (float[3] y) { y = Softplus (x) }", rng.normal(size=3).astype(numpy.float32))
assert numpy.allclose(found, want)
PYTHON
