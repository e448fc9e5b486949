#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# emx-onnx-cgen 1.4.0: an LSTM that runs in reverse writes its steps in the order in which it computes them.
#
# A reversed LSTM begins with the last input. ONNX keeps its outputs Y in the order of the inputs, so that they fit the forward
# half of a bidirectional one. One would guess that the generated C, whose final state Y_h is right, stores each output at its
# step. It stores the first that it computes in the first place: Y is right, but back to front, and in a bidirectional LSTM the
# second half is. A test of the final state alone, which many classifiers use, passes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q emx-onnx-cgen==1.4.0 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from emx_onnx_cgen.onnx_backend.backend import EmxOnnxCgenBackend


def run(model, x):
    """Returns what the generated C and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    return list(EmxOnnxCgenBackend.prepare(model).run([x])), want


rng = numpy.random.default_rng(0)
x = rng.normal(size=[5, 1, 3]).astype(numpy.float32)
for direction in ["forward", "reverse", "bidirectional"]:
    count = 2 if direction == "bidirectional" else 1
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 14]> main (float[5,1,3] x) => (float[5,{count},1,2] y, float[{count},1,2] last) {{
  y, last = LSTM <hidden_size = 2, direction = "{direction}"> (x, W, R)
}}""")
    for name, size in {"W": 3, "R": 2}.items():
        values = rng.normal(size=[count, 8, size]).astype(numpy.float32)
        model.graph.initializer.append(onnx.numpy_helper.from_array(values, name))
    (y, last), (want, want_last) = run(model, x)
    turned = want.copy()
    turned[:, -1] = want[::-1, -1]
    print(f"{direction}: Y is off by up to {abs(y - want).max():.1g}, Y_h by {abs(last - want_last).max():.1g};",
          f"Y is off the one whose last direction is turned around by {abs(y - turned).max():.1g}")
    assert abs(last - want_last).max() < 1e-5
    assert abs(y - want).max() < 1e-5 if direction == "forward" else abs(y - turned).max() < 1e-5 and abs(y - want).max() > 0.1
PYTHON
