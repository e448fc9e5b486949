# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SUM of quantised numbers of TensorFlow Lite, as LiteRT's default kernels compute it: its reference kernels give nothing
useful for int8 and int16.

Version 2026.2.0 of the converter shifts numbers of 16 bits to the left until they overflow.
"""

from __future__ import annotations

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Function, Tensor, fixed_point

_MOVED = {"i8": 0, "uint8": 128, "i16": 0}


class Sum(Typed):
    operator, options_class, function_name = "SUM", "ReducerOptions", "sum"
    activations = ()

    def is_taken(self) -> bool:
        kind, rank = self._kind(0), self._tensor(0).ShapeLength()
        return kind in _MOVED and kind == self._kind_of(self._output()) and rank > 0 and self._is_constant(1)

    def emit(self, function: Function, types: Types) -> Tensor:
        x, moved = function.argument(types.x, types.x_kind), _MOVED[self._kind(0)]
        (scale, zero), (made, result_zero) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        total = function.rescale(x, 1 << 30, 30, "i32", (zero - moved, 0))
        axes = {int(axis) % len(types.x) for axis in self._constant(self._index(1)).reshape(-1)}
        for axis in sorted(axes):
            shape = [1 if place == axis else size for place, size in enumerate(total.shape)]
            total = function.op("reduce_sum", [total], shape, "i32", f"axis = {axis} : i32")
        zeros = (0, result_zero - moved)
        result = function.rescale(total, *fixed_point(scale / made), x.kind, zeros, is_twice=True)
        return function.tensor(function.reshape(result, types.result))
