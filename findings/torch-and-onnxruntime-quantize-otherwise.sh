#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch 2.15.0 and onnxruntime 1.32.0: the same number, scale and zero point give two integers.
#
# PyTorch's quantize_per_tensor of exported programs multiplies by 1 / scale, which is rounded to float32 from a double;
# onnxruntime's QuantizeLinear divides by the scale in float32. Numbers that are multiples of half a scale, as many sensors
# have, are then a unit apart: with the scale 0.01, 34 of 509. So a model that is quantised in PyTorch and exported to ONNX does
# not give the integers that it had.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch==2.15.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch.ao.quantization.fx import _decomposed

assert _decomposed
SCALE = 0.01


def by_onnxruntime(x):
    constants = [
        numpy_helper.from_array(numpy.float32(SCALE), "s"),
        numpy_helper.from_array(numpy.int8(0), "z"),
    ]
    graph = helper.make_graph(
        [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [len(x)])],
        [helper.make_tensor_value_info("y", TensorProto.INT8, [len(x)])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)
    return onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]


x = (numpy.arange(-254, 255) * (SCALE / 2)).astype(numpy.float32)
ours = torch.ops.quantized_decomposed.quantize_per_tensor(torch.from_numpy(x), SCALE, 0, -128, 127, torch.int8).numpy()
theirs = by_onnxruntime(x)
differ = numpy.flatnonzero(ours != theirs)
print(f"{len(differ)} of {len(x)} differ, such as {x[differ[0]]}: {ours[differ[0]]} by PyTorch, {theirs[differ[0]]} by onnxruntime")
assert len(differ) == 34 and len(x) == 509
assert (numpy.rint(x * numpy.float32(1 / SCALE)) == ours).all()
assert (numpy.rint(x / numpy.float32(SCALE)) == theirs).all()
PYTHON
