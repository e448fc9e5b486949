# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RESIZE_NEAREST_NEIGHBOR and RESIZE_BILINEAR, as LiteRT's reference kernels compute them.

Version 2026.2.0 of the converter takes the nearest element where LiteRT rounds positions down, and rounds interpolated
integers in another way.
"""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions import sampling
from tirc.importers.tflite_functions.positions import Grid
from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Array, Function, Tensor

_DIMS = (1, 2)
# A quotient by 2^20, rounded half a unit away from zero.
_ROUNDED = [
    "%half = arith.constant 524288 : i32",
    "%last = arith.constant 31 : i32",
    "%width = arith.constant 20 : i32",
    "%sign = arith.shrsi %in, %last : i32",
    "%near = arith.addi %in, %half : i32",
    "%moved = arith.addi %near, %sign : i32",
    "%whole = arith.shrsi %moved, %width : i32",
    "%number = arith.trunci %whole : i32 to i8",
    "linalg.yield %number : i8",
]


class _Resize(Typed):
    activations = ()

    def is_taken(self) -> bool:
        """Returns whether the converter's form differs. It needs the sizes of the image, and so does this one."""
        x, result = self._open_shape(self._tensor(0)), self._open_shape(self._output())
        if len(x) != 4 or len(result) != 4 or min(x[1:] + result[1:]) < 1:
            return False
        return any(self._differs(grid) for grid in self._grids((x, result)))

    def _grids(self, shapes: tuple[list[int], list[int]]) -> list[Grid]:
        """Returns how rows and columns are sampled."""
        options = self._options
        return [
            Grid(shapes[0][dim], shapes[1][dim], options.AlignCorners(), options.HalfPixelCenters()) for dim in _DIMS
        ]

    def _differs(self, grid: Grid) -> bool:
        """Returns whether the converter samples rows or columns in another way."""
        raise NotImplementedError

    def _check_sizes(self, types: Types) -> None:
        if min(types.result) < 0:
            raise self._refused(
                f"it has the type {self._kind(0)}, these sizes and a dynamic dimension; expected fixed sizes: convert "
                "the model with them"
            )


class Nearest(_Resize):
    operator, options_class = "RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions"
    function_name = "resize_nearest"

    def _differs(self, grid: Grid) -> bool:
        positions = numpy.arange(grid.outputs)
        if grid.is_aligned and grid.has_centres:
            return True
        if grid.is_aligned:
            found = (2 * positions * (grid.inputs - 1) + grid.outputs - 1) // (2 * max(grid.outputs - 1, 1))
        elif grid.has_centres:
            found = (2 * positions + 1) * grid.inputs // (2 * grid.outputs)
        else:
            found = (2 * positions * grid.inputs + grid.outputs) // (2 * grid.outputs)
        return not numpy.array_equal(numpy.minimum(found, grid.inputs - 1), grid.nearest())

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, types.x_kind)
        grids = self._grids((types.x, types.result))
        steps = [grid.nearest_steps() for grid in grids]
        if all(steps):
            known = [step for step in steps if step]
            made = sampling.resize(function, x, types.result, x.kind, "NEAREST_NEIGHBOR", known, grids)
        else:
            self._check_sizes(types)
            made = sampling.nearest(function, x, types.result, [grid.nearest() for grid in grids])
        return made


class Bilinear(_Resize):
    operator, options_class, function_name = "RESIZE_BILINEAR", "ResizeBilinearOptions", "resize_bilinear"

    def _differs(self, grid: Grid) -> bool:
        # The converter rounds halves up.
        if self._kind(0) in ("i8", "i16"):
            return True
        return self._kind(0) in ("f32", "uint8") and not grid.is_exact()

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, types.x_kind)
        grids = self._grids((types.x, types.result))
        kind = self._kind(0)
        if kind == "i8":
            return self._bytes(function, x, types, grids)
        if min(types.result) < 0 and kind == "f32":
            steps = [grid.real_steps() for grid in grids]
            return sampling.resize(function, x, types.result, x.kind, "BILINEAR", steps, grids)
        self._check_sizes(types)
        if kind == "i16":
            steps = [grid.fixed_steps() for grid in grids]
            return sampling.shorts(function, x, types.result, steps, grids)
        return sampling.floats(function, x, types.result, grids, is_byte=kind == "uint8")

    @staticmethod
    def _bytes(function: Function, x: Tensor, types: Types, grids: list[Grid]) -> Tensor:
        """Returns the sums of products by 2^20, rounded half a unit away from zero."""
        steps = [grid.fixed_steps() for grid in grids]
        sums = sampling.resize(function, x, types.result, "i32", "BILINEAR", steps, grids)
        if min(types.result) >= 0:
            # One loop, which computes the sums once.
            return function.mapped(sums, "i8", _ROUNDED)

        def constant(number: int) -> Array:
            return numpy.full([1] * len(sums.shape), number, numpy.int32)

        def shifted(value: Tensor, count: int) -> Tensor:
            shift = constant(count)
            return function.op("arithmetic_right_shift", [value, shift], value.shape, "i32", "round = false")

        half = function.op("add", [sums, constant(1 << 19)], sums.shape, "i32")
        moved = function.op("add", [half, shifted(sums, 31)], sums.shape, "i32")
        return function.op("cast", [shifted(moved, 20)], sums.shape, "i8")
