#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tinygrad 0.14.0: Attention with fewer heads of keys than of queries gives each query another group's keys.
#
# In grouped attention, neighbouring heads of queries share a head of keys and values: of four over two, 0 and 1 share the first.
# One would guess that the importer of ONNX repeats each head of keys in its place. It repeats all heads one after the other, so
# that the query heads 0 and 2 share the first and 1 and 3 the second: the shape is right, and the heads in the middle are wrong.
# With as many heads of each, and with a single head of keys, the numbers are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tinygrad==0.14.0 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import os
import shutil

os.environ.update(DEV="CPU", CC=shutil.which("clang") or "clang-22")
import numpy
import onnx
import onnxruntime
from tinygrad.nn.onnx import OnnxRunner


def run(model, *inputs):
    """Returns what tinygrad and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    found = OnnxRunner("model.onnx")(feeds)["y"].numpy()
    return found, onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)[0]


rng = numpy.random.default_rng(0)
for groups in [4, 2, 1]:
    model = onnx.parser.parse_model(f"""
<ir_version: 10, opset_import: ["": 23]> main (float[1,4,2,3] q, float[1,{groups},2,3] k, float[1,{groups},2,3] v)
  => (float[1,4,2,3] y) {{ y = Attention(q, k, v) }}""")
    q, k, v = (rng.normal(size=[1, heads, 2, 3]).astype(numpy.float32) for heads in [4, groups, groups])
    found, want = run(model, q, k, v)
    errors = abs(found - want).max(axis=(0, 2, 3))
    print(f"4 heads of queries over {groups} of keys: the heads are off by up to {errors.round(3)}")
    assert (errors > 0.1).tolist() == ([False, True, True, False] if groups == 2 else [False] * 4)
PYTHON
