#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gguf 0.19.0: eight bits make 0 of small weights that four bits keep, and four bits with a minimum make infinity of large
# ones.
#
# GGUF's blocks of 32 weights have a scale in float16. One would guess that Q8_0 is never worse than Q4_0. Its scale is the
# largest weight divided by 127, where Q4_0 divides by 8, so that it leaves float16 first: weights of 0.000001 are 0 in eight
# bits, and right to 5 % in four. At the other end, Q4_1 keeps the smallest weight itself in float16, which ends at 65504:
# 100000 is infinity, where Q4_0 has 99968.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q gguf==0.19.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
from gguf import GGMLQuantizationType, quants

found = {}
for value in (1e-6, 0.5, 1e5):
    weights = numpy.full([1, 32], value, numpy.float32)
    for kind in ("Q8_0", "Q4_0", "Q4_1"):
        kind = GGMLQuantizationType[kind]
        with numpy.errstate(over="ignore"):
            found[kind.name, value] = float(quants.dequantize(quants.quantize(weights, kind), kind)[0, 0])
        print(f"{value:g} in {kind.name}: {found[kind.name, value]:g}")
assert found["Q8_0", 1e-6] == 0 and abs(found["Q4_0", 1e-6] / 1e-6 - 1) < 0.05
assert all(abs(found[kind, 0.5] / 0.5 - 1) < 0.001 for kind in ("Q8_0", "Q4_0", "Q4_1"))
assert numpy.isinf(found["Q4_1", 1e5]) and abs(found["Q4_0", 1e5] / 1e5 - 1) < 0.001 and abs(found["Q8_0", 1e5] / 1e5 - 1) < 0.001
PYTHON
