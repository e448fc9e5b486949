# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SOFTMAX of TensorFlow Lite on numbers of 16 bits.

Version 2026.2.0 of the converter does not saturate what is far below the maximum, and refuses a factor beta.
"""

from __future__ import annotations

import math

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc.importers.tflite_functions.tables import lines, lookup
from tirc_frontends.text import Array, Function, Operand, Tensor, fixed_point

_LOW, _HIGH = -(1 << 15), (1 << 15) - 1
# The table of exponentials begins at e^-10. All results have 15 bits after the point.
_RANGE, _LEAST = 65535, 10.0


class Softmax(Typed):
    operator, options_class, function_name = "SOFTMAX", "SoftmaxOptions", "softmax"
    activations = ()

    def is_taken(self) -> bool:
        return self._kind(0) == "i16" and self._kind_of(self._output()) == "i16"

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, "i16")
        return _Rows(function, [*types.x[:-1], 1]).softmax(x, self._factor())

    def _factor(self) -> float:
        """Returns the factor from a difference of two inputs to a place in the table."""
        return self._scale(self._tensor(0))[0] * float(self._options.Beta()) / (_LEAST / _RANGE)


class _Rows:
    """Operations on rows, whose sums have the shape `row`."""

    def __init__(self, function: Function, row: list[int]) -> None:
        self._f, self._row = function, row

    def softmax(self, x: Tensor, factor: float) -> Tensor:
        f, axis = self._f, f"axis = {len(self._row) - 1} : i32"
        wide = f.op("cast", [x], x.shape, "i32")
        below = f.each("sub", wide, f.op("reduce_max", [wide], self._row, "i32", axis))
        places = f.rescale(below, *fixed_point(factor), "i32", is_twice=True)
        exponentials = f.op(
            "cast", [lookup(f, self._narrow(self._sum(places, _HIGH)), _exponentials())], x.shape, "i32"
        )
        total = f.op("reduce_sum", [exponentials], self._row, "i32", axis)
        zeros = f.op("clz", [total], self._row, "i32")
        # A sum is 1 + x by a power of two, and a table has 1 / (1 + x).
        shifted = f.each("logical_left_shift", total, self._sum(zeros, -1))
        index = self._sum(self._shifted(self._sum(shifted, -(1 << 30)), self._number(14)), _LOW)
        inverse = f.op("cast", [lookup(f, self._narrow(index), _inverses())], self._row, "i32")
        bits = f.each("sub", self._number(31), zeros)
        return self._narrow(self._shifted(f.each("mul", exponentials, inverse), bits), 0)

    def _number(self, value: int) -> Array:
        return numpy.full([1] * len(self._row), value, numpy.int32)

    def _sum(self, x: Tensor, value: int) -> Tensor:
        return self._f.each("add", x, self._number(value))

    def _shifted(self, x: Tensor, bits: Operand) -> Tensor:
        return self._f.op("arithmetic_right_shift", [x, bits], x.shape, "i32", "round = true")

    def _narrow(self, x: Tensor, low: int = _LOW) -> Tensor:
        limits = f"min_val = {low} : i32, max_val = {_HIGH} : i32"
        return self._f.op("cast", [self._f.op("clamp", [x], x.shape, "i32", limits)], x.shape, "i16")


def _exponentials() -> Array:
    scales = (_LEAST / _RANGE, 2.0 / _RANGE)
    return lines(scales, (_HIGH, 0), lambda x: numpy.array([math.exp(number) for number in x]), numpy.float64)


def _inverses() -> Array:
    return lines((1.0 / _RANGE, 2.0 / _RANGE), (_LOW, 0), lambda x: 1 / (1 + x), numpy.float64)
