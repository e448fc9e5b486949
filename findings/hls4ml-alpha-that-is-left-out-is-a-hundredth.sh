#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# hls4ml 1.3.0: an Elu without alpha has alpha 0.01, and a ThresholdedRelu has the threshold 0.01.
#
# ONNX's specification gives both a default of 1. One would guess that an attribute that is not written has the default of its
# operator. hls4ml gives 0.01, LeakyRelu's default, to all operators that have an alpha: Elu is almost flat below 0, and
# ThresholdedRelu lets small numbers pass. With the attribute written, both are right.
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



x = numpy.array([[-3, -1, 0.25, 0.75, 2]], numpy.float32)
for operator, attribute, error in [("Elu", "", 0.94), ("Elu", "<alpha = 1.0>", 0), ("ThresholdedRelu", "", 0.75),
                                   ("ThresholdedRelu", "<alpha = 1.0>", 0), ("LeakyRelu", "", 0)]:
    found, want = run(f"main (float[1, 5] x) => (float[1, 5] y) {{ y = {operator} {attribute} (x) }}", x, "ap_fixed<24, 8>")
    print(f"{operator} {attribute}: {found.tolist()}, onnxruntime {want.tolist()}")
    assert abs(abs(found - want).max() - error) < 0.01
PYTHON
