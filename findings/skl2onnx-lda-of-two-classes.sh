#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: probabilities of a linear discriminant analysis of two classes are too sharp.
#
# With two classes, scikit-learn gives 1 / (1 + exp(-d)) for the signed distance d. One would guess that the converter writes the
# sigmoid of d, as it does for a logistic regression. It writes the softmax of -d and d, which is the sigmoid of 2 d: the class
# is right, but the probability is wrong by 0.15. With three classes, the numbers are right.
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
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


x, y = load_iris(return_X_y=True)
x = (x + numpy.random.default_rng(0).normal(0, 1, x.shape)).astype(numpy.float32)
errors = {}
for kind in [LinearDiscriminantAnalysis, LogisticRegression]:
    for classes in [2, 3]:
        model = kind().fit(x[y < classes], y[y < classes])
        labels, found = run(model, x, options={"zipmap": False})
        assert (labels == model.predict(x)).all()
        errors[kind.__name__, classes] = numpy.abs(found - model.predict_proba(x)).max()
        print(f"{kind.__name__} of {classes} classes: probabilities are off by up to {errors[kind.__name__, classes]:.2g}")
        if errors[kind.__name__, classes] > 1e-5:
            twice = 1 / (1 + numpy.exp(-2 * model.decision_function(x)))
            print(f"  the sigmoid of twice the distance is off by {numpy.abs(found[:, 1] - twice).max():.2g}")
            assert numpy.abs(found[:, 1] - twice).max() < 1e-5
assert errors.pop(("LinearDiscriminantAnalysis", 2)) > 0.1
assert max(errors.values()) < 1e-5
PYTHON
