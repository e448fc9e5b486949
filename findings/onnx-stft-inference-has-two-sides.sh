#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2 and onnxruntime 1.32.0: the inference of shapes takes a STFT without `onesided` for two-sided.
#
# The standard's default of `onesided` is 1, which the package's own schema says, too: frames of 320 numbers have 161 frequencies,
# as onnxruntime gives them. One would guess that the same package infers this shape. It infers 320 frequencies, so that a
# correct product with 161 rows of weights after it fails in strict mode. With `onesided=1` written out, the shape is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime


def model(attributes):
    """Returns the energies of 64 bands of a spectrum."""
    made = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1,1600] x) => (float[1,n,64] y) <int64 hop = {{160}}> {{
  z = STFT{attributes}(x, hop, window)
  energy = ReduceSumSquare<axes = [-1], keepdims = 0>(z)
  y = MatMul(energy, bands)
}}""")
    constants = {"window": numpy.hanning(320), "bands": numpy.ones([161, 64])}
    made.graph.initializer.extend(
        onnx.numpy_helper.from_array(values.astype(numpy.float32), name) for name, values in constants.items()
    )
    return made


def inferred(given):
    (value,) = (value for value in onnx.shape_inference.infer_shapes(given).graph.value_info if value.name == "z")
    return [dim.dim_value for dim in value.type.tensor_type.shape.dim]


x = numpy.random.default_rng(0).standard_normal([1, 1600]).astype(numpy.float32)
given = model("")
(result,) = onnxruntime.InferenceSession(given.SerializeToString()).run(None, {"x": x})
default = onnx.defs.get_schema("STFT", 17).attributes["onesided"].default_value.i
try:
    onnx.shape_inference.infer_shapes(given, strict_mode=True)
    message = "no error"
except onnx.shape_inference.InferenceError as error:
    message = str(error).strip().splitlines()[-1]
print("default of onesided:", default, "- onnxruntime gives", result.shape)
print("inferred:", inferred(given), "and with onesided=1:", inferred(model("<onesided = 1>")))
print("in strict mode:", message)
assert default == 1 and result.shape == (1, 9, 64)
assert inferred(given) == [1, 9, 320, 2] and inferred(model("<onesided = 1>")) == [1, 9, 161, 2]
assert "Incompatible dimensions" in message
PYTHON
