#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gfloat 0.5.2: rounding to E8M0, which has no sign and no 0, answers -8 and 0, and ties go elsewhere than in ml_dtypes.
#
# E8M0 is the type of the scales of MX blocks: powers of two from 2**-127 to 2**127, and NaN. One would guess that a library
# of number formats rounds each number to one that the format has. gfloat rounds -10 to -8, 0 to 0 and 2**-128 to itself, each
# of which it then encodes as NaN. Where both libraries have an answer, ties are another matter: 3 is 2 for gfloat, whose code
# is even, and 4 for ml_dtypes 0.6.0. For E4M3 the two agree on all of these.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q gfloat==0.5.2 ml-dtypes==0.6.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import ml_dtypes
import numpy
from gfloat import decode_float, encode_float, formats, round_float

for info, kind, wrong in [(formats.format_info_ocp_e8m0, ml_dtypes.float8_e8m0fnu, [-10.0, 0.0, 2.0**-128]),
                          (formats.format_info_ocp_e4m3, ml_dtypes.float8_e4m3fn, [])]:
    for number in [-10.0, 0.0, 2.0**-128, 0.3, 1.5, 3.0, 6.0, 12.0]:
        rounded = round_float(info, number)
        decoded = decode_float(info, encode_float(info, rounded)).fval
        other = float(numpy.array(number).astype(kind))
        print(f"{info.name}: {number} is {rounded}, encoded {decoded}, ml_dtypes {other}")
        assert numpy.isnan(decoded) if number in wrong else decoded == rounded
        assert rounded == {-10.0: -8.0}.get(number, number) if number in wrong else True
        if number not in wrong:
            assert (rounded == other) == (not wrong or number not in (3.0, 12.0))
            assert (rounded, other) == (number * 2 / 3, number * 4 / 3) or not wrong or number not in (3.0, 12.0)
PYTHON
