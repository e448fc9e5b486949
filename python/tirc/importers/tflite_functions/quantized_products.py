# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DIV and REDUCE_PROD of quantised numbers of TensorFlow Lite, in the fixed-point arithmetic of LiteRT's reference kernels.
Version 2026.2.0 of the converter has no form of them."""

from __future__ import annotations

import math

import numpy

from tirc.importers.tflite_functions.elements import Elements, read_along, reduced
from tirc.importers.tflite_functions.loops import broadcast
from tirc.importers.tflite_functions.scalars import Scalars, multiplier_of, short_multiplier
from tirc.importers.tflite_functions.tables import Table
from tirc_frontends.text import Function, Tensor

_ENDS = {"i8": (-128, 127), "i16": (-32768, 32767)}
# 48/17, -32/17 and 1 with 29 bits after the point: the first two begin Newton's iteration for a reciprocal.
_FIRST, _SLOPE, _ONE = 1515870810, -1010580540, 1 << 29
_STEPS = 3


class _Quantized(Elements):
    def is_taken(self) -> bool:
        tensors = [*(self._tensor(operand) for operand in self.data), self._output()]
        kinds = {tensor.Type() for tensor in tensors}
        return len(kinds) == 1 and all(self._mlir(tensor) in _ENDS and Table.has_scale(tensor) for tensor in tensors)

    def _zeros(self, *operands: int) -> list[int]:
        """Returns the zero points of operands and of the result, as the converter has them."""
        tensors = [*(self._tensor(operand) for operand in operands), self._output()]
        return [self._scale(tensor)[1] - (128 if self._is_byte(tensor) else 0) for tensor in tensors]


class Div(_Quantized):
    """Where LiteRT would shift by more bits than a number has, the quotient is what its arithmetic stands for."""

    operator, options_class, function_name, data = "DIV", "DivOptions", "quantized_quotient", (0, 1)
    activations = (0, 1, 2, 3)

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        arguments, kind = self._arguments(function), self._mlir(self._output())
        zeros = self._zeros(0, 1)
        s = Scalars()
        x, y = (s.op("subi", s.wide(f"%in{i}", kind), zeros[i]) for i in range(2))
        is_negative = s.op("cmpi slt,", y, 0)
        result = self._scaled(s, s.choice(is_negative, s.negative(x), x), s.absolute(y))
        limits = self._limits(self._activation(), self._output()) or _ENDS[kind]
        made = s.narrow(s.limited(s.op("addi", result, zeros[2]), int(limits[0]), int(limits[1])), kind)
        lines = [*s.lines, f"linalg.yield {made} : {kind}"]
        return function.text([broadcast(function, arguments, self._shape(self._output()), kind, lines)])

    def _scaled(self, s: Scalars, x: str, y: str) -> str:
        """Returns the quotient in units of the result."""
        of_x, of_y, unit = (
            numpy.float32(self._scale(tensor)[0]) for tensor in (self._tensor(0), self._tensor(1), self._output())
        )
        multiplier, shift = multiplier_of(float(of_x / (of_y * unit)))
        # A number below zero has the bits of the next one above.
        size = s.op("maxsi", x, s.op("subi", s.constant(-1), x))
        headroom = s.op("subi", s.constant(31), s.length(size))
        digits = s.op("subi", s.length(y), 1)
        quotient = s.doubled_high(s.op("shli", x, headroom), self._reciprocal(s, y))
        bits = s.limited(s.op("subi", s.op("addi", digits, headroom), shift), -31, 62)
        scaled = s.doubled_high(quotient, multiplier)
        right = s.shifted(scaled, s.op("maxsi", bits, 0))
        return s.limited(s.op("shli", right, s.op("maxsi", s.negative(bits), 0)))

    @staticmethod
    def _reciprocal(s: Scalars, y: str) -> str:
        """Returns 2^31 by the reciprocal of a number, moved so that it is from 1 to 2."""
        zeros = s.op("subi", s.constant(32), s.length(y))
        half = s.op("shrsi", s.op("shli", y, zeros), 1)
        made = s.op("addi", s.doubled_high(half, _SLOPE), _FIRST)
        for _ in range(_STEPS):
            rest = s.op("subi", s.constant(_ONE), s.doubled_high(half, made))
            step = s.limited(s.op("shli", s.doubled_high(made, rest), 2))
            made = s.op("addi", made, step)
        return s.limited(s.op("shli", made, 1))


class Product(_Quantized):
    """REDUCE_PROD multiplies each step by a factor, in LiteRT's order, so that products do not overflow."""

    operator, options_class, function_name = "REDUCE_PROD", "ReducerOptions", "quantized_product"

    def is_taken(self) -> bool:
        return super().is_taken() and self._is_constant(1) and bool(self._shape(self._tensor(0)))

    def emit(self, function: Function, x: Tensor) -> Tensor:
        axes = self._axes(len(x.shape))
        shape, count = self._shape(self._output()), math.prod(x.shape[axis] for axis in axes)
        (zero, result_zero), s = self._zeros(0), Scalars()
        step = f"%i{len(shape)}"
        number = s.op("subi", s.wide("%number", x.kind), zero)
        is_first = s.op("cmpi eq,", step, s.constant(0, "index"), "index")
        multiplied = self._scaled(s, s.op("muli", s.wide("%before", "i32"), number), count)
        s.narrow(s.choice(is_first, number, multiplied), "i32")
        lines = [*read_along("%number", x, len(shape), axes), *s.ending()]
        product = reduced(function, shape, count, "1 : i32", lines, "i32")
        end = Scalars()
        scaled = self._scaled(end, end.wide("%in0", "i32"), count)
        made = end.narrow(end.limited(end.op("addi", scaled, result_zero), *_ENDS[x.kind]), x.kind)
        ends = [*end.lines, f"linalg.yield {made} : {x.kind}"]
        return broadcast(function, [product], shape, x.kind, ends)

    def _scaled(self, s: Scalars, x: str, count: int) -> str:
        """Multiplies by the factor of a step, of which LiteRT has 15 bits."""
        scale, made = self._scale(self._tensor(0))[0], self._scale(self._output())[0]
        multiplier, exponent = multiplier_of(scale / math.pow(made, 1.0 / count))
        # Such large factors are beyond what LiteRT computes with.
        short, shift = short_multiplier(multiplier) << max(exponent - 15, 0), max(15 - exponent, 0)
        rounded = s.op("addi", s.op("muli", x, short), 1 << shift >> 1)
        return s.wide(s.narrow(s.op("shrsi", rounded, shift), "i32"), "i32")


READERS: list[type[Elements]] = [Div, Product]
