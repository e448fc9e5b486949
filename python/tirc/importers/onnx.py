# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX, through the importer of torch-mlir's wheel, without PyTorch."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

from tirc.importers.base import ImportedModel, model_name, run_converter
from tirc.importers.interface import as_list

# ModelProto in onnx.proto: the numbers of its fields, by the wire's type.
_NUMBERS, _MESSAGES, _GRAPH = frozenset({1, 5}), frozenset({2, 3, 4, 6, 7, 8, 14, 20, 25, 26}), 7


def import_model(
    data: bytes,
    source: str = "model",
    options: Mapping[str, object] | None = None,
    *,
    folder: pathlib.Path | None = None,
) -> ImportedModel:
    """Turns the bytes of an ONNX model into TOSA, or into linalg on tensors where an operator has no form in TOSA.

    `folder` is where data outside of the file is looked for. Sizes that the option input_shape gives are put in before
    the model is converted; an operator set older than 17 is converted first. Inputs and outputs have the model's names
    and the operations' places are the nodes' names, or those of their first output. Raises FrontEndError.
    """
    options = dict(options or {})
    request = {
        "input_shape": as_list(options.get("input_shape"), "x"),
        "folder": None if folder is None else str(folder),
    }
    converted = run_converter("_convert_onnx.py", request, data, source, "onnx")
    return ImportedModel(converted.mlir, model_name(source), source, options, f"onnx-{converted.answer['form']}")


def looks_like_model(data: bytes) -> bool:
    """Whether bytes are a ModelProto: protobuf has no signature, so its fields are looked at.

    The version of the format comes first in what all exporters write, and a graph has to be there; a file that was cut
    off is a model, too, as far as it goes.
    """
    if data[:1] != b"\x08":
        return False
    position, graph = 0, False
    while position < len(data):
        key, position = _varint(data, position)
        field, wire = key >> 3, key & 7
        value, position = _varint(data, position)
        if wire == 0 and field in _NUMBERS:
            continue
        if wire != 2 or field not in _MESSAGES:
            return False
        graph |= field == _GRAPH
        position += value
    return graph


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while position < len(data):
        byte = data[position]
        value |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if byte < 0x80:
            break
    return value, position
