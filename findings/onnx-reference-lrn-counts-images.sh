#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: ReferenceEvaluator's LRN normalises only as many channels as the batch has images.
#
# LRN divides each number by a sum of squares over its neighbours in the channels. One would guess that the reference
# implementation is the specification. It loops over the first dimension instead of the channels: with a batch of 1,
# only channel 0 gets its sum of squares, and all other channels are divided by bias ** beta alone. A batch that is larger
# than the number of channels raises an IndexError. If both are equal, it agrees with onnxruntime.
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
from onnx.reference import ReferenceEvaluator


def both(batch, channels):
    node = helper.make_node("LRN", ["x"], ["y"], size=3, alpha=0.5, beta=0.75, bias=2.0)
    shape = [batch, channels, 3, 3]
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in "xy"]
    graph = helper.make_graph([node], "lrn", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    x = numpy.random.default_rng(0).standard_normal(shape, dtype=numpy.float32) * 3
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return x, ReferenceEvaluator(model).run(None, {"x": x})[0], runtime.run(None, {"x": x})[0]


x, reference, runtime = both(1, 5)
assert numpy.allclose(reference[:, 0], runtime[:, 0], rtol=1e-5)
assert numpy.allclose(reference[:, 1:], x[:, 1:] / 2**0.75, rtol=1e-5)
assert not numpy.allclose(reference[:, 1:], runtime[:, 1:], rtol=1e-2)
print("batch 1, 5 channels: the reference divides channels 1 to 4 by 2 ** 0.75, onnxruntime by their neighbours")
x, reference, runtime = both(4, 4)
assert numpy.allclose(reference, runtime, rtol=1e-5)
print("batch 4, 4 channels: both agree")
try:
    both(5, 3)
except IndexError as error:
    print("batch 5, 3 channels: IndexError:", error)
else:
    raise SystemExit("a batch of 5 with 3 channels is computed now")
PYTHON
