#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# hls4ml 1.3.0 with qonnx 1.0.0: global pools take channels and pixels for each other.
#
# hls4ml asks for models whose channels are last and refuses others; qonnx's ConvertToChannelsLastAndClean makes them, and with
# it a convolution and a MaxPool of ONNX give what they should. One would guess that GlobalMaxPool and GlobalAveragePool do,
# too, or are refused. qonnx has no such operators with the channels last and leaves them as they are, and hls4ml reads what it
# gets as if the channels were last: of two channels, each answer is of every second number of the whole input.
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
from qonnx.transformation.channels_last import ConvertToChannelsLastAndClean
from qonnx.util.cleanup import cleanup_model

number = itertools.count()
x = numpy.arange(32, dtype=numpy.float32).reshape(1, 2, 4, 4) / 8


def run(text):
    """Returns what the C++ of hls4ml answers, and onnxruntime."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 13]> {text}')
    onnx.checker.check_model(model, full_check=True)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    with contextlib.redirect_stdout(io.StringIO()):
        model = cleanup_model(cleanup_model(ModelWrapper(model)).transform(ConvertToChannelsLastAndClean()))
        config = hls4ml.utils.config_from_onnx_model(model, backend="Vitis", default_precision="ap_fixed<24, 8>")
        folder = f"project{next(number)}"
        found = hls4ml.converters.convert_from_onnx_model(model, output_dir=folder, backend="Vitis", hls_config=config)
        found.compile()
        return found.predict(x).reshape(want.shape), want


found, want = run("""main (float[1, 2, 4, 4] x) => (float[1, 2, 2, 2] y) {
  y = MaxPool <kernel_shape = [2, 2], strides = [2, 2], pads = [0, 0, 0, 0]> (x)
}""")
print(f"MaxPool: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
assert abs(found - want).max() < 0.001
for operator, function in [("GlobalMaxPool", numpy.max), ("GlobalAveragePool", numpy.mean)]:
    found, want = run(f"main (float[1, 2, 4, 4] x) => (float[1, 2, 1, 1] y) {{ y = {operator} (x) }}")
    print(f"{operator}: {found.ravel().tolist()}, onnxruntime {want.ravel().tolist()}")
    assert abs(found - want).max() > 0.9
    assert abs(found.ravel() - function(x.reshape(16, 2), axis=0)).max() < 0.001
PYTHON
