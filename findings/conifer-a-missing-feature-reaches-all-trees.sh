#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# conifer 1.11, xgboost 3.2.0: a missing number in a feature that no tree looks at changes the answer of all trees.
#
# XGBoost takes NaN for a missing number and sends it into the default direction of each split of that feature (its FAQ). One
# would guess that conifer refuses it, or takes one direction where the feature is compared. At each node it multiplies the
# features with a vector that is 1 for the feature of the split and 0 for the others, and adds up: 0 * NaN is NaN, so that
# every comparison of every tree is false, and all inputs with a missing number have the same answer, even if the model does
# not use the feature.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q conifer==1.11 pandas==3.1.1 scipy==1.17.1 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/pip" install -q --no-deps xgboost==3.2.0
"$work/venv/bin/python" - <<'PYTHON'
import logging

import conifer
import numpy
import xgboost
from sklearn.datasets import make_classification

logging.disable(logging.WARNING)
x, y = make_classification(400, 6, n_informative=4, random_state=0)
x = x.astype(numpy.float32)
x[:, 0] = 1
model = xgboost.XGBClassifier(n_estimators=5, max_depth=2, random_state=0).fit(x, y)
converted = conifer.converters.convert_from_xgboost(model)
used = set(model.get_booster().trees_to_dataframe()["Feature"]) - {"Leaf"}
print(f"the trees use {sorted(used)}")
assert "f0" not in used
some = x[:4]
found, want = converted.decision_function(some), model.predict(some, output_margin=True)
print(f"whole inputs: {found.round(3).tolist()}, XGBoost {want.round(3).tolist()}")
assert numpy.allclose(found, want, atol=1e-5) and len(set(want.tolist())) > 1
missing = some.copy()
missing[:, 0] = numpy.nan
found, want_missing = converted.decision_function(missing), model.predict(missing, output_margin=True)
print(f"f0 is missing: {found.round(3).tolist()}, XGBoost {want_missing.round(3).tolist()}")
assert (want_missing == want).all() and len(set(found.tolist())) == 1
PYTHON
