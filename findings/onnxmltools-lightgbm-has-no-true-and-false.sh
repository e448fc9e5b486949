#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0 and LightGBM 4.7.0: a classifier of True and False is not converted.
#
# LGBMClassifier takes labels of any kind, and the result of a comparison, such as "price above 10", is the usual one for two
# classes. One would guess that labels of booleans are converted like 0 and 1, or as strings are. The conversion ends with
# the error that a numpy.bool has no attribute 'encode': what is not an integer is taken for text. The same trees with the labels
# 0 and 1 are converted.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lightgbm==4.7.0 onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnx==1.23.2 \
  packaging==26.4 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import lightgbm
import numpy
from onnxmltools import convert_lightgbm
from onnxmltools.convert.common.data_types import FloatTensorType

x = numpy.random.default_rng(0).normal(size=(200, 3)).astype(numpy.float32)
large = x[:, 0] > 0
for name, labels in [("0 and 1", large.astype(int)), ("text", numpy.where(large, "yes", "no")), ("booleans", large)]:
    model = lightgbm.LGBMClassifier(n_estimators=2, verbose=-1).fit(x, labels)
    assert (model.predict(x) == labels).mean() > 0.9
    try:
        convert_lightgbm(model, initial_types=[("x", FloatTensorType([None, 3]))])
        found = "converted"
    except AttributeError as error:
        found = str(error)
    print(f"{name}: {found}")
    assert found == ("'numpy.bool' object has no attribute 'encode'" if name == "booleans" else "converted")
PYTHON
