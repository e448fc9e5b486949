#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# emx-onnx-cgen 1.4.0: a Hardmax of an opset before 13 finds a maximum in each column of axis 1.
#
# Until opset 12, Softmax, LogSoftmax and Hardmax join all axes from the first on if `axis` is not given: of 2x3x4, there is one
# maximum among the 12 numbers of each half. One would guess that the generated C treats all three alike. Its Softmax and
# LogSoftmax are right, its Hardmax takes axis 1 alone, which is neither the old meaning nor the new one: eight numbers are 1 in
# place of two. Its own command `verify` says so, too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q emx-onnx-cgen==1.4.0 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from emx_onnx_cgen.onnx_backend.backend import EmxOnnxCgenBackend


def run(model, x):
    """Returns what the generated C and onnxruntime answer."""
    onnx.checker.check_model(model, full_check=True)
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    return list(EmxOnnxCgenBackend.prepare(model).run([x])), want


rng = numpy.random.default_rng(0)
x = rng.normal(size=[2, 3, 4]).astype(numpy.float32)
for version in [11, 13]:
    for operator in ["Softmax", "LogSoftmax", "Hardmax"]:
        model = onnx.parser.parse_model(f"""
<ir_version: 6, opset_import: ["": {version}]> main (float[2,3,4] x) => (float[2,3,4] y) {{ y = {operator}(x) }}""")
        (found,), (want,) = run(model, x)
        error = abs(found - want).max()
        print(f"opset {version}, {operator}: off by up to {error:.1g}",
              f"({int(found.sum())} numbers are 1, onnxruntime {int(want.sum())})" if operator == "Hardmax" else "")
        assert operator != "Hardmax" or version == 13 or (int(found.sum()), int(want.sum())) == (8, 2)
        assert error == 1 if (version, operator) == (11, "Hardmax") else error < 1e-5
PYTHON
