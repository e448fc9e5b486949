# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SOFTMAX with a factor beta, and LOG_SOFTMAX of numbers of 8 bits, of TensorFlow Lite: LiteRT adds exponentials of a table
of floats. Version 2026.2.0 of the converter refuses both."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc.importers.tflite_functions.tables import Table, float_text
from tirc_frontends.quotients import divided
from tirc_frontends.text import Function, Tensor

_MOVED = {"i8": 0, "uint8": 128}
_DISTANCES = 256


class _Rows(Typed):
    activations = ()

    def is_taken(self) -> bool:
        tensors = [self._tensor(0), self._output()]
        is_byte = all(self._kind_of(tensor) == self._kind(0) for tensor in tensors) and self._kind(0) in _MOVED
        return is_byte and all(Table.has_scale(tensor) for tensor in tensors)

    def _sums(self, function: Function, x: Tensor, beta: float) -> tuple[Tensor, Tensor, Tensor]:
        """Returns the largest number of each row, the exponential of each number's distance from it, and their sums."""
        wide, row = function.op("cast", [x], x.shape, "i32"), [*x.shape[:-1], 1]
        axis = f"axis = {len(row) - 1} : i32"
        largest = function.op("reduce_max", [wide], row, "i32", axis)
        step = numpy.float32(-self._scale(self._tensor(0))[0] * beta)
        exponents = step * numpy.arange(_DISTANCES).astype(numpy.float32)
        table = function.tensor(numpy.array([math.exp(exponent) for exponent in exponents]).astype(numpy.float32))
        lines = [
            "%place = arith.index_cast %in : i32 to index",
            f"%result = tensor.extract {table.name}[%place] : {table.type}",
            "linalg.yield %result : f32",
        ]
        powers = function.mapped(function.each("sub", largest, wide), "f32", lines)
        return largest, powers, function.op("reduce_sum", [powers], row, "f32", axis)

    def _quantized(self, function: Function, operands: Sequence[Tensor], x: Tensor, lines: Sequence[str]) -> Tensor:
        """Adds the lines that compute the integer %number, which gets the zero point of the result."""
        zero = self._scale(self._output())[1] - _MOVED[self._kind(0)]
        ends = [
            *lines,
            f"%zero = arith.constant {zero} : i32",
            "%least = arith.constant -128 : i32",
            "%most = arith.constant 127 : i32",
            "%moved = arith.addi %number, %zero : i32",
            "%above = arith.maxsi %moved, %least : i32",
            "%inside = arith.minsi %above, %most : i32",
            "%result = arith.trunci %inside : i32 to i8",
            "linalg.yield %result : i8",
        ]
        return function.elements(operands, x.shape, "i8", ends)


class Softmax(_Rows):
    operator, options_class, function_name = "SOFTMAX", "SoftmaxOptions", "scaled_softmax"

    def is_taken(self) -> bool:
        is_float = self._kind(0) == "f32"
        return float(self._options.Beta()) != 1 and (is_float or super().is_taken())

    def emit(self, function: Function, types: Types) -> Tensor:
        x, beta = function.argument(types.x, types.x_kind), float(self._options.Beta())
        return self._of_floats(function, x, beta) if x.kind == "f32" else self._of_bytes(function, x, beta)

    @staticmethod
    def _of_floats(function: Function, x: Tensor, beta: float) -> Tensor:
        row, axis = [*x.shape[:-1], 1], f"axis = {len(x.shape) - 1} : i32"
        below = function.each("sub", x, function.op("reduce_max", [x], row, "f32", axis))
        powers = function.each("exp", function.each("mul", below, numpy.full([1] * len(row), beta, numpy.float32)))
        total = function.op("reduce_sum", [powers], row, "f32", axis)
        return divided(function, "divide", [powers, total], x.shape, "f32")

    def _of_bytes(self, function: Function, x: Tensor, beta: float) -> Tensor:
        _, powers, total = self._sums(function, x, beta)
        lines = [
            f"%unit = arith.constant {float_text(self._scale(self._output())[0])} : f32",
            "%one = arith.constant 1.0 : f32",
            "%half = arith.constant 0.5 : f32",
            "%steps = arith.mulf %e1, %unit : f32",
            "%inverse = arith.divf %one, %steps : f32",
            "%product = arith.mulf %e0, %inverse : f32",
            "%up = arith.addf %product, %half : f32",
            "%number = arith.fptosi %up : f32 to i32",
        ]
        return self._quantized(function, [powers, total], x, lines)


def _farthest(scale: float) -> int:
    """Returns the largest distance from a row's maximum whose logarithm is not the least number: LiteRT holds distances
    in five integer bits after it shifted them by the exponent of the scale."""
    return min(_DISTANCES, math.floor(31 / 2.0 ** math.frexp(scale)[1]))


class LogSoftmax(_Rows):
    operator, options_class, function_name = "LOG_SOFTMAX", "LogSoftmaxOptions", "byte_log_softmax"

    def emit(self, function: Function, types: Types) -> Tensor:
        x, single = function.argument(types.x, types.x_kind), numpy.float32
        largest, _, total = self._sums(function, x, 1.0)
        (scale, _), (made, _) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        lines = [
            f"%moved_by = arith.constant {_MOVED[self._kind(0)]} : i32",
            f"%scale = arith.constant {float_text(scale)} : f32",
            f"%unit = arith.constant {float_text(made)} : f32",
            f"%factor = arith.constant {float_text(float(single(scale) / single(made)))} : f32",
            "%wide = arith.extsi %e0 : i8 to i32",
            "%stored = arith.addi %wide, %moved_by : i32",
            "%most_stored = arith.addi %e1, %moved_by : i32",
            "%x = arith.sitofp %stored : i32 to f32",
            "%largest = arith.sitofp %most_stored : i32 to f32",
            "%logarithm = math.log %e2 : f32",
            "%real = arith.mulf %scale, %largest : f32",
            "%sum = arith.addf %real, %logarithm : f32",
            "%steps = arith.divf %sum, %unit : f32",
            "%product = arith.mulf %factor, %x : f32",
            "%distance = arith.subf %product, %steps : f32",
            "%nearest = math.roundeven %distance : f32",
            "%rounded = arith.fptosi %nearest : f32 to i32",
            "%below = arith.subi %e1, %wide : i32",
            f"%farthest = arith.constant {_farthest(scale)} : i32",
            f"%lowest = arith.constant {-_DISTANCES} : i32",
            "%is_far = arith.cmpi sgt, %below, %farthest : i32",
            "%number = arith.select %is_far, %lowest, %rounded : i32",
        ]
        return self._quantized(function, [x, largest, total], x, lines)
