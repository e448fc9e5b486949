#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: a Clip between QuantizeLinear and DequantizeLinear becomes a number of bits, and its limits are lost.
#
# Its documentation says that QCDQToQuant takes such a Clip into account for the number of bits. One would guess that limits
# which no number of bits stands for are kept as a Clip, or are refused. The number of bits is that of as many integers, and
# the sign is the type's: int8 from 0 to 127, which is a ReLU, becomes signed integers of seven bits, from -64 to 63. Negative
# numbers come back, and the larger half of the positive ones is cut off.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx.numpy_helper import from_array
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.core.onnx_exec import execute_onnx
from qonnx.transformation.infer_shapes import InferShapes
from qonnx.transformation.qcdq_to_qonnx import QCDQToQuant

x = numpy.array([-2.5, -1, 0, 1, 2.5], numpy.float32)
for kind, low, high, bits, ends in [("int8", -128, 127, 8, [-128, 127]), ("int8", 0, 127, 7, [-64, 63]),
                                    ("int8", -3, 5, 4, [-8, 7]), ("uint8", 0, 100, 7, [0, 127])]:
    model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17]> main (float[5] x) => (float[5] y) {
  q = QuantizeLinear (x, scale, zero)
  c = Clip (q, low, high)
  y = DequantizeLinear (c, scale, zero)
}""")
    constants = {"zero": 0, "low": low, "high": high}
    model.graph.initializer.extend(from_array(numpy.array(value, kind), name) for name, value in constants.items())
    model.graph.initializer.append(from_array(numpy.float32(0.015625), "scale"))
    onnx.checker.check_model(model, full_check=True)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    changed = ModelWrapper(model).transform(InferShapes()).transform(QCDQToQuant()).transform(InferShapes())
    (node,) = changed.graph.node
    found = execute_onnx(changed, {"x": x})["y"]
    print(f"{kind} from {low} to {high}: {node.op_type} of {int(changed.get_initializer(node.input[3]))} bits,",
          f"{found.tolist()}, before {want.tolist()}")
    assert changed.get_initializer(node.input[3]) == bits
    assert [found.min() * 64, found.max() * 64] == ends
    assert [want.min() * 64, want.max() * 64] == [low, high]
PYTHON
