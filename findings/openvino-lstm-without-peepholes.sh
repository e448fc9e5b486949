#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: an LSTM disregards its peepholes.
#
# The eighth input of ONNX's LSTM weighs the state of the cell for the gates. One would guess that a runtime that lacks it
# refuses such a model, as OpenVINO refuses an unknown activation. It loads and runs it without a message, and the answer is
# that of the model without this input.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openvino==2026.4.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import openvino


def run(model, *inputs):
    """Returns what OpenVINO and onnxruntime answer."""
    if isinstance(model, str):
        model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    net = openvino.Core().compile_model("model.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want, *_) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return net(list(inputs))[0], want


generator = numpy.random.default_rng(0)
arrays = [generator.normal(size=size).astype(numpy.float32) for size in [(4, 1, 3), (1, 20, 3), (1, 20, 5), (1, 40), (1, 15)]]
answers = []
for more, names in [(", , , , p", ", float[1, 15] p"), ("", "")]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]>
main (float[4, 1, 3] x, float[1, 20, 3] w, float[1, 20, 5] r, float[1, 40] b{names}) => (float[4, 1, 1, 5] y) {{
  y = LSTM <hidden_size = 5> (x, w, r, b{more})
}}""", *arrays[:5 if more else 4])
    print(f"{'with' if more else 'without'} peepholes: off onnxruntime by up to {abs(found - want).max():.2g}")
    answers.append(found)
    assert abs(found - want).max() > 0.02 if more else numpy.allclose(found, want, atol=1e-5)
assert numpy.array_equal(*answers)
PYTHON
