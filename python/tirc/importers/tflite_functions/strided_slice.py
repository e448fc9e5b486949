# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""STRIDED_SLICE of TensorFlow Lite with new axes, negative strides, an ellipsis or ends relative to the begins.

Version 2026.2.0 of the converter ignores some of these options, and refuses others.
"""

from __future__ import annotations

import math
from typing import Any

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Function, Tensor

_X, _BEGIN, _END, _STRIDES = range(4)


class StridedSlice(Typed):
    operator, options_class, function_name = "STRIDED_SLICE", "StridedSliceOptions", "strided_slice"
    activations = ()

    def is_taken(self) -> bool:
        if not all(self._is_constant(operand) for operand in (_BEGIN, _END, _STRIDES)):
            return False
        options = self._options
        is_relative = self._operator.BuiltinOptions() is not None and options.Offset()
        # The converter keeps an axis that has a mask for one of its ends, too.
        is_masked = options.ShrinkAxisMask() & (options.BeginMask() | options.EndMask())
        has_form = options.NewAxisMask() or options.EllipsisMask() or is_relative or is_masked
        begins, ends, strides = (self._constant(self._index(operand)) for operand in (_BEGIN, _END, _STRIDES))
        # Indices beyond the ends are limited.
        sizes = self._open_shape(self._tensor(_X))[: len(begins)]
        ends_of = [zip(indices.tolist(), sizes, strict=False) for indices in (begins, ends)]
        is_beyond = any(abs(index) > size for pairs in ends_of for index, size in pairs)
        return bool(has_form or is_beyond or min(strides.tolist(), default=1) < 0) and min(sizes, default=0) >= 0

    def _index_of(self, rank: int) -> list[Any]:
        """Returns the index of each axis, where None is a new one, with an ellipsis as slices."""
        options = self._options
        begins, ends, strides = (self._constant(self._index(operand)).tolist() for operand in (_BEGIN, _END, _STRIDES))
        index: list[Any] = []
        for place, (begin, end, stride) in enumerate(zip(begins, ends, strides, strict=True)):
            masks = (options.EllipsisMask(), options.NewAxisMask(), options.ShrinkAxisMask())
            is_ellipsis, is_new, is_one = (bool(mask >> place & 1) for mask in masks)
            from_begin, to_end = (not mask >> place & 1 for mask in (options.BeginMask(), options.EndMask()))
            if is_ellipsis:
                index.append(...)
            elif is_new:
                index.append(None)
            elif is_one:
                index.append(begin if from_begin else 0)
            else:
                last = begin + end if options.Offset() else end
                index.append(slice(begin if from_begin else None, last if to_end else None, stride))
        if ... not in index:
            index.append(...)
        place = index.index(...)
        missing = rank - sum(entry is not None for entry in index) + 1
        index[place : place + 1] = [slice(None)] * missing
        return index

    def emit(self, function: Function, types: Types) -> Tensor:
        options = self._options
        if options.Offset() and (options.BeginMask() or options.EndMask() or options.ShrinkAxisMask()):
            raise self._refused("it has masks and ends relative to its begins; expected one of them")
        if min(types.x) < 0:
            raise self._refused("its input has a dynamic size; expected fixed sizes for this form")
        x = function.argument(types.x, types.x_kind)
        parts = []
        index = [entry for entry in self._index_of(len(types.x)) if entry is not None]
        for entry, size in zip(index, types.x, strict=True):
            if isinstance(entry, int):
                at = entry + size if entry < 0 else entry
                entry = slice(at, at + 1)
            parts.append(range(*entry.indices(size)))
        if math.prod(map(len, parts)) not in (0, math.prod(types.result)):
            raise self._refused(f"its result has the sizes {types.result}; expected the sizes of its slices")
        if any(not part for part in parts):
            raise self._refused("its result has no elements; expected some")
        for axis, part in enumerate(parts):
            if part.step < 0:
                x = function.op("reverse", [x], x.shape, x.kind, f"axis = {axis} : i32")
        parts = [part if part.step > 0 else _reversed(part, size) for part, size in zip(parts, types.x, strict=True)]
        return function.tensor(function.reshape(_taken(function, x, parts), types.result))


def _reversed(part: range, size: int) -> range:
    """Returns the places of the same elements after a reversal."""
    start = size - 1 - part.start
    return range(start, start - len(part) * part.step, -part.step)


def _taken(function: Function, x: Tensor, parts: list[range]) -> Tensor:
    result = Tensor(function.fresh(), x.kind, tuple(len(part) for part in parts))
    starts, steps = [part.start for part in parts], [part.step for part in parts]
    sizes = [len(part) for part in parts]
    function.line(f"{result.name} = tensor.extract_slice {x.name}{starts} {sizes} {steps} : {x.type} to {result.type}")
    return result
