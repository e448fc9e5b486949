#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tinygrad 0.14.0: a Softmax of an opset before 13 without an axis takes the last axis.
#
# Until opset 12, Softmax joins all axes from `axis` on, which is 1 unless it is given, and normalises them together: of 2x3x4,
# the 12 numbers of each of the two rows add up to 1. One would guess that tinygrad, which has older versions of operators beside
# the new ones, has this one. It takes the new default, so that 4 numbers add up to 1. With two axes, there is no difference.
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
x = rng.normal(size=[2, 3, 4]).astype(numpy.float32)
for version in [11, 13]:
    for shape in [[2, 12], [2, 3, 4]]:
        model = onnx.parser.parse_model(f"""
<ir_version: 6, opset_import: ["": {version}]> main (float{shape} x) => (float{shape} y) {{ y = Softmax(x) }}""")
        found, want = run(model, x.reshape(shape))
        error = abs(found - want).max()
        sums = found.reshape(2, -1).sum(axis=1).round(3)
        print(f"opset {version}, {shape}: off by up to {error:.2g}; the numbers of a row add up to {sums},",
              f"onnxruntime's to {want.reshape(2, -1).sum(axis=1).round(3)}")
        assert error > 0.1 if version == 11 and len(shape) == 3 else error < 1e-5
PYTHON
