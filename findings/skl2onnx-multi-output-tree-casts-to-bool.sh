#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: a decision tree of several outputs says the probability 1 for two classes at once.
#
# One would guess that the probabilities of each output add up to 1, as scikit-learn's do, and as those of a tree of one output
# do after the conversion. With several outputs, the converter casts the shares of the classes in a leaf to booleans and back:
# each class that occurs in the leaf has the probability 1, so that 0.98 and 0.02 become 1 and 1. The answered classes come from
# the shares themselves and are right, and a test of the classes passes.
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
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


x, y = load_iris(return_X_y=True)
x, outputs = x.astype(numpy.float32), numpy.stack([y == 1, y != 2], axis=1).astype(int)
for model in [KNeighborsClassifier(), DecisionTreeClassifier(max_depth=2, random_state=0)]:
    model.fit(x, outputs)
    labels, found = run(model, x, options={"zipmap": False})
    want = numpy.asarray(model.predict_proba(x))
    assert (labels == model.predict(x)).all()
    errors = numpy.abs(found - want).max(axis=(1, 2))
    print(f"{type(model).__name__}: probabilities of the two outputs are off by up to {errors.round(7)}")
    assert errors.min() > 0.9 if isinstance(model, DecisionTreeClassifier) else errors.max() < 1e-5
worst = numpy.abs(found - want)[1].max(axis=1).argmax()
assert set(found.ravel()) == {0, 1} and set(found.sum(axis=2).ravel()) == {1, 2}
print("for example:", found[1, worst], "scikit-learn", want[1, worst].round(3))
PYTHON
