# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of a flatbuffer, replaced in place.

A part may be anywhere behind the references to it, and only there. What replaces a part is therefore added at the end.
Functions that add a part return its position. `table` is an object of a class that the flatbuffers compiler has made, and
a field is named by the number that these classes have for it: 4, 6, 8 and so on.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any


def refer(buffer: bytearray, place: int, target: int) -> None:
    """Makes the reference at `place` one to `target`."""
    struct.pack_into("<I", buffer, place, target - place)


def place_of(table: Any, field: int) -> int:
    """Returns where the value of a field is. The table must have the field."""
    return int(table._tab.Pos + table._tab.Offset(field))


def add_vector(buffer: bytearray, data: bytes, count: int, alignment: int = 4) -> int:
    """Adds a vector, whose elements have the alignment, at least 4."""
    buffer.extend(bytes(-(len(buffer) + 4) % alignment))
    position = len(buffer)
    buffer.extend(struct.pack("<I", count) + data)
    return position


def add_integers(buffer: bytearray, numbers: Sequence[int]) -> int:
    return add_vector(buffer, struct.pack(f"<{len(numbers)}i", *numbers), len(numbers))


def begin_references(buffer: bytearray, count: int) -> tuple[int, list[int]]:
    """Adds a vector of references. Returns its position, and the places of the references, which are to be set to what
    is added afterwards."""
    position = add_vector(buffer, bytes(4 * count), count)
    return position, [position + 4 + 4 * index for index in range(count)]


def add_string(buffer: bytearray, text: str) -> int:
    data = text.encode()
    return add_vector(buffer, data + b"\0", len(data))


def without_field(buffer: bytearray, table: Any, field: int) -> None:
    """Takes a field from a table. The list of its fields is copied: tables may share theirs."""
    if not table._tab.Offset(field):
        return
    position = table._tab.Pos
    (distance,) = struct.unpack_from("<i", buffer, position)
    (size,) = struct.unpack_from("<H", buffer, position - distance)
    fields = bytearray(buffer[position - distance : position - distance + size])
    struct.pack_into("<H", fields, field, 0)
    buffer.extend(bytes(-len(buffer) % 4))
    struct.pack_into("<i", buffer, position, position - len(buffer))
    buffer.extend(fields)


def begin_table(buffer: bytearray, numbers: Mapping[int, int], references: Sequence[int]) -> tuple[int, dict[int, int]]:
    """Adds a table with numbers of 32 bits. Returns its position, and the places of its references, which are to be set
    to what is added afterwards."""
    slots = sorted([*numbers, *references])
    inside = {field: 4 + 4 * index for index, field in enumerate(slots)}
    size = max(slots) + 2
    buffer.extend(bytes(-(len(buffer) + size) % 4))
    vtable = len(buffer)
    offsets = [inside.get(field, 0) for field in range(4, size, 2)]
    buffer.extend(struct.pack(f"<{size // 2}H", size, 4 + 4 * len(slots), *offsets))
    position = len(buffer)
    buffer.extend(struct.pack("<i", position - vtable) + bytes(4 * len(slots)))
    for field, number in numbers.items():
        struct.pack_into("<i", buffer, position + inside[field], number)
    return position, {field: position + inside[field] for field in references}


__all__ = [
    "add_integers",
    "add_string",
    "add_vector",
    "begin_references",
    "begin_table",
    "place_of",
    "refer",
    "without_field",
]
