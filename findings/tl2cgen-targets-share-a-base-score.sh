#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tl2cgen 1.0.0, treelite 4.8.1, xgboost 3.2.0: in C, all outputs begin at the base score of the first.
#
# XGBoost 3 has a base score for each output, such as the quantiles that a model for 0.2 and 0.8 starts from. One would guess
# that the C of tl2cgen answers as treelite's own predictor does for the same model object. tl2cgen loads it with its treelite
# of version 4.1, for which there was one base score, with a note that some functionality may not be available: the first output
# is right, and the second is off by the difference of the two base scores.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q treelite==4.8.1 tl2cgen==1.0.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/pip" install -q --no-deps xgboost==3.2.0
"$work/venv/bin/python" - <<'PYTHON'
import json

import numpy
import tl2cgen
import treelite
import xgboost
from sklearn.datasets import load_diabetes

x, y = load_diabetes(return_X_y=True)
x = x.astype(numpy.float32)
data = xgboost.QuantileDMatrix(x, y)
model = xgboost.train({"objective": "reg:quantileerror", "quantile_alpha": [0.2, 0.8], "max_depth": 3}, data, 5)
model.save_model("model.json")
base = json.loads(json.load(open("model.json"))["learner"]["learner_model_param"]["base_score"])
trees = treelite.frontend.load_xgboost_model("model.json")
tl2cgen.export_lib(trees, toolchain="gcc", libpath="./model.so", params={})
found = tl2cgen.Predictor("./model.so").predict(tl2cgen.DMatrix(x)).squeeze()
want, other = model.predict(xgboost.DMatrix(x)), treelite.gtil.predict(trees, x).squeeze()
print(f"base scores {base}; the first input: {found[0]} of tl2cgen, {other[0]} of treelite, {want[0]} of XGBoost")
assert numpy.allclose(other, want, rtol=1e-4) and numpy.allclose(found[:, 0], want[:, 0], rtol=1e-4)
assert base[1] - base[0] > 100 and numpy.allclose(want[:, 1] - found[:, 1], base[1] - base[0], rtol=1e-4)
PYTHON
