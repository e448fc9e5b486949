# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ARG_MAX and ARG_MIN of TensorFlow Lite whose results have 64 bits, which TOSA does not have, ARG_MIN of short integers,
and both of truths, which version 2026.2.0 of the converter refuses."""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.loops import broadcast
from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Function, Tensor


class ArgMax(Typed):
    operator, options_class, function_name = "ARG_MAX", "ArgMaxOptions", "arg_max"
    activations = ()

    def is_taken(self) -> bool:
        is_wide = self._kind_of(self._output()) == "int64"
        if self._kind(0) == "bool":
            return self._is_constant(1)
        return is_wide and self._kind(0) in ("f32", "i8", "uint8", "i16") and self._is_constant(1)

    def emit(self, function: Function, types: Types) -> Tensor:
        if min([0, *types.result]) < 0:
            raise self._refused("its result has a dynamic size; expected fixed sizes")
        argument = function.argument(types.x, types.x_kind)
        # True is -1 as an integer of one bit.
        x = self._ordered(function, function.tensor(function.cast(argument, "i8")) if argument.kind == "i1" else argument)
        axis = int(self._constant(self._index(1)).flat[0]) % len(types.x)
        found = function.op("argmax", [x], types.result, "i32", f"axis = {axis} : i32")
        if types.result_kind == "i64":
            lines = ["%out = arith.extsi %in0 : i32 to i64", "linalg.yield %out : i64"]
            found = broadcast(function, [found], types.result, "i64", lines)
        return found

    def _ordered(self, function: Function, x: Tensor) -> Tensor:
        """Returns the numbers of which the largest is looked for."""
        return x


class ArgMin(ArgMax):
    operator, options_class, function_name = "ARG_MIN", "ArgMinOptions", "arg_min"

    def is_taken(self) -> bool:
        is_short = self._kind(0) in ("i8", "uint8", "i16") and self._is_constant(1)
        return is_short or super().is_taken()

    def _ordered(self, function: Function, x: Tensor) -> Tensor:
        if x.kind == "f32":
            return function.each("sub", numpy.zeros([1] * len(x.shape), numpy.float32), x)
        return function.op("bitwise_not", [x], x.shape, x.kind)
