# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelLoadStepOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def widen_bytes(
    builder: Builder,
    bytes: Value,
    offset: Value,
    begin: Value,
    end: Value,
    words: Value,
    at: Value,
    *,
    size: int,
    padding: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.widen_bytes`: int8 elements in the order in which DSP instructions multiply.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first element (index)
    begin: the first element that is read (index)
    end: the element after the last one that is read (index)
    words: the words (1D memref of 32-bit signless integer values)
    at: the position of the first word (index)
    size: the number of elements
    padding: the number in place of an element that is not read
    """
    return builder._build(
        "kernel.widen_bytes",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("begin", [begin]),
            ("end", [end]),
            ("words", [words]),
            ("at", [at]),
        ],
        [("size", kinds.I64, size), ("padding", kinds.I64, padding)],
        attributes,
        place,
        results=[],
    )


def store_half(
    builder: Builder,
    value: Value,
    words: Value,
    at: Value,
    *,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.store_half`: a 16-bit number in a word.

    value: the number (32-bit signless integer)
    words: the words (1D memref of 32-bit signless integer values)
    at: the position of the half (index)
    """
    return builder._build(
        "kernel.store_half",
        [("value", [value]), ("words", [words]), ("at", [at])],
        [],
        attributes,
        place,
        results=[],
    )


def widen_rows(
    builder: Builder,
    bytes: Value,
    offset: Value,
    row_begin: Value,
    row_end: Value,
    column_begin: Value,
    column_end: Value,
    words: Value,
    at: Value,
    *,
    channels: int,
    columns: int,
    row_pitch: int,
    column_pitch: int,
    padding: int,
    rows: int | None = None,
    moves: int | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.widen_rows`: rows of a depthwise window, in the order of kernel.dot_columns.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first row's first element (index)
    row_begin: the first row that is read (index)
    row_end: the row after the last one (index)
    column_begin: the first column that is read (index)
    column_end: the column after the last one (index)
    words: the words (1D memref of 32-bit signless integer values)
    at: the position of the first word (index)
    channels: the number of channels
    columns: the number of columns
    row_pitch: elements from one row to the next
    column_pitch: elements from one column to the next
    padding: the number in place of an element that is not read
    rows: the number of rows
    moves: by how many rows the rows move down
    """
    return builder._build(
        "kernel.widen_rows",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("row_begin", [row_begin]),
            ("row_end", [row_end]),
            ("column_begin", [column_begin]),
            ("column_end", [column_end]),
            ("words", [words]),
            ("at", [at]),
        ],
        [
            ("channels", kinds.I64, channels),
            ("rows", kinds.optional(kinds.I64), rows),
            ("columns", kinds.I64, columns),
            ("row_pitch", kinds.I64, row_pitch),
            ("column_pitch", kinds.I64, column_pitch),
            ("padding", kinds.I64, padding),
            ("moves", kinds.optional(kinds.I64), moves),
        ],
        attributes,
        place,
        results=[],
    )


def load_taps(
    builder: Builder,
    words: Value,
    at: Value,
    *,
    times256: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`kernel.load_taps`: the weights of a depthwise window for one channel.

    words: the words (1D memref of 32-bit signless integer values)
    at: the position of the first word (index)
    times256: whether the weights are multiplied by 256
    returns taps: six words
    """
    return builder._build(
        "kernel.load_taps",
        [("words", [words]), ("at", [at])],
        [("times256", kinds.FLAG, times256)],
        attributes,
        place,
    ).results


def widen_elements(
    builder: Builder,
    bytes: Value,
    offset: Value,
    begin: Value,
    end: Value,
    numbers: Value,
    at: Value,
    *,
    size: int,
    padding: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.widen_elements`: int8 elements as 16-bit numbers in their order.

    bytes: the elements (1D memref of 8-bit signless integer values)
    offset: the position of the first element (index)
    begin: the first element that is read (index)
    end: the element after the last one that is read (index)
    numbers: the numbers (1D memref of 16-bit signless integer values)
    at: the position of the first number (index)
    size: the number of elements
    padding: the number in place of an element that is not read
    """
    return builder._build(
        "kernel.widen_elements",
        [
            ("bytes", [bytes]),
            ("offset", [offset]),
            ("begin", [begin]),
            ("end", [end]),
            ("numbers", [numbers]),
            ("at", [at]),
        ],
        [("size", kinds.I64, size), ("padding", kinds.I64, padding)],
        attributes,
        place,
        results=[],
    )
