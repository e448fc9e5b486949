#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CMSIS-DSP 1.10.3: the variance of a loud sound is negative, and its standard deviation 0 in q31.
#
# A variance is a mean of squares and not negative. The documentation of arm_var_q15 speaks of sums of 64 bits that do not
# overflow, and arm_power and arm_mean do not. One would guess that a variance of 1.07, which does not fit into q15, is the
# largest number, as results of this library are saturated. It wraps around: a square wave of full amplitude, whose samples
# differ from their mean by 32767, has the variance -30586. arm_std_q15 saturates and answers 32767, and arm_std_q31 of the
# same wave is 0.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cmsisdsp==1.10.3 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import cmsisdsp
import numpy

for amplitude in (10000, 30000, 32767):
    x = numpy.tile(numpy.array([amplitude, -amplitude], numpy.int16), 8)
    wide = (x.astype(numpy.int32) << 16).astype(numpy.int32)
    variances = cmsisdsp.arm_var_q15(x), cmsisdsp.arm_var_q31(wide) / 65536
    deviations = cmsisdsp.arm_std_q15(x), cmsisdsp.arm_std_q31(wide) / 65536
    want = x.astype(float).var(ddof=1) / 32768
    print(f"amplitude {amplitude}: variances {variances[0]} and {variances[1]:.1f}, true {want:.1f}; deviations "
          f"{deviations[0]} and {deviations[1]:.1f}, true {x.astype(float).std(ddof=1):.1f}")
    if amplitude < 32767:
        assert all(abs(variance - want) < 1 for variance in variances)
        assert abs(deviations[1] - x.astype(float).std(ddof=1)) < 1
    else:
        assert all(abs(variance - (want - 65536)) < 1 for variance in variances) and variances[0] < 0
        assert deviations == (32767, 0)
PYTHON
