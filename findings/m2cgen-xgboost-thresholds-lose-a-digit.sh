#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# m2cgen 0.10.0 and xgboost 3.2.0: a value that equals a threshold in float32 takes the other branch in the generated code.
#
# XGBoost's features and thresholds are float32. Its JSON holds the shortest decimal that names the float32, 3.1 for 3.0999999.
# One would guess that the generated C, whose type is double, splits the very float32 numbers in the same way. m2cgen copies the
# decimal as a double: 3.0999999 < 3.1 is true there, and false in XGBoost. As XGBoost likes a value of the data for its
# threshold, 30 of 150 iris are answered otherwise if they are given as float32, and none if they are given as the decimals of
# the data set.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q m2cgen==0.10.0 scikit-learn==1.9.1 scipy==1.17.1 numpy==2.4.6
"$work/venv/bin/pip" install -q --no-deps xgboost==3.2.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess

import m2cgen
import numpy
import xgboost
from sklearn.datasets import load_iris

decimals, _ = load_iris(return_X_y=True)
x = decimals.astype(numpy.float32)
model = xgboost.XGBRegressor(n_estimators=5, base_score=3.0).fit(x, decimals @ [1, 2, -1, 0.5])
rows = ",\n".join("{" + ", ".join(f"{value}f" for value in row) + "}" for row in decimals.tolist())
pathlib.Path("score.c").write_text(m2cgen.export_to_c(model) + f"""
#include <stdio.h>
static const float floats[150][4] = {{{rows}}};
static const double doubles[150][4] = {{{rows.replace("f", "")}}};
int main(void) {{
  for (int i = 0; i < 150; ++i) {{
    double as_double[4] = {{floats[i][0], floats[i][1], floats[i][2], floats[i][3]}};
    printf("%.9g %.9g\\n", score(as_double), score((double *)doubles[i]));
  }}
}}
""")
subprocess.run(["gcc", "-O1", "-o", "score", "score.c"], check=True)
found = numpy.array([line.split() for line in subprocess.check_output("./score", text=True).splitlines()], float)
wrong = (abs(found - model.predict(x)[:, None]) > 1e-4).sum(axis=0)
print(f"of 150 answers, {wrong[0]} differ for float32 features, by up to {abs(found[:, 0] - model.predict(x)).max():.2g},",
      f"and {wrong[1]} for doubles")
assert wrong[0] > 10 and wrong[1] == 0
PYTHON
