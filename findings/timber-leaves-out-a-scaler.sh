#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# timber-compiler 0.6.0, scikit-learn 1.9.1: a Pipeline loses the steps that timber does not know.
#
# timber converts a Pipeline of a StandardScaler and a tree. One would guess that another first step, such as a MinMaxScaler or
# a PCA, is refused, as an ExtraTreesRegressor in the last place is. It is left out without a message: the thresholds of the
# tree, which belong to scaled numbers, are compared with those that come in.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q timber-compiler==0.6.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pickle

import numpy
from sklearn.datasets import load_diabetes
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, RobustScaler, StandardScaler
from sklearn.tree import DecisionTreeRegressor
from timber.runtime.predictor import TimberPredictor


def run(model, x):
    """Returns what the C that timber writes answers."""
    with open("model.pkl", "wb") as file:
        pickle.dump(model, file)
    return numpy.asarray(TimberPredictor.from_model("model.pkl").predict(x.astype(numpy.float32)))


x, y = load_diabetes(return_X_y=True)
for scaler in [StandardScaler(), MinMaxScaler(), RobustScaler()]:
    tree = DecisionTreeRegressor(max_depth=3)
    model = make_pipeline(scaler, tree).fit(x, y)
    found, want = run(model, x), model.predict(x)
    other = int((abs(found - want) > 1).sum())
    print(f"{type(scaler).__name__}: {other} of {len(x)} answers are others")
    if isinstance(scaler, StandardScaler):
        assert other == 0
    else:
        assert other > 100 and numpy.allclose(found, tree.predict(x), rtol=1e-5)
try:
    run(make_pipeline(ExtraTreesRegressor(2)).fit(x, y), x)
    raise SystemExit("ExtraTreesRegressor is accepted")
except ValueError as error:
    print(error)
PYTHON
