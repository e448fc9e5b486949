# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LEAKY_RELU of quantised numbers and NEG of integers without a scale of TensorFlow Lite.

Version 2026.2.0 of the converter writes a negative multiplier for a negative slope, which TOSA does not have, and quotients of
scales in float64, which LiteRT computes in float32: with 16 bits, this shows. It lets NEG saturate where integers wrap.
"""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc.importers.tflite_functions.tables import Table
from tirc_frontends.text import Array, Function, Tensor, fixed_point

_MOVED = {"i8": 0, "uint8": 128, "i16": 0}


class LeakyRelu(Table):
    operator, options_class, function_name = "LEAKY_RELU", "LeakyReluOptions", "leaky_relu"
    kinds = ("i8", "uint8", "i16")

    def is_taken(self) -> bool:
        return super().is_taken() and (self._options.Alpha() < 0 or self._kind(0) == "i16")

    def emit(self, function: Function, types: Types) -> Tensor:
        moved = _MOVED[self._kind(0)]
        (scale, zero), (made, result_zero) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        x = function.rescale(function.argument(types.x, types.x_kind), 1 << 30, 30, "i32", (zero - moved, 0))
        single = numpy.float32
        alpha = single(self._options.Alpha())
        slope = single(scale) * abs(alpha) / single(made)
        none = numpy.zeros([1] * len(types.x), numpy.int32)
        above = function.rescale(x, *fixed_point(float(single(scale) / single(made))), "i32", is_twice=True)
        below = function.rescale(x, *fixed_point(float(slope)), "i32", is_twice=True)
        if alpha < 0:
            # The opposite of what is rounded, not the other way round: halves differ.
            below = function.each("sub", none, below)
        is_below = function.each("greater", none, x, kind="i1")
        result = function.op("select", [is_below, below, above], x.shape, "i32")
        return function.rescale(result, 1 << 30, 30, types.x_kind, (0, result_zero - moved))

    def _values(self, x: Array) -> Array:
        return x


class Negative(Typed):
    operator, options_class, function_name = "NEG", "NegOptions", "neg"
    activations = ()

    def is_taken(self) -> bool:
        return self._kind(0) in ("i8", "i16") and not Table.has_scale(self._tensor(0))

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.op("cast", [function.argument(types.x, types.x_kind)], types.x, "i32")
        opposite = function.each("sub", numpy.zeros([1] * len(types.x), numpy.int32), x)
        return function.op("cast", [opposite], types.x, types.x_kind)
