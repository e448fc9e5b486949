#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: a PLSRegression says that it answers as many numbers as it has features.
#
# The output of a model of ONNX has a shape, which checkers and compilers of static memory go by. One would guess that a
# regression of one target declares one number, as LinearRegression and Ridge do. PLSRegression declares as many as the model
# has features and computes one: onnxruntime warns and answers one, and who reserves memory by the declaration reserves for
# four. The numbers are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from sklearn.cross_decomposition import PLSRegression
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from skl2onnx import to_onnx

onnxruntime.set_default_logger_severity(3)
x, y = load_diabetes(return_X_y=True)
x = x[:, :4].astype(numpy.float32)
for model in (LinearRegression(), PLSRegression(2)):
    converted = to_onnx(model.fit(x, y), x[:1])
    declared = [size.dim_value for size in converted.graph.output[0].type.tensor_type.shape.dim]
    (found,) = onnxruntime.InferenceSession(converted.SerializeToString()).run(None, {"X": x})
    print(f"{type(model).__name__}: declared {declared[1]} numbers, answered {found.shape[1]}")
    assert found.shape == (442, 1) and numpy.allclose(found.ravel(), model.predict(x).ravel(), rtol=1e-4)
    assert declared[1] == (4 if isinstance(model, PLSRegression) else 1)
PYTHON
