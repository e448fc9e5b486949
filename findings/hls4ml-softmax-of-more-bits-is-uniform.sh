#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# hls4ml 1.3.0: a Softmax answers the same for all classes if its numbers have more bits.
#
# The number type of a layer is ap_fixed<bits, integer bits>. One would guess that more bits of both kinds make no answer
# worse. The exponential function is read from a table of 1024 elements by default, whose index is the upper ten bits of the
# number: with 16 integer bits, an entry stands for a range of 64, and all differences within it are 0. Scores of 0 to 3 have
# the probability of one eighth each. With fewer integer bits and no other change, the answers are right to three digits.
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



x = numpy.array([[0, 1, 2, 3, 0, 0, 0, 0]], numpy.float32)
for precision, error in [("ap_fixed<16, 6>", 0.001), ("ap_fixed<24, 8>", 0.001), ("ap_fixed<32, 16>", None)]:
    found, want = run("main (float[1, 8] x) => (float[1, 8] y) { y = Softmax (x) }", x, precision)
    print(f"{precision}: {found.tolist()}, onnxruntime {want.round(4).tolist()}")
    if error is None:
        assert (found == 0.125).all()
    else:
        assert abs(found - want).max() < error
PYTHON
