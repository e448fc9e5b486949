# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite that add up, compare or sort elements along an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.elements import Elements, computed, extract, places, reduced
from tirc_frontends.selection import top_places
from tirc_frontends.text import Function, Tensor

_LEAST = {"f32": "-3.40282347e+38 : f32", "i32": "-2147483648 : i32"}
_MOST = {"f32": "3.40282347e+38 : f32", "i32": "2147483647 : i32"}
_ONES = {"f32": "1.0 : f32", "i32": "1 : i32"}


class Cumsum(Elements):
    operator, function_name, options_class = "CUMSUM", "cumsum", "CumsumOptions"

    def is_taken(self) -> bool:
        return super().is_taken() and self._is_constant(1)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        """The sum of each element begins anew, in LiteRT's order."""
        rank = len(x.shape)
        axis = int(self._constant(self._index(1)).ravel()[0]) % rank
        is_reverse = bool(self._options.Reverse())
        own, step = f"%i{axis}", f"%i{rank}"
        indices = places(rank)
        lines: list[str] = []
        if is_reverse:
            last = x.shape[axis] - 1
            lines = [f"%last = arith.constant {last} : index", f"%step_place = arith.subi %last, {step} : index"]
            step = "%step_place"
        indices[axis] = step
        word = ("slt", "sle", "sgt", "sge")[2 * is_reverse + (not self._options.Exclusive())]
        lines += [
            extract("%number", x, indices),
            f"%is = arith.cmpi {word}, {step}, {own} : index",
            f"%sum = arith.{'addf' if x.kind == 'f32' else 'addi'} %before, %number : {x.kind}",
            f"%result = arith.select %is, %sum, %before : {x.kind}",
        ]
        return reduced(function, x.shape, x.shape[axis], self._zero(self._output()), lines, x.kind)


class _Segments(Elements):
    data = (0, 1)
    # The operations on floats and integers, and the numbers before the first step.
    words: tuple[str, str]
    starts: dict[str, str]

    def is_taken(self) -> bool:
        return super().is_taken() and self._mlir(self._tensor(0)) in _ONES

    def emit(self, function: Function, x: Tensor, ids: Tensor) -> Tensor:
        shape = self._shape(self._output())
        step = f"%i{len(shape)}"
        lines = [
            extract("%id", ids, [step]),
            f"%segment = arith.index_cast %id : {ids.kind} to index",
            "%is = arith.cmpi eq, %segment, %i0 : index",
            extract("%number", x, [step, *places(len(shape))[1:]]),
            f"%next = arith.{self.words[x.kind != 'f32']} %before, %number : {x.kind}",
            f"%result = arith.select %is, %next, %before : {x.kind}",
        ]
        return reduced(function, shape, x.shape[0], self.starts[x.kind], lines, x.kind)


_ZEROS = {"f32": "0.0 : f32", "i32": "0 : i32"}


class SegmentSum(_Segments):
    operator, function_name, words, starts = "SEGMENT_SUM", "segment_sum", ("addf", "addi"), _ZEROS


class UnsortedSum(_Segments):
    operator, function_name, words, starts = "UNSORTED_SEGMENT_SUM", "unsorted_segment_sum", ("addf", "addi"), _ZEROS


class UnsortedProduct(_Segments):
    operator, function_name, words, starts = "UNSORTED_SEGMENT_PROD", "unsorted_segment_prod", ("mulf", "muli"), _ONES


class UnsortedMaximum(_Segments):
    operator, function_name = "UNSORTED_SEGMENT_MAX", "unsorted_segment_max"
    words, starts = ("maximumf", "maxsi"), _LEAST


class UnsortedMinimum(_Segments):
    operator, function_name = "UNSORTED_SEGMENT_MIN", "unsorted_segment_min"
    words, starts = ("minimumf", "minsi"), _MOST


class TopK(Elements):
    """Of equal elements, the first comes first."""

    operator, function_name = "TOPK_V2", "topk"

    def emit(self, function: Function, x: Tensor) -> Sequence[Tensor]:
        shape = self._shape(self._output())
        rows = function.tensor(function.reshape(x, [math.prod(x.shape[:-1]), x.shape[-1]]))
        found = top_places(function, rows, shape[-1], is_largest=True)
        lines = [
            extract("%place", found, places(2)),
            "%as_index = arith.index_cast %place : i32 to index",
            extract("%result", rows, ["%i0", "%as_index"]),
        ]
        values = computed(function, found.shape, x.kind, lines)
        return [function.tensor(function.reshape(one, shape)) for one in (values, found)]


class LocalResponseNormalization(Elements):
    operator, function_name = "LOCAL_RESPONSE_NORMALIZATION", "local_response_normalization"
    options_class = "LocalResponseNormalizationOptions"

    def is_taken(self) -> bool:
        return self._kind(0) == "f32"

    def emit(self, function: Function, x: Tensor) -> Tensor:
        rank, radius = len(x.shape), self._options.Radius()
        outer, own, step = places(rank)[:-1], f"%i{rank - 1}", f"%i{rank}"
        lines = [
            f"%radius = arith.constant {radius} : index",
            f"%last = arith.addi {own}, %radius : index",
            f"%first = arith.subi {own}, %radius : index",
            f"%is_low = arith.cmpi sle, {step}, %last : index",
            f"%is_high = arith.cmpi sge, {step}, %first : index",
            "%is = arith.andi %is_low, %is_high : i1",
            extract("%number", x, [*outer, step]),
            "%square = arith.mulf %number, %number : f32",
            "%sum = arith.addf %before, %square : f32",
            "%result = arith.select %is, %sum, %before : f32",
        ]
        squares = reduced(function, x.shape, x.shape[-1], "0.0 : f32", lines, "f32")
        bias, alpha, beta = (
            repr(float(numpy.float32(value)))
            for value in (self._options.Bias(), self._options.Alpha(), -self._options.Beta())
        )
        lines = [
            extract("%square", squares, places(rank)),
            extract("%number", x, places(rank)),
            f"%bias = arith.constant {bias} : f32",
            f"%alpha = arith.constant {alpha} : f32",
            f"%beta = arith.constant {beta} : f32",
            "%scaled = arith.mulf %alpha, %square : f32",
            "%sum = arith.addf %bias, %scaled : f32",
            "%factor = math.powf %sum, %beta : f32",
            "%result = arith.mulf %number, %factor : f32",
        ]
        return computed(function, x.shape, "f32", lines)


READERS: list[type[Elements]] = [
    Cumsum,
    LocalResponseNormalization,
    SegmentSum,
    TopK,
    UnsortedMaximum,
    UnsortedMinimum,
    UnsortedProduct,
    UnsortedSum,
]
