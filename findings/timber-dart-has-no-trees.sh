#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# timber-compiler 0.6.0, xgboost 3.2.0: a model with booster="dart" becomes a constant.
#
# XGBoost's JSON has the trees of a DART model one level deeper than others, beside the weights of the trees. One would guess
# that timber, which says that it reads XGBoost's JSON, either knows this or complains that there are no trees. It compiles the
# base score: the answer is the same for all inputs, without a message. With booster="gbtree", it is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q timber-compiler==0.6.0 scikit-learn==1.9.1 scipy==1.17.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/pip" install -q --no-deps xgboost==3.2.0
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import xgboost
from sklearn.datasets import load_diabetes
from timber.runtime.predictor import TimberPredictor

x, y = load_diabetes(return_X_y=True)
data = xgboost.DMatrix(x.astype(numpy.float32), y)
for booster in ["gbtree", "dart"]:
    model = xgboost.train({"booster": booster, "max_depth": 3}, data, 5)
    model.save_model("model.json")
    predictor = TimberPredictor.from_model("model.json")
    found, want = predictor.predict(x.astype(numpy.float32)), model.predict(data)
    print(f"{booster}: {predictor.n_trees} trees, {len(set(found.ravel()))} answers, {len(set(want))} of XGBoost,",
          f"off by up to {abs(found.ravel() - want).max():.4g}")
    if booster == "dart":
        assert predictor.n_trees == 0 and len(set(found.ravel())) == 1 and len(set(want)) > 20
    else:
        assert predictor.n_trees == 5 and numpy.allclose(found.ravel(), want, rtol=1e-4)
PYTHON
