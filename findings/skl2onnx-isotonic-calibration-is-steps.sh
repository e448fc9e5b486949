#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: a calibration with method="isotonic" is a flight of steps after the conversion.
#
# scikit-learn's isotonic calibration keeps a few thresholds and draws lines between them, as IsotonicRegression describes. One
# would guess that the graph draws these lines, too. It searches the nearest threshold and takes its probability: between
# thresholds that are far apart, probabilities are wrong by tenths, and some classes differ. With the sigmoid, which is the
# default method, the numbers are right.
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
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris
from sklearn.svm import LinearSVC


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


x, y = load_iris(return_X_y=True)
x, y = (x + numpy.random.default_rng(0).normal(0, 1, x.shape)).astype(numpy.float32)[y < 2], y[y < 2]
for method in ["sigmoid", "isotonic"]:
    model = CalibratedClassifierCV(LinearSVC(random_state=0), method=method, cv=2).fit(x, y)
    labels, found = run(model, x, options={"zipmap": False})
    error, wrong = numpy.abs(found - model.predict_proba(x)).max(), int((labels != model.predict(x)).sum())
    print(f"{method}: probabilities are off by up to {error:.2g}, and {wrong} of {len(x)} classes differ")
    assert error > 0.1 and wrong > 0 if method == "isotonic" else error < 1e-5 and wrong == 0
steps = 0
for part in model.calibrated_classifiers_:
    (lines,) = part.calibrators
    scores = part.estimator.decision_function(x)
    nearest = numpy.abs(scores[:, None] - lines.X_thresholds_).argmin(axis=1)
    steps += lines.y_thresholds_[nearest] / 2
print(f"the nearest thresholds' probabilities are off by {numpy.abs(found[:, 1] - steps).max():.2g}")
assert numpy.abs(found[:, 1] - steps).max() < 1e-5
PYTHON
