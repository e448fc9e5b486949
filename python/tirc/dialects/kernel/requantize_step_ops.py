# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelRequantizeStepOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def requantize(
    builder: Builder,
    accumulator: Value,
    multiplier: Value,
    offset: Value,
    *,
    shift: int,
    bits: int,
    sign_offset: Value | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.requantize`: an accumulator as an element of a quantised tensor.

    accumulator: the sum of products (32-bit signless integer)
    multiplier: the scale, with 32 + `shift` fractional bits (32-bit signless integer)
    offset: bias, zero points and rounding, with as many or with `shift` (32-bit signless integer or 64-bit signless
        integer)
    shift: the shift of the upper half
    bits: the number of bits of the result
    sign_offset: what negative accumulators take less (32-bit signless integer)
    returns result: the element
    """
    return builder._build(
        "kernel.requantize",
        [
            ("accumulator", [accumulator]),
            ("multiplier", [multiplier]),
            ("offset", [offset]),
            ("sign_offset", sign_offset),
        ],
        [("shift", kinds.I64, shift), ("bits", kinds.I64, bits)],
        attributes,
        place,
        results=["i32"],
    ).result


def requantize_approximate(
    builder: Builder,
    accumulator: Value,
    multiplier: Value,
    offset: Value,
    *,
    shift: int,
    bits: int,
    sign_offset: Value | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.requantize_approximate`: an accumulator as an element of a quantised tensor, by halves.

    accumulator: the sum of products (32-bit signless integer)
    multiplier: the multiplier, with 32 + `shift` fractional bits (32-bit signless integer)
    offset: bias, zero points and rounding, for the upper half (32-bit signless integer)
    shift: the shift of the upper half
    bits: the number of bits of the result
    sign_offset: what is subtracted from `offset` where the accumulator is negative (32-bit signless integer)
    returns result: the element
    """
    return builder._build(
        "kernel.requantize_approximate",
        [
            ("accumulator", [accumulator]),
            ("multiplier", [multiplier]),
            ("offset", [offset]),
            ("sign_offset", sign_offset),
        ],
        [("shift", kinds.I64, shift), ("bits", kinds.I64, bits)],
        attributes,
        place,
        results=["i32"],
    ).result


def requantize_double(
    builder: Builder,
    accumulator: Value,
    scale: Value,
    offset: Value,
    *,
    shift: int,
    max: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.requantize_double`: an accumulator as an element of a quantised tensor, by doubles.

    accumulator: the sum of products (32-bit signless integer)
    scale: the scale, with 32 + `shift` fractional bits (32-bit signless integer)
    offset: bias, zero points and rounding, with 20 fractional bits (32-bit signless integer)
    shift: what the scale has more than 32 fractional bits
    max: the largest result
    returns result: the element
    """
    return builder._build(
        "kernel.requantize_double",
        [("accumulator", [accumulator]), ("scale", [scale]), ("offset", [offset])],
        [("shift", kinds.I64, shift), ("max", kinds.I64, max)],
        attributes,
        place,
        results=["i32"],
    ).result
