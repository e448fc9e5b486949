# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CAST of TensorFlow Lite. Version 2026.2.0 of the converter rounds floats, and moves the numbers of uint8 by 128."""

from __future__ import annotations

import numpy

from tirc.importers.recurrent.text import Function, Tensor
from tirc.importers.tflite_functions.reader import Typed, Types

_FLOATS = ("f32", "float16")
_INTEGERS = {"i8": "i8", "uint8": "i8", "i16": "i16", "int32": "i32"}


class Cast(Typed):
    operator, options_class, function_name = "CAST", "CastOptions", "cast"
    activations = ()

    def is_taken(self) -> bool:
        """Returns whether the converter's form differs, and both types are known."""
        before, after = self._kind(0), self._kind_of(self._output())
        if before in _FLOATS:
            return after in _INTEGERS
        return after == "uint8" and (before in _INTEGERS or before == "bool")

    def text(self, name: str, types: Types) -> str:
        function = Function(name, self._place)
        x = function.argument(types.x, types.x_kind)
        after = self._kind_of(self._output())
        is_byte = after == "uint8"
        if self._kind(0) in _FLOATS:
            made = _whole(function, x)
            if is_byte:
                # LiteRT saturates.
                made = function.each("maximum", made, _splat(made, 0))
                made = function.each("minimum", made, _splat(made, 255))
                made = function.op("cast", [made], made.shape, "i32")
        else:
            made = x
        if self._kind(0) == "uint8":
            return function.text([made])
        if made.kind != types.result_kind:
            made = function.op("cast", [made], made.shape, types.result_kind)
        if is_byte:
            # The converter has uint8 as int8, less by 128.
            made = function.each("bitwise_xor", made, _splat(made, -128))
        return function.text([made])


def _splat(x: Tensor, number: float) -> numpy.ndarray:
    kinds = {"f32": numpy.float32, "f16": numpy.float16, "i8": numpy.int8}
    return numpy.full([1] * len(x.shape), number, kinds[x.kind])


def _whole(function: Function, x: Tensor) -> Tensor:
    """Returns the numbers without their fractions."""
    is_below = function.each("greater", _splat(x, 0), x, kind="i1")
    parts = [function.each(name, x) for name in ("ceil", "floor")]
    return function.op("select", [is_below, *parts], x.shape, x.kind)


__all__ = ["Cast"]
