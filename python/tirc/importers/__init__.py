# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Front ends: from a model of any kind that tirc knows to MLIR.

The kind is told by content, not by a file's name. TensorFlow Lite needs the packages of `tirc[tflite]`, ONNX those of
`tirc[onnx]`; MLIR needs none.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping

from tirc.importers import onnx, tflite
from tirc.importers.base import FrontEndError, ImportedModel, model_name

__all__ = ["FrontEndError", "ImportedModel", "kind_of", "load", "onnx", "tflite"]

_BYTECODE = b"ML\xefR"
# What else a file is at times, and the way from there.
_OTHERS = {
    b"\x89HDF": ("an HDF5 file of Keras", "convert it to TensorFlow Lite: tf.lite.TFLiteConverter"),
    b"PK\x03\x04": (
        "an archive, such as PyTorch and Keras write",
        "export it: torch.onnx.export for PyTorch, tf.lite.TFLiteConverter for Keras",
    ),
    b"\x7fELF": ("a program or object file", "give the model it was made from"),
}


def kind_of(data: bytes) -> str:
    """What a model's bytes are: "mlir", "tflite", "onnx", or "" where they are none of these."""
    if data.startswith(_BYTECODE):
        return "mlir"
    if data[4:8] == b"TFL3":
        return "tflite"
    if onnx.looks_like_model(data):
        return "onnx"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    return "mlir" if text.strip() and "\0" not in text else ""


def load(model: object, options: Mapping[str, object] | None = None) -> ImportedModel:
    """Reads a model: a path, MLIR as text, the bytes of a model, an onnx.ModelProto, or a tirc.ir.Module.

    A str with a line break or a brace is MLIR, any other a path. `options` are those of `tirc.compile`; the result's
    options are the same with what the model adds (the caller's win), and with a model_name. Raises FrontEndError,
    OSError where a file cannot be read, and TypeError for another kind of object.
    """
    options = {key: value for key, value in (options or {}).items() if value is not None}
    folder: pathlib.Path | None = None
    source = "model"
    if hasattr(model, "_source"):
        data, source = model._source()
    elif hasattr(model, "SerializeToString"):
        data = model.SerializeToString()
    elif isinstance(model, (bytes, bytearray, memoryview)):
        data = bytes(model)
    elif isinstance(model, str) and ("\n" in model or "{" in model):
        data = model.encode()
    elif isinstance(model, (str, os.PathLike)):
        path = pathlib.Path(model)
        data, source, folder = path.read_bytes(), path.name, path.absolute().parent
    else:
        raise TypeError(
            f"a {type(model).__name__} is no model; expected a path, MLIR as text, bytes, an onnx.ModelProto or a "
            "tirc.ir.Module"
        )
    kind = kind_of(data)
    if kind == "tflite":
        return tflite.import_model(data, source, options)
    if kind == "onnx":
        return onnx.import_model(data, source, options, folder=folder)
    if kind == "mlir":
        name = model_name(source) if folder else "default"
        return ImportedModel(data, name, source, {"model_name": name} | options, "mlir")
    raise FrontEndError(f"{source}: {_what_else(data)}")


def _what_else(data: bytes) -> str:
    expected = "expected MLIR (text or bytecode), TensorFlow Lite or ONNX"
    if not data.strip():
        return f"there is nothing in it; {expected}"
    for magic, (what, remedy) in _OTHERS.items():
        if data.startswith(magic):
            return f"this is {what}; {expected}: {remedy}"
    return f"this is no model that tirc knows, it begins with {data[:8]!r}; {expected}"
