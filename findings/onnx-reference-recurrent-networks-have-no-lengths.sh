#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: the reference runs RNN, GRU and LSTM without sequence_lens, clip and input_forget.
#
# The reference evaluator of onnx is what one compares a runtime with. One would guess that it has what the operators say, or
# refuses what it lacks. Its three recurrent networks read their lengths, clip and input_forget, and compute all steps of all
# sequences without them: a sequence of two steps has a final state after four, and outputs beyond its end, which are 0 by the
# operator. onnxruntime 1.32.0 takes each of them into account.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx.reference import ReferenceEvaluator


def run(text, *inputs, opset=17):
    """Returns what onnx's reference and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> main {text}')
    onnx.checker.check_model(model, full_check=True)
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    return ReferenceEvaluator(model).run(None, feeds), onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)



random = numpy.random.default_rng(0)
x, lengths = random.normal(size=[4, 2, 3]).astype(numpy.float32), numpy.array([4, 2], numpy.int32)
for kind, gates in [("RNN", 1), ("GRU", 3), ("LSTM", 4)]:
    w, r = (random.normal(size=[1, 3 * gates, 3]).astype(numpy.float32) for _ in range(2))
    answers = {}
    for attribute, more in [("", ""), ("", ', "", lengths'), (", clip = 0.5", ""), (", input_forget = 1", "")]:
        if kind != "LSTM" and "forget" in attribute:
            continue
        answers[attribute + more] = found, want = run(f"""
(float[4, 2, 3] x, float[1, {3 * gates}, 3] w, float[1, {3 * gates}, 3] r, int32[2] lengths) => (
  float[4, 1, 2, 3] y, float[1, 2, 3] final) {{
  y, final = {kind} <hidden_size = 3{attribute}> (x, w, r{more})
}}""", x, w, r, lengths)
        name = "lengths" if more else attribute[2:] or "nothing more"
        print(f"{kind} with {name}: off by {abs(found[0] - want[0]).max():.2g}")
        assert (abs(found[0] - want[0]).max() < 1e-5) == (name == "nothing more")
        assert numpy.array_equal(found[0], answers[""][0][0])
        assert not more or (not want[0][2:, :, 1].any() and found[0][2:, :, 1].any())
PYTHON
