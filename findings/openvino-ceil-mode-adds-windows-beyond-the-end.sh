#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: MaxPool with ceil_mode has windows that begin beyond the input.
#
# With ceil_mode, ONNX rounds the number of windows up, but a window that would begin behind the input and its padding in front
# does not count, as in PyTorch. One would guess that a runtime that accepts the attribute has the same number of windows. With
# windows of one and steps of two, four elements give a third window without elements, whose maximum is the smallest float.
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


for size, kernel, stride in [(4, 2, 2), (5, 2, 2), (4, 1, 2), (3, 2, 3)]:
    x = numpy.arange(1, size + 1, dtype=numpy.float32).reshape(1, 1, 1, size)
    found, want = run(f"""
<ir_version: 9, opset_import: ["": 22]> main (float[1, 1, 1, {size}] x) => (float[1, 1, 1, n] y) {{
  y = MaxPool <kernel_shape = [1, {kernel}], strides = [1, {stride}], ceil_mode = 1> (x)
}}""", x)
    print(f"{size} elements, windows of {kernel}, steps of {stride}: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
    if kernel < stride:
        assert found.size == want.size + 1 and numpy.array_equal(found.ravel()[:-1], want.ravel())
        assert found.ravel()[-1] == numpy.finfo(numpy.float32).min
    else:
        assert numpy.array_equal(found, want)
PYTHON
