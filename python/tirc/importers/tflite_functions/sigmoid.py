# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LOGISTIC and TANH of TensorFlow Lite on numbers of 16 bits, between entries of a table as LiteRT computes them.

The table of version 2026.2.0 of the converter has entries at other places, which is up to tens of units off.
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc.importers.tflite_functions.tables import Sigmoid
from tirc_frontends.text import Array, Function, Operand, Tensor

# LiteRT's table has the sigmoid of k / 24, with 16 bits after the point.
_ENTRIES, _STEP, _ONE = 256, 24, 1 << 16


class _Sigmoid(Typed):
    activations = ()
    # The bits of a number after an entry's position, the powers of two that need no multiplier, and the value of 0.
    _bits: ClassVar[int]
    _shifts: ClassVar[tuple[int, ...]]
    _middle: ClassVar[int]

    def is_taken(self) -> bool:
        return self._kind(0) == "i16"

    def emit(self, function: Function, types: Types) -> Tensor:
        x, rank = function.argument(types.x, "i16"), len(types.x)

        def number(value: int) -> Array:
            return numpy.full([1] * rank, value, numpy.int32)

        def shifted(tensor: Tensor, bits: int, is_rounded: bool = False) -> Tensor:
            operands: list[Operand] = [tensor, number(bits)]
            attributes = f"round = {str(is_rounded).lower()}"
            return function.op("arithmetic_right_shift", operands, tensor.shape, "i32", attributes)

        bits = self._bits
        place = function.rescale(x, *self._multiplier(), "i32")
        size = function.each("minimum", function.each("abs", place), number((_ENTRIES - 1 << bits) - 1))
        index = function.each("bitwise_and", shifted(size, bits - 7), number((_ENTRIES - 1) << 7))
        key = function.op("cast", [index], index.shape, "i16")
        # A result of a table has 7 more bits, and lies on the line to the next entry.
        entry = function.op("table", [key, _table()], key.shape, "i32")
        after = function.each("add", key, numpy.ones([1] * rank, numpy.int16))
        slope = function.each("sub", function.op("table", [after, _table()], key.shape, "i32"), entry)
        part = function.each("mul", slope, function.each("bitwise_and", size, number((1 << bits) - 1)))
        if bits > 7:
            entry = function.each("logical_left_shift", entry, number(bits - 7))
        result = shifted(
            function.each("add", entry, part), self._bits + 1 if self._middle else self._bits, is_rounded=True
        )
        is_negative = function.each("greater", number(0), place, kind="i1")
        opposite = function.each("sub", number(0), result)
        result = function.op("select", [is_negative, opposite, result], result.shape, "i32")
        if self._middle:
            result = function.each("add", result, number(self._middle))
        return function.op("cast", [result], result.shape, "i16")

    def _multiplier(self) -> tuple[int, int]:
        """Returns the multiplier and the shift to places in the table, as LiteRT has them."""
        scale, _ = self._scale(self._tensor(0))
        logarithm = math.log2(scale)
        shift = 12 + round(logarithm)
        if abs(logarithm - round(logarithm)) < 1e-3 and shift in self._shifts:
            return (3 << shift) << 2, 2
        shift, multiplier = 0, scale * 4096 * 3
        while multiplier <= 32767 / 2 and shift <= 30:
            shift, multiplier = shift + 1, multiplier * 2
        return int(multiplier) << 2, shift + 2


class Logistic(_Sigmoid, Sigmoid):
    _bits, _shifts, _middle = 9, (0,), 1 << 14

    def is_taken(self) -> bool:
        return Sigmoid.is_taken(self) or super().is_taken()

    def emit(self, function: Function, types: Types) -> Tensor:
        return super().emit(function, types) if types.x_kind == "i16" else Sigmoid.emit(self, function, types)


class Tanh(_Sigmoid):
    operator, options_class, function_name = "TANH", "AbsOptions", "tanh"
    _bits, _shifts, _middle = 8, (0, 1), 0


def _table() -> Array:
    """Returns LiteRT's table, less by a half, for numbers that are not negative. Each entry is moved by half of the distance
    between the curve and the middle of the line after it."""

    def sigmoid(place: float) -> float:
        return _ONE / (1 + math.exp(-place / _STEP))

    entries = []
    for place in range(_ENTRIES - 1):
        middle = sigmoid(place + 0.5) - (sigmoid(place) + sigmoid(place + 1)) / 2
        entries.append(math.floor(sigmoid(place) + middle / 2 + 0.5))
    entries += [_ONE - 1] * 2
    return (numpy.array([_ONE // 2] * _ENTRIES + entries) - _ONE // 2).astype(numpy.int16)
