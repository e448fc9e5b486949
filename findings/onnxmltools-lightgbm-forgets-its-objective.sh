#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0 and lightgbm 4.7.0: three parameters of the objective, which change the answer, are lost.
#
# LightGBM's model says "binary sigmoid:2", "multiclassova num_class:3 sigmoid:1" or "regression sqrt", and its answers depend on
# it. One would guess that the converter reads these words or refuses them. It takes the sigmoid with a factor of 1, a softmax
# for the sigmoids of multiclassova, and leaves the root of reg_sqrt as the answer where LightGBM squares it. The classes stay
# the same.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==4.7.0 onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnxruntime==1.32.0 \
  onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import lightgbm
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


def sigmoid(values):
    return 1 / (1 + numpy.exp(-values))


x, y = load_iris(return_X_y=True)
x = (x + numpy.random.default_rng(0).normal(0, 1, x.shape)).astype(numpy.float32)
two, target = y < 2, abs(x @ [1, 2, -1, 0.5])
settings = {"n_estimators": 5, "verbose": -1}

model = lightgbm.LGBMClassifier(sigmoid=2, **settings).fit(x[two], y[two])
found, raw = run(model, x)[1], model.predict(x, raw_score=True)
error = abs(found - model.predict_proba(x)).max()
plain = abs(found[:, 1] - sigmoid(raw)).max()
print(f"sigmoid=2: probabilities are off by up to {error:.2g}, and from the sigmoid without it {plain:.1g}")
assert error > 0.05 and plain < 1e-5

model = lightgbm.LGBMClassifier(objective="multiclassova", **settings).fit(x, y)
found, raw = run(model, x)[1], model.predict(x, raw_score=True)
softmax = numpy.exp(raw) / numpy.exp(raw).sum(axis=1, keepdims=True)
error = abs(found - model.predict_proba(x)).max()
print(f"multiclassova: probabilities are off by up to {error:.2g}, and from the softmax {abs(found - softmax).max():.1g}")
assert error > 0.1 and abs(found - softmax).max() < 1e-5

model = lightgbm.LGBMRegressor(reg_sqrt=True, **settings).fit(x, target)
found = run(model, x)[0].ravel()
want = model.predict(x)
print(f"reg_sqrt: {found[0]:.4f}, LightGBM {want[0]:.4f}; squared, off by up to {abs(found**2 - want).max():.1g}")
assert abs(found - want).max() > 1 and abs(found**2 - want).max() < 1e-4
PYTHON
