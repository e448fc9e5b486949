#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: SimpleImputer(add_indicator=True) loses the columns that say what was missing.
#
# With add_indicator, one more column for each feature with missing values follows the features. One would guess that the
# converter writes these columns or refuses the option. It leaves them out, for KNNImputer too: six columns become four, and in a
# pipeline the model behind the imputer then gets four numbers for its six weights. onnxruntime does not mind this for a
# LinearRegressor: it answers, with other numbers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
import skl2onnx
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


rng = numpy.random.default_rng(0)
x = rng.normal(size=[50, 4]).astype(numpy.float32)
y = x @ [1, 2, 3, 4]
x[::3, 0] = x[::4, 2] = numpy.nan
for imputer in [SimpleImputer(), SimpleImputer(add_indicator=True), KNNImputer(add_indicator=True)]:
    want = imputer.fit_transform(x)
    (found,) = run(imputer, x)
    print(f"{imputer}: {found.shape[1]} columns, scikit-learn's {want.shape[1]}")
    assert found.shape == (50, 4) and want.shape == (50, 6 if imputer.add_indicator else 4)
    assert numpy.abs(found - want[:, :4]).max() < 1e-5
model = make_pipeline(SimpleImputer(add_indicator=True), LinearRegression()).fit(x, y)
found = run(model, x)[0].ravel()
missing = numpy.isnan(x).any(axis=1)
print(f"in a pipeline: off by up to {numpy.abs(found - model.predict(x)).max():.2f}")
assert numpy.abs(found - model.predict(x))[missing].max() > 0.1 and numpy.abs(found - model.predict(x))[~missing].max() < 1e-5
PYTHON
