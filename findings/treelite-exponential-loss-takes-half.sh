#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# treelite 4.8.1 and scikit-learn 1.9.1: gradient boosting with loss="exponential" has other probabilities.
#
# scikit-learn's probability with the exponential loss is 1 / (1 + exp(-2 d)) of the score d. One would guess that treelite,
# which has scikit-learn's importer and keeps a factor of the sigmoid (sigmoid_alpha) in its models, has this factor. It takes
# the sigmoid of d, as for loss="log_loss", for which it is right to the last bit. The class stays the same.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q treelite==4.8.1 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import treelite
from sklearn.datasets import load_iris
from sklearn.ensemble import GradientBoostingClassifier

x, y = load_iris(return_X_y=True)
x, y = (x + numpy.random.default_rng(0).normal(0, 1, x.shape))[y < 2], y[y < 2]
for loss in ["log_loss", "exponential"]:
    model = GradientBoostingClassifier(n_estimators=5, loss=loss).fit(x, y)
    found = treelite.gtil.predict(treelite.sklearn.import_model(model), x).ravel()
    error = abs(found - model.predict_proba(x)[:, 1]).max()
    plain = abs(found - 1 / (1 + numpy.exp(-model.decision_function(x)))).max()
    print(f"{loss}: probabilities are off by up to {error:.2g}, and from the sigmoid of the score by {plain:.1g}")
    assert plain < 1e-7 and (error > 0.05 if loss == "exponential" else error < 1e-7)
PYTHON
