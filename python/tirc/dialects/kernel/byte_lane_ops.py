# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelByteLaneOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def unpack_byte_lanes(
    builder: Builder,
    packed: Value,
    *,
    lanes: int,
    together: int,
    segment: int,
    weights_type: str,
    depthwise: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`kernel.unpack_byte_lanes`: int8 weights that a schedule laid out for lanes.

    packed: the numbers (1D memref of 8-bit signless integer values)
    lanes: the channels of a group
    together: the products that lie together
    segment: the products of a segment
    weights_type: type of weights (statically shaped tensor of 8-bit signless integer values)
    depthwise: whether the weights belong to depthwise windows
    returns weights: the weights
    """
    return builder._build(
        "kernel.unpack_byte_lanes",
        [("packed", [packed])],
        [
            ("lanes", kinds.I64, lanes),
            ("together", kinds.I64, together),
            ("segment", kinds.I64, segment),
            ("depthwise", kinds.FLAG, depthwise),
        ],
        attributes,
        place,
        results=[weights_type],
    ).result


def dot_byte_lanes(
    builder: Builder,
    elements: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    start: Value,
    start_at: Value,
    row_begin: Value,
    row_end: Value,
    sums: Value,
    at: Value,
    *,
    rows: int,
    columns: int,
    size: int,
    row_pitch: int,
    column_pitch: int,
    pixel_pitch: int,
    lanes: int,
    together: int,
    padding: int,
    pixels: int,
    channels: int,
    sums_pitch: int,
    joined: bool = False,
    border: Sequence[int] | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.dot_byte_lanes`: sums of int8 products with neighbouring channels in lanes.

    elements: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first pixel's first element (index)
    weights: the weights (1D memref of 8-bit signless integer values)
    weights_offset: the position of the first weight (index)
    start: what the sums of a channel start with (1D memref of 32-bit signless integer values)
    start_at: the position of the first channel's (index)
    row_begin: the first row inside of the input (index)
    row_end: the row after the last one (index)
    sums: the sums (1D memref of 32-bit signless integer values)
    at: the position of the first sum (index)
    rows: the rows of the window
    columns: the columns of the window
    size: the elements of a column
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    pixel_pitch: elements from one pixel to the next
    lanes: the channels of a group of weights
    together: the products that lie together, 2 or 4
    padding: what is multiplied in place of padding
    pixels: the number of pixels
    channels: the number of channels
    sums_pitch: sums from one pixel to the next
    joined: whether a segment of the weights is a row
    border: where columns of padding are
    """
    return builder._build(
        "kernel.dot_byte_lanes",
        [
            ("elements", [elements]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("start", [start]),
            ("start_at", [start_at]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("sums", [sums]),
            ("at", [at]),
        ],
        [
            ("rows", kinds.I64, rows),
            ("columns", kinds.I64, columns),
            ("size", kinds.I64, size),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("pixel_pitch", kinds.I64, pixel_pitch),
            ("lanes", kinds.I64, lanes),
            ("together", kinds.I64, together),
            ("joined", kinds.FLAG, joined),
            ("padding", kinds.I64, padding),
            ("border", kinds.optional(kinds.INTEGERS), border),
            ("pixels", kinds.I64, pixels),
            ("channels", kinds.I64, channels),
            ("sums_pitch", kinds.I64, sums_pitch),
        ],
        attributes,
        place,
        results=[],
    )


def dot_window_lanes(
    builder: Builder,
    elements: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    start: Value,
    start_at: Value,
    row_begin: Value,
    row_end: Value,
    sums: Value,
    at: Value,
    *,
    rows: int,
    columns: int,
    row_pitch: int,
    column_pitch: int,
    pixel_pitch: int,
    lanes: int,
    together: int,
    padding: int,
    pixels: int,
    channels: int,
    sums_pitch: int,
    border: Sequence[int] | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.dot_window_lanes`: sums of a depthwise window with neighbouring channels in lanes.

    elements: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first pixel's first element (index)
    weights: the weights (1D memref of 8-bit signless integer values)
    weights_offset: the position of the first weight (index)
    start: what the sums of a channel start with (1D memref of 32-bit signless integer values)
    start_at: the position of the first channel's (index)
    row_begin: the first row inside of the input (index)
    row_end: the row after the last one (index)
    sums: the sums (1D memref of 32-bit signless integer values)
    at: the position of the first sum (index)
    rows: the rows of the window
    columns: the columns of the window
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    pixel_pitch: elements from one pixel to the next
    lanes: the channels of a group of weights
    together: the products that lie together, 2 or 4
    padding: what is multiplied in place of padding
    pixels: the number of pixels
    channels: the number of channels
    sums_pitch: sums from one pixel to the next
    border: where columns of padding are
    """
    return builder._build(
        "kernel.dot_window_lanes",
        [
            ("elements", [elements]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("start", [start]),
            ("start_at", [start_at]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("sums", [sums]),
            ("at", [at]),
        ],
        [
            ("rows", kinds.I64, rows),
            ("columns", kinds.I64, columns),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("pixel_pitch", kinds.I64, pixel_pitch),
            ("lanes", kinds.I64, lanes),
            ("together", kinds.I64, together),
            ("padding", kinds.I64, padding),
            ("border", kinds.optional(kinds.INTEGERS), border),
            ("pixels", kinds.I64, pixels),
            ("channels", kinds.I64, channels),
            ("sums_pitch", kinds.I64, sums_pitch),
        ],
        attributes,
        place,
        results=[],
    )


def requantize_lanes(
    builder: Builder,
    sums: Value,
    from_: Value,
    scale: Value,
    offset: Value,
    shift: Value,
    channel: Value,
    outputs: Value,
    to: Value,
    *,
    fraction_bits: int,
    low: int,
    high: int,
    pixels: int,
    channels: int,
    sums_pitch: int,
    outputs_pitch: int,
    sign_offset: Value | None = None,
    other: Value | None = None,
    factors: Sequence[int] | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.requantize_lanes`: int8 elements from sums with neighbouring channels in lanes.

    sums: the sums (1D memref of 32-bit signless integer values)
    from_: the position of the first sum (index)
    scale: a scale for each channel (1D memref of 32-bit signless integer values)
    offset: an offset for each channel (1D memref of 32-bit signless integer values)
    shift: a negative shift for each channel (1D memref of 32-bit signless integer values)
    channel: the first channel (index)
    outputs: the outputs (1D memref of 8-bit signless integer values)
    to: the position of the first output (index)
    fraction_bits: the bits by which sums are shifted to the left
    low: the lower limit
    high: the upper limit
    pixels: the number of pixels
    channels: the number of channels
    sums_pitch: sums from one pixel to the next
    outputs_pitch: outputs from one pixel to the next
    sign_offset: an offset for each channel's negative sums (1D memref of 32-bit signless integer values)
    other: the other elements of a sum (1D memref of 8-bit signless integer values)
    factors: two factors, an offset, a shift and limits of a sum with other elements
    """
    return builder._build(
        "kernel.requantize_lanes",
        [
            ("sums", [sums]),
            ("from", [from_]),
            ("scale", [scale]),
            ("offset", [offset]),
            ("shift", [shift]),
            ("channel", [channel]),
            ("outputs", [outputs]),
            ("to", [to]),
            ("sign_offset", sign_offset),
            ("other", other),
        ],
        [
            ("fraction_bits", kinds.I64, fraction_bits),
            ("low", kinds.I64, low),
            ("high", kinds.I64, high),
            ("factors", kinds.optional(kinds.INTEGERS), factors),
            ("pixels", kinds.I64, pixels),
            ("channels", kinds.I64, channels),
            ("sums_pitch", kinds.I64, sums_pitch),
            ("outputs_pitch", kinds.I64, outputs_pitch),
        ],
        attributes,
        place,
        results=[],
        segments=True,
    )
