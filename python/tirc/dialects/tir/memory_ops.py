# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRMemoryOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def pool_view(
    builder: Builder,
    *,
    pool: str,
    offset: int,
    result_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.pool_view`: a buffer in a pool.

    pool: the `tir.pool`
    offset: where it begins in the pool, in bytes
    result_type: type of result (memref of any type values)
    returns result: the buffer
    """
    return builder._build(
        "tir.pool_view",
        [],
        [("pool", kinds.SYMBOL, pool), ("offset", kinds.I64, offset)],
        attributes,
        place,
        results=[result_type],
    ).result


def rebase(
    builder: Builder,
    source: Value,
    *,
    result_type: str,
    offset: Value | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.rebase`: a region, addressed from its first element.

    source: the buffer or region (strided memref of any type values)
    result_type: type of result (strided memref of any type values)
    offset: elements from its first one (index)
    returns result: the same memory from that element on
    """
    return builder._build(
        "tir.rebase",
        [("source", [source]), ("offset", offset)],
        [],
        attributes,
        place,
        results=[result_type],
    ).result
