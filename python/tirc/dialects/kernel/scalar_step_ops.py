# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelScalarStepOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def dot_block(
    builder: Builder,
    bytes: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    row_begin: Value,
    row_end: Value,
    begin: Value,
    end: Value,
    *,
    rows: int,
    row_pitch: int,
    size: int,
    padding: int,
    pixels: int,
    pixel_pitch: int,
    init: Sequence[Value] = (),
    excess: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_block`: sums of products of pixels with output channels.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first element (index)
    weights: the weights (1D memref of 8-bit signless integer values)
    weights_offset: the position of the first weight (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    begin: the first element of a row that is read (index)
    end: the element after the last one (index)
    rows: the number of rows
    row_pitch: elements from one row to the next
    size: the elements of a row
    padding: what elements outside count as
    pixels: the number of pixels
    pixel_pitch: elements from one pixel to the next
    init: what the sums of the channels start with (variadic of 32-bit signless integer)
    excess: whether 128 was added to each weight
    returns sums: the sums, channel by channel, then pixel by pixel
    """
    return builder._build(
        "kernel.dot_block",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("begin", [begin]),
            ("end", [end]),
            ("init", init),
        ],
        [
            ("rows", kinds.I64, rows),
            ("row_pitch", kinds.I64, row_pitch),
            ("size", kinds.I64, size),
            ("padding", kinds.I64, padding),
            ("pixels", kinds.I64, pixels),
            ("pixel_pitch", kinds.I64, pixel_pitch),
            ("excess", kinds.FLAG, excess),
        ],
        attributes,
        place,
    ).results


def raise_elements(
    builder: Builder,
    bytes: Value,
    offset: Value,
    row_begin: Value,
    row_end: Value,
    begin: Value,
    end: Value,
    written: Value,
    at: Value,
    *,
    rows: int,
    row_pitch: int,
    size: int,
    padding: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.raise_elements`: the elements of a window with 128 added, and their sum.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first element (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    begin: the first element of a row that is read (index)
    end: the element after the last one (index)
    written: what is written (1D memref of 8-bit signless integer values)
    at: the position of the first element that is written (index)
    rows: the number of rows
    row_pitch: elements from one row to the next
    size: the elements of a row
    padding: what elements outside are
    returns sum: the sum
    """
    return builder._build(
        "kernel.raise_elements",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("begin", [begin]),
            ("end", [end]),
            ("written", [written]),
            ("at", [at]),
        ],
        [
            ("rows", kinds.I64, rows),
            ("row_pitch", kinds.I64, row_pitch),
            ("size", kinds.I64, size),
            ("padding", kinds.I64, padding),
        ],
        attributes,
        place,
        results=["i32"],
    ).result


def dot_raised(
    builder: Builder,
    bytes: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    *,
    size: int,
    init: Sequence[Value] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_raised`: sums of products of raised elements with four output channels.

    bytes: the raised elements (1D memref of 8-bit signless integer values)
    offset: the position of the first element (index)
    weights: the weights (1D memref of 8-bit signless integer or 16-bit signless integer values)
    weights_offset: the position of the first weight (index)
    size: the number of elements
    init: what the sums start with (variadic of 32-bit signless integer)
    returns sums: the sums, channel by channel
    """
    return builder._build(
        "kernel.dot_raised",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("init", init),
        ],
        [("size", kinds.I64, size)],
        attributes,
        place,
    ).results


def dot_strip(
    builder: Builder,
    bytes: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    row_begin: Value,
    row_end: Value,
    init: Value,
    *,
    rows: int,
    columns: int,
    column_begin: int,
    column_end: int,
    row_pitch: int,
    column_pitch: int,
    pixels: int,
    stride: int,
    dilation: int,
    padding: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_strip`: sums of depthwise windows of one channel for neighbouring pixels.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first window's first element (index)
    weights: the weights (1D memref of 8-bit signless integer values)
    weights_offset: the position of the first weight (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    init: what the sums start with (32-bit signless integer)
    rows: the rows of the window
    columns: the columns of the window
    column_begin: the first column that is read
    column_end: the column after the last one
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    pixels: the number of pixels
    stride: columns from one pixel to the next
    dilation: columns from one column of the window to the next
    padding: what elements outside count as
    returns sums: the sums, pixel by pixel
    """
    return builder._build(
        "kernel.dot_strip",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("init", [init]),
        ],
        [
            ("rows", kinds.I64, rows),
            ("columns", kinds.I64, columns),
            ("column_begin", kinds.I64, column_begin),
            ("column_end", kinds.I64, column_end),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("pixels", kinds.I64, pixels),
            ("stride", kinds.I64, stride),
            ("dilation", kinds.I64, dilation),
            ("padding", kinds.I64, padding),
        ],
        attributes,
        place,
    ).results
