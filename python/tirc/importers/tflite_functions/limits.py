# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The limits that an activation sets to the numbers of a result."""

from __future__ import annotations

import math

import numpy

from tirc_frontends.text import Function, Tensor

_REAL = {"relu": (0.0, None), "relu6": (0.0, 6.0), "relu_n1_to_1": (-1.0, 1.0)}
_ENDS = {"i8": (-128, 127), "uint8": (0, 255), "i16": (-32768, 32767)}


def limits_of(activation: str, kind: str, scale: float, zero: int) -> tuple[float, float] | None:
    """Returns the least and the largest number of an element type, as LiteRT quantises them, or None without an
    activation. Numbers of uint8 are less by 128."""
    if activation == "linear":
        return None
    low, high = _REAL[activation]
    if kind not in _ENDS:
        return low, math.inf if high is None else high
    least, most = _ENDS[kind]

    def quantized(number: float) -> int:
        quotient = float(numpy.float32(number) / numpy.float32(scale))
        return zero + int(math.copysign(math.floor(abs(quotient) + 0.5), quotient))

    least = max(least, quantized(low))
    if high is not None:
        most = min(most, quantized(high))
    moved = 128 if kind == "uint8" else 0
    return least - moved, most - moved


def limit(function: Function, x: Tensor, limits: tuple[float, float]) -> Tensor:
    """Adds a clamp of TOSA."""
    least, most = (min(end, float(numpy.finfo(numpy.float32).max)) for end in limits)
    texts = [repr(float(end)) if x.kind == "f32" else str(int(end)) for end in (least, most)]
    attributes = f"min_val = {texts[0]} : {x.kind}, max_val = {texts[1]} : {x.kind}"
    return function.op("clamp", [x], x.shape, x.kind, attributes)
