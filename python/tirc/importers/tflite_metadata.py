# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a .tflite file says about its inputs and outputs: TensorFlow Lite's metadata, a flatbuffer in the model, and files with
labels in a ZIP archive after it."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

_NAME = "TFLITE_METADATA"
# Fields of the tables ModelMetadata, SubGraphMetadata, TensorMetadata, Content, ProcessUnit and AssociatedFile of the metadata's
# schema.
_SUBGRAPHS, _INPUTS, _OUTPUTS = 10, 8, 10
_DESCRIPTION, _CONTENT, _UNITS, _FILES = 6, 10, 12, 16
_UNION_TYPE, _UNION, _FILE_NAME = 4, 6, 4
# The numbers of tables among the options of a ProcessUnit and the properties of a Content, and their fields.
_NORMALIZATION, _THRESHOLD, _IMAGE, _BOXES, _AUDIO = 1, 3, 2, 3, 4
_MEAN, _STD, _LEAST_SCORE, _COLORS, _BOX_PLACES, _BOX_TYPE, _BOX_UNIT, _SAMPLE_RATE = 4, 6, 4, 4, 4, 6, 8, 4
_COLOR_SPACES = {1: "RGB", 2: "grey"}
_BOX_TYPES = {1: "left, top, right, bottom", 2: "left, top, width, height", 3: "centre x, centre y, width, height"}
_BOX_UNITS = ("parts of the image", "pixels")


def statements(data: bytes, inputs: Sequence[str], outputs: Sequence[str]) -> list[str]:
    """Returns what the metadata say of inputs and outputs: how they are normalised, their labels, boxes, least scores, colours,
    sample rates and descriptions. A file whose metadata cannot be read says nothing."""
    try:
        return list(_statements(data, inputs, outputs))
    except (struct.error, IndexError, ValueError, TypeError, AttributeError, zipfile.BadZipFile):
        return []


def _statements(data: bytes, inputs: Sequence[str], outputs: Sequence[str]) -> Iterator[str]:
    root = _root(data)
    graphs = _tables(root, _SUBGRAPHS) if root is not None else []
    if not graphs:
        return
    for kind, names, field in (("input", inputs, _INPUTS), ("output", outputs, _OUTPUTS)):
        for name, tensor in zip(names, _tables(graphs[0], field)):
            for text in (*_units(tensor), *_contents(tensor), *_labels(data, tensor)):
                yield f"{kind} '{name}' {text}"
            if description := " ".join(_text(tensor, _DESCRIPTION).split()):
                yield f"{kind} '{name}': {description}"


def _units(tensor: Any) -> Iterator[str]:
    for unit in _tables(tensor, _UNITS):
        kind = _number(unit, _UNION_TYPE)
        if kind == _NORMALIZATION:
            mean, std = (_floats(_table(unit, _UNION), field) for field in (_MEAN, _STD))
            yield f"is (x - mean) / std, with the mean {mean} and std {std}"
        elif kind == _THRESHOLD:
            yield f"counts from a score of {_floats(_table(unit, _UNION), _LEAST_SCORE, is_one=True)}"


def _contents(tensor: Any) -> Iterator[str]:
    if not _place(tensor, _CONTENT):
        return
    content = _table(tensor, _CONTENT)
    kind = _number(content, _UNION_TYPE)
    if not kind:
        return
    properties = _table(content, _UNION)
    if kind == _IMAGE and _number(properties, _COLORS) in _COLOR_SPACES:
        yield f"is an image in {_COLOR_SPACES[_number(properties, _COLORS)]}"
    elif kind == _BOXES and _number(properties, _BOX_TYPE) in _BOX_TYPES:
        places = _integers(properties, _BOX_PLACES)
        order = f", at {' '.join(map(str, places))}" if places else ""
        unit = _BOX_UNITS[_number(properties, _BOX_UNIT)]
        yield f"has boxes: {_BOX_TYPES[_number(properties, _BOX_TYPE)]}{order}, in {unit}"
    elif kind == _AUDIO and (place := _place(properties, _SAMPLE_RATE)):
        yield f"is sound with {struct.unpack_from('<I', properties.Bytes, place)[0]} samples a second"


def _labels(data: bytes, tensor: Any) -> Iterator[str]:
    for file in _tables(tensor, _FILES):
        path = _text(file, _FILE_NAME)
        labels = _lines(data, path)
        if labels:
            yield f"has {len(labels)} labels ({path}): {', '.join(labels)}"


def _root(data: bytes) -> Any:
    """Returns the metadata's table, or None."""
    import tflite
    from flatbuffers.table import Table

    model = tflite.Model.GetRootAs(bytearray(data), 0)
    for entry in (model.Metadata(i) for i in range(model.MetadataLength())):
        if entry.Name() == _NAME.encode():
            content = bytearray(model.Buffers(entry.Buffer()).DataAsNumpy().tobytes())
            return Table(content, struct.unpack_from("<I", content, 0)[0])
    return None


def _place(table: Any, field: int) -> int:
    """Returns the position of a field, or 0 if the table does not have it."""
    offset = table.Offset(field)
    return int(offset + table.Pos) if offset else 0


def _tables(table: Any, field: int) -> list[Any]:
    from flatbuffers.table import Table

    offset = table.Offset(field)
    if not offset:
        return []
    start = table.Vector(offset)
    return [Table(table.Bytes, table.Indirect(start + 4 * i)) for i in range(table.VectorLen(offset))]


def _table(table: Any, field: int) -> Any:
    from flatbuffers.table import Table

    return Table(table.Bytes, table.Indirect(_place(table, field)))


def _number(table: Any, field: int) -> int:
    place = _place(table, field)
    return table.Bytes[place] if place else 0


def _text(table: Any, field: int) -> str:
    place = _place(table, field)
    return bytes(table.String(place)).decode(errors="replace") if place else ""


def _floats(table: Any, field: int, is_one: bool = False) -> str:
    if is_one:
        place = _place(table, field)
        return f"{struct.unpack_from('<f', table.Bytes, place)[0] if place else 0:g}"
    return " ".join(f"{number:g}" for number in _vector(table, field, "f")) or "?"


def _integers(table: Any, field: int) -> tuple[int, ...]:
    return _vector(table, field, "I")


def _vector(table: Any, field: int, of: str) -> tuple[Any, ...]:
    offset = table.Offset(field)
    count, start = (table.VectorLen(offset), table.Vector(offset)) if offset else (0, 0)
    return struct.unpack_from(f"<{count}{of}", table.Bytes, start)


def _lines(data: bytes, path: str) -> list[str]:
    """Returns the lines of a file in the archive after the model, if there is one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.read(path).decode(errors="replace").splitlines()
    except (KeyError, zipfile.BadZipFile):
        return []
