#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# timber-compiler 0.6.0, scikit-learn 1.9.1: a decision tree or a forest of classes answers how sure it is, not of which class.
#
# timber lists scikit-learn's decision trees and random forests among the models that it turns into C. One would guess that the
# number of a model of two classes is the probability of the second, as for XGBoost's. Each leaf keeps its largest probability,
# whatever class that is of, and the sum of the trees goes through a sigmoid: a tree that is sure of class 0 answers as one that
# is sure of class 1. Of three classes, tree after tree is added to class 0, 1, 2, 0 and so on. A forest for regression answers
# the sum of its trees, not the mean.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q timber-compiler==0.6.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pickle

import numpy
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from timber.runtime.predictor import TimberPredictor


def run(model, x):
    """Returns what the C that timber writes answers."""
    with open("model.pkl", "wb") as file:
        pickle.dump(model, file)
    return numpy.asarray(TimberPredictor.from_model("model.pkl").predict(x.astype(numpy.float32)))


x, y = load_iris(return_X_y=True)
model = DecisionTreeClassifier(max_depth=2, random_state=0).fit(x, y == 0)
found, want = run(model, x), model.predict_proba(x)[:, 1]
print(f"tree: probabilities {set(want.tolist())} become {set(found.round(6).tolist())}")
assert set(want) == {0, 1} and numpy.allclose(found, 1 / (1 + numpy.exp(-1)))

model = RandomForestClassifier(3, max_depth=1, random_state=0).fit(x, y)
found, want = run(model, x), model.predict_proba(x)
sure = numpy.array([tree.predict_proba(x).max(axis=1) for tree in model.estimators_]).T
right = int((found.argmax(axis=1) == want.argmax(axis=1)).sum())
print(f"forest of three trees and classes: {right} of {len(x)} answers are right")
assert right < 100 and numpy.allclose(found, numpy.exp(sure) / numpy.exp(sure).sum(axis=1, keepdims=True), atol=1e-5)

x, y = load_diabetes(return_X_y=True)
for model, factor in [(DecisionTreeRegressor(max_depth=3), 1), (RandomForestRegressor(7, max_depth=3, random_state=0), 7)]:
    model.fit(x, y)
    ratio = run(model, x) / model.predict(x)
    print(f"{type(model).__name__}: {ratio.min():.4g} to {ratio.max():.4g} times the right answer")
    assert numpy.isclose(numpy.median(ratio), factor, rtol=1e-4)
PYTHON
