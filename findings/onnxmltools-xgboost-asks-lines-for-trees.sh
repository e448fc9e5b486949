#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxmltools 1.16.0 and XGBoost 3.2.0: models of dart and gblinear end with a missing key.
#
# XGBoost has three boosters: gbtree, dart, which drops trees while it learns, and gblinear, which has no trees. One would
# guess that a converter names the booster that it does not know, or that it converts dart, whose trees have a weight each.
# Both end with KeyError: 'gbtree_model_param', which names neither the model nor the booster: it is looked for in the JSON
# of each model.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q xgboost-cpu==3.2.0 onnxmltools==1.16.0 skl2onnx==1.20.0 scikit-learn==1.9.1 onnx==1.23.2 \
  packaging==26.4 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import xgboost
from onnxmltools import convert_xgboost
from onnxmltools.convert.common.data_types import FloatTensorType

x = numpy.random.default_rng(0).normal(size=(200, 3)).astype(numpy.float32)
for booster in ("gbtree", "dart", "gblinear"):
    model = xgboost.XGBRegressor(n_estimators=2, booster=booster).fit(x, x[:, 0])
    try:
        convert_xgboost(model, initial_types=[("x", FloatTensorType([None, 3]))])
        found = "converted"
    except KeyError as error:
        found = f"KeyError: {error}"
    print(f"{booster}: {found}")
    assert found == ("converted" if booster == "gbtree" else "KeyError: 'gbtree_model_param'")
PYTHON
