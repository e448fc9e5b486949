#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# apache-tvm 0.27.0.post1: the mean and the deviation that ONNX's LayerNormalization also gives are the number 0.
#
# LayerNormalization has three outputs: the result, the mean, and the inverse of the deviation. One would guess that an importer
# has all of them or refuses a model that uses the others. TVM imports such a model, and gives a scalar 0 for each of both,
# whatever the input is. As a scalar fits any shape by broadcasting, what is computed from it has the right shape and wrong
# numbers.
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
x = rng.normal(size=[2, 8]).astype(numpy.float32) + 5
model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17]> main (float[2,8] x) 
  => (float[2,8] y, float[2,1] mean, float[2,1] inverse, float[2,8] centred) {
  y, mean, inverse = LayerNormalization(x, ones)
  centred = Sub(x, mean)
}""")
model.graph.initializer.append(onnx.numpy_helper.from_array(numpy.ones(8, numpy.float32), "ones"))
found, want = run(model, x)
for output, values, wanted in zip(model.graph.output, found, want):
    print(f"{output.name}: {values.shape} {values.ravel()[:2]}, onnxruntime {wanted.shape} {wanted.ravel()[:2]}")
assert abs(found[0] - want[0]).max() < 1e-4
assert found[1].shape == found[2].shape == () and found[1] == found[2] == 0 and want[1].shape == want[2].shape == (2, 1)
assert found[3].shape == want[3].shape and (found[3] == x).all() and abs(want[3].mean()) < 1e-4
PYTHON
