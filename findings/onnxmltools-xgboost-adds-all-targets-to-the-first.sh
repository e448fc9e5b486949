#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0 and xgboost 3.2.0: of a regressor of two targets, the first is the sum of both, and the second is 0.
#
# XGBoost keeps trees of their own for each target. One would guess that the converter, which writes n_targets=2, gives each tree
# its target. It gives all trees to target 0, so that the first number is both sums at once, and the second has no leaf at all.
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
x, first = x.astype(numpy.float32), x @ [1, 2, -1, 0.5]
targets = numpy.stack([first, 2 * first + 1], axis=1)
one = xgboost.XGBRegressor(n_estimators=5, base_score=0).fit(x, first)
model = xgboost.XGBRegressor(n_estimators=5, base_score=0).fit(x, targets)
assert abs(run(one, x)[0].ravel() - one.predict(x)).max() < 1e-4
(found,) = run(model, x)
want = model.predict(x)
print("the first input:", found[0], "XGBoost", want[0])
print(f"the first target is off the sum of both by up to {abs(found[:, 0] - want.sum(axis=1)).max():.1g},",
      f"the second is {set(found[:, 1].tolist())}")
assert found.shape == want.shape == (150, 2) and abs(want[:, 1]).min() > 1
assert abs(found[:, 0] - want.sum(axis=1)).max() < 1e-4 and (found[:, 1] == 0).all()
PYTHON
