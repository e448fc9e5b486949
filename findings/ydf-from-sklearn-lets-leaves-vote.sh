#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ydf 0.16.1: what from_sklearn makes of a tree of classes answers its majority, not its probability.
#
# A leaf of scikit-learn holds the share of each class, and predict_proba of a forest is the mean of these. One would guess
# that YDF's from_sklearn, which keeps the shares in its leaves (print_tree shows them), answers the same. Its forests count
# each tree as one vote for the class of the leaf: a tree of one split answers 0 and 1 where scikit-learn says 0.09 and 0.98,
# and a forest a share of trees. With leaves of one class each, as trees of any depth have by default, it is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ydf==0.16.1 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import ydf
from sklearn.datasets import load_iris
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.tree import DecisionTreeClassifier

x, y = load_iris(return_X_y=True)
x, y = x[50:].astype(numpy.float32), y[50:] - 1


def probabilities(model):
    """Returns the probability of the second class by YDF and by scikit-learn."""
    model.fit(x, y)
    return ydf.from_sklearn(model, feature_name="x").predict({"x": x}), model.predict_proba(x)[:, 1]


found, want = probabilities(DecisionTreeClassifier(max_depth=1, random_state=0))
print(f"a tree of one split: {numpy.unique(found).tolist()}, scikit-learn {numpy.unique(want).round(3).tolist()}")
assert numpy.unique(found).tolist() == [0, 1] and (found == want.round()).all() and abs(found - want).max() > 0.05
model = ExtraTreesClassifier(5, max_depth=1, random_state=0)
found, want = probabilities(model)
votes = numpy.mean([tree.predict_proba(x)[:, 1] > 0.5 for tree in model.estimators_], axis=0)
print(f"a forest: {found[:4].round(3).tolist()}, scikit-learn {want[:4].round(3).tolist()}")
assert numpy.allclose(found, votes, atol=1e-6) and abs(found - want).max() > 0.2
found, want = probabilities(ExtraTreesClassifier(5, random_state=0))
print(f"a forest of pure leaves is off by {abs(found - want).max():.1g}")
assert numpy.allclose(found, want, atol=1e-6)
PYTHON
