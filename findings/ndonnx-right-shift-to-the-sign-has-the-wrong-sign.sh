#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ndonnx 0.23.0: a shift of signed integers to the right down to their sign has the wrong sign.
#
# x >> 31 of int32 is -1 for negative numbers and 0 for others, the usual mask of the sign, as the Array API standard says that
# the shift is arithmetic. ONNX's BitShift is for unsigned integers in the opsets that ndonnx writes, so it divides by a power
# of two. One would guess that it does so with a type that has the power. 2^31 in int32 is -2^31: negative numbers give 0, and
# positive ones -1. Shifts by one bit less are right, and so is the shift of each type by other counts.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ndonnx==0.23.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import ndonnx
import numpy

for kind, bits in [("int8", 8), ("int16", 16), ("int32", 32), ("int64", 64)]:
    x = numpy.array([-5, 5, 0], kind)
    for count in (1, bits - 2, bits - 1):
        shift = numpy.array(count, kind)
        found = ndonnx.bitwise_right_shift(ndonnx.asarray(x), ndonnx.asarray(shift)).unwrap_numpy()
        want = numpy.right_shift(x, shift)
        print(f"{kind} {x.tolist()} >> {count}: {found.tolist()}, numpy {want.tolist()}")
        if count == bits - 1:
            assert want.tolist() == [-1, 0, 0] and found.tolist() == [0, -1, 0]
        else:
            assert found.tolist() == want.tolist()
PYTHON
