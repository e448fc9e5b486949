#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tract 0.23.9: RNN, GRU and LSTM with direction="reverse" run forward.
#
# ONNX has three directions. One would guess that a runtime that has bidirectional networks, whose second half is reversed, has
# reversed ones as well, or refuses them. tract takes "reverse" for "forward" without a message: a reversed network gives what a
# forward one gives with the same weights, to the last digit. Bidirectional networks are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tract==0.23.9 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import tract


def run(model, *inputs):
    """Returns what tract and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    (found, *_) = tract.onnx().load("model.onnx").into_model().into_runnable().run(list(inputs))
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want, *_) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return found.to_numpy(), want


rng = numpy.random.default_rng(0)
x = rng.normal(size=[5, 1, 3]).astype(numpy.float32)
for kind, gates in {"RNN": 1, "GRU": 3, "LSTM": 4}.items():
    found, want = {}, {}
    for direction in ["forward", "reverse", "bidirectional"]:
        count = 2 if direction == "bidirectional" else 1
        model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 14]> main (float[5,1,3] x) => (float[5,{count},1,2] y) {{
  y = {kind} <hidden_size = 2, direction = "{direction}"> (x, W, R)
}}""")
        rng = numpy.random.default_rng(1)
        for name, size in {"W": 3, "R": 2}.items():
            values = rng.normal(size=[2, gates * 2, size]).astype(numpy.float32)[:count]
            model.graph.initializer.append(onnx.numpy_helper.from_array(values, name))
        found[direction], want[direction] = run(model, x)
    errors = {name: float(f"{abs(found[name] - want[name]).max():.1g}") for name in found}
    same = float(abs(found["reverse"] - found["forward"]).max())
    print(f"{kind}: off by up to {errors}; reverse is off forward by {same:.1g}")
    assert errors["reverse"] > 0.1 and same == 0 and errors["forward"] < 1e-5 and errors["bidirectional"] < 1e-5
PYTHON
