#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ydf 0.16.1: a feature that is equal to a threshold takes the other side of what from_sklearn makes of a tree.
#
# A node of scikit-learn sends x <= threshold to the left, one of YDF x >= threshold to the other side. One would guess that
# a conversion takes the next number after the threshold, as it has to for the number itself. from_sklearn keeps the
# threshold. With measurements that is rare; with whole numbers it is not, as thresholds are midway between two that the tree
# saw, and what lies midway between 2 and 4 is 3.
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

x = numpy.arange(8, dtype=numpy.float32).reshape(-1, 1)
model = DecisionTreeRegressor().fit(x[::2], [0, 0, 9, 5])
found = ydf.from_sklearn(model, feature_name="x").predict({"x": x})
want = model.predict(x)
thresholds = model.tree_.threshold[model.tree_.feature >= 0]
print(f"thresholds {thresholds.tolist()}: {found.tolist()}, scikit-learn {want.tolist()}")
assert thresholds.tolist() == [3, 5]
assert numpy.flatnonzero(found != want).tolist() == [3, 5]
PYTHON
