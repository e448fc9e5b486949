#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tract 0.23.9: Attention with is_causal=1 and past keys hides the wrong keys.
#
# With past_key, the query of the first new token may see the past and itself. One would guess that tract, which joins the past
# with the new keys, counts the queries from the end of the past. It masks as if the first query stood at the first key: of a
# past of three tokens, the first new token sees the oldest one only, and the second two. onnxruntime and ONNX's reference
# evaluator see four and five. Without is_causal, or without a past, all three agree.
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
from onnx.reference import ReferenceEvaluator


def run(model, *inputs):
    """Returns what tract and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    (found, *_) = tract.onnx().load("model.onnx").into_model().into_runnable().run(list(inputs))
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want, *_) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return found.to_numpy(), want


rng = numpy.random.default_rng(0)
new = [rng.normal(size=[1, 1, 2, 4]).astype(numpy.float32) for _ in range(3)]
past = [rng.normal(size=[1, 1, 3, 4]).astype(numpy.float32) for _ in range(2)]
for causal in [0, 1]:
    for inputs in [new, new + past]:
        with_past = len(inputs) == 5
        model = onnx.parser.parse_model(f"""
<ir_version: 10, opset_import: ["": 23]> main (float[1,1,2,4] q, float[1,1,2,4] k, float[1,1,2,4] v
  {", float[1,1,3,4] past_k, float[1,1,3,4] past_v" if with_past else ""}) => (float[1,1,2,4] y) {{
  y{", new_k, new_v" if with_past else ""} = Attention <is_causal = {causal}> (q, k, v{", , past_k, past_v" if with_past else ""})
}}""")
        found, want = run(model, *inputs)
        (reference,) = ReferenceEvaluator(model).run(None, dict(zip(["q", "k", "v", "past_k", "past_v"], inputs)))
        error = abs(found - want).max()
        print(f"is_causal={causal}, {'with' if with_past else 'without'} a past: tract is off by up to {error:.1g},",
              f"the reference by {abs(reference - want).max():.1g}")
        assert abs(reference - want).max() < 1e-5 and (error > 0.1 if causal and with_past else error < 1e-5)
q, k, v = new[0], numpy.concatenate([past[0], new[1]], axis=2), numpy.concatenate([past[1], new[2]], axis=2)
print(f"off the oldest value alone by {abs(found[0, 0, 0] - v[0, 0, 0]).max():.1g}")
assert abs(found[0, 0, 0] - v[0, 0, 0]).max() < 1e-5
PYTHON
