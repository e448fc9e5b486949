# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes flatbuffers of TOSA, by the numbers of the fields in Arm's schema tosa.fbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pytest

flatbuffers: Any = pytest.importorskip("flatbuffers", reason="needs tirc[tosa]")

# Of DType and Op in the schema.
TYPES = {
    "bool": 1, "int4": 2, "int8": 3, "int16": 4, "int32": 5, "int48": 6, "float32": 7, "float16": 8, "bfloat16": 9, "shape": 10,
    "float6": 13, "int64": 17,
}  # fmt: skip
CLAMP, TANH, ADD, MUL, SUB, GREATER, CONCAT, RESHAPE, CAST, RESCALE = 11, 14, 15, 28, 30, 47, 55, 57, 65, 66
CONST, IDENTITY, CUSTOM, COND_IF, WHILE_LOOP, VARIABLE, VARIABLE_WRITE, VARIABLE_READ, CONST_SHAPE = range(67, 76)
DIM, CONCAT_SHAPE, ADD_SHAPE, MATMUL_T = 79, 80, 81, 100

# A value of a field: a form of struct and a number, or what is at another place.
Field = tuple[str, int] | str | bytes | list[Any] | dict[int, Any] | None
Table = dict[int, Field]

INT32, UINT32, BYTE, LONG = "Int32", "Uint32", "Byte", "Uint64"


def tensor(name: str, sizes: Sequence[int], kind: str, data: Any = b"", **more: Any) -> Table:
    """`more`: variable (a name), unranked, and offset and size of data elsewhere."""
    stored = data if isinstance(data, bytes) else numpy.asarray(data).tobytes()
    made: Table = {0: name, 1: [(INT32, size) for size in sizes], 2: (UINT32, TYPES[kind]), 3: stored or None}
    if "variable" in more:
        made |= {4: (BYTE, 1), 6: more["variable"]}
    if more.get("unranked"):
        made[5] = (BYTE, 1)
    if "offset" in more:
        made |= {7: (LONG, more["offset"]), 8: (LONG, more["size"])}
    return made


def shape(name: str, *values: int) -> Table:
    return {0: name, 1: (UINT32, len(values)), 2: numpy.array(values, "<i8").tobytes()}


def operator(number: int, inputs: Sequence[str], outputs: Sequence[str], fields: Table | None = None, place: str = "") -> Table:
    made: Table = {0: (UINT32, number), 1: (BYTE, number), 2: fields or {}, 3: list(inputs), 4: list(outputs)}
    return made | ({5: {0: place}} if place else {})


def block(
    name: str,
    operators: Sequence[Table],
    tensors: Sequence[Table],
    inputs: Sequence[str],
    outputs: Sequence[str],
    shapes: Sequence[Table] = (),
) -> Table:
    return {0: name, 1: list(operators), 2: list(tensors), 3: list(inputs), 4: list(outputs), 5: list(shapes)}


def packed(*regions: Sequence[Table], version: tuple[int, int, int] = (1, 0, 0), draft: bool = False) -> bytes:
    """Returns a file whose regions have the name of their first block."""
    numbers: Table = {field: (INT32, number) for field, number in enumerate(version)}
    # The default is a draft.
    graph: Table = {0: numbers | ({} if draft else {3: (BYTE, 0)}), 1: [{0: r[0][0], 1: list(r)} for r in regions]}
    builder = flatbuffers.Builder(1024)
    builder.ForceDefaults(True)
    builder.Finish(_table(builder, graph), b"TOSA")
    return bytes(builder.Output())


def _table(builder: Any, fields: Table) -> Any:
    places = {field: _place(builder, value) for field, value in fields.items() if not isinstance(value, tuple)}
    builder.StartObject(max(fields, default=-1) + 1)
    for field, value in fields.items():
        if isinstance(value, tuple):
            getattr(builder, f"Prepend{value[0]}Slot")(field, value[1], 0)
        elif value is not None:
            builder.PrependUOffsetTRelativeSlot(field, places[field], 0)
    return builder.EndObject()


def _place(builder: Any, value: Field) -> Any:
    if isinstance(value, str):
        return builder.CreateString(value)
    if isinstance(value, bytes):
        return builder.CreateByteVector(value)
    if isinstance(value, dict):
        return _table(builder, value)
    if not isinstance(value, list):
        return None
    if value and isinstance(value[0], tuple):
        builder.StartVector(4, len(value), 4)
        for form, number in reversed(value):
            getattr(builder, f"Prepend{form}")(number)
        return builder.EndVector()
    places = [_place(builder, element) for element in value]
    builder.StartVector(4, len(places), 4)
    for place in reversed(places):
        builder.PrependUOffsetTRelative(place)
    return builder.EndVector()
