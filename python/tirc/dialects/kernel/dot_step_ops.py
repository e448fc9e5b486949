# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelDotStepOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def dot_pairs(
    builder: Builder,
    pixel_words: Value,
    weights: Value,
    offset: Value,
    *,
    size: int,
    pixels: int,
    pairs: int,
    init: Sequence[Value] = (),
    run: int | None = None,
    run_pitch: int | None = None,
    pixel_pitch: int | None = None,
    bytes: bool = False,
    times256: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_pairs`: sums of products of pixels with pairs of output channels.

    pixel_words: the words of the pixels (1D memref of 32-bit signless integer values)
    weights: the words of the weights (1D memref of 32-bit signless integer values)
    offset: the position of the first word of the weights (index)
    size: the number of words of a pixel
    pixels: the number of pixels
    pairs: the number of pairs of channels
    init: what the sums of the channels start with (variadic of 32-bit signless integer)
    run: the number of words of a run
    run_pitch: the distance of a run to the next one
    pixel_pitch: the distance of a pixel's words to the next pixel's words
    bytes: whether the weights of both channels are bytes
    times256: whether the results are 256 times the sums
    returns sums: the sums, channel by channel, then pixel by pixel
    """
    return builder._build(
        "kernel.dot_pairs",
        [("pixel_words", [pixel_words]), ("weights", [weights]), ("offset", [offset]), ("init", init)],
        [
            ("size", kinds.I64, size),
            ("run", kinds.optional(kinds.I64), run),
            ("run_pitch", kinds.optional(kinds.I64), run_pitch),
            ("pixels", kinds.I64, pixels),
            ("pixel_pitch", kinds.optional(kinds.I64), pixel_pitch),
            ("pairs", kinds.I64, pairs),
            ("bytes", kinds.FLAG, bytes),
            ("times256", kinds.FLAG, times256),
        ],
        attributes,
        place,
    ).results


def dot_pixel(
    builder: Builder,
    elements: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    *,
    size: int,
    pairs: int,
    init: Sequence[Value] = (),
    bytes: bool = False,
    times256: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_pixel`: sums of products of one pixel's elements with pairs of output channels.

    elements: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first element (index)
    weights: the words of the weights (1D memref of 32-bit signless integer values)
    weights_offset: the position of the first word of the weights (index)
    size: the number of elements
    pairs: the number of pairs of channels
    init: what the sums of the channels start with (variadic of 32-bit signless integer)
    bytes: whether the weights of both channels are bytes
    times256: whether the results are 256 times the sums
    returns sums: the sums, channel by channel
    """
    return builder._build(
        "kernel.dot_pixel",
        [
            ("elements", [elements]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("init", init),
        ],
        [
            ("size", kinds.I64, size),
            ("pairs", kinds.I64, pairs),
            ("bytes", kinds.FLAG, bytes),
            ("times256", kinds.FLAG, times256),
        ],
        attributes,
        place,
    ).results


def dot_taps(
    builder: Builder,
    bytes: Value,
    offset: Value,
    weights: Value,
    weights_offset: Value,
    row_begin: Value,
    row_end: Value,
    column_begin: Value,
    column_end: Value,
    *,
    columns: int,
    row_pitch: int,
    column_pitch: int,
    weight_pitch: int,
    pixels: int,
    pixel_pitch: int,
    zero_point: int,
    init: Sequence[Value] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_taps`: sums of a depthwise window for four channels.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the window's first element (index)
    weights: the weights (1D memref of 8-bit signless integer values)
    weights_offset: the position of the first weight (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    column_begin: the first column that is read (index)
    column_end: the column after the last one (index)
    columns: the columns of the window
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    weight_pitch: weights from one position to the next
    pixels: the number of pixels
    pixel_pitch: elements from one pixel to the next
    zero_point: what is subtracted from each element
    init: what the sums of the channels start with (variadic of 32-bit signless integer)
    returns sums: the sums, channel by channel, then pixel by pixel
    """
    return builder._build(
        "kernel.dot_taps",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("column_begin", [column_begin]),
            ("column_end", [column_end]),
            ("init", init),
        ],
        [
            ("columns", kinds.I64, columns),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("weight_pitch", kinds.I64, weight_pitch),
            ("pixels", kinds.I64, pixels),
            ("pixel_pitch", kinds.I64, pixel_pitch),
            ("zero_point", kinds.I64, zero_point),
        ],
        attributes,
        place,
    ).results


def dot_columns(
    builder: Builder,
    words: Value,
    at: Value,
    init: Value,
    *,
    rows: int,
    pixels: int,
    stride: int,
    taps: Sequence[Value] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.dot_columns`: sums of depthwise windows for neighbouring pixels.

    words: the words of the channel (1D memref of 32-bit signless integer values)
    at: the position of the first word (index)
    init: what the sums start with (32-bit signless integer)
    rows: the number of rows
    pixels: the number of pixels of a row
    stride: columns from one pixel to the next
    taps: the weights (variadic of 32-bit signless integer)
    returns sums: the sums, row by row, then pixel by pixel
    """
    return builder._build(
        "kernel.dot_columns",
        [("words", [words]), ("at", [at]), ("taps", taps), ("init", [init])],
        [("rows", kinds.I64, rows), ("pixels", kinds.I64, pixels), ("stride", kinds.I64, stride)],
        attributes,
        place,
    ).results


def dot_rows(
    builder: Builder,
    numbers: Value,
    weights: Value,
    offset: Value,
    sums: Value,
    *,
    size: int,
    pixels: int,
    channels: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.dot_rows`: sums of products of pixels with rows of weights.

    numbers: the numbers of the pixels (1D memref of 16-bit signless integer values)
    weights: the weights (1D memref of 8-bit signless integer values)
    offset: the position of the first weight (index)
    sums: the sums (1D memref of 32-bit signless integer values)
    size: the numbers of a pixel
    pixels: the number of pixels
    channels: the number of channels
    """
    return builder._build(
        "kernel.dot_rows",
        [("numbers", [numbers]), ("weights", [weights]), ("offset", [offset]), ("sums", [sums])],
        [("size", kinds.I64, size), ("pixels", kinds.I64, pixels), ("channels", kinds.I64, channels)],
        attributes,
        place,
        results=[],
    )


def dot_window(
    builder: Builder,
    bytes: Value,
    offset: Value,
    padding: Value,
    weights: Value,
    weights_offset: Value,
    row_begin: Value,
    row_end: Value,
    column_begin: Value,
    column_end: Value,
    sums: Value,
    *,
    rows: int,
    columns: int,
    row_pitch: int,
    column_pitch: int,
    weight_pitch: int,
    channels: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.dot_window`: sums of a depthwise window for neighbouring channels.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the window's first element (index)
    padding: the elements outside (1D memref of 8-bit signless integer values)
    weights: the weights (1D memref of 8-bit signless integer values)
    weights_offset: the position of the first weight (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    column_begin: the first column that is read (index)
    column_end: the column after the last one (index)
    sums: the sums (1D memref of 32-bit signless integer values)
    rows: the rows of the window
    columns: the columns of the window
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    weight_pitch: weights from one position to the next
    channels: the number of channels
    """
    return builder._build(
        "kernel.dot_window",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("padding", [padding]),
            ("weights", [weights]),
            ("weights_offset", [weights_offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("column_begin", [column_begin]),
            ("column_end", [column_end]),
            ("sums", [sums]),
        ],
        [
            ("rows", kinds.I64, rows),
            ("columns", kinds.I64, columns),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("weight_pitch", kinds.I64, weight_pitch),
            ("channels", kinds.I64, channels),
        ],
        attributes,
        place,
        results=[],
    )
