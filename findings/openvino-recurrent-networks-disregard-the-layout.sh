#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: GRU, LSTM and RNN take the batch for the steps with layout=1.
#
# With layout=1, ONNX puts the batch first in the input, in the states and in both outputs. onnxruntime refuses the attribute.
# One would guess that OpenVINO, which accepts it, turns the tensors. It disregards it: the answer is, to the last bit, that of
# layout=0. Two sequences of three steps are computed as three sequences of two steps, each from numbers of both, and the
# outputs have other shapes than onnx infers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openvino==2026.4.1 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import openvino

generator = numpy.random.default_rng(0)
for operator, gates in [("RNN", 1), ("GRU", 3), ("LSTM", 4)]:
    sizes = [(2, 3, 4), (1, gates * 5, 4), (1, gates * 5, 5), (1, gates * 10)]
    inputs = [generator.normal(size=size).astype(numpy.float32) for size in sizes]
    answers = []
    for layout in [1, 0]:
        model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]>
main (float[2, 3, 4] x, float[1, {gates * 5}, 4] w, float[1, {gates * 5}, 5] r, float[1, {gates * 10}] b)
  => (float[k, l, m, n] y, float[p, q, s] last) {{
  y, last = {operator} <hidden_size = 5, layout = {layout}> (x, w, r, b)
}}""")
        model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
        onnx.checker.check_model(model, full_check=True)
        onnx.save(model, "model.onnx")
        inferred = [[size.dim_value for size in value.type.tensor_type.shape.dim] for value in model.graph.output]
        net = openvino.Core().compile_model("model.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
        found = net(inputs)
        shapes = [list(found[i].shape) for i in range(2)]
        print(f"{operator}, layout={layout}: {shapes}, inferred {inferred}")
        assert inferred == ([[2, 3, 1, 5], [2, 1, 5]] if layout else [[2, 1, 3, 5], [1, 3, 5]])
        assert shapes == [[2, 1, 3, 5], [1, 3, 5]]
        answers.append([found[0], found[1]])
    assert all(numpy.array_equal(a, b) for a, b in zip(*answers))
PYTHON
