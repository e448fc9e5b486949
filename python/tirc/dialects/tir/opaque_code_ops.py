# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIROpaqueCodeOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def opaque_code(
    builder: Builder,
    code: Value,
    *,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.opaque_code`: a code that analyses know nothing about.

    code: the code (32-bit signless integer)
    returns result: the same code
    """
    return builder._build(
        "tir.opaque_code",
        [("code", [code])],
        [],
        attributes,
        place,
        results=["i32"],
    ).result
