#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: the analysis of ranges is too narrow for a padded convolution, a Gemm without transB, and a second input.
#
# The analysis is to give the least and the largest value that a tensor can have, from which hardware takes its number of bits.
# One would guess that its ranges are too wide, if anything. A convolution counts no padding: of inputs from 4 to 5, a corner
# of a 3 x 3 convolution of ones is 16 where the analysis says 36 to 45, as its zeros are not in the range of the input. A Gemm
# without transB, whose default is 0 by ONNX's specification, counts as one with transB=1. And all inputs of a model have the
# range of the first one's annotation.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import warnings

import numpy
import onnx
import onnxruntime
from onnx.numpy_helper import from_array
from qonnx.core.datatype import DataType
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.transformation.infer_shapes import InferShapes
from qonnx.util.range_analysis import range_analysis

warnings.simplefilter("ignore")


def load(text, **constants):
    """Returns a model, with inferred shapes."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 17]> {text}')
    model.graph.initializer.extend(from_array(numpy.array(value, numpy.float32), name) for name, value in constants.items())
    onnx.checker.check_model(model, full_check=True)
    return ModelWrapper(model).transform(InferShapes())


def compare(what, model, feeds, limits):
    """Prints and returns the range that is said and the values that are seen."""
    said = numpy.array(range_analysis(model, irange=limits, report_mode="range")["y"], numpy.float32)
    feeds = {name: numpy.array(values, numpy.float32) for name, values in feeds.items()}
    (seen,) = onnxruntime.InferenceSession(model.model.SerializeToString()).run(None, feeds)
    print(f"{what}: said to be from {said[0].tolist()} to {said[1].tolist()}, seen {seen.min()} to {seen.max()}")
    return said, seen


model = load("""main (float[1, 1, 4, 4] x) => (float[1, 1, 4, 4] y) {
  y = Conv <kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [1, 1], group = 1> (x, w)
}""", w=numpy.ones([1, 1, 3, 3]))
said, seen = compare("a padded convolution of 4", model, {"x": numpy.full([1, 1, 4, 4], 4)}, (4, 5))
assert said.tolist() == [36, 45] and seen.min() == 16
model = load("main (float[1, 2] x) => (float[1, 2] y) { y = Gemm <alpha = 1.0, beta = 1.0> (x, w, c) }", w=[[1, 2], [30, 40]], c=[0, 0])
said, seen = compare("a Gemm", model, {"x": [[1, 1]]}, (0, 1))
assert said.tolist() == [[0, 0], [3, 70]] and seen.tolist() == [[31, 42]]
model = load("main (float[1, 2] x, float[1, 2] z) => (float[1, 2] y) { y = Add (x, z) }")
model.set_tensor_datatype("x", DataType["UINT2"])
model.set_tensor_datatype("z", DataType["INT8"])
said, seen = compare("a sum of UINT2 and INT8", model, {"x": [[0, 3]], "z": [[-128, 127]]}, "")
assert said.tolist() == [0, 6] and seen.tolist() == [[-128, 130]]
PYTHON
