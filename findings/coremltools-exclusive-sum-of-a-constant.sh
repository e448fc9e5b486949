#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# coremltools 9.0: cumsum with exclusive=True of a constant cannot be built.
#
# MIL's cumsum can leave out the element itself (exclusive) and go backwards (reverse). One would guess that both work for
# constants as for inputs, since the builder computes the values of constants with numpy. exclusive=True of a constant raises a
# TypeError about a type made of an array, so that a model which has such a sum of known sizes is not converted, though one
# with an input is.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q coremltools==9.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import logging

import numpy

logging.disable(logging.WARNING)
from coremltools.converters.mil import Builder

constant = numpy.float32([[1, 2, 3], [4, 5, 6]])


def build(known, **options):
    """Returns the value of cumsum, or its shape."""
    found = []

    @Builder.program(input_specs=[Builder.TensorSpec(shape=(2, 3))])
    def program(x):
        y = Builder.cumsum(x=constant if known else x, axis=1, **options)
        found.append(y.val.tolist() if known else y.shape)
        return Builder.add(x=x, y=y)

    return found[0]


assert build(True) == [[1, 3, 6], [4, 9, 15]] and build(True, reverse=True) == [[6, 5, 3], [15, 11, 6]]
assert build(False, exclusive=True) == (2, 3)
try:
    build(True, exclusive=True)
except TypeError as error:
    print(f"exclusive=True of a constant: {error}")
    assert "dtype" in str(error)
else:
    raise SystemExit("it is built")
PYTHON
