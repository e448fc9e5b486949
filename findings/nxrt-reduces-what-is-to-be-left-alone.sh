#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# nxrt 0.1.0.dev6: a reduction without axes and with noop_with_empty_axes=1 reduces all axes.
#
# noop_with_empty_axes says what a reduction does if its axes are not given or are empty: with 1, it leaves the tensor's axes
# alone. One would guess that a runtime that reads the attribute has both cases. nxrt has the second only: without the input
# it reduces all axes, as for 0, and the answer has one element. With an input of no axes it is right. onnx 1.23.2 and
# onnxruntime 1.32.0 have the same for both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q nxrt==0.1.0.dev6 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import nxrt
import onnx
import onnxruntime

x = numpy.arange(1, 7, dtype=numpy.float32).reshape(2, 3)
for operator in ["ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd"]:
    for axes in ["", ", axes"]:
        for noop in [0, 1]:
            model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 18]> main (float[2, 3] x{", int64[0] axes" if axes else ""}) => (float[n, m] y) {{
  y = {operator} <noop_with_empty_axes = {noop}> (x{axes})
}}""")
            onnx.checker.check_model(model, full_check=True)
            feeds = {"x": x, **({"axes": numpy.array([], numpy.int64)} if axes else {})}
            (found,) = nxrt.InferenceSession(model.SerializeToString()).run(["y"], feeds)
            (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
            found = numpy.asarray(found)
            print(f"{operator}, noop_with_empty_axes {noop}, {'no axes' if axes else 'axes not given'}: {list(found.shape)}, "
                  f"onnxruntime {list(want.shape)}")
            assert want.shape == ((2, 3) if noop else (1, 1))
            assert found.shape == ((2, 3) if noop and axes else (1, 1))
PYTHON
