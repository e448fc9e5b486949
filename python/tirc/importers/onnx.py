# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX models, read by the importer of torch-mlir's wheel, without PyTorch."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

from tirc.importers.base import FrontEndError, ImportedModel, model_name, run_and_find_crash
from tirc_frontends.interface import as_list, unread, with_packed

# Forms of trees (onnx_rewrites/operators/forests.py).
_TREES = ("auto", "code", "tables")
# ModelProto in onnx.proto: the numbers of its fields, by their wire type.
_NUMBERS, _MESSAGES, _GRAPH = frozenset({1, 5}), frozenset({2, 3, 4, 6, 7, 8, 14, 20, 25, 26}), 7


def import_model(
    data: bytes,
    source: str = "model",
    options: Mapping[str, object] | None = None,
    *,
    folder: pathlib.Path | None = None,
) -> ImportedModel:
    """Converts the bytes of an ONNX model to TOSA, or to linalg on tensors if an operator has no form in TOSA.

    `folder` contains data outside of the file. Sizes from the option input_shape and numbers from input_value are inserted
    before the model is converted; an operator set older than 17 is converted first. Inputs and outputs have the model's
    names. The places of operations are the names of the nodes, or of their first output. Raises FrontEndError.
    """
    options = dict(options or {})
    request = {
        "input_shape": as_list(options.get("input_shape"), "x"),
        "input_value": as_list(options.pop("input_value", None), ""),
        "inputs": as_list(options.pop("inputs", None), ""),
        "outputs": as_list(options.pop("outputs", None), ""),
        "trees": _form_of_trees(options.pop("trees", None), source),
        "custom_op": as_list(options.get("custom_op"), ":"),
        "folder": None if folder is None else str(folder),
    }
    converted = run_and_find_crash("onnx", request, data, source)
    if request["input_value"]:
        options["input_shape"] = converted.answer["input_shape"]
        options["input_value"] = unread(request["input_value"], "input_value")
    return ImportedModel(
        converted.mlir,
        model_name(source),
        source,
        with_packed(options, converted.answer["has_narrow"]),
        f"onnx-{converted.answer['form']}",
        remarks=tuple(converted.answer["remarks"]),
        metadata=tuple(converted.answer["metadata"]),
        operators=converted.answer["operators"],
    )


def _form_of_trees(given: object, source: str) -> str:
    form = "auto" if given is None else str(given)
    if form not in _TREES:
        raise FrontEndError(f"{source}: --trees={form}: unknown; expected one of {', '.join(_TREES)}")
    return form


def looks_like_model(data: bytes) -> bool:
    """Returns whether bytes are a ModelProto. Protobuf has no signature, so this looks at the fields.

    All exporters write the version of the format first, and a graph is required. A truncated file also counts as a
    model.
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
