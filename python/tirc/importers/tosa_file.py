# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flatbuffers of TOSA: the parts of a file, as Arm's schema tosa.fbs has them. Names are those in the file.

Arm's package tosa-tools has a reader of its own, but pins the versions of numpy and flatbuffers, and weighs 180 MB.
"""

from __future__ import annotations

import dataclasses
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from tirc.importers import flatbuffer
from tirc.importers.tosa_operators import ATTRIBUTES, OPERATORS, Kind

# The values of DType, as types of MLIR; a type that has none is named in brackets.
TYPES = (
    "(UNKNOWN)", "i1", "i4", "i8", "i16", "i32", "i48", "f32", "f16", "bf16", "(SHAPE)", "f8E4M3FN", "f8E5M2",
    "(FP6E2M3)", "(FP6E3M2)", "(FP4E2M1)", "(FP8UE8M0)", "i64", "(MXINT8)",
)  # fmt: skip
# Attributes with the values of an enumeration.
_ENUMS = {
    Kind.NAN: ("", "PROPAGATE", "IGNORE"),
    Kind.ROUNDING: ("", "SINGLE_ROUND", "INEXACT_ROUND", "DOUBLE_ROUND"),
    Kind.RESIZE: ("", "NEAREST_NEIGHBOR", "BILINEAR"),
}

# An attribute of an operator: its name, its kind, and its value.
Attribute = tuple[str, Kind, Any]


@dataclasses.dataclass(frozen=True)
class Tensor:
    """A tensor. A size is None if it is dynamic; there are no sizes if the rank is unknown, too. `data` is what a
    constant or a variable's first value has."""

    name: str
    element: str
    sizes: tuple[int | None, ...] | None
    data: bytes
    variable: str | None = None


@dataclasses.dataclass(frozen=True)
class Shape:
    """Sizes as a value, which operators take."""

    name: str
    rank: int
    values: tuple[int, ...] | None


