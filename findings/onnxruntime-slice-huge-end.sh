#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: Slice with a negative step takes any huge end for "to the first element".
#
# A negative step counts down, so an end of INT_MAX lies before the start and the standard's clamp to dim - 1 leaves nothing;
# the standard asks for INT_MIN to go past the first element. onnxruntime returns the whole reversed axis for the largest
# int32 and int64 alike, while an end of dim, or of 2 ** 40, gives an empty result.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator


def both(end):
    constants = [numpy_helper.from_array(numpy.array([value], dtype=numpy.int64), name)
                 for name, value in (("start", 4), ("end", end), ("axis", 0), ("step", -1))]
    ends = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [5]),
            helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    node = helper.make_node("Slice", ["x", "start", "end", "axis", "step"], ["y"])
    model = helper.make_model(helper.make_graph([node], "net", ends[:1], ends[1:], constants),
                              opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    x = numpy.arange(5, dtype=numpy.float32)
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return runtime.run(None, {"x": x})[0].tolist(), ReferenceEvaluator(model).run(None, {"x": x})[0].tolist()


reverse = [4.0, 3.0, 2.0, 1.0, 0.0]
for name, end, wanted in (("-2 ** 63", -(2**63), (reverse, reverse)), ("2 ** 31 - 1", 2**31 - 1, (reverse, [])),
                          ("2 ** 63 - 1", 2**63 - 1, (reverse, [])), ("5", 5, ([], [])), ("2 ** 40", 2**40, ([], []))):
    got = both(end)
    print(f"x[4:{name}:-1] of 5 elements: onnxruntime {got[0]}, onnx's ReferenceEvaluator {got[1]}")
    assert got == wanted
PYTHON
