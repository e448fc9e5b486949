#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0 and xgboost 3.2.0: a regressor with objective="reg:logistic" answers numbers beyond 1.
#
# XGBoost passes the sum of its trees and the logit of base_score through a sigmoid. One would guess that the converted regressor
# does so as well, since the converter has the sigmoid for binary:logistic, and code for reg:logistic, which stands in the
# converter of classifiers. The converted regressor adds base_score itself, a probability, to the sum of the trees and has no
# sigmoid.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 onnx==1.23.2 \
  numpy==2.4.6 scipy==1.17.1
"$work/venv/bin/pip" install -q --no-deps xgboost==3.2.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxmltools
import onnxruntime
import xgboost
from onnxmltools.convert.common.data_types import FloatTensorType
from sklearn.datasets import load_iris



def run(model, x):
    """Returns what the converted model answers."""
    types = [("x", FloatTensorType([None, x.shape[1]]))]
    made = onnxmltools.convert_xgboost(model, initial_types=types, target_opset=15)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"x": x})


x, _ = load_iris(return_X_y=True)
target = x @ [1, 2, -1, 0.5]
x, target = x.astype(numpy.float32), (target - target.min()) / (target.max() - target.min())
for objective in ["reg:squarederror", "reg:logistic"]:
    model = xgboost.XGBRegressor(n_estimators=5, objective=objective, base_score=0.25).fit(x, target)
    want, found = model.predict(x), run(model, x)[0].ravel()
    print(f"{objective}: from {found.min():.3f} to {found.max():.3f}, XGBoost from {want.min():.3f} to {want.max():.3f}")
    assert want.min() > 0 and want.max() < 1
    assert found.max() > 1 if objective == "reg:logistic" else abs(found - want).max() < 1e-5
margin = model.predict(x, output_margin=True)
sums = margin - numpy.log(0.25 / 0.75)
print(f"from the sum of the trees and base_score, the answer is off by {abs(found - (sums + 0.25)).max():.1g}")
assert abs(found - (sums + 0.25)).max() < 1e-5
PYTHON
