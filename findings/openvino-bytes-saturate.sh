#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: sums, products and shifts of bytes saturate, where those of 16 and 32 bits wrap around.
#
# ONNX's integer arithmetic wraps around, as C's of unsigned numbers and numpy's do, and OpenVINO's Add of int16 and int32 does.
# One would guess that a checksum or a hash of bytes is computed the same. Add, Mul, Sub and BitShift of uint8 and int8 stop at
# the ends of their range: 200 + 100 is 255, 1 - 3 is 0, and 200 shifted left by one, where bits fall out by definition, is 255.
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


for kind, a, b in [("uint8", 200, 100), ("int8", 100, 100), ("int16", 32000, 1000), ("int32", 2**31 - 1, 5)]:
    for operator in ["Add", "Mul"]:
        found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main ({kind}[2] a, {kind}[2] b) => ({kind}[2] y) {{ y = {operator} (a, b) }}""",
                          numpy.array([a, 3], kind), numpy.array([b, 2], kind))
        print(f"{operator} of {kind} {a} and {b}: {found[0]}, onnxruntime {want[0]}")
        assert found[1] == want[1]
        if "int8" in kind:
            assert found[0] == numpy.iinfo(kind).max != want[0]
        elif operator == "Add":
            assert found[0] == want[0]
for operator, a, b, end in [("Sub", 1, 3, 0), ('BitShift <direction = "LEFT">', 200, 1, 255)]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (uint8[1] a, uint8[1] b) => (uint8[1] y) {{ y = {operator} (a, b) }}""",
                      numpy.array([a], "uint8"), numpy.array([b], "uint8"))
    print(f"{operator} of uint8 {a} and {b}: {found[0]}, onnxruntime {want[0]}")
    assert found[0] == end != want[0]
PYTHON
