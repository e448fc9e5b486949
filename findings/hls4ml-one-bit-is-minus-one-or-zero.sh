#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# hls4ml 1.3.0 with qonnx 1.0.0: a signed Quant of one bit is -1 or 0, where qonnx has -1 and 1.
#
# QONNX's signed Quant of one bit is bipolar: -1 for negative numbers and 1 for the others (documentation of Quant, and qonnx's
# own execution). One would guess that hls4ml, whose frontend for it is made with qonnx, computes that, or refuses one bit. It
# takes a signed number of one bit for two's complement, which has -1 and 0: a network of signs loses its positive half. With
# two bits and more, both agree.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q hls4ml==1.3.0 qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import contextlib
import io

import hls4ml
import numpy
import onnx
from onnx.numpy_helper import from_array
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.core.onnx_exec import execute_onnx
from qonnx.util.cleanup import cleanup_model

x = numpy.array([[-3, -0.75, 0.25, 1.75, 6]], numpy.float32)
for bits in (4, 2, 1):
    model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 13, "qonnx.custom_op.general": 2]> main (float[1, 5] x) => (float[1, 5] y) {
  y = qonnx.custom_op.general.Quant <signed = 1, narrow = 0, rounding_mode = "ROUND"> (x, scale, zero, bits)
}""")
    constants = {"scale": 1, "zero": 0, "bits": bits}
    model.graph.initializer.extend(from_array(numpy.float32(value), name) for name, value in constants.items())
    with contextlib.redirect_stdout(io.StringIO()):
        model = cleanup_model(ModelWrapper(model))
        (want,) = execute_onnx(model, {model.graph.input[0].name: x}).values()
        config = hls4ml.utils.config_from_onnx_model(model, backend="Vitis", default_precision="ap_fixed<24, 8>")
        found = hls4ml.converters.convert_from_onnx_model(model, output_dir=f"bits{bits}", backend="Vitis", hls_config=config)
        found.compile()
        found = found.predict(x)
    print(f"{bits} bits: {found.ravel().tolist()}, qonnx {want.ravel().tolist()}")
    if bits == 1:
        assert found.ravel().tolist() == [-1, -1, 0, 0, 0] and want.ravel().tolist() == [-1, -1, 1, 1, 1]
    else:
        assert (found.ravel() == want.ravel()).all()
PYTHON
