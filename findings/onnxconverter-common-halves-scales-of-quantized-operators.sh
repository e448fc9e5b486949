#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxconverter-common 1.16.0: a conversion to float16 makes invalid models of operators that have float32 alone.
#
# The scales of QLinearConv, the input of DynamicQuantizeLinear and the mean that LayerNormalization gives are float32 by
# ONNX's specification, whatever other types are. One would guess that convert_float_to_float16 puts a Cast around them, as it
# does around Resize, TopK and others of its list. It takes every float for float16, so that onnxruntime refuses the model that
# it has converted without a word. With keep_io_types=True, too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxconverter-common==1.16.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnxconverter_common.float16 import convert_float_to_float16

for name, text, valid in [
        ("TopK", "(float[1, 4] x) => (float[1, 2] y) <int64[1] k = {2}> { y, i = TopK (x, k) }", True),
        ("LayerNormalization", "(float[1, 4] x) => (float[1, 4] y) <float[4] s = {1, 1, 1, 1}> { y = LayerNormalization (x, s) }", True),
        ("LayerNormalization with its mean",
         "(float[1, 4] x) => (float[1, 1] m) <float[4] s = {1, 1, 1, 1}> { y, m = LayerNormalization (x, s) }", False),
        ("DynamicQuantizeLinear", "(float[1, 4] x) => (uint8[1, 4] y) { y, s, z = DynamicQuantizeLinear (x) }", False),
        ("QLinearConv", """(float[1, 1, 2, 2] x) => (float[1, 1, 2, 2] y)
            <float s = {1}, uint8 z = {0}, uint8[1, 1, 1, 1] w = {2}> {
              q = QuantizeLinear (x, s, z)
              c = QLinearConv (q, s, z, w, s, z, s, z)
              y = DequantizeLinear (c, s, z)
            }""", False)]:
    model = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["": 19]> main {text}')
    for index, node in enumerate(model.graph.node):
        node.name = f"node{index}"
    onnx.checker.check_model(model, full_check=True)
    onnxruntime.InferenceSession(model.SerializeToString())
    for keep in (False, True):
        copy = onnx.load_from_string(model.SerializeToString())
        converted = convert_float_to_float16(copy, keep_io_types=keep)
        try:
            onnxruntime.InferenceSession(converted.SerializeToString())
        except Exception as error:
            print(f"{name}, keep_io_types={keep}: {str(error)[:110]}")
            assert not valid and "float16" in str(error)
        else:
            print(f"{name}, keep_io_types={keep}: valid")
            assert valid
PYTHON
