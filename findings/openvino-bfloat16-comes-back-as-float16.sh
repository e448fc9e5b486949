#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1, ml_dtypes 0.6.0: an answer in bfloat16 is handed out as an array of float16 with the bits of bfloat16.
#
# numpy has no bfloat16 of its own; onnx, JAX and others use that of ml_dtypes, which OpenVINO accepts as an input. One would
# guess that the answer comes back in it, or as float32, or as uint16, whose numbers nobody takes for floats. It has the type
# float16, and numpy computes with it: 1, 2 and 3 are 1.875, 2 and 2.125. Only the element type of the output tells what the
# bits mean.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openvino==2026.4.1 ml-dtypes==0.6.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import ml_dtypes
import numpy
import onnx
import openvino

numbers = [1, 2, 3, -0.5, 100]
for kind, dtype in [("bfloat16", ml_dtypes.bfloat16), ("float16", numpy.float16), ("float", numpy.float32)]:
    onnx.save(onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main ({kind}[5] x) => ({kind}[5] y) {{ y = Identity (x) }}"""), "model.onnx")
    onnx.checker.check_model("model.onnx", full_check=True)
    net = openvino.Core().compile_model("model.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    found = net([numpy.array(numbers, dtype)])[0]
    print(f"{kind}: {found.dtype} {found.tolist()}; the element type is {net.outputs[0].element_type.get_type_name()}")
    if kind == "bfloat16":
        assert found.dtype == numpy.float16 and found.tolist() == [1.875, 2, 2.125, -1.75, 3.390625]
        assert found.view(ml_dtypes.bfloat16).tolist() == numbers
    else:
        assert found.dtype == dtype and found.tolist() == numbers
PYTHON
