#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: bagging of classifiers without probabilities gives as many answers as it has
# estimators.
#
# BaggingClassifier lets its estimators vote if they have no probabilities, as an SVC, a perceptron and a ridge classifier. One
# would guess that 150 inputs get 150 classes, or that the converter refuses the model. The graph counts the votes along the
# wrong axis, over the inputs in place of the estimators: 150 inputs and 5 estimators give 5 classes and "probabilities" of about
# 10, without an error. As the sums run over all inputs, each number depends on the whole batch. Bagging of trees is right.
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
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import Perceptron
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


x, y = load_iris(return_X_y=True)
x = x.astype(numpy.float32)
for estimator in [DecisionTreeClassifier(), SVC(), Perceptron()]:
    model = BaggingClassifier(estimator, n_estimators=5, random_state=0).fit(x, y)
    labels, found = run(model, x, options={"zipmap": False})
    print(f"{type(estimator).__name__}: {len(x)} inputs, {labels.shape} classes, {found.shape} probabilities with sums from",
          f"{found.sum(axis=1).min():.1f} to {found.sum(axis=1).max():.1f}; scikit-learn", model.predict_proba(x).shape)
    if isinstance(estimator, DecisionTreeClassifier):
        assert (labels == model.predict(x)).all() and numpy.abs(found - model.predict_proba(x)).max() < 1e-5
    else:
        assert model.predict(x).shape == (150,) and labels.shape == (5,) and found.shape == (5, 3)
        assert found.sum(axis=1).min() > 10
PYTHON
