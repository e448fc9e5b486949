#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: NaN is greater than each number, and each number is greater than NaN.
#
# In IEEE 754 and ONNX, all comparisons with NaN but "not equal" are false. One would guess that Greater and Less, which are the
# same with their operands turned, agree. Less says false, and Greater true, for NaN on either side or on both: a test whether a
# value is above its threshold answers yes for a missing one. Exp of NaN is infinity, and Relu of NaN is 0 (on a processor with
# AVX-512).
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


a, b = numpy.array([[numpy.nan, 1, 2, numpy.nan], [1, numpy.nan, 1, numpy.nan]], numpy.float32)
for operator, expected in [("Greater", [True] * 4), ("Less", [False] * 4), ("Equal", [False] * 4)]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[4] a, float[4] b) => (bool[4] y) {{ y = {operator} (a, b) }}""", a, b)
    print(f"{operator}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert found.tolist() == expected and want.tolist() == [False, False, operator == "Greater", False]
for operator, expected in [("Exp", numpy.inf), ("Relu", 0), ("Sigmoid", numpy.nan)]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[4] a) => (float[4] y) {{ y = {operator} (a) }}""", a)
    print(f"{operator}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert numpy.array_equal(found[:1], [expected], equal_nan=True) and numpy.isnan(want[0])
PYTHON
