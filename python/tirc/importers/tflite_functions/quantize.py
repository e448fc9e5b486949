# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""QUANTIZE of floats, QUANTIZE of int16 with a zero point, and ABS of quantised numbers of TensorFlow Lite.

Version 2026.2.0 of the converter multiplies floats by the reciprocal of a scale and rounds halves to even, where LiteRT
divides and rounds them away from zero; TOSA's int16 has no zero point; and the converter refuses ABS where the scales differ or
numbers have 8 bits.
"""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc.importers.tflite_functions.tables import Table, float_text
from tirc_frontends.text import Array, Function, Tensor, fixed_point

_KINDS = {"i8": 0, "uint8": 128, "i16": 0}


class Quantize(Typed):
    operator, options_class, function_name = "QUANTIZE", "QuantizeOptions", "quantize"
    activations = ()

    def is_taken(self) -> bool:
        quantization = self._output().Quantization()
        is_float = self._kind(0) == "f32" and self._kind_of(self._output()) in _KINDS
        return is_float and quantization is not None and quantization.ScaleLength() == 1

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, "f32")
        scale, zero = self._scale(self._output())
        zero -= _KINDS[self._kind_of(self._output())]
        limits = numpy.iinfo(numpy.int16 if types.result_kind == "i16" else numpy.int8)
        # With limits before the rounding, the code of a Cortex-M4 is the smallest.
        lines = [
            f"%scale = arith.constant {float_text(scale)} : f32",
            "%quotient = arith.divf %in, %scale : f32",
            f"%least = arith.constant {int(limits.min) - zero}.0 : f32",
            f"%most = arith.constant {int(limits.max) - zero}.0 : f32",
            "%above = arith.maxnumf %quotient, %least : f32",
            "%inside = arith.minnumf %above, %most : f32",
            "%nearest = math.round %inside : f32",
        ]
        if zero:
            lines += [f"%zero = arith.constant {zero}.0 : f32", "%moved = arith.addf %nearest, %zero : f32"]
        lines += [f"%number = arith.fptosi {'%moved' if zero else '%nearest'} : f32 to {types.result_kind}"]
        return function.mapped(x, types.result_kind, [*lines, f"linalg.yield %number : {types.result_kind}"])


class QuantizeShort(Typed):
    """Integers of int16 with a zero point."""

    operator, options_class, function_name = "QUANTIZE", "QuantizeOptions", "quantize_short"
    activations = ()

    def is_taken(self) -> bool:
        tensors = [self._tensor(0), self._output()]
        is_short = self._kind(0) == "i16" and all(Table.has_scale(tensor) for tensor in tensors)
        if not is_short or self._scale(tensors[0])[1] == 0:
            return False
        kind = self._kind_of(tensors[1])
        # TOSA's int32 has no zero point, either.
        return kind == "i8" or (kind == "int32" and self._scale(tensors[1])[1] == 0)

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, types.x_kind)
        (scale, zero), (made, result_zero) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        wide = function.op("cast", [x], x.shape, "i32")
        moved = function.each("sub", wide, numpy.full([1] * len(x.shape), zero, numpy.int32))
        factor = fixed_point(scale / made)
        return function.rescale(moved, *factor, types.result_kind, (0, result_zero), is_twice=True)


class Abs(Table):
    operator, options_class, function_name = "ABS", "AbsOptions", "abs"
    kinds = ("i8", "i16")

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, types.x_kind)
        (scale, zero), (made, result_zero) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        size = function.each("abs", function.rescale(x, 1 << 30, 30, "i32", (zero, 0)))
        factor = fixed_point(float(numpy.float32(scale) / numpy.float32(made)))
        return function.rescale(size, *factor, x.kind, (0, result_zero), is_twice=True)

    def _values(self, x: Array) -> Array:
        return abs(x)
