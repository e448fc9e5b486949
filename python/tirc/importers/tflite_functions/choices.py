# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ROUND and SELECT of TensorFlow Lite.

Version 2026.2.0 of the converter rounds halves up, and changes numbers from 2^23 on; it has no condition for each row.
"""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.reader import OfFloats, Typed, Types
from tirc_frontends.text import Function, Tensor

# From here on, float32 has no fractions.
_WHOLE = 1 << 23


class Round(OfFloats):
    operator, options_class, function_name = "ROUND", "AbsOptions", "round"

    def computed(self, function: Function, x: Tensor) -> Tensor:
        one = [1] * len(x.shape)
        zero, whole = numpy.zeros(one, numpy.float32), numpy.full(one, _WHOLE, numpy.float32)
        size = function.each("abs", x)
        # A sum that large has no fraction, and halves become even.
        near = function.each("sub", function.each("add", size, whole), whole)
        below = function.each("sub", zero, near)
        signed = function.op("select", [function.each("greater", zero, x, kind="i1"), below, near], x.shape, "f32")
        is_whole = function.each("greater_equal", size, whole, kind="i1")
        return function.op("select", [is_whole, x, signed], x.shape, "f32")


class Select(Typed):
    operator, options_class, function_name = "SELECT", "SelectOptions", "select"
    activations = ()

    def operands(self) -> list[int]:
        return [0, 1, 2]

    def is_taken(self) -> bool:
        """Returns whether the condition has one truth for each row."""
        ranks = [self._tensor(operand).ShapeLength() for operand in (0, 1)]
        is_moved = self._kind(1) == "uint8" and any(self._is_constant(operand) for operand in (1, 2))
        return ranks[0] == 1 and ranks[1] > 1 and not is_moved

    def emit(self, function: Function, types: Types) -> Tensor:
        condition, x, y = (function.argument(*operand) for operand in types.operands)
        rows = function.reshape(condition, [*condition.shape, *[1] * (len(x.shape) - 1)])
        return function.op("select", [rows, x, y], types.result, types.result_kind)
