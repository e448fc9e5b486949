#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# fxpmath 0.4.10: with rounding="trunc", numbers are rounded to zero, and quotients and int() down.
#
# The rounding of a fixed-point number of fxpmath is "trunc" by default, which its documentation tells apart from "floor". One
# would guess that it holds wherever bits are dropped. What is made of a float, and what is resized, is rounded to zero. A
# quotient is rounded down, -1 / 3 beyond -0.3333 and 1 / 3 below 0.3333, and so is int(), where Python's is to zero: int of
# -1.5 is -2. A quotient of 1 and 0 is 0.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q fxpmath==0.4.10 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import warnings

from fxpmath import Fxp

warnings.simplefilter("ignore")


def fixed(number, bits):
    return Fxp(number, signed=True, n_word=16, n_frac=bits)


assert fixed(1, 4).config.rounding == "trunc"
for number in [1.75, -1.75]:
    made, resized, whole = float(fixed(number, 0)), float(Fxp(fixed(number, 4), True, 16, 0)), int(fixed(number, 4))
    print(f"{number}: made {made}, resized {resized}, int() {whole}")
    assert made == resized == int(number) and whole == (1 if number > 0 else -2)
for number in [1, -1]:
    quotient = fixed(number, 4) / fixed(3, 4)
    steps = float(quotient) * 2 ** quotient.n_frac
    print(f"{number} / 3: {float(quotient)}, {steps} of {number * 2 ** quotient.n_frac / 3:.3f} steps of {quotient.dtype}")
    assert steps == number * 2 ** quotient.n_frac // 3
print(f"1 / 0: {float(fixed(1, 4) / fixed(0, 4))}")
assert float(fixed(1, 4) / fixed(0, 4)) == 0
PYTHON
