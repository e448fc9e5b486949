#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# apache-tvm 0.27.0.post1: the importer of ONNX disregards output_shape of a ConvTranspose.
#
# With output_shape, ONNX computes the padding of a ConvTranspose from the size that the model asks for. One would guess that the
# importer does so or refuses the attribute, whose name says what it gives. It imports the operator as if it were not there:
# where the model declares 10x10, TVM answers 13x13, which is the size without any padding, and no message says so.
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
x, weights = rng.normal(size=[1, 2, 6, 6]).astype(numpy.float32), rng.normal(size=[2, 3, 3, 3]).astype(numpy.float32)
cases = {"": 13, ", pads = [1, 1, 2, 2]": 10, ", output_shape = [10, 10]": 10, ", output_shape = [14, 14]": 14}
for attribute, size in cases.items():
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1,2,6,6] x) => (float[1,3,{size},{size}] y) {{
  y = ConvTranspose <strides = [2, 2]{attribute}> (x, weights)
}}""")
    model.graph.initializer.append(onnx.numpy_helper.from_array(weights, "weights"))
    (found,), (want,) = run(model, x)
    print(f"strides = [2, 2]{attribute}: {found.shape}, onnxruntime {want.shape}")
    assert want.shape == (1, 3, size, size)
    if "output_shape" in attribute:
        assert found.shape == (1, 3, 13, 13)
    else:
        assert abs(found - want).max() < 1e-4
PYTHON
