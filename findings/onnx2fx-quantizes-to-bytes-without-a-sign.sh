#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx2fx 0.0.1: QuantizeLinear to int8 answers 0 to 255.
#
# The type of QuantizeLinear's zero point is the type of its answer: with int8, it is limited to -128 to 127. One would guess
# that a converter limits to the range of the type, as each example of quantisation has it. onnx2fx limits to 0 and 255 with
# int8, too: all negative numbers become 0. DynamicQuantizeLinear has another difference: its range does not include 0, as
# ONNX says it has to, so that the scale is too small and the largest of positive numbers is cut off: 3 comes back as 2.5.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx2fx==0.0.1 torch==2.15.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnx2fx
import onnxruntime
import torch


def run(text, x, *weights):
    """Returns what onnx2fx's module and onnxruntime answer; weights are constants of the model."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 13]> main {text}')
    for value, values in zip(model.graph.input[1:], weights):
        model.graph.initializer.append(onnx.numpy_helper.from_array(values, value.name))
    del model.graph.input[1:]
    onnx.checker.check_model(model, full_check=True)
    found = onnx2fx.convert(model)(torch.from_numpy(x))
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {model.graph.input[0].name: x})
    return [values.detach().numpy() for values in (found if isinstance(found, (tuple, list)) else [found])], want


x = numpy.array([-1000, -2, -1, 0, 1, 2, 1000], numpy.float32)
for kind in ("int8", "uint8"):
    (found,), (want,) = run(f"""(float[7] x) => ({kind}[7] y) <float scale = {{1}}, {kind} zero = {{1}}> {{
  y = QuantizeLinear (x, scale, zero)
}}""", x)
    print(f"to {kind}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert found.tolist() == [0, 0, 0, 1, 2, 3, 255] and (found.tolist() == want.tolist()) == (kind == "uint8")
x = numpy.array([1, 2, 3, 0.5], numpy.float32)
(found, scale, zero), (want, right, _) = run("""(float[4] x) => (uint8[4] y, float scale, uint8 zero) {
  y, scale, zero = DynamicQuantizeLinear (x)
}""", x)
print(f"{x.tolist()}: {found.tolist()} by {float(scale):.4g}, onnxruntime {want.tolist()} by {float(right):.4g}")
assert numpy.isclose(scale, 2.5 / 255) and numpy.isclose(right, 3 / 255) and found.tolist() != want.tolist()
PYTHON
