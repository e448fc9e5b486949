#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gguf 0.19.0: a block of MXFP4 with infinity or NaN is zeros.
#
# The scales of the OCP's microscaling formats are powers of two and a NaN (0xFF). One would guess that a block with a weight
# that is not finite becomes NaN, or keeps its other weights. The scale is written as 0, the smallest power, with which all 32
# weights of the block are 0 or nearly: one infinite weight removes its 31 neighbours without a trace. The same weights in Q8_0
# show what is wrong, as all of them are NaN.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q gguf==0.19.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
from gguf import GGMLQuantizationType, quants

for bad in (1.0, numpy.inf, numpy.nan):
    weights = numpy.ones([1, 64], numpy.float32)
    weights[0, 3] = bad
    with numpy.errstate(all="ignore"):
        four, eight = (quants.dequantize(quants.quantize(weights, GGMLQuantizationType[kind]), GGMLQuantizationType[kind])
                       for kind in ("MXFP4", "Q8_0"))
    print(f"ones with a {bad}: MXFP4 from {four[0, :32].min():g} to {four[0, :32].max():g}, Q8_0 from {eight[0, :32].min():g}",
          f"to {eight[0, :32].max():g}; the next block {four[0, 32:].min():g}")
    if bad == 1:
        assert (four == 1).all()
    else:
        assert abs(four[0, :32]).max() < 1e-30 and numpy.isnan(eight[0, :32]).all() and (four[0, 32:] == 1).all()
PYTHON
