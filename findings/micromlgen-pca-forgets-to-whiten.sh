#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# micromlgen 1.1.28 and scikit-learn 1.9.1: PCA(whiten=True) is converted as if it did not whiten.
#
# A PCA that whitens divides each component by its deviation. One would guess that the generated C++ does so, or that the
# converter refuses it. It has the components without the division, and no message: the numbers, which should have a variance of
# 1, have variances of the data, so that a model trained on the whitened numbers gets others on the device.
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
from sklearn.decomposition import PCA


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


x, _ = load_iris(return_X_y=True)
for whiten in [False, True]:
    model = PCA(2, whiten=whiten).fit(x)
    want, found = model.transform(x), compiled(model, x, outputs=2)
    print(f"whiten={whiten}: off by up to {abs(found - want).max():.2g}; variances {found.var(axis=0).round(2)},",
          f"scikit-learn's {want.var(axis=0).round(2)}")
    assert abs(found - want).max() > 1 if whiten else abs(found - want).max() < 1e-4
assert abs(found - PCA(2).fit_transform(x)).max() < 1e-4
PYTHON
