#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# hls4ml 1.3.0: a Softmax of a matrix is one distribution of all its elements, though each row should have its own.
#
# Softmax of ONNX is along one axis, the last by default (its specification): the rows of a matrix, such as the steps of a
# sequence, add up to 1 each. One would guess that hls4ml's converter for ONNX refuses an axis that its C++ does not have. For
# an input of one axis besides the batch it is right. For two, the C++ is that of a vector of all elements: they add up to 1
# together, and the axis is the same to it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q hls4ml==1.3.0 qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import contextlib
import io
import itertools

import hls4ml
import numpy
import onnx
import onnxruntime
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.util.cleanup import cleanup_model

number = itertools.count()


def run(text, x, precision):
    """Returns what the C++ of hls4ml answers, and onnxruntime."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 13]> {text}')
    onnx.checker.check_model(model, full_check=True)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    with contextlib.redirect_stdout(io.StringIO()):
        model = cleanup_model(ModelWrapper(model))
        config = hls4ml.utils.config_from_onnx_model(model, backend="Vitis", default_precision=precision)
        folder = f"project{next(number)}"
        found = hls4ml.converters.convert_from_onnx_model(model, output_dir=folder, backend="Vitis", hls_config=config)
        found.compile()
        return found.predict(x).reshape(want.shape), want


x = numpy.array([[[0, 1, 2], [2, 1, 0]]], numpy.float32)
for attributes in ("", "<axis = -1>", "<axis = 1>"):
    found, want = run(f"main (float[1, 2, 3] x) => (float[1, 2, 3] y) {{ y = Softmax {attributes} (x) }}", x, "ap_fixed<16, 6>")
    print(f"Softmax {attributes}: {found.round(3).tolist()}, onnxruntime {want.round(3).tolist()}")
    assert abs(want.sum() - (3 if attributes == "<axis = 1>" else 2)) < 0.001
    assert abs(found - numpy.exp(x) / numpy.exp(x).sum()).max() < 0.01
found, want = run("main (float[1, 3] x) => (float[1, 3] y) { y = Softmax (x) }", x[:, 0].copy(), "ap_fixed<16, 6>")
assert abs(found - want).max() < 0.01
PYTHON
