#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0 and lightgbm 4.7.0: a random forest of LightGBM is divided by 100, however many trees it has.
#
# With boosting_type="rf", LightGBM's answer is the mean of its trees. One would guess that the converted model divides the sum
# by the number of trees, too. The converter writes the constant 100, the default of n_estimators, into the graph: a regressor of
# 5 trees answers a twentieth of what LightGBM answers, one of 200 trees twice as much, and only 100 trees are right. A
# classifier of three classes becomes one of two and answers the first for all inputs here.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==4.7.0 onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 \
  onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import lightgbm
import numpy
import onnxmltools
import onnxruntime
from onnxmltools.convert.common.data_types import FloatTensorType
from sklearn.datasets import load_iris



def run(model, x):
    """Returns what the converted model answers."""
    types = [("x", FloatTensorType([None, x.shape[1]]))]
    made = onnxmltools.convert_lightgbm(model, initial_types=types, target_opset=15, zipmap=False)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"x": x})


x, y = load_iris(return_X_y=True)
x, target = x.astype(numpy.float32), x @ [1, 2, -1, 0.5]
settings = {"boosting_type": "rf", "bagging_freq": 1, "bagging_fraction": 0.5, "random_state": 0, "verbose": -1}
for trees in [5, 100, 200]:
    model = lightgbm.LGBMRegressor(n_estimators=trees, **settings).fit(x, target)
    factor = run(model, x)[0].ravel() / model.predict(x)
    print(f"{trees} trees: the converted regressor answers {factor.min():.4f} to {factor.max():.4f} times LightGBM's number")
    assert abs(factor - trees / 100).max() < 1e-4
model = lightgbm.LGBMClassifier(n_estimators=5, **settings).fit(x, y)
labels, found = run(model, x)
want = model.predict_proba(x)
print(f"classes {sorted(set(labels.tolist()))} of {found.shape[1]} probabilities,",
      f"LightGBM {sorted(set(model.predict(x).tolist()))} of {want.shape[1]}")
assert set(model.predict(x)) == {0, 1, 2} and 2 not in labels and found.shape == (150, 2) and want.shape == (150, 3)
PYTHON
