# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BUCKETIZE of TensorFlow Lite, whose boundaries are floats. Version 2026.2.0 of the converter rounds them if the numbers are
integers, and puts NaN before the first; LiteRT puts it after the last."""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Array, Function, Tensor


class Bucketize(Typed):
    operator, options_class, function_name = "BUCKETIZE", "BucketizeOptions", "bucketize"
    activations = ()

    def is_taken(self) -> bool:
        kind = self._kind(0)
        is_open = min([0, *self._open_shape(self._tensor(0))]) < 0
        return kind in ("int32", "int64") or (kind == "f32" and not is_open)

    def emit(self, function: Function, types: Types) -> Tensor:
        if min([0, *types.x]) < 0:
            raise self._refused(f"it has the type {self._kind(0)} and a dynamic size; expected fixed sizes")
        x = function.argument(types.x, types.x_kind)
        if x.kind != "f32":
            lines = [f"%real = arith.sitofp %in : {x.kind} to f32", "linalg.yield %real : f32"]
            x = function.mapped(x, "f32", lines)
        numbers = [self._options.Boundaries(i) for i in range(self._options.BoundariesLength())]
        boundaries = numpy.array(numbers, numpy.float32).reshape([1] * len(types.x) + [-1])
        return self._counted(function, x, boundaries)

    @staticmethod
    def _counted(function: Function, x: Tensor, boundaries: Array) -> Tensor:
        """Returns how many boundaries are not beyond each number."""
        column = function.tensor(function.reshape(x, [*x.shape, 1]))
        is_beyond = function.each("greater", boundaries, column, kind="i1")
        is_within = function.each("logical_not", is_beyond)
        ones = function.tensor(function.cast(is_within, "i32"))
        axis = f"axis = {len(x.shape)} : i32"
        total = function.op("reduce_sum", [ones], [*x.shape, 1], "i32", axis)
        return function.tensor(function.reshape(total, x.shape))
