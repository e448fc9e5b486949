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
from tirc.importers.tflite_functions.scalars import Scalars, multiplier_of
from tirc_frontends.text import Array, Function, Tensor

# The bits for integers of a distance times its scale, and of the sum.
_DISTANCE_BITS, _SUM_BITS = 5, 12
_ONE = 2**31 - 1
# The kernel cannot shift a distance to the right.
_LEAST_SCALE = 2.0 ** (_DISTANCE_BITS - 31)


def _product(x: int, y: int) -> int:
    """Returns the product of fractions of 2^31, rounded."""
    return (x * y + (1 << 30)) >> 31


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
    multiplier, shift = multiplier_of(min(scale * (1 << (31 - _DISTANCE_BITS)), 2.0**31 - 1))
    farthest = math.floor(((1 << _DISTANCE_BITS) - 1) * 2.0 ** (31 - _DISTANCE_BITS - shift))
    return numpy.array(
        [_exponential(_product(-distance << shift, multiplier)) if distance <= farthest else 0 for distance in range(256)],
        numpy.int32,
    )


def _raised(steps: Scalars, x: str, bits: int) -> str:
    """Returns the product with a power of two, within the limits of 32 bits."""
    return steps.limited(steps.op("shli", x, bits))


def _reciprocal(steps: Scalars, part: str) -> str:
    """Returns 1 / (1 + x) of a fraction x of 2^31, of which 2^31 are one."""
    half = steps.op("shrsi", steps.op("addi", part, _ONE + 1), 1)
    x = steps.op("addi", steps.doubled_high(half, round(-32 / 17 * 2**29)), round(48 / 17 * 2**29))
    for _ in range(3):
        error = steps.op("subi", steps.constant(1 << 29), steps.doubled_high(half, x))
        x = steps.op("addi", x, _raised(steps, steps.doubled_high(x, error), 2))
    return _raised(steps, x, 1)


class Softmax(Typed):
    operator, options_class, function_name = "SOFTMAX", "SoftmaxOptions", "short_softmax"
    activations = ()

    def is_taken(self) -> bool:
        return self._kind(0) == "i8" and self._kind_of(self._output()) == "i16"

    def emit(self, function: Function, types: Types) -> Tensor:
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
        return self._quotients(function, powers, total, self._inverse(function, total))

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
        steps = Scalars()
        zeros = steps.wide(steps.named("math.ctlz %in : i32"), "i32")
        part = steps.op("subi", steps.op("shli", steps.wide("%in", "i32"), zeros), _ONE + 1)
        steps.narrow(_reciprocal(steps, part), "i32")
        return function.mapped(total, "i32", [*steps.ending(), "linalg.yield %result : i32"])

    @staticmethod
    def _quotients(function: Function, powers: Tensor, total: Tensor, inverse: Tensor) -> Tensor:
        steps = Scalars()
        power, sum_, factor = (steps.wide(value, "i32") for value in ("%e0", "%e1", "%e2"))
        # The result has 16 bits for the fraction of a sum whose highest bit is one.
        bits = steps.op("subi", steps.length(sum_), 32 - (_SUM_BITS + 31 - 16))
        rounded = steps.shifted(steps.doubled_high(power, factor), bits)
        steps.narrow(steps.op("minsi", steps.op("addi", rounded, -(2**15)), 2**15 - 1), "i16")
        lines = [*steps.ending(), "linalg.yield %result : i16"]
        return function.elements([powers, total, inverse], powers.shape, "i16", lines)
