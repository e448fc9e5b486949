# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients and square roots of floats of TensorFlow Lite.

Version 2026.2.0 of the converter writes them as products with a reciprocal, which it computes itself if the divisor is one
constant number: 41 / 41 is then less than 1, and rounded down 0.
"""

from __future__ import annotations

from tirc.importers.tflite_functions.limits import limit
from tirc.importers.tflite_functions.reader import OfFloats, Typed, Types
from tirc_frontends.quotients import divided
from tirc_frontends.text import Function, Tensor


class Div(Typed):
    operator, options_class, function_name = "DIV", "DivOptions", "quotient"
    activations = (0, 1, 2, 3)
    rule = "divide"

    def is_taken(self) -> bool:
        return self._kind(0) == "f32"

    def operands(self) -> list[int]:
        return [0, 1]

    def emit(self, function: Function, types: Types) -> Tensor:
        operands = [function.argument(*operand) for operand in types.operands]
        made = divided(function, self.rule, operands, types.result, types.result_kind)
        limits = self._limits(self._fused(), self._output())
        return limit(function, made, limits) if limits else made

    def _fused(self) -> str:
        return self._activation()


class FloorDiv(Div):
    operator, options_class, function_name = "FLOOR_DIV", "FloorDivOptions", "floor_quotient"
    rule = "floor"

    def _fused(self) -> str:
        return "linear"


class Root(OfFloats):
    """SQRT, which the converter writes as the reciprocal of a reciprocal root."""

    operator, options_class, function_name = "SQRT", "AbsOptions", "root"

    def computed(self, function: Function, x: Tensor) -> Tensor:
        lines = ["%root = math.sqrt %in : f32", "linalg.yield %root : f32"]
        return function.mapped(x, "f32", lines)
