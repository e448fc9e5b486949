#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0, m2cgen 0.10.0 and lightgbm 4.7.0: both converters take LightGBM's linear trees for plain ones.
#
# With linear_tree=True, a leaf holds a linear function of the features. One would guess that a converter has these functions or
# refuses the model, as treelite does. Both write the constant of the leaf that LightGBM keeps for inputs with missing values,
# without a message, so that what they answer differs from LightGBM for nearly every input.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==4.7.0 onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 \
  onnx==1.23.2 numpy==2.4.6 m2cgen==0.10.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import lightgbm
import m2cgen
import numpy
import onnxmltools
import onnxruntime
from onnxmltools.convert.common.data_types import FloatTensorType
from sklearn.datasets import load_iris



def run(model, x):
    """Returns what the converted model answers."""
    types = [("x", FloatTensorType([None, x.shape[1]]))]
    made = onnxmltools.convert_lightgbm(model, initial_types=types, target_opset=15, zipmap=False)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"x": x})


def by_m2cgen(model, x):
    """Returns what the Python that m2cgen writes answers."""
    names = {}
    exec(m2cgen.export_to_python(model), names)
    return numpy.array([names["score"](row.astype(float).tolist()) for row in x])


x, _ = load_iris(return_X_y=True)
x, target = x.astype(numpy.float32), x @ [1, 2, -1, 0.5]
for linear in [False, True]:
    model = lightgbm.LGBMRegressor(n_estimators=20, linear_tree=linear, verbose=-1).fit(x, target)
    found = {"onnxmltools": run(model, x)[0].ravel(), "m2cgen": by_m2cgen(model, x)}
    errors = {name: abs(values - model.predict(x)).max() for name, values in found.items()}
    print(f"linear_tree={linear}: off by up to", {name: float(f"{error:.2g}") for name, error in errors.items()},
          f"- LightGBM itself is off the target by {abs(model.predict(x) - target).max():.2g}")
    assert all(error > 0.1 if linear else error < 1e-4 for error in errors.values())
PYTHON
