#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# m2cgen 0.10.0 and scikit-learn 1.9.1: the scores of a converted SVC of three classes belong to pairs of classes.
#
# m2cgen's table of models promises the "signed distance of the sample to the hyperplane per each class" of an SVC. One would
# guess that the largest of the three numbers tells the class, as the scores of its LinearSVC and of scikit-learn's
# decision_function (whose default is "ovr") do. They are the scores of 0 against 1, 0 against 2 and 1 against 2, of which there
# happen to be three, too: the largest is that of the class in a fifth of the cases. With four classes, there are six numbers.
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
from sklearn.svm import SVC, LinearSVC


def scores(model, x):
    """Returns what the Python that m2cgen writes answers."""
    names = {}
    exec(m2cgen.export_to_python(model), names)
    return numpy.array([names["score"](row.tolist()) for row in x])


x, y = load_iris(return_X_y=True)
for model in [LinearSVC(random_state=0), SVC()]:
    model.fit(x, y)
    found = scores(model, x)
    right = int((found.argmax(axis=1) == model.predict(x)).sum())
    print(f"{type(model).__name__}: {found.shape[1]} scores; the largest is that of the class for {right} of {len(x)} inputs")
    assert found.shape == model.decision_function(x).shape == (150, 3)
    assert right < 50 if isinstance(model, SVC) else right == 150
pairs = SVC(decision_function_shape="ovo").fit(x, y).decision_function(x)
print(f"off the scores of pairs by {abs(found - pairs).max():.1g}")
assert abs(found - pairs).max() < 1e-9
PYTHON
