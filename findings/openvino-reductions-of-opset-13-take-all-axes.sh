#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: ReduceL1, ReduceLogSum and ReduceLogSumExp of the opsets 13 to 17 reduce all axes.
#
# Until opset 18, the axes of a reduction are an attribute; of opset 13, ReduceSum alone has them as an input. One would guess
# that the frontend reads the attribute for all others, as it does for ReduceL2, ReduceMean and ReduceMax, and for these three
# in a model of opset 11. In a model of opset 13, the three disregard it: the answer for two rows is one number of all elements,
# of another shape than the model declares.
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


x = numpy.array([[1, 2, 3], [4, 5, 6]], numpy.float32)
for operator in ["ReduceL1", "ReduceLogSum", "ReduceLogSumExp", "ReduceL2", "ReduceMean", "ReduceMax"]:
    for version in [11, 13]:
        found, want = run(f"""
<ir_version: 7, opset_import: ["": {version}]> main (float[2, 3] x) => (float[2] y) {{
  y = {operator} <axes = [1], keepdims = 0> (x)
}}""", x)
        print(f"{operator} of opset {version}: {found.round(3).tolist()}, onnxruntime {want.round(3).tolist()}")
        if version == 13 and operator in ["ReduceL1", "ReduceLogSum", "ReduceLogSumExp"]:
            logarithm = numpy.exp if operator == "ReduceLogSumExp" else abs
            total = logarithm(x).sum()
            assert found.shape == ()
            assert numpy.isclose(found, total if operator == "ReduceL1" else numpy.log(total), rtol=1e-4)
        else:
            assert found.shape == want.shape == (2,) and numpy.allclose(found, want, rtol=1e-4)
PYTHON
