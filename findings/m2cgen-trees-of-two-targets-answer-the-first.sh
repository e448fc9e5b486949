#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# m2cgen 0.10.0 and scikit-learn 1.9.1: a tree of two targets becomes one of the first.
#
# A DecisionTreeRegressor of scikit-learn fits several targets at once, and a forest, too. One would guess that a converter
# whose table of models has trees answers as many numbers, as it does for the classes of a classifier, or refuses. m2cgen
# writes the first number of each leaf, and nothing tells that there were more: the answer has the form of a tree of one
# target. Linear models of two targets have both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q m2cgen==0.10.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import m2cgen
import numpy
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

def scores(model, x):
    """Returns what the Python that m2cgen writes answers."""
    names = {}
    exec(m2cgen.export_to_python(model), names)
    return numpy.array([names["score"](row.tolist()) for row in x])


x, _ = load_iris(return_X_y=True)
y = numpy.stack([x[:, 0], -x[:, 1]], axis=1)
for model in (DecisionTreeRegressor(max_depth=3, random_state=0), RandomForestRegressor(3, max_depth=3, random_state=0)):
    model.fit(x, y)
    found, want = scores(model, x), model.predict(x)
    print(f"{type(model).__name__}: {found[:2].round(3).tolist()}, scikit-learn {want[:2].round(3).tolist()}")
    assert want.shape == (150, 2) and found.shape == (150,) and numpy.allclose(found, want[:, 0])
model = LinearRegression().fit(x, y)
found, want = scores(model, x), model.predict(x)
print(f"LinearRegression: {found[:2].round(3).tolist()}, scikit-learn {want[:2].round(3).tolist()}")
assert found.shape == (150, 2) and numpy.allclose(found, want)
PYTHON
