# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PRELU of TensorFlow Lite, whose slopes have an axis for the batch.

Version 2026.2.0 of the converter expects slopes with one axis less than the input.
"""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.elements import Elements
from tirc_frontends.text import Function, Operand, Tensor, fixed_point

_MOVED = {"i8": 0, "uint8": 128}


class Prelu(Elements):
    operator, function_name, data = "PRELU", "prelu", (0, 1)

    def is_taken(self) -> bool:
        if not super().is_taken() or self._kind(0) not in ("f32", *_MOVED):
            return False
        x, slopes = (self._shape(self._tensor(operand)) for operand in self.data)
        return len(slopes) != len(x) - 1

    def emit(self, function: Function, *tensors: Tensor) -> Tensor:
        shape = self._shape(self._output())
        x, slopes = (
            function.tensor(function.reshape(one, [*[1] * (len(shape) - len(one.shape)), *one.shape]))
            for one in tensors
        )
        is_float = self._kind(0) == "f32"
        return self._of_floats(function, x, slopes) if is_float else self._quantized(function, x, slopes)

    def _of_floats(self, function: Function, x: Tensor, slopes: Tensor) -> Tensor:
        is_above = function.each("greater_equal", x, self._none(x, numpy.float32), kind="i1")
        return self._chosen(function, [is_above, x, function.each("mul", x, slopes)], "f32")

    def _quantized(self, function: Function, x: Tensor, slopes: Tensor) -> Tensor:
        moved = _MOVED[self._kind(0)]
        pairs = [self._scale(tensor) for tensor in (self._tensor(0), self._tensor(1), self._output())]
        scale, slope, made = (numpy.float32(pair[0]) for pair in pairs)
        zeros = [zero - moved for _, zero in pairs]
        x = function.rescale(x, 1 << 30, 30, "i32", (zeros[0], 0))
        slopes = function.rescale(slopes, 1 << 30, 30, "i32", (zeros[1], 0))
        above = function.rescale(x, *fixed_point(float(scale / made)), "i32", is_twice=True)
        product = function.each("mul", x, slopes)
        below = function.rescale(product, *fixed_point(float(scale * slope / made)), "i32", is_twice=True)
        is_above = function.each("greater_equal", x, self._none(x, numpy.int32), kind="i1")
        result = self._chosen(function, [is_above, above, below], "i32")
        return function.rescale(result, 1 << 30, 30, "i8", (0, zeros[2]))

    @staticmethod
    def _none(x: Tensor, dtype: type) -> Operand:
        return numpy.zeros([1] * len(x.shape), dtype)

    def _chosen(self, function: Function, operands: list[Tensor], kind: str) -> Tensor:
        return function.op("select", operands, self._shape(self._output()), kind)


KNOWN: list[type[Elements]] = [Prelu]
