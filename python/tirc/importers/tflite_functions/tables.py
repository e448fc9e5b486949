# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of one quantised number as tables, whose entries LiteRT computes in float32.

Version 2026.2.0 of the converter computes entries in float64, wraps those that are out of range, and refuses some of
these operators or writes tables that TOSA does not have.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Callable
from typing import Any

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Array, Function, Tensor

# The factor in the approximation of GELU.
_GELU = math.sqrt(2 / math.pi)
_KINDS: dict[str, Any] = {"i8": numpy.int8, "uint8": numpy.uint8, "i16": numpy.int16}


def lookup(function: Function, x: Tensor, entries: Array) -> Tensor:
    """Adds a table of 256 entries, or of 513 with lines between them."""
    if x.kind == "i8":
        return function.op("table", [x, entries], x.shape, "i8")
    # A result has 7 more bits.
    return function.rescale(function.op("table", [x, entries], x.shape, "i32"), 1 << 23, 30, "i16")


class Table(Typed):
    activations = ()
    kinds: tuple[str, ...] = ("i8",)

    def is_taken(self) -> bool:
        tensors = [self._tensor(0), self._output()]
        kinds = {self._kind_of(tensor) for tensor in tensors}
        return len(kinds) == 1 and kinds <= set(self.kinds) and all(self.has_scale(tensor) for tensor in tensors)

    @staticmethod
    def has_scale(tensor: Any) -> bool:
        quantization = tensor.Quantization()
        return quantization is not None and quantization.ScaleLength() == 1

    def emit(self, function: Function, types: Types) -> Tensor:
        return lookup(function, function.argument(types.x, types.x_kind), self.entries())

    def entries(self) -> Array:
        return self._lines() if self._kind(0) == "i16" else self._numbers()

    def _numbers(self) -> Array:
        scale, zero = self._scale(self._tensor(0))
        limits = numpy.iinfo(_KINDS[self._kind(0)])
        numbers = numpy.arange(limits.min, limits.max + 1) - zero
        results = self._results(numpy.float32(scale) * numbers.astype(numpy.float32))
        moved = 128 if self._kind(0) == "uint8" else 0
        return (numpy.clip(results, limits.min, limits.max) - moved).astype(numpy.int8)

    def _results(self, x: Array) -> Array:
        """Returns the quantised results of float32."""
        scale, zero = self._scale(self._output())
        return _rounded(self._values(x) * (numpy.float32(1) / numpy.float32(scale))) + zero

    def _lines(self) -> Array:
        scales = [self._scale(tensor)[0] for tensor in (self._tensor(0), self._output())]
        return lines((scales[0], scales[1]), (0, 0), self._values, numpy.float32)

    @abc.abstractmethod
    def _values(self, x: Array) -> Array:
        """Returns the function of float32, as such."""


def lines(scales: tuple[float, float], zeros: tuple[int, int], values: Callable[[Array], Array], real: Any) -> Array:
    """Returns the 513 entries for numbers of 16 bits, computed in the type `real`. Each entry is moved by half of the
    distance between the curve and the middle of the line after it."""
    limits, steps = numpy.iinfo(numpy.int16), 512
    (low, high), (least, most) = (
        [real(scale) * real(end - zero) for end in (limits.min, limits.max)]
        for scale, zero in zip(scales, zeros, strict=True)
    )
    step = (high - low) / real(steps)
    factor = real(limits.max - limits.min + 1) / (most - least)
    places = low + numpy.arange(steps + 1).astype(real) * step
    # What is beyond the type saturates.
    with numpy.errstate(over="ignore", invalid="ignore"):
        points = values(places) * factor
        rounded = _rounded(points[:-1])
        middles = _rounded(values(places[:-1] + step / real(2)) * factor)
        errors = _rounded((points[1:] + rounded) / real(2)) - middles
        last = _rounded(values(numpy.array([high], real)) * factor)
        moved = numpy.where(numpy.isfinite(errors), rounded - _rounded(errors / real(2)), rounded)
    entries: Array = numpy.clip(numpy.concatenate([moved, last]), limits.min, limits.max)
    return entries.astype(numpy.int16)


