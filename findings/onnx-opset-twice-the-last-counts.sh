#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2 and onnxruntime 1.32.0: a model may import the default domain twice, and the last entry counts.
#
# One would guess that two versions of one domain are an error, or that the first or the higher one counts. The checker and
# the runtime take the file, and the order of the entries decides what it computes: Softmax of opset 11 flattens its input,
# that of opset 13 does not.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper

x = numpy.arange(8, dtype=numpy.float32).reshape(2, 2, 2)


def softmax(*opsets):
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 2, 2]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Softmax", ["x"], ["y"], axis=1)], "net", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset) for opset in opsets], ir_version=8)
    onnx.checker.check_model(model)
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return runtime.run(None, {"x": x})[0]


for both, last in (((11, 13), 13), ((13, 11), 11)):
    got = softmax(*both)
    print(f"opsets {both}: the first numbers are {got.ravel()[:2].round(3).tolist()}, as of opset {last} alone")
    assert numpy.array_equal(got, softmax(last)) and not numpy.allclose(got, softmax(sum(both) - last))
PYTHON
