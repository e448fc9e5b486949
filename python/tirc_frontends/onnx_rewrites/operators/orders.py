# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The order of floats as unsigned integers: minus infinity is 0, the next number 1, and so on. Whatever is not a number is
above infinity. Comparisons of integers need no floating-point unit, and are the same on every processor.

The order of an integer is the integer."""

from __future__ import annotations

from typing import Any

import numpy

from ...element_loops import Steps

_BITS = {"f32": 32, "f64": 64, "i8": 32, "i16": 32, "i32": 32, "i64": 64}
_UNSIGNED: dict[int, Any] = {32: numpy.uint32, 64: numpy.uint64}
# The bits of infinity.
_INFINITY = {32: 0x7F800000, 64: 0x7FF0000000000000}


def bits_of(kind: str) -> int:
    """Returns the bits of the order of a number."""
    return _BITS[kind]


def predicate(kind: str) -> str:
    """Returns how arith.cmpi compares two orders."""
    return "slt" if kind.startswith("i") else "ult"


def limit_of_integers(value: Any, is_at_most: bool, dtype: Any) -> int | None:
    """Returns the integer below which exactly the integers of a type lie that are, as floats, at most or less than a value.
    Returns None if the order of the type does not have it."""
    type_of_value, least, most = value.dtype.type, int(numpy.iinfo(dtype).min), int(numpy.iinfo(dtype).max)
    low, high = least, most + 1
    while low < high:
        middle = (low + high) // 2
        number = type_of_value(middle)
        holds = number <= value if is_at_most else number < value
        low, high = (middle + 1, high) if holds else (low, middle)
    return None if low > most and dtype().itemsize >= 4 else low


def above_infinity(bits: int) -> int:
    """Returns the least order of what is not a number."""
    return 2 * _INFINITY[bits] + 2


def order(value: Any) -> int:
    """Returns the order of a number."""
    bits = 8 * value.dtype.itemsize
    pattern, sign = int(value.view(_UNSIGNED[bits])), 1 << (bits - 1)
    return _INFINITY[bits] + 1 + (pattern if pattern < sign else sign - 1 - pattern)


def number(of: int) -> Any:
    """Returns the float32 of an order."""
    pattern = of - _INFINITY[32] - 1
    return numpy.uint32(pattern if pattern >= 0 else (1 << 31) - 1 - pattern).view(numpy.float32)


def limit(value: Any, is_at_most: bool) -> int:
    """Returns the order below which exactly the orders of numbers lie that are at most, or less than, a value: both zeros are
    one number, and no number is at most what is not a number."""
    if numpy.isnan(value):
        return 0
    if value == 0:
        # Zeros have the order of 0.0, or one less.
        zero = order(numpy.zeros((), value.dtype)[()])
        return zero + 1 if is_at_most else zero - 1
    return order(value) + int(is_at_most)


def add(steps: Steps, x: str, kind: str, is_unsigned: bool = False) -> str:
    """Adds the operations that compute the order of a number; returns its name."""
    bits = _BITS[kind]
    if kind in ("i8", "i16"):
        return steps.named(f"arith.{'extui' if is_unsigned else 'extsi'} {x} : {kind} to i{bits}")
    if kind.startswith("i"):
        return x
    integer = f"i{bits}"
    signed = steps.named(f"arith.bitcast {x} : {kind} to {integer}")
    sign = steps.named(f"arith.shrsi {signed}, {steps.literal(f'{bits - 1} : {integer}')} : {integer}")
    rest = steps.named(f"arith.shrui {sign}, {steps.literal(f'1 : {integer}')} : {integer}")
    ordered = steps.named(f"arith.xori {signed}, {rest} : {integer}")
    return steps.named(f"arith.addi {ordered}, {steps.literal(f'{_INFINITY[bits] + 1} : {integer}')} : {integer}")