def _rounded(x: Array) -> Array:
    """Rounds halves away from zero."""
    away: Array = numpy.copysign(numpy.floor(abs(x.astype(numpy.float64)) + 0.5), x)
    return away.astype(x.dtype)


def each(function: Callable[[float], float], x: Array) -> Array:
    """Returns a function of float32, rounded once."""
    with numpy.errstate(over="ignore"):
        return numpy.array([function(float(number)) for number in x]).astype(numpy.float32)


def float_text(number: float) -> str:
    """Returns the text of a float32 in MLIR."""
    return f"0x{int(numpy.float32(number).view(numpy.uint32)):08X}"


def _exp(x: float) -> float:
    return math.exp(x) if x < 700 else math.inf


class Exp(Table):
    operator, options_class, function_name = "EXP", "ExpOptions", "exp"
    kinds = ("i8", "i16")

    def _values(self, x: Array) -> Array:
        return each(_exp, x)


class Log(Table):
    operator, options_class, function_name = "LOG", "AbsOptions", "log"
    kinds = ("i8", "i16")

    def _values(self, x: Array) -> Array:
        scale, zero = self._scale(self._output())
        least = (numpy.iinfo(_KINDS[self._kind(0)]).min - zero) * scale
        return each(lambda number: math.log(number) if number > 0 else least, x)


class Rsqrt(Table):
    operator, options_class, function_name = "RSQRT", "AbsOptions", "rsqrt"
    kinds = ("i16",)

    def _values(self, x: Array) -> Array:
        scale, _ = self._scale(self._output())
        roots = each(lambda number: math.sqrt(max(number, 0)), x)
        most = numpy.float32(numpy.iinfo(numpy.int16).max * scale)
        return numpy.where(x > 0, numpy.float32(1) / numpy.where(x > 0, roots, numpy.float32(1)), most)


class Sqrt(Table):
    """Results are rounded towards zero. LiteRT computes with numbers of 16 bits as floats."""

    operator, options_class, function_name = "SQRT", "AbsOptions", "sqrt"
    kinds = ("i8", "i16")

    def emit(self, function: Function, types: Types) -> Tensor:
        if types.x_kind == "i8":
            return super().emit(function, types)
        (scale, _), (made, _) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        lines_ = [
            "%number = arith.sitofp %in : i16 to f32",
            f"%scale = arith.constant {float_text(scale)} : f32",
            "%real = arith.mulf %number, %scale : f32",
            "%root = math.sqrt %real : f32",
            f"%unit = arith.constant {float_text(made)} : f32",
            "%quotient = arith.divf %root, %unit : f32",
            "%result = arith.fptosi %quotient : f32 to i16",
            "linalg.yield %result : i16",
        ]
        return function.mapped(function.argument(types.x, "i16"), "i16", lines_)

    def _results(self, x: Array) -> Array:
        scale, zero = self._scale(self._output())
        return numpy.trunc(self._values(x) / numpy.float32(scale)) + zero

    def _values(self, x: Array) -> Array:
        return each(lambda number: math.sqrt(max(number, 0)), x)


class Elu(Table):
    operator, options_class, function_name = "ELU", "AbsOptions", "elu"

    def _values(self, x: Array) -> Array:
        return each(lambda number: math.expm1(number) if number < 0 else number, x)


class Gelu(Table):
    operator, options_class, function_name = "GELU", "GeluOptions", "gelu"
    kinds = ("i16",)

    def _values(self, x: Array) -> Array:
        if self._options.Approximate():
            return each(lambda number: number / 2 * (1 + math.tanh(_GELU * (number + 0.044715 * number**3))), x)
        return each(lambda number: number / 2 * (1 + math.erf(number * math.sqrt(0.5))), x)


class Sigmoid(Table):
    operator, options_class, function_name = "LOGISTIC", "AbsOptions", "logistic"
    kinds = ("i8", "uint8")

    def _values(self, x: Array) -> Array:
        one = numpy.float32(1)
        return one / (one + each(_exp, -x))
