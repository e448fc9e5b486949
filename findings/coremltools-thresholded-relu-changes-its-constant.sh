#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# coremltools 9.0: a thresholded_relu of a constant writes into the constant, which others use, too.
#
# One would guess that the value of an operator on a constant, which the builder of MIL computes at once, is a new array.
# thresholded_relu sets the elements below its threshold to 0 in the array that it is given: the constant of the program is
# another one from then on, and so is the caller's array. A sum that reads the constant and stands before in the program has
# lost the negative numbers in the model that is converted. relu and clamped_relu leave their constants as they are.
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
import coremltools
from coremltools.converters.mil import Builder

for operator, options in [("relu", {}), ("clamped_relu", {"alpha": 0.0, "beta": 9.0}), ("thresholded_relu", {"alpha": 1.0})]:
    values = numpy.array([-2.5, 0.25, 2.5], numpy.float32)

    @Builder.program(input_specs=[Builder.TensorSpec(shape=(3,))], opset_version=coremltools.target.iOS16)
    def program(x):
        constant = Builder.const(val=values)
        total = Builder.add(x=x, y=constant, name="total")
        changed = getattr(Builder, operator)(x=constant, **{name: numpy.float32(value) for name, value in options.items()})
        return total, Builder.add(x=x, y=changed, name="other")

    model = coremltools.convert(program, convert_to="mlprogram", compute_precision=coremltools.precision.FLOAT32,
                                minimum_deployment_target=coremltools.target.iOS16)
    (total,) = (one for one in model._mil_program.functions["main"].operations if one.name == "total")
    print(f"{operator}: total adds {total.y.val.tolist()}, and the caller's array is {values.tolist()}")
    want = [0, 0, 2.5] if operator == "thresholded_relu" else [-2.5, 0.25, 2.5]
    assert total.y.val.tolist() == want and values.tolist() == want
PYTHON
