#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# conifer 1.11, scikit-learn 1.9.1: a random forest answers the probability of the first class, and 0 for the other classes.
#
# One would guess that the decision function of a converted forest is the probability of each class, as predict_proba is, or
# for two classes that of the second. For three classes, the first column is right and the others are 0, so that the class of
# the largest number is always the first one, or a tie of zeros. For two classes, both columns are the probability of the
# first. Gradient boosting from the same library is right for two and for three classes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q conifer==1.11 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import conifer
import numpy
from sklearn.datasets import load_iris
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier

x, y = load_iris(return_X_y=True)
for classes in (2, 3):
    inputs, labels = x[y < classes], y[y < classes]
    model = GradientBoostingClassifier(n_estimators=5, random_state=0).fit(inputs, labels)
    found = conifer.converters.convert_from_sklearn(model).decision_function(inputs)
    assert numpy.allclose(found, model.decision_function(inputs))
    model = RandomForestClassifier(5, max_depth=3, random_state=0).fit(inputs, labels)
    found, want = conifer.converters.convert_from_sklearn(model).decision_function(inputs), model.predict_proba(inputs)
    for index in range(0, len(inputs), 50):
        print(f"{classes} classes: {found[index].round(3).tolist()}, scikit-learn {want[index].round(3).tolist()}")
    assert numpy.allclose(found[:, 0], want[:, 0])
    assert (found[:, 1] == (found[:, 0] if classes == 2 else 0)).all() and want[50, 1] > 0.9
PYTHON
