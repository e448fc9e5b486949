# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MEAN of integers without a scale, and other reductions of integers of 64 bits, of TensorFlow Lite, which version 2026.2.0
of the converter refuses."""

from __future__ import annotations

import math

from tirc.importers.tflite_functions.elements import Elements, computed, extract, places, read_along, reduced
from tirc_frontends.text import Function, Tensor


class Mean(Elements):
    """The sum has 64 bits, and is divided towards 0."""

    operator, function_name, options_class = "MEAN", "integer_mean", "ReducerOptions"

    def is_taken(self) -> bool:
        return super().is_taken() and self._mlir(self._tensor(0)) in ("i32", "i64") and self._is_constant(1)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        rank, shape = len(x.shape), self._shape(self._output())
        axes = self._axes(rank)
        count = math.prod(x.shape[axis] for axis in axes)
        lines = read_along("%stored", x, len(shape), axes)
        number = "%stored"
        if x.kind == "i32":
            lines.append("%wide = arith.extsi %stored : i32 to i64")
            number = "%wide"
        lines.append(f"%result = arith.addi %before, {number} : i64")
        total = reduced(function, shape, count, "0 : i64", lines, "i64")
        quotient = "%mean" if x.kind == "i32" else "%result"
        lines = [
            extract("%sum", total, places(len(shape))),
            f"%count = arith.constant {count} : i64",
            f"{quotient} = arith.divsi %sum, %count : i64",
        ]
        if x.kind == "i32":
            lines.append("%result = arith.trunci %mean : i64 to i32")
        return computed(function, shape, x.kind, lines)


class _Wide(Elements):
    """A reduction of integers of 64 bits, which TOSA does not have."""

    options_class = "ReducerOptions"
    word: str
    start: int

    def is_taken(self) -> bool:
        return super().is_taken() and self._mlir(self._tensor(0)) == "i64" and self._is_constant(1)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        shape = self._shape(self._output())
        axes = self._axes(len(x.shape))
        lines = read_along("%number", x, len(shape), axes)
        lines.append(f"%result = arith.{self.word} %before, %number : i64")
        count = math.prod(x.shape[axis] for axis in axes)
        return reduced(function, shape, count, f"{self.start} : i64", lines, "i64")


class Largest(_Wide):
    operator, function_name, word, start = "REDUCE_MAX", "wide_maximum", "maxsi", -(1 << 63)


class Least(_Wide):
    operator, function_name, word, start = "REDUCE_MIN", "wide_minimum", "minsi", (1 << 63) - 1


class Product(_Wide):
    operator, function_name, word, start = "REDUCE_PROD", "wide_product", "muli", 1


READERS: list[type[Elements]] = [Mean, Largest, Least, Product]
