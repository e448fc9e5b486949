#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# catboost 1.2.10: Python and C++ written by CatBoost take a missing number for the smallest, though nan_mode="Max" was given.
#
# With nan_mode="Max", a missing number goes the way of the largest, and the file of the model, ONNX included, keeps this. One
# would guess that the Python and the C++ that CatBoost writes answer the same, or that they are refused, as trees with
# grow_policy="Lossguide" are. They compare NaN with each border, which is false, so that it goes the way of the smallest: right
# for "Min", the default, alone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q catboost==1.2.10 scikit-learn==1.9.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import ctypes
import runpy
import subprocess

import catboost
import numpy
import onnxruntime
from sklearn.datasets import load_iris

x, y = load_iris(return_X_y=True)
x[::3, 2] = numpy.nan
missing = numpy.isnan(x[:, 2])
for mode in ["Min", "Max"]:
    model = catboost.CatBoostRegressor(iterations=5, depth=3, nan_mode=mode, verbose=0, allow_writing_files=False).fit(x, y)
    want = model.predict(x)
    model.save_model("model.py", format="python")
    apply = runpy.run_path("model.py")["apply_catboost_model"]
    found = {"Python": numpy.array([apply(row.tolist()) for row in x]).ravel()}
    model.save_model("model.cpp", format="cpp")
    with open("model.cpp", "a") as file:
        file.write("extern \"C\" double apply(const float *x) { return ApplyCatboostModel(std::vector<float>(x, x + 4)); }")
    subprocess.run(["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "model.cpp", "-o", f"{mode}.so"], check=True)
    library = ctypes.CDLL(f"./{mode}.so")
    library.apply.restype = ctypes.c_double
    found["C++"] = numpy.array([library.apply((ctypes.c_float * 4)(*row)) for row in x])
    model.save_model("model.onnx", format="onnx")
    found["ONNX"] = onnxruntime.InferenceSession("model.onnx").run(None, {"features": x.astype(numpy.float32)})[0].ravel()
    for name, values in found.items():
        wrong = abs(values - want) > 1e-4
        print(f"{mode}, {name}: {wrong[missing].sum()} of {missing.sum()} with a missing number are off,",
              f"{wrong[~missing].sum()} others")
        assert not wrong[~missing].any()
        assert wrong[missing].sum() > 10 if mode == "Max" and name != "ONNX" else not wrong.any()
PYTHON