@dataclasses.dataclass(frozen=True)
class Operator:
    name: str
    attributes: tuple[Attribute, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    place: str


@dataclasses.dataclass(frozen=True)
class Block:
    name: str
    operators: tuple[Operator, ...]
    tensors: Mapping[str, Tensor]
    shapes: Mapping[str, Shape]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Graph:
    """`blocks` has the blocks by the names by which control flow refers to them: their own, and their region's."""

    main: Block
    blocks: Mapping[str, Block]


class DamagedError(ValueError):
    """A file that contradicts its format."""


class _Table:
    """A table of a flatbuffer. Fields have their positions in the schema."""

    def __init__(self, table: Any) -> None:
        self._table = table
        # Python takes a negative position as one from the end.
        if not 0 <= table.Pos < len(table.Bytes):
            raise DamagedError(f"a reference leads to {table.Pos}, outside of the file")

    def is_at(self, other: _Table) -> bool:
        return bool(self._table.Pos == other._table.Pos)

    def place(self, field: int) -> int:
        """Returns where the field is, or 0 if the table does not have it."""
        offset = self._table.Offset(4 + 2 * field)
        return int(offset + self._table.Pos) if offset else 0

    def number(self, field: int, form: str = "<I", default: int = 0) -> int:
        place = self.place(field)
        return int(struct.unpack_from(form, self._table.Bytes, place)[0]) if place else default

    def boolean(self, field: int, default: bool = False) -> bool:
        return bool(self.number(field, "<B", default))

    def _vector(self, field: int, size: int) -> tuple[int, int]:
        """Returns where a vector begins, and how many elements it has, each of so many bytes."""
        place = self.place(field)
        if not place:
            return 0, 0
        start, count = self._start(place)
        if start + count * size > len(self._table.Bytes):
            raise DamagedError(f"a vector of {count} elements ends after the file")
        return start, count

    def _start(self, place: int) -> tuple[int, int]:
        vector = place + struct.unpack_from("<I", self._table.Bytes, place)[0]
        return vector + 4, int(struct.unpack_from("<I", self._table.Bytes, vector)[0])

    def data(self, field: int) -> bytes:
        start, count = self._vector(field, 1)
        return bytes(self._table.Bytes[start : start + count])

    def text(self, field: int) -> str:
        return self.data(field).decode()

    def integers(self, field: int) -> tuple[int, ...]:
        start, count = self._vector(field, 4)
        return struct.unpack_from(f"<{count}i", self._table.Bytes, start)

    def texts(self, field: int) -> tuple[str, ...]:
        start, count = self._vector(field, 4)
        found = []
        for index in range(count):
            text, size = self._start(start + 4 * index)
            if text + size > len(self._table.Bytes):
                raise DamagedError(f"a name of {size} bytes ends after the file")
            found.append(bytes(self._table.Bytes[text : text + size]).decode())
        return tuple(found)

    def table(self, field: int) -> _Table | None:
        place = self.place(field)
        return self._at(place) if place else None

    def tables(self, field: int) -> list[_Table]:
        start, count = self._vector(field, 4)
        return [self._at(start + 4 * index) for index in range(count)]

    def _at(self, place: int) -> _Table:
        return _Table(type(self._table)(self._table.Bytes, self._table.Indirect(place)))


def version_of(data: bytes) -> tuple[int, int, int, bool]:
    """Returns the version of TOSA: its three numbers, and whether it is a draft. All versions have it at the same place."""
    version = _root(data).table(0)
    if version is None:
        raise DamagedError("it has no version")
    major, minor, patch = (version.number(field, "<i", -1) for field in range(3))
    return major, minor, patch, version.boolean(3, default=True)


def read(data: bytes) -> Graph:
    """Reads a file of version 1. Raises DamagedError, or what Python raises for positions outside of the data."""
    named: dict[str, Block] = {}
    main: Block | None = None
    first = _main(data)
    for region in _root(data).tables(1):
        tables = region.tables(1)
        blocks = [_block(table, data) for table in tables]
        for block in blocks:
            named.setdefault(block.name, block)
        if blocks:
            named[region.text(0)] = blocks[0]
            main = blocks[0] if tables[0].is_at(first) else main
    assert main
    return Graph(main, named)


def with_outputs(data: bytes, names: Sequence[str]) -> bytes:
    """Returns the file with other tensors of its main block as outputs."""
    buffer = bytearray(data)
    vector, places = flatbuffer.begin_references(buffer, len(names))
    flatbuffer.refer(buffer, _main(data).place(4), vector)
    for place, name in zip(places, names, strict=True):
        flatbuffer.refer(buffer, place, flatbuffer.add_string(buffer, name))
    return bytes(buffer)


def _main(data: bytes) -> _Table:
    """Returns the block that is the network: as in the reference model, the first one of the region `main`."""
    regions = [(region.text(0), region.tables(1)) for region in _root(data).tables(1)]
    begins = [(name, tables[0]) for name, tables in regions if tables]
    if not begins:
        raise DamagedError("it has no block")
    return next((table for name, table in reversed(begins) if name == "main"), begins[0][1])


def _root(data: bytes) -> _Table:
    import flatbuffers

    (position,) = struct.unpack_from("<I", data, 0)
    return _Table(flatbuffers.table.Table(data, position))


def _block(table: _Table, data: bytes) -> Block:
    tensors = [_tensor(entry, data) for entry in table.tables(2)]
    shapes = [_shape(entry) for entry in table.tables(5)]
    names = [entry.name for entry in tensors] + [entry.name for entry in shapes]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DamagedError(f"two tensors have the name '{twice}', by which operators refer to them")
    return Block(
        table.text(0),
        tuple(_operator(entry, index) for index, entry in enumerate(table.tables(1))),
        {tensor.name: tensor for tensor in tensors},
        {shape.name: shape for shape in shapes},
        table.texts(3),
        table.texts(4),
    )


def _tensor(table: _Table, data: bytes) -> Tensor:
    number = table.number(2)
    name, stored = table.text(0), table.data(3)
    if number >= len(TYPES):
        raise DamagedError(f"the tensor '{name}' has the type {number}; expected one of DType")
    # A file of more than 2 GB has its constants after the flatbuffer.
    offset, size = table.number(7, "<Q"), table.number(8, "<Q")
    if offset > 1:
        if offset + size > len(data):
            raise DamagedError(f"the data of the tensor '{name}' end after the file")
        stored = data[offset : offset + size]
    # Writers before 2026 have 0 for a dynamic size.
    sizes = tuple(None if size <= 0 else size for size in table.integers(1))
    variable = (table.text(6) or name) if table.boolean(4) else None
    return Tensor(name, TYPES[number], None if table.boolean(5) else sizes, stored, variable)


def _shape(table: _Table) -> Shape:
    name, rank, data = table.text(0), table.number(1), table.data(2)
    if not data and rank:
        return Shape(name, rank, None)
    if len(data) < 8 * rank:
        raise DamagedError(f"the shape '{name}' has {len(data)} bytes; expected {8 * rank} for {rank} sizes")
    return Shape(name, rank, struct.unpack_from(f"<{rank}q", data))


def _operator(table: _Table, index: int) -> Operator:
    number, kind = table.number(0), table.number(1, "<B")
    name = OPERATORS[number] if number < len(OPERATORS) else f"operator {number}"
    outputs = table.texts(4)
    location = table.table(5)
    place = _name_in(location.text(0) if location else "") or (outputs[0] if outputs else "") or f"operator {index}"
    expected = ATTRIBUTES.get(name, ())
    values = table.table(2) if kind else None
    if expected and (values is None or kind != number):
        raise DamagedError(f"the operator '{place}' ({name}) has not the attributes of this operator")
    attributes = tuple(_attribute(values, field, *row, place) for field, row in enumerate(expected) if values)
    return Operator(name, attributes, table.texts(3), outputs, place)


def _name_in(location: str) -> str:
    """Returns the name of a layer in a location, or "". Arm's translator writes MLIR's locations, of which one in a file
    does not name a layer."""
    if not location.startswith("loc("):
        return location
    found = re.match(r'loc\("((?:[^"\\]|\\.)*)"(?!:)', location)
    return found[1] if found else ""


def _attribute(table: _Table, field: int, name: str, kind: Kind, place: str) -> Attribute:
    if kind is Kind.INTEGER:
        return name, kind, table.number(field, "<i")
    if kind is Kind.BOOLEAN:
        return name, kind, table.boolean(field)
    if kind in (Kind.SIZES, Kind.AXES):
        return name, kind, table.integers(field)
    if kind is Kind.TEXT:
        return name, kind, table.text(field)
    if kind in (Kind.NUMBER, Kind.DATA):
        return name, kind, table.data(field)
    known = TYPES if kind is Kind.TYPE else _ENUMS[kind]
    number = table.number(field)
    if number >= len(known):
        raise DamagedError(f"the attribute '{name}' of the operator '{place}' is {number}; expected less than {len(known)}")
    return name, kind, known[number]
