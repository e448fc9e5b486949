#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# skl2onnx 1.20.0 and scikit-learn 1.9.1: OneVsOneClassifier answers the number of the class, not the class.
#
# With classes 5, 7 and 9, one would guess answers 5, 7 and 9, which the converted OneVsRestClassifier gives. OneVsOneClassifier
# gives 0, 1 and 2 without a word, and declares strings as its answer where the classes are strings, though it computes integers.
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
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier


def run(model, x, **options):
    """Returns what the converted model answers."""
    made = skl2onnx.to_onnx(model, x[:1], target_opset={"": 21, "ai.onnx.ml": 3}, **options)
    return onnxruntime.InferenceSession(made.SerializeToString()).run(None, {"X": x})


x, y = load_iris(return_X_y=True)
x, y = x.astype(numpy.float32), numpy.array([5, 7, 9])[y]
for kind in [OneVsRestClassifier, OneVsOneClassifier]:
    model = kind(LogisticRegression()).fit(x, y)
    labels = run(model, x, options={"zipmap": False})[0].ravel()
    answers = sorted(set(labels.tolist()))
    print(f"{kind.__name__}: answers {answers}, scikit-learn's {sorted(set(model.predict(x).tolist()))}")
    assert set(model.predict(x)) == {5, 7, 9}
    assert answers == ([5, 7, 9] if kind is OneVsRestClassifier else [0, 1, 2])
assert (numpy.array([5, 7, 9])[labels] == model.predict(x)).all()
try:
    run(OneVsOneClassifier(LogisticRegression()).fit(x, y.astype(str)), x, options={"zipmap": False})
    message = "no error"
except Exception as error:
    message = str(error)
print("of strings:", message.splitlines()[0][:150])
assert "tensor(string)" in message
PYTHON
