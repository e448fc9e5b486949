#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# m2cgen 0.10.0 and scikit-learn 1.9.1: numbers of 64 bits take other branches of a tree than in scikit-learn.
#
# The trees that m2cgen writes have the thresholds of scikit-learn to the last digit. One would guess that they answer the
# same, as the linear models and support vector machines do. scikit-learn's trees round each feature to float32 before they
# compare it, which its documentation says of fit and predict; the code compares the number of 64 bits. A number that is
# nearer to a threshold than float32 tells takes the other side, also of those that the tree was fitted with. Rounded before,
# all are the same.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q m2cgen==0.10.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import m2cgen
import numpy
from sklearn.datasets import load_diabetes
from sklearn.ensemble import RandomForestRegressor
from sklearn.svm import SVR

def scores(model, x):
    """Returns what the Python that m2cgen writes answers."""
    names = {}
    exec(m2cgen.export_to_python(model), names)
    return numpy.array([names["score"](row.tolist()) for row in x])


x, y = load_diabetes(return_X_y=True)
model = RandomForestRegressor(5, random_state=0).fit(x, y)
want = model.predict(x)
for name, values in [("float64", x), ("float32", x.astype(numpy.float32))]:
    found = scores(model, values)
    count = int((abs(found - want) > 1e-6).sum())
    print(f"forest, {name}: {count} of {len(x)} answers differ, by {abs(found - want).max():.4g}")
    assert (count > 0) == (name == "float64")
model = SVR().fit(x, y)
assert numpy.allclose(scores(model, x[:20]), model.predict(x[:20]))
PYTHON
