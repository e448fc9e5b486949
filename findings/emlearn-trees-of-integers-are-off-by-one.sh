#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# emlearn 0.23.0: a decision tree of integer features, converted with the default type int16_t, answers as if each feature were
# one larger where it matters: of eight integers, whose classes take turns, it finds one.
#
# scikit-learn puts the threshold between two integers in the middle and asks x <= 2.5. One would guess that a tree of small
# integers is exact in int16_t, since x <= 2.5 is x < 3 there. emlearn cuts off the fraction and asks x < 2, so that 2 takes the
# wrong branch. With dtype="float", all answers are right. The handwritten digits of scikit-learn, integers from 0 to 16, show it
# at full size.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q emlearn==0.23.0 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import emlearn
import numpy
from sklearn.datasets import load_digits
from sklearn.tree import DecisionTreeClassifier


def count(name, x, y):
    tree = DecisionTreeClassifier(random_state=0).fit(x, y)
    want = tree.predict(x)
    assert (want == y).all() and (x == x.astype(numpy.int16)).all()
    equal = {kind or "default": int((emlearn.convert(tree, **({"dtype": kind} if kind else {})).predict(x) == want).sum())
             for kind in ["", "float"]}
    print(f"{name}: of {len(x)} answers equal to scikit-learn's {equal}")
    return equal


assert count("turns", numpy.arange(8).reshape(-1, 1), numpy.arange(8) % 2) == {"default": 1, "float": 8}
digits = count("digits", *load_digits(return_X_y=True))
assert digits["float"] == 1797 and digits["default"] < 1300, digits
PYTHON
