# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelLaneOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def unpack_lanes(
    builder: Builder,
    packed: Value,
    *,
    lanes: int,
    weights_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.unpack_lanes`: weights that a schedule laid out for lanes.

    packed: the numbers (1D memref of 32-bit float values)
    lanes: the channels of a group
    weights_type: type of weights (statically shaped tensor of 32-bit float values)
    returns weights: the weights
    """
    return builder._build(
        "kernel.unpack_lanes",
        [("packed", [packed])],
        [("lanes", kinds.I64, lanes)],
        attributes,
        place,
        results=[weights_type],
    ).result


def dot_lanes(
    builder: Builder,
    elements: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    row_begin: Value,
    row_end: Value,
    sums: Value,
    at: Value,
    *,
    columns: int,
    size: int,
    row_pitch: int,
    column_pitch: int,
    element_pitch: int,
    pixel_pitch: int,
    weight_pitch: int,
    pixels: int,
    channels: int,
    start: Value | None = None,
    start_at: Value | None = None,
    addend: Value | None = None,
    addend_at: Value | None = None,
    low: Value | None = None,
    high: Value | None = None,
    depthwise: bool = False,
    zero: bool = False,
    addend_pitch: int | None = None,
    sums_pitch: int | None = None,
    weight_row_pitch: int | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.dot_lanes`: sums of float products with neighbouring channels in lanes.

    elements: the elements (1D memref of 32-bit float values)
    offset: the position of the first pixel's first element (index)
    weights: the weights (1D memref of 32-bit float values)
    weights_offset: the position of the first weight (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    sums: the sums (1D memref of 32-bit float values)
    at: the position of the first sum (index)
    columns: the columns of the window
    size: the numbers of a column
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    element_pitch: elements from one number to the next
    pixel_pitch: elements from one pixel to the next
    weight_pitch: weights from one number to the next
    pixels: the number of pixels
    channels: the number of channels
    start: what the sums of a channel start with (1D memref of 32-bit float values)
    start_at: the position of the first channel's (index)
    addend: what is added to the sums (1D memref of 32-bit float values)
    addend_at: the position of the first sum's (index)
    low: the lower limit (32-bit float)
    high: the upper limit (32-bit float)
    depthwise: whether each channel has elements of its own
    zero: whether the sums start with 0
    addend_pitch: numbers that are added, from one pixel to the next
    sums_pitch: sums from one pixel to the next
    weight_row_pitch: weights from one row to the next
    """
    return builder._build(
        "kernel.dot_lanes",
        [
            ("elements", [elements]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("sums", [sums]),
            ("at", [at]),
            ("start", start),
            ("start_at", start_at),
            ("addend", addend),
            ("addend_at", addend_at),
            ("low", low),
            ("high", high),
        ],
        [
            ("columns", kinds.I64, columns),
            ("size", kinds.I64, size),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("element_pitch", kinds.I64, element_pitch),
            ("pixel_pitch", kinds.I64, pixel_pitch),
            ("weight_pitch", kinds.I64, weight_pitch),
            ("pixels", kinds.I64, pixels),
            ("channels", kinds.I64, channels),
            ("depthwise", kinds.FLAG, depthwise),
            ("zero", kinds.FLAG, zero),
            ("addend_pitch", kinds.optional(kinds.I64), addend_pitch),
            ("sums_pitch", kinds.optional(kinds.I64), sums_pitch),
            ("weight_row_pitch", kinds.optional(kinds.I64), weight_row_pitch),
        ],
        attributes,
        place,
        results=[],
        segments=True,
    )
