#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ydf 0.16.1: a missing number goes to the lesser side of what from_sklearn makes of a tree.
#
# scikit-learn's trees learn for each node to which side a missing number goes, and a node may ask for nothing else, with the
# threshold infinity. One would guess that from_sklearn keeps this, as each condition of YDF has a place for it, or refuses a
# model that was fitted with missing numbers. All conditions get the value for "not greater", so that a tree that learnt what
# a missing number means answers something else for each.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ydf==0.16.1 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import ydf
from sklearn.tree import DecisionTreeRegressor

x = numpy.array([[numpy.nan], [numpy.nan], [1], [2], [3], [4]], numpy.float32)
for y in [[7, 7, 0, 0, 3, 3], [3, 3, 0, 0, 3, 3], [0, 0, 0, 0, 3, 3]]:
    model = DecisionTreeRegressor(random_state=0).fit(x, y)
    found, want = ydf.from_sklearn(model, feature_name="x").predict({"x": x}), model.predict(x)
    print(f"{found.tolist()}, scikit-learn {want.tolist()}")
    assert want.tolist() == y and found[2:].tolist() == y[2:] and found[:2].tolist() == [0, 0]
PYTHON
