# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LOG_SOFTMAX of TensorFlow Lite. Version 2026.2.0 of the converter does not subtract the maximum, so that large
numbers become infinite."""

from __future__ import annotations

from tirc.importers.tflite_functions.reader import OfFloats
from tirc_frontends.text import Function, Tensor


class LogSoftmax(OfFloats):
    operator, options_class, function_name = "LOG_SOFTMAX", "LogSoftmaxOptions", "log_softmax"

    def computed(self, function: Function, x: Tensor) -> Tensor:
        row, axis = [*x.shape[:-1], 1], f"axis = {len(x.shape) - 1} : i32"
        below = function.each("sub", x, function.op("reduce_max", [x], row, "f32", axis))
        total = function.op("reduce_sum", [function.each("exp", below)], row, "f32", axis)
        return function.each("sub", below, function.each("log", total))
