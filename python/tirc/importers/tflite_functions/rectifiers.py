# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RELU, ELU and SIGN of floats of TensorFlow Lite.

Version 2026.2.0 of the converter limits RELU to the largest finite number, writes ELU as exp(x) - 1, which loses the
digits of small numbers, and makes 0 of a NaN's sign.
"""

from __future__ import annotations

from typing import ClassVar

from tirc.importers.tflite_functions.reader import OfFloats
from tirc_frontends.text import Function, Tensor

_INFINITY = "0x7F800000 : f32"


class Relu(OfFloats):
    operator, options_class, function_name = "RELU", "AbsOptions", "relu"

    def computed(self, function: Function, x: Tensor) -> Tensor:
        limits = f"min_val = 0.0 : f32, max_val = {_INFINITY}"
        return function.op("clamp", [x], x.shape, "f32", limits)


class _Mapped(OfFloats):
    # The lines that compute %result of %in and %zero.
    lines: ClassVar[tuple[str, ...]]

    def computed(self, function: Function, x: Tensor) -> Tensor:
        lines = ["%zero = arith.constant 0.0 : f32", *self.lines, "linalg.yield %result : f32"]
        return function.mapped(x, "f32", lines)


class Elu(_Mapped):
    operator, options_class, function_name = "ELU", "AbsOptions", "elu"
    lines = (
        "%below = math.expm1 %in : f32",
        "%is_below = arith.cmpf olt, %in, %zero : f32",
        "%result = arith.select %is_below, %below, %in : f32",
    )


class Sign(_Mapped):
    operator, options_class, function_name = "SIGN", "SignOptions", "sign"
    lines = (
        "%one = arith.constant 1.0 : f32",
        "%signed = math.copysign %one, %in : f32",
        "%differs = arith.cmpf one, %in, %zero : f32",
        "%same = arith.addf %in, %zero : f32",
        "%result = arith.select %differs, %signed, %same : f32",
    )
