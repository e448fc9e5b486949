#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CMSIS-DSP 1.10.3: the root mean square of a quiet sound of q15 is 0, and of others a step of a coarse scale.
#
# A sample of q15 has 16 bits, and so has the root of the mean square of many. One would guess that arm_rms_q15 and
# arm_std_q15, which add up squares in 64 bits, are right to a few units, as arm_rms_q31 is. The mean square is cut to q15
# before the root: what remains of an amplitude of 150, which is 47 dB below the largest, is 0, and of 300 it is 2, whose
# root is 256. A detector of voice or silence that compares such numbers sees steps of several dB. Sums of the same samples
# in floats are exact.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cmsisdsp==1.10.3 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import cmsisdsp
import numpy

for amplitude in (100, 150, 300, 1000, 10000):
    x = numpy.tile(numpy.array([amplitude, -amplitude], numpy.int16), 8)
    wide = (x.astype(numpy.int32) << 16).astype(numpy.int32)
    single = cmsisdsp.arm_rms_f32((x / 32768).astype(numpy.float32)) * 32768
    found = cmsisdsp.arm_rms_q15(x), cmsisdsp.arm_std_q15(x)
    print(f"amplitude {amplitude}: arm_rms_q15 {found[0]}, arm_std_q15 {found[1]}, arm_rms_q31 "
          f"{cmsisdsp.arm_rms_q31(wide) / 65536:.1f}, arm_rms_f32 {single:.1f}")
    assert abs(single - amplitude) < 0.1 and abs(cmsisdsp.arm_rms_q31(wide) / 65536 - amplitude) < 0.1
    coarse = (amplitude**2 >> 15) * 32768
    assert abs(found[0] - coarse**0.5) <= 1
    assert (found == (0, 0)) == (amplitude <= 150)
PYTHON
