#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# apache-tvm 0.27.0.post1: the importer of ONNX takes the factor of a Resize from the rounded size, not from the scale.
#
# ONNX maps a position of the output back by the scale that the model gives: 6 pixels by 0.6 are 3, each of which is 1 / 0.6
# pixels wide. One would guess that an importer that reads the scales keeps them, or refuses such as are not whole. TVM computes
# the size of the output and forgets the scale, so that a pixel is 6 / 3 wide: all modes are off, except with align_corners,
# which has no use for the scale. It leaves out antialias=1 without a message as well. Scales that give whole sizes are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q apache-tvm==0.27.0.post1 apache-tvm-ffi==0.1.15.post2 onnxruntime==1.32.0 onnx==1.23.2 \
  numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import tvm
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx


def run(model, x):
    """Returns what TVM and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    machine = relax.VirtualMachine(tvm.compile(from_onnx(model), target="llvm"), tvm.cpu())
    found = machine["main"](tvm.runtime.tensor(x))
    found = [found] if hasattr(found, "numpy") else found
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    return [values.numpy() for values in found], want


rng = numpy.random.default_rng(0)
x = rng.normal(size=[1, 1, 6, 6]).astype(numpy.float32)
align = ', coordinate_transformation_mode = "align_corners"'
cases = [("linear", "", 0.5), ("linear", "", 0.6), ("linear", align, 0.6), ("nearest", "", 0.7), ("cubic", "", 2.2)]
for mode, more, scale in [*cases, ("linear", ", antialias = 1", 0.5)]:
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 19]> main (float[1,1,6,6] x) => (float[1,1,h,w] y)
<float[4] scales = {{1, 1, {scale}, {scale}}}> {{
  y = Resize <mode = "{mode}"{more}> (x, , scales)
}}""")
    (found,), (want,) = run(model, x)
    error = abs(found - want).max()
    print(f"{mode}{more}, scale {scale}: {found.shape[2:]}, off by up to {error:.2g}")
    right = (more == "" and scale == 0.5) or more == align
    assert error < 1e-4 if right else error > 0.1
PYTHON
