#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime-ggml 0.2.0: Min and Max of three tensors disregard the third.
#
# Min and Max of ONNX take any number of tensors. One would guess that an execution provider takes from onnxruntime the nodes
# that it has in full, and leaves the others to it, as this one does with Sum and Mean, which have as many. It takes Min and
# Max and computes the first two tensors.
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


tensors = [numpy.array(values, numpy.float32) for values in ([1, 5, 9], [2, 4, 8], [0, 6, 7])]
for name, function in [("Min", numpy.minimum), ("Max", numpy.maximum)]:
    found, want = run(f"(float[3] a, float[3] b, float[3] c) => (float[3] y) {{ y = {name} (a, b, c) }}", *tensors)
    print(f"{name}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert found.tolist() == function(*tensors[:2]).tolist() and want.tolist() == function.reduce(tensors).tolist()
    assert found.tolist() != want.tolist()
PYTHON
