#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# coremltools 9.0: scatter_along_axis of constants replaces elements, whatever its mode is.
#
# The documentation of MIL's scatter_along_axis has seven modes, of which `add` is the default and means the sum of the element
# and the update. One would guess that the value that the builder computes for constants is that of the mode. It is the last
# update for each index in all modes, so that what is a sum at run time is a replacement in a model whose operands are known.
# scatter and scatter_nd have no such values, and stay in the model.
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

data, indices, updates = numpy.float32([10, 20, 30]), numpy.int32([0, 0, 1]), numpy.float32([1, 2, 4])
for mode, want in [("add", [13, 24, 30]), ("mul", [20, 80, 30]), ("max", [10, 20, 30]), ("sub", [7, 16, 30]), ("update", [2, 4, 30])]:
    found = {}

    @Builder.program(input_specs=[Builder.TensorSpec(shape=(3,))])
    def program(x):
        for name in ("scatter_along_axis", "scatter"):
            found[name] = getattr(Builder, name)(data=data, indices=indices, updates=updates, axis=0, mode=mode).val
        return Builder.identity(x=x)

    print(f"{mode}: {found['scatter_along_axis'].tolist()}, described as {want}")
    assert found["scatter_along_axis"].tolist() == [2, 4, 30] and found["scatter"] is None
PYTHON
