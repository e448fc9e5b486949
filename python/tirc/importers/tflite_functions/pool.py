# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D of TensorFlow Lite.

Version 2026.2.0 of the converter drops their activations, rounds averages of uint8 as averages of int8, refuses windows
that do not end at the last element of the image, and does not know L2_POOL_2D.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.limits import limit
from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Function, Tensor

_DIMS = (1, 2)


class _Pool(Typed):
    options_class = "Pool2DOptions"
    activations = (0, 1, 2, 3)

    def is_taken(self) -> bool:
        x = self._open_shape(self._tensor(0))
        if len(x) != 4 or min(x[1:]) < 1 or self._kind(0) not in ("f32", "i8", "uint8", "i16"):
            return False
        return self._activation() != "linear" or any(self._unread(x))

    def _windows(self, axis: int, size: int) -> tuple[int, int, int, int]:
        """Returns the length, the stride and the padding at both ends of the windows of an axis."""
        options = self._options
        length = options.FilterHeight() if axis == 1 else options.FilterWidth()
        stride = options.StrideH() if axis == 1 else options.StrideW()
        # The number of VALID.
        if options.Padding() == 1:
            return length, stride, 0, 0
        missing = max((-(-size // stride) - 1) * stride + length - size, 0)
        return length, stride, missing // 2, missing - missing // 2

    def _unread(self, shape: Sequence[int]) -> list[int]:
        """Returns how many of the last rows and columns no window reads."""
        found = []
        for axis in _DIMS:
            length, stride, before, after = self._windows(axis, shape[axis])
            found.append((shape[axis] + before + after - length) % stride)
        return found

    def _attributes(self, shape: Sequence[int]) -> str:
        rows, columns = (self._windows(axis, shape[axis]) for axis in _DIMS)
        lists = {"kernel": [rows[0], columns[0]], "stride": [rows[1], columns[1]], "pad": [*rows[2:], *columns[2:]]}
        return ", ".join(f"{name} = array<i64: {', '.join(map(str, sizes))}>" for name, sizes in lists.items())

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, types.x_kind)
        attributes = self._attributes(x.shape)
        for axis, unread in zip(_DIMS, self._unread(x.shape), strict=True):
            if unread and x.shape[axis] < 0:
                raise self._refused("no window reads the end of its input, which has a dynamic size; expected a fixed one")
            x = function.tensor(function.part(x, axis, 0, x.shape[axis] - unread))
        made = self._pool(function, x, types.result, attributes)
        limits = self._limits(self._activation(), self._output())
        return limit(function, made, limits) if limits else made

    def _pool(self, function: Function, x: Tensor, shape: Sequence[int], attributes: str) -> Tensor:
        raise NotImplementedError

    def _average(self, function: Function, x: Tensor, shape: Sequence[int], attributes: str, zero: int) -> Tensor:
        kinds = {"f32": ("f32", numpy.float32), "i8": ("i32", numpy.int8), "i16": ("i32", numpy.int16)}
        sums, dtype = kinds[x.kind]
        zeros = [numpy.full(1, zero, dtype)] * 2
        return function.op("avg_pool2d", [x, *zeros], shape, x.kind, f"{attributes}, acc_type = {sums}")


class Maximum(_Pool):
    operator, function_name = "MAX_POOL_2D", "max_pool_2d"

    def _pool(self, function: Function, x: Tensor, shape: Sequence[int], attributes: str) -> Tensor:
        return function.op("max_pool2d", [x], shape, x.kind, attributes)


class Average(_Pool):
    operator, function_name = "AVERAGE_POOL_2D", "average_pool_2d"

    def is_taken(self) -> bool:
        return super().is_taken() or (self._kind(0) == "uint8" and min(self._open_shape(self._tensor(0))[1:]) > 0)

    def _pool(self, function: Function, x: Tensor, shape: Sequence[int], attributes: str) -> Tensor:
        # The converter has uint8 as int8, less by 128. The sum of the numbers themselves is not negative.
        return self._average(function, x, shape, attributes, -128 if self._kind(0) == "uint8" else 0)


class Norm(_Pool):
    operator, function_name = "L2_POOL_2D", "l2_pool_2d"

    def is_taken(self) -> bool:
        return self._kind(0) == "f32"

    def _pool(self, function: Function, x: Tensor, shape: Sequence[int], attributes: str) -> Tensor:
        mean = self._average(function, function.each("mul", x, x), shape, attributes, 0)
        return function.each("pow", mean, numpy.full([1] * 4, 0.5, numpy.float32))
