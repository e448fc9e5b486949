#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# micromlgen 1.1.28 and scikit-learn 1.9.1: a logistic regression of two classes answers the other class each time.
#
# scikit-learn keeps one row of weights for two classes, whose score is positive for class 1. One would guess that the generated
# C++ compares it with 0. It puts the score into the votes of class 0, keeps 0 votes for class 1, and takes the class with more
# votes: each answer is the wrong one. With three classes, which have a row of weights each, all answers are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q micromlgen==1.1.28 scikit-learn==1.9.1 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import re
import subprocess

import numpy
from micromlgen import port
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression


def compiled(model, x, outputs=0):
    """Returns what the C++ that micromlgen writes answers."""
    source = port(model)
    (name,) = re.findall(r"class (\w+) {", source)
    rows = ",".join("{" + ",".join(map(repr, row)) + "}" for row in x.tolist())
    call = "float y[%d]; made.transform(row, y); for (float f : y) printf(\"%%.9g \", f);" % outputs
    call = call if outputs else 'printf("%d ", made.predict(row));'
    pathlib.Path("made.cpp").write_text(f"""
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
{source}
static float rows[][{x.shape[1]}] = {{{rows}}};
int main() {{
  Eloquent::ML::Port::{name} made;
  for (auto &row : rows) {{ {call} }}
}}
""")
    subprocess.run(["g++", "-w", "-o", "made", "made.cpp"], check=True)
    found = numpy.array(subprocess.check_output("./made", text=True).split(), float)
    return found.reshape(len(x), outputs) if outputs else found


x, y = load_iris(return_X_y=True)
x = x + numpy.random.default_rng(0).normal(0, 0.6, x.shape)
for classes in [3, 2]:
    inputs, labels = x[y < classes], y[y < classes]
    model = LogisticRegression().fit(inputs, labels)
    right = int((compiled(model, inputs) == model.predict(inputs)).sum())
    print(f"{classes} classes: {right} of {len(inputs)} answers are scikit-learn's")
    assert right == (150 if classes == 3 else 0)
PYTHON
