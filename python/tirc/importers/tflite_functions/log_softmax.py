# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LOG_SOFTMAX of TensorFlow Lite. Version 2026.2.0 of the converter does not subtract the maximum, so that large
numbers become infinite."""

from __future__ import annotations

from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.recurrent.text import Function


class LogSoftmax(Typed):
    operator, options_class, function_name = "LOG_SOFTMAX", "LogSoftmaxOptions", "log_softmax"
    activations = ()

    def is_taken(self) -> bool:
        return self._kind(0) == "f32"

    def text(self, name: str, types: Types) -> str:
        function = Function(name, self._place)
        x = function.argument(types.x, "f32")
        row, axis = [*types.x[:-1], 1], f"axis = {len(types.x) - 1} : i32"
        below = function.each("sub", x, function.op("reduce_max", [x], row, "f32", axis))
        total = function.op("reduce_sum", [function.each("exp", below)], row, "f32", axis)
        return function.text([function.each("sub", below, function.each("log", total))])


__all__ = ["LogSoftmax"]
