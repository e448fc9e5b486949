#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime-ggml 0.2.0: a Clip of opset 6 to 10 has no limits.
#
# Until opset 10, the limits of Clip were attributes; since 11 they are inputs. One would guess that a provider that looks
# for the inputs leaves older nodes to onnxruntime, as it leaves what it does not know. It takes them, finds no inputs, which
# means no limits, and answers its input: the relu6 of each mobile network that was exported before 2019 is gone.
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


x = numpy.array([-50, -3, 0.5, 3, 50], numpy.float32)
for opset in (7, 10, 11):
    limits = "<float low = {0}, float high = {6}> { y = Clip (x, low, high) }"
    text = limits if opset == 11 else "{ y = Clip <min = 0.0, max = 6.0> (x) }"
    found, want = run(f"(float[5] x) => (float[5] y) {text}", x, opset=opset)
    print(f"opset {opset}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert want.tolist() == [0, 0, 0.5, 3, 6] and found.tolist() == (want if opset == 11 else x).tolist()
PYTHON
