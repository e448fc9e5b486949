# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite that move elements, in forms that version 2026.2.0 of the converter refuses: uint8 of which several
results are the model's, results of uint8 that are the operand, CONCATENATION of uint8 with other scales, and PADV2 of more axes."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.elements import Elements
from tirc.importers.tflite_functions.reader import Reader
from tirc_frontends.text import Array, Function, Tensor


class _Parts(Elements):
    """An operator with several results of uint8, of which a function computes the one at `index`."""

    index = 0

    def is_taken(self) -> bool:
        results = {self._graph.Outputs(i) for i in range(self._graph.OutputsLength())}
        is_result = any(self._operator.Outputs(i) in results for i in range(1, self._operator.OutputsLength()))
        return is_result and self._is_byte(self._tensor(self.data[0])) and self._has_constants()

    def _has_constants(self) -> bool:
        return True

    def parts(self) -> Sequence[Reader]:
        """The converter makes uint8 of the first result only."""
        return [self._only(i) for i in range(self._operator.OutputsLength())]

    def _only(self, index: int) -> _Parts:
        made = copy.copy(self)
        made.index = index
        return made

    def outputs(self) -> list[int]:
        return [self._operator.Outputs(self.index)]

    def _part(self, name: str, axis: int, sizes: Sequence[int]) -> str:
        """Returns the function of one result."""
        function = Function(name, self._graph.Tensors(self.outputs()[0]).Name().decode())
        (x,) = self._arguments(function)
        part = function.part(x, axis, sum(sizes[: self.index]), sizes[self.index])
        return function.text([function.tensor(function.reshape(part, self._shape(self._result(self.index))))])


class Split(_Parts):
    operator, function_name, data = "SPLIT", "split", (1,)

    def _has_constants(self) -> bool:
        return self._is_constant(0)

    def text(self, name: str) -> str:
        axis, count = int(self._constant(self._index(0)).flat[0]), self._operator.OutputsLength()
        return self._part(name, axis, [self._shape(self._tensor(1))[axis] // count] * count)


class SplitV(_Parts):
    operator, function_name = "SPLIT_V", "split_v"

    def _has_constants(self) -> bool:
        return self._is_constant(1) and self._is_constant(2)

    def text(self, name: str) -> str:
        sizes, axis = (self._constant(self._index(operand)).ravel() for operand in (1, 2))
        return self._part(name, int(axis[0]), [int(size) for size in sizes])


class Unpack(_Parts):
    operator, function_name, options_class = "UNPACK", "unpack", "UnpackOptions"

    def text(self, name: str) -> str:
        return self._part(name, self._options.Axis(), [1] * self._operator.OutputsLength())


class BroadcastTo(Elements):
    """To the shape that the operand has."""

    operator, function_name = "BROADCAST_TO", "broadcast_to"

    def is_taken(self) -> bool:
        x = self._tensor(0)
        return self._is_byte(x) and self._shape(x) == self._shape(self._output())

    def emit(self, function: Function, x: Tensor) -> Tensor:
        return x


class PadV2(Elements):
    operator, function_name, data = "PADV2", "pad", (0, 2)

    def is_taken(self) -> bool:
        if not super().is_taken() or not self._is_constant(1):
            return False
        x = self._tensor(0)
        return self._is_byte(x) or len(self._shape(x)) != 4 or bool(self._shape(self._tensor(2)))

    def emit(self, function: Function, x: Tensor, padding: Tensor) -> Tensor:
        made = x
        for axis, sizes in enumerate(self._constant(self._index(1)).reshape(-1, 2)):
            shapes = ([int(size) if i == axis else old for i, old in enumerate(made.shape)] for size in sizes)
            ends = [self._filled(function, padding, shape) for shape in shapes if math.prod(shape)]
            made = function.tensor(function.joined([*ends[: bool(sizes[0])], made, *ends[bool(sizes[0]) :]], axis))
        return made

    @staticmethod
    def _filled(function: Function, number: Tensor, shape: Sequence[int]) -> Tensor:
        one = function.tensor(function.reshape(number, [1] * len(shape)))
        name, sizes = function.sizes(shape)
        result = Tensor(function.fresh(), number.kind, tuple(shape))
        function.line(f'{result.name} = "tosa.tile"({one.name}, {name}) : ({one.type}, {sizes}) -> {result.type}')
        return result


class Concatenation(Elements):
    """Of uint8, LiteRT gives all operands the scale of the result."""

    operator, function_name, options_class = "CONCATENATION", "concatenation", "ConcatenationOptions"

    def operands(self) -> list[int]:
        return list(range(self._operator.InputsLength()))

    def is_taken(self) -> bool:
        tensors = [*(self._tensor(operand) for operand in self.operands()), self._output()]
        if not all(self._is_byte(tensor) and not self._is_plain_byte(tensor) for tensor in tensors):
            return False
        return len({self._scale(tensor) for tensor in tensors}) > 1

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        parts: list[Tensor] = []
        for operand in self.operands():
            x = function.argument(self._shape(self._tensor(operand)), "i8")
            is_same = self._scale(self._tensor(operand)) == self._scale(self._output())
            parts.append(x if is_same else function.op("table", [x, self._entries(operand)], x.shape, "i8"))
        axis = self._options.Axis() % len(parts[0].shape)
        return function.text([function.tensor(function.joined(parts, axis))])

    def _entries(self, operand: int) -> Array:
        """Returns the result of each number, which LiteRT computes in float32."""
        (scale, zero), (unit, result_zero) = (self._scale(tensor) for tensor in (self._tensor(operand), self._output()))
        single = numpy.float32
        factor = single(scale) * (single(1) / single(unit))
        moved = numpy.arange(256).astype(single) * factor + single(-zero) * factor
        whole = numpy.copysign(numpy.floor(numpy.abs(moved).astype(numpy.float64) + 0.5), moved)
        entries: Array = (numpy.clip(whole + result_zero, 0, 255) - 128).astype(numpy.int8)
        return entries


# The converter has a form of these, but not for all types.
KNOWN: list[type[Elements]] = [BroadcastTo, Concatenation, PadV2, Split, SplitV, Unpack]
