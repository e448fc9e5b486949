# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SOFTMAX from int8 to int16 of TensorFlow Lite, in the fixed-point numbers of its reference kernel.

The kernel follows gemmlowp: exponentials are fractions of 2^31, their sum one of 2^19, and its reciprocal comes from three steps of
Newton's method. An exponential depends on one of 256 distances, so that the function has a table of them.
"""

from __future__ import annotations

import math

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.element_loops import Steps
from tirc_frontends.text import Array, Function, Tensor

# The bits for integers of a distance times its scale, and of the sum.
_DISTANCE_BITS, _SUM_BITS = 5, 12
_ONE = 2**31 - 1
# The kernel cannot shift a distance to the right.
_LEAST_SCALE = 2.0 ** (_DISTANCE_BITS - 31)


def _product(x: int, y: int) -> int:
    """Returns the product of fractions of 2^31, rounded; halves go away from zero."""
    doubled = x * y + (1 << 30 if x * y >= 0 else 1 - (1 << 30))
    return abs(doubled) >> 31 if doubled >= 0 else -(-doubled >> 31)


def _divided(x: int, bits: int) -> int:
    """Returns a quotient by a power of two, rounded; halves go away from zero."""
    rest, half = x & ((1 << bits) - 1), ((1 << bits) - 1 >> 1) + (x < 0)
    return (x >> bits) + (rest > half)


def _of_part(x: int) -> int:
    """Returns the exponential of a fraction from -1/4 to 0, by the first terms of the series about -1/8."""
    middle, third = round(math.exp(-0.125) * 2**31), round(2**31 / 3)
    near = x + (1 << 28)
    square = _product(near, near)
    cube, fourth = _product(square, near), _product(square, square)
    higher = _divided(_product(_divided(fourth, 2) + cube, third) + square, 1)
    return middle + _product(middle, near + higher)


def _exponential(x: int) -> int:
    """Returns the exponential of a number of at most 0, of which 2^26 are one."""
    if x == 0:
        return _ONE
    unit = 31 - _DISTANCE_BITS
    quarter = 1 << (unit - 2)
    part = (x & (quarter - 1)) - quarter
    made, rest = _of_part(part << _DISTANCE_BITS), part - x
    for power in range(-2, _DISTANCE_BITS):
        if rest & (1 << (unit + power)):
            made = _product(made, round(math.exp(-(2.0**power)) * 2**31))
    return made


def _table(scale: float) -> Array:
    """Returns the exponentials of the distances from 0 to 255."""
    fraction, shift = math.frexp(min(scale * (1 << (31 - _DISTANCE_BITS)), 2.0**31 - 1))
    multiplier = math.floor(fraction * 2**31 + 0.5)
    if multiplier == 2**31:
        multiplier, shift = multiplier // 2, shift + 1
    farthest = math.floor(((1 << _DISTANCE_BITS) - 1) * 2.0 ** (31 - _DISTANCE_BITS - shift))
    return numpy.array(
        [_exponential(_product(-distance << shift, multiplier)) if distance <= farthest else 0 for distance in range(256)],
        numpy.int32,
    )


class _Fractions(Steps):
    """Operations on names of i32 that are fractions."""

    def product(self, x: str, y: str) -> str:
        wide = self._operation("muli", self._wide(x), self._wide(y))
        is_negative = self.named(f"arith.cmpi slt, {wide}, {self._wide_literal(0)} : i64")
        down, up = self._wide_literal(1 - (1 << 30)), self._wide_literal(1 << 30)
        nudge = self.named(f"arith.select {is_negative}, {down}, {up} : i64")
        # The quotient is cut off towards zero.
        moved = self._operation("addi", wide, nudge)
        below = self._operation("andi", self._operation("shrsi", moved, self._wide_literal(63)), self._wide_literal(_ONE))
        quotient = self._operation("shrsi", self._operation("addi", moved, below), self._wide_literal(31))
        return self.named(f"arith.trunci {quotient} : i64 to i32")

    def one(self, name: str, x: str, y: str) -> str:
        return self.named(f"arith.{name} {x}, {y} : i32")

    def number(self, number: int) -> str:
        return self.literal(f"{number} : i32")

    def raised(self, x: str, bits: int) -> str:
        """Returns the product with a power of two, within the limits of the type."""
        most, least = self.number(_ONE >> bits), self.number(-(1 << (31 - bits)))
        is_above, is_below = (self.named(f"arith.cmpi {how}, {x}, {limit} : i32") for how, limit in (("sgt", most), ("slt", least)))
        shifted = self.one("shli", x, self.number(bits))
        limited = self.named(f"arith.select {is_above}, {self.number(_ONE)}, {shifted} : i32")
        return self.named(f"arith.select {is_below}, {self.number(-(2**31))}, {limited} : i32")

    def half_sum(self, x: str, y: int) -> str:
        """Returns half of a sum of positive numbers, rounded up."""
        total = self._operation("addi", self._wide(x), self._wide_literal(y + 1))
        return self.named(f"arith.trunci {self._operation('shrui', total, self._wide_literal(1))} : i64 to i32")

    def _operation(self, name: str, x: str, y: str) -> str:
        return self.named(f"arith.{name} {x}, {y} : i64")

    def _wide(self, x: str) -> str:
        return self.named(f"arith.extsi {x} : i32 to i64")

    def _wide_literal(self, number: int) -> str:
        return self.literal(f"{number} : i64")


def _reciprocal(steps: _Fractions, part: str) -> str:
    """Returns 1 / (1 + x) of a fraction x of 2^31, of which 2^31 are one."""
    half = steps.half_sum(part, _ONE)
    first, slope = steps.number(round(48 / 17 * 2**29)), steps.number(round(-32 / 17 * 2**29))
    x = steps.one("addi", first, steps.product(half, slope))
    for _ in range(3):
        error = steps.one("subi", steps.number(1 << 29), steps.product(half, x))
        x = steps.one("addi", x, steps.raised(steps.product(x, error), 2))
    return steps.raised(x, 1)


class Softmax(Typed):
    operator, options_class, function_name = "SOFTMAX", "SoftmaxOptions", "short_softmax"
    activations = ()

    def is_taken(self) -> bool:
        return self._kind(0) == "i8" and self._kind_of(self._output()) == "i16"

    def text(self, name: str, types: Types) -> str:
        function = Function(name, self._place)
        x = function.argument(types.x, "i8")
        row, axis = [*x.shape[:-1], 1], f"axis = {len(x.shape) - 1} : i32"
        wide = function.op("cast", [x], x.shape, "i32")
        distances = function.each("sub", function.op("reduce_max", [wide], row, "i32", axis), wide)
        scale = self._scale(self._tensor(0))[0] * float(self._options.Beta())
        if scale < _LEAST_SCALE:
            raise self._refused(f"the scale of its input by its beta is {scale}; expected at least 2^-26")
        table = function.tensor(_table(scale))
        lines = [
            "%place = arith.index_cast %in : i32 to index",
            f"%result = tensor.extract {table.name}[%place] : {table.type}",
            "linalg.yield %result : i32",
        ]
        powers = function.mapped(distances, "i32", lines)
        total = function.op("reduce_sum", [self._shortened(function, powers)], row, "i32", axis)
        return function.text([self._quotients(function, powers, total, self._inverse(function, total))])

    @staticmethod
    def _shortened(function: Function, powers: Tensor) -> Tensor:
        lines = [
            f"%half = arith.constant {1 << (_SUM_BITS - 1)} : i32",
            f"%bits = arith.constant {_SUM_BITS} : i32",
            "%raised = arith.addi %in, %half : i32",
            "%result = arith.shrui %raised, %bits : i32",
            "linalg.yield %result : i32",
        ]
        return function.mapped(powers, "i32", lines)

    @staticmethod
    def _inverse(function: Function, total: Tensor) -> Tensor:
        steps = _Fractions()
        zeros = steps.named("math.ctlz %in : i32")
        part = steps.one("xori", steps.one("shli", "%in", zeros), steps.number(-(2**31)))
        _reciprocal(steps, part)
        return function.mapped(total, "i32", [*steps.ending(), "linalg.yield %result : i32"])

    @staticmethod
    def _quotients(function: Function, powers: Tensor, total: Tensor, inverse: Tensor) -> Tensor:
        steps = _Fractions()
        product = steps.product("%e0", "%e2")
        bits = steps.one("subi", steps.number(_SUM_BITS + 31 - 16), steps.named("math.ctlz %e1 : i32"))
        mask = steps.one("subi", steps.one("shli", steps.number(1), bits), steps.number(1))
        rest, half = steps.one("andi", product, mask), steps.one("shrui", mask, steps.number(1))
        is_up = steps.named(f"arith.cmpi sgt, {rest}, {half} : i32")
        whole = steps.one("shrsi", product, bits)
        rounded = steps.one("addi", whole, steps.named(f"arith.extui {is_up} : i1 to i32"))
        moved = steps.one("addi", rounded, steps.number(-(2**15)))
        limited = steps.one("minsi", moved, steps.number(2**15 - 1))
        steps.named(f"arith.trunci {limited} : i32 to i16")
        lines = [*steps.ending(), "linalg.yield %result : i16"]
        return function.elements([powers, total, inverse], powers.shape, "i16", lines)


__all__ = ["Softmax"]
