#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and protobuf 7.36.2: trees by histograms are not converted, as a list of numbers has booleans.
#
# skl2onnx lists HistGradientBoostingRegressor and HistGradientBoostingClassifier among its models. One would guess that a
# model of three small trees is converted, as GradientBoostingRegressor is. The conversion ends with the error that a node
# cannot be created, and a list of all its attributes. The reason is at the bottom: one of the lists of integers has
# booleans, and protobuf 7 does not take these for integers, as Python does.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q skl2onnx==1.20.0 scikit-learn==1.9.1 onnx==1.23.2 protobuf==7.36.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
from sklearn.datasets import load_iris
from sklearn.ensemble import (GradientBoostingRegressor, HistGradientBoostingClassifier,
                              HistGradientBoostingRegressor)
from skl2onnx import to_onnx

x, y = load_iris(return_X_y=True)
x = x.astype(numpy.float32)
to_onnx(GradientBoostingRegressor(n_estimators=3).fit(x, y), x[:1])
for model in (HistGradientBoostingRegressor(max_iter=3), HistGradientBoostingClassifier(max_iter=3)):
    reasons = []
    try:
        to_onnx(model.fit(x, y), x[:1])
    except ValueError as error:
        while error:
            reasons.append(str(error).split(" and attributes")[0])
            error = error.__cause__ or error.__context__
    print(f"{type(model).__name__}: {reasons[0]}, as {reasons[-1]!r}")
    assert reasons[0].startswith("Unable to create node 'TreeEnsemble") and "got a boolean" in reasons[-1]
PYTHON
