# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of a flatbuffer, replaced in place.

A part may be anywhere after the references to it, and only there. What replaces a part is therefore added at the end.
Functions that add a part return its position. `table` is an object of a class that the flatbuffers compiler has made,
and a field is named by the number that these classes have for it: 4, 6, 8 and so on.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

# The reference to the model, the file's identifier, and the alignment of data.
_HEADER, _ALIGNMENT = 8, 16
# The fields of a model, of which the first is a number, and of a subgraph.
_VERSION, _SUBGRAPHS, _OPERATORS = 4, 8, 10
# The fields of a tensor. In the others it has references.
_TYPE, _BUFFER, _NAME, _IS_VARIABLE, _HAS_RANK, _OF_TENSOR = 6, 8, 10, 14, 20, (4, 12, 16, 18, 22)
# The field of a subgraph with its tensors.
_TENSORS = 4
_OF_MODEL, _OF_GRAPH = (6, 8, 10, 12, 14, 16, 18), (4, 6, 8, 10, 12)

# Places of references, and the positions in the old file to which they will be.
_Later = list[tuple[int, int]]


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


def with_operators(buffer: bytearray, model: Any, operators: Sequence[Sequence[int]]) -> None:
    """Gives each subgraph of a .tflite file the operators at these positions; one without any keeps its own. References are
    to what is after them: the file gets a new beginning, and `model` is not valid any more."""

    def fill(begin: bytearray, index: int, place: int) -> _Later:
        if not operators[index]:
            return [(place, _target(buffer, model.Subgraphs(index), _OPERATORS))]
        vector, listed = begin_references(begin, len(operators[index]))
        refer(begin, place, vector)
        return list(zip(listed, operators[index], strict=True))

    _begin_again(buffer, model, _OPERATORS, fill)


def with_names(buffer: bytearray, model: Any, names: Sequence[Mapping[int, str]]) -> None:
    """Gives tensors of each subgraph of a .tflite file, which are named by their positions, names that they do not have yet.
    The file gets a new beginning, and `model` is not valid any more."""

    def fill(begin: bytearray, index: int, place: int) -> _Later:
        graph = model.Subgraphs(index)
        vector, slots = begin_references(begin, graph.TensorsLength())
        refer(begin, place, vector)
        later: _Later = []
        for position, slot in enumerate(slots):
            tensor = graph.Tensors(position)
            if position not in names[index]:
                later.append((slot, tensor._tab.Pos))
                continue
            numbers = {_TYPE: tensor.Type(), _BUFFER: tensor.Buffer(), _IS_VARIABLE: int(tensor.IsVariable())}
            numbers[_HAS_RANK] = int(tensor.HasRank())
            kept = [field for field in _OF_TENSOR if tensor._tab.Offset(field)]
            table, places = begin_table(begin, numbers, [*kept, _NAME])
            refer(begin, slot, table)
            refer(begin, places[_NAME], add_string(begin, names[index][position]))
            later += [(places[field], _target(buffer, tensor, field)) for field in kept]
        return later

    _begin_again(buffer, model, _TENSORS, fill)


def _begin_again(
    buffer: bytearray, model: Any, replaced: int, fill: Callable[[bytearray, int, int], _Later]
) -> None:
    """Adds a new model before the old one, of which all parts are kept but the field `replaced` of the subgraphs. `fill` adds
    it for the subgraph with an index, and makes the reference at a place one to it. It returns references to old parts."""
    graphs = [model.Subgraphs(i) for i in range(model.SubgraphsLength())]
    begin = bytearray(bytes(_HEADER))
    table, places = begin_table(begin, {_VERSION: model.Version()}, [f for f in _OF_MODEL if model._tab.Offset(f)])
    struct.pack_into("<I4s", begin, 0, table, bytes(buffer[4:_HEADER]))
    later = [(place, _target(buffer, model, field)) for field, place in places.items() if field != _SUBGRAPHS]
    vector, slots = begin_references(begin, len(graphs))
    refer(begin, places[_SUBGRAPHS], vector)
    for index, (slot, graph) in enumerate(zip(slots, graphs, strict=True)):
        table, places = begin_table(begin, {}, [f for f in _OF_GRAPH if graph._tab.Offset(f)])
        refer(begin, slot, table)
        later += [(place, _target(buffer, graph, field)) for field, place in places.items() if field != replaced]
        if replaced in places:
            later += fill(begin, index, places[replaced])
    begin.extend(bytes(-len(begin) % _ALIGNMENT))
    for place, target in later:
        refer(begin, place, len(begin) + target)
    buffer[:0] = begin


def _target(buffer: bytearray, table: Any, field: int) -> int:
    """Returns the position of what a field refers to."""
    place = place_of(table, field)
    (distance,) = struct.unpack_from("<I", buffer, place)
    return place + int(distance)
