#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx-graphsurgeon 0.6.1: a Shape with start or end is folded to the whole shape.
#
# Since opset 15, Shape gives a part of the shape if it has the attributes start and end (ONNX's specification). One would
# guess that fold_constants, which runs other constant nodes in onnxruntime, leaves such a Shape alone or cuts the shape. It
# writes all sizes as a constant, so that what follows takes the batch for the first size that was asked for: a Reshape to [-1,
# rows * columns] of the last two axes multiplies the channels, too. With onnxruntime's help or without, the same happens.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx-graphsurgeon==0.6.1 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnx_graphsurgeon
import onnxruntime

x = numpy.zeros([2, 3, 4, 5], numpy.float32)
for attributes, want in [("", [2, 3, 4, 5]), ("<start = 2>", [4, 5]), ("<end = 1>", [2]), ("<start = -1>", [5])]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2, 3, 4, 5] x) => (int64[n] shape, int64 product) {{
  shape = Shape {attributes} (x)
  product = ReduceProd <keepdims = 0> (shape)
}}""")
    onnx.checker.check_model(model, full_check=True)
    graph = onnx_graphsurgeon.import_onnx(model)
    folded = onnx_graphsurgeon.export_onnx(graph.fold_constants().cleanup())
    before = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    after = onnxruntime.InferenceSession(folded.SerializeToString()).run(None, {"x": x})
    print(f"Shape {attributes}: {after[0].tolist()} with the product {after[1]}, before {before[0].tolist()} with {before[1]}")
    assert before[0].tolist() == want and after[0].tolist() == [2, 3, 4, 5] and after[1] == 120
PYTHON
