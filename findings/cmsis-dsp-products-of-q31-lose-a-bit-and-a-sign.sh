#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CMSIS-DSP 1.10.3: products of q31 are even numbers, and a matrix product of -1 and -1 is -1.
#
# The documentation of arm_mult_q31 and of arm_mat_mult_q31 says that results are saturated to the range of 1.31. One would
# guess that -1 times -1 is the largest number, 0x7fffffff, as it is for q15 and q7, and that a product is right to the last
# bit. arm_mult_q31 takes the upper half of the product, saturates and doubles it: the last bit is always 0, half of 3 is 0,
# and -1 times -1 is 0x7ffffffe. arm_mat_mult_q31 keeps the last bit and does not saturate a product, so that -1 times -1 is -1
# again; arm_mat_mult_q15 does.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q cmsisdsp==1.10.3 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import cmsisdsp
import numpy

half = 2**30
for kind, bits in [("q7", 8), ("q15", 16), ("q31", 32)]:
    multiply = getattr(cmsisdsp, f"arm_mult_{kind}")
    x = numpy.array([-(2 ** (bits - 1)), 3, 5, 7], f"int{bits}")
    y = numpy.array([-(2 ** (bits - 1)), *[2 ** (bits - 2)] * 3], f"int{bits}")
    found = multiply(x, y).tolist()
    print(f"arm_mult_{kind}: -1 * -1 is {found[0]:#x}, and the halves of 3, 5 and 7 are {found[1:]}")
    assert found == ([2 ** (bits - 1) - 1, 1, 2, 3] if kind != "q31" else [2**31 - 2, 0, 2, 2])
random = numpy.random.default_rng(0).integers(-(2**31), 2**31, [2, 1000]).astype(numpy.int32)
assert not (cmsisdsp.arm_mult_q31(*random) & 1).any()
_, found = cmsisdsp.arm_mat_mult_q31(numpy.array([[3]], numpy.int32), numpy.array([[half]], numpy.int32))
assert found.tolist() == [[1]]
minus = numpy.array([[-(2**31)]], numpy.int32)
_, found = cmsisdsp.arm_mat_mult_q31(minus, minus)
print(f"arm_mat_mult_q31: -1 * -1 is {found[0, 0]:#x}")
assert found.tolist() == [[-(2**31)]]
minus = numpy.array([[-(2**15)]], numpy.int16)
_, found = cmsisdsp.arm_mat_mult_q15(minus, minus, numpy.zeros(1, numpy.int16))
print(f"arm_mat_mult_q15: -1 * -1 is {found[0, 0]:#x}")
assert found.tolist() == [[2**15 - 1]]
PYTHON
