#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: Unique without sorting answers the first element, and zeros for the others.
#
# With sorted=0, Unique of ONNX gives each distinct element once, in the order in which they occur first. One would guess that
# this order is all that differs from sorted=1, which is right. The number of elements is right, but of floats all but the first
# are 0, which need not occur in the input at all.
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


for values in [[2, 1, 1, 3, 4, 3], [5, 7, 5, 6]]:
    for order in [0, 1]:
        found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[{len(values)}] x) => (float[n] y) {{ y = Unique <sorted = {order}> (x) }}""",
                          numpy.array(values, numpy.float32))
        print(f"{values}, sorted={order}: {found.tolist()}, onnxruntime {want.tolist()}")
        assert found.tolist() == (want.tolist() if order else [want[0]] + [0] * (len(want) - 1))
PYTHON
