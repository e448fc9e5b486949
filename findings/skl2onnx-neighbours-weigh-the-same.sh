#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: neighbours with weights="distance" count the same, whatever their distance is.
#
# One would guess that a KNeighborsRegressor or KNeighborsClassifier that weighs by 1 / distance either keeps its weights or is
# refused, as one with a function for weights is. The converter does write a Reciprocal and a product, but multiplies the
# distances by -1 before, and a Max with 1e-6 makes all of them equal. The answer is therefore the plain mean of the neighbours,
# which weights="uniform" gives. Even a point of the training set does not get its own value.
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
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


rng = numpy.random.default_rng(0)
points, x = rng.normal(size=[60, 2]).astype(numpy.float32), rng.normal(size=[20, 2]).astype(numpy.float32)
values, classes = rng.normal(size=60), rng.integers(0, 3, 60)
plain = run(KNeighborsRegressor().fit(points, values), x)[0].ravel()
model = KNeighborsRegressor(weights="distance").fit(points, values)
found = run(model, x)[0].ravel()
print(f"regression: off by up to {numpy.abs(found - model.predict(x)).max():.2f}, and from the plain mean by",
      numpy.abs(found - plain).max())
assert numpy.abs(found - model.predict(x)).max() > 0.2 and numpy.abs(found - plain).max() < 1e-6
at_points = run(model, points)[0].ravel()
print(f"at a point of the training set: {at_points[0]:.3f}, scikit-learn {model.predict(points[:1])[0]:.3f}")
assert abs(at_points[0] - values[0]) > 0.1 and abs(model.predict(points[:1])[0] - values[0]) < 1e-6
model = KNeighborsClassifier(weights="distance").fit(points, classes)
labels, found = run(model, x, options={"zipmap": False})
wrong = int((labels != model.predict(x)).sum())
print(f"classification: {wrong} of {len(x)} classes differ, probabilities by up to"
      f" {numpy.abs(found - model.predict_proba(x)).max():.2f}")
assert wrong > 0 and numpy.abs(found - model.predict_proba(x)).max() > 0.2
PYTHON
