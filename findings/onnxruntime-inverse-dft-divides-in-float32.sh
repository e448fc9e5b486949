#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: DFT of float64 has the precision of float64 forwards, and of float32 backwards.
#
# One would guess that a transform and its inverse are as exact as their type. Forwards, the result is right to 1e-15. The inverse
# multiplies by 1/N in float32: with N = 6 it is wrong by 3e-8, as much as 1/6 in float32 is, and with N = 8, whose inverse each
# float has, it is right to 1e-15 again.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import TensorProto, helper


def error(size, inverse):
    """Returns the largest relative error of a DFT of `size` complex numbers."""
    numbers = numpy.random.default_rng(size).standard_normal((1, size, 2))
    shape = list(numbers.shape)
    graph = helper.make_graph(
        [helper.make_node("DFT", ["x", "", "axis"], ["y"], inverse=inverse)], "dft",
        [helper.make_tensor_value_info("x", TensorProto.DOUBLE, shape)],
        [helper.make_tensor_value_info("y", TensorProto.DOUBLE, shape)],
        [helper.make_tensor("axis", TensorProto.INT64, [], [1])])
    model = helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid("", 20)])
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    got = session.run(None, {"x": numbers})[0]
    given = numbers[0, :, 0] + 1j * numbers[0, :, 1]
    want = numpy.fft.ifft(given) if inverse else numpy.fft.fft(given)
    return float((abs(got[0, :, 0] + 1j * got[0, :, 1] - want) / abs(want)).max())


for size in [6, 7, 8]:
    forwards, backwards = error(size, 0), error(size, 1)
    scale = abs(float(numpy.float32(1 / size)) * size - 1)
    print(f"{size} numbers: error {forwards:.1e}, of the inverse {backwards:.1e}; error of 1/{size} in float32 {scale:.1e}")
    assert forwards < 1e-14, forwards
    assert abs(backwards - scale) < 1e-14, (backwards, scale)
PYTHON
