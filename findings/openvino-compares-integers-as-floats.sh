#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: Equal and Greater of integers compare them as float32.
#
# Indices, hashes and counters are compared as integers. One would guess that Equal of int32 is exact, as Max, Add and Sub are
# here. From 2^24 on, it says that two neighbours are equal and that neither is greater, so that a mask of them selects both.
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


differences = 0
for kind in ["int32", "int64"]:
    for operator, result in [("Equal", "bool"), ("Greater", "bool"), ("Less", "bool"), ("Max", kind), ("Sub", kind)]:
        for number in [5, 2**24, 2**30]:
            pair = numpy.array([number + 1], kind), numpy.array([number], kind)
            found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main ({kind}[1] a, {kind}[1] b) => ({result}[1] y) {{ y = {operator} (a, b) }}""", *pair)
            if found != want:
                print(f"{operator} of {kind} {number + 1} and {number}: {found[0]}, onnxruntime {want[0]}")
                assert number >= 2**24 and operator in ["Equal", "Greater"]
                differences += 1
assert differences == 8
PYTHON
