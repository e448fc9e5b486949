#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lightgbm 4.7.0, treelite 4.8.1 and onnxmltools 1.16.0: both converters read a missing zero as the number 0.
#
# With zero_as_missing=True, LightGBM sends 0 and NaN the default way of each node; its model file says so in the bits of
# decision_type. One would guess that converters that know these bits for NaN know them for zeros, or refuse the model, as m2cgen
# does ("Unknown missing_type: Zero"). treelite and onnxmltools convert it without a message and compare 0 with the threshold, so
# that two independent converters agree with each other and not with LightGBM.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==4.7.0 onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 \
  onnx==1.23.2 numpy==2.4.6 treelite==4.8.1
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import lightgbm
import numpy
import onnxmltools
import onnxruntime
import treelite
from onnxmltools.convert.common.data_types import FloatTensorType
from sklearn.datasets import load_iris



def run(model, x):
    """Returns what the converted model answers."""
    types = [("x", FloatTensorType([None, x.shape[1]]))]
    made = onnxmltools.convert_lightgbm(model, initial_types=types, target_opset=15, zipmap=False)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"x": x})


x, _ = load_iris(return_X_y=True)
rng = numpy.random.default_rng(0)
target = x @ [1, 2, -1, 0.5]
holes = rng.random(x.shape) < 0.2
for missing in [numpy.nan, 0]:
    given = numpy.where(holes, missing, x).astype(numpy.float32)
    model = lightgbm.LGBMRegressor(n_estimators=5, min_child_samples=5, zero_as_missing=missing == 0, verbose=-1)
    want = model.fit(given, target).predict(given)
    found = run(model, given)[0].ravel()
    other = treelite.gtil.predict(treelite.frontend.from_lightgbm(model.booster_), given).ravel()
    wrong = int((abs(found - want) > 1e-4).sum())
    print(f"missing is {missing}: onnxmltools is off by up to {abs(found - want).max():.2g} for {wrong} of 150 inputs,",
          f"treelite by up to {abs(other - want).max():.2g}; they differ by {abs(found - other).max():.1g}")
    assert abs(found - other).max() < 1e-4
    assert abs(found - want).max() > 0.5 if missing == 0 else abs(found - want).max() < 1e-4
PYTHON
