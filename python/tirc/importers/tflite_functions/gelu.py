# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GELU of TensorFlow Lite with the error function. Arm's converter writes the approximation by tanh for it, too."""

from __future__ import annotations

import math

import numpy

from tirc.importers.tflite_functions.reader import OfFloats
from tirc_frontends.text import Function, Tensor


class Gelu(OfFloats):
    operator, options_class, function_name = "GELU", "GeluOptions", "gelu"

    def is_taken(self) -> bool:
        return super().is_taken() and not self._options.Approximate()

    def computed(self, function: Function, x: Tensor) -> Tensor:
        one = [1] * len(x.shape)
        erf = function.each("erf", function.each("mul", x, numpy.full(one, math.sqrt(0.5), numpy.float32)))
        half = function.each("mul", x, numpy.full(one, 0.5, numpy.float32))
        return function.each("mul", half, function.each("add", erf, numpy.ones(one, numpy.float32)))
