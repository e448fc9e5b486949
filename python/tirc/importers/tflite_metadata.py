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
# Fields of the tables ModelMetadata, SubGraphMetadata, TensorMetadata, ProcessUnit, NormalizationOptions and AssociatedFile of
# the metadata's schema, and the number of the fourth among the options of a ProcessUnit.
_SUBGRAPHS, _INPUTS, _OUTPUTS, _UNITS, _FILES = 10, 8, 10, 12, 16
_OPTIONS_TYPE, _OPTIONS, _MEAN, _STD, _FILE_NAME = 4, 6, 4, 6, 4
_NORMALIZATION = 1
# The most numbers and labels that a remark has.
_MOST = 6


def remarks(data: bytes, inputs: Sequence[str], outputs: Sequence[str]) -> list[str]:
    """Returns a remark for each input that is normalised, and for each output with labels. A file whose metadata cannot be read
    has none."""
    try:
        return list(_remarks(data, inputs, outputs))
    except (struct.error, IndexError, ValueError, TypeError, AttributeError, zipfile.BadZipFile):
        return []


def _remarks(data: bytes, inputs: Sequence[str], outputs: Sequence[str]) -> Iterator[str]:
    root = _root(data)
    graphs = _tables(root, _SUBGRAPHS) if root is not None else []
    if not graphs:
        return
    for name, tensor in zip(inputs, _tables(graphs[0], _INPUTS)):
        for unit in _tables(tensor, _UNITS):
            if _number(unit, _OPTIONS_TYPE) == _NORMALIZATION:
                options = _table(unit, _OPTIONS)
                mean, std = (_floats(options, field) for field in (_MEAN, _STD))
                yield f"the file's metadata: input '{name}' is (x - mean) / std, with the mean {mean} and std {std}"
    for name, tensor in zip(outputs, _tables(graphs[0], _OUTPUTS)):
        for file in _tables(tensor, _FILES):
            path = _text(file, _FILE_NAME)
            labels = _lines(data, path)
            if labels:
                listed = ", ".join(labels[:_MOST]) + (", ..." if len(labels) > _MOST else "")
                yield f"the file's metadata: output '{name}' has {len(labels)} labels ({path}): {listed}"


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


def _floats(table: Any, field: int) -> str:
    offset = table.Offset(field)
    count, start = (table.VectorLen(offset), table.Vector(offset)) if offset else (0, 0)
    numbers = struct.unpack_from(f"<{count}f", table.Bytes, start)
    return " ".join(f"{number:g}" for number in numbers[:_MOST]) or "?"


def _lines(data: bytes, path: str) -> list[str]:
    """Returns the lines of a file in the archive after the model, if there is one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.read(path).decode(errors="replace").splitlines()
    except (KeyError, zipfile.BadZipFile):
        return []


__all__ = ["remarks"]
