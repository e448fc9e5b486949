# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Front ends: they convert a model of any kind that tirc supports to MLIR.

The kind is determined from the content, not from a file's name. TensorFlow Lite, ONNX and PyTorch need the
packages of the extras `tflite`, `onnx` and `torch` (`pip install '.[tflite]'` in a checkout), and a flatbuffer of TOSA those
of `tosa`; MLIR needs none.
"""

from __future__ import annotations

import dataclasses
import os
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tirc.importers import float_products, onnx, torch, tosa
from tirc.importers.base import FrontEndError, ImportedModel, model_name

if TYPE_CHECKING:
    from tirc.importers import tflite

__all__ = ["FrontEndError", "ImportedModel", "kind_of", "load", "onnx", "tflite", "torch", "tosa"]


def __getattr__(name: str) -> object:
    # It loads numpy, which models of other kinds do not need.
    if name == "tflite":
        import tirc.importers.tflite

        return tirc.importers.tflite
    raise AttributeError(f"module 'tirc.importers' has no attribute '{name}'")


def kind_of(data: bytes) -> str:
    """Returns the kind of a model's bytes: "tflite", "tosa", "onnx", "torch", or "mlir" for all others, which the compiler
    then checks."""
    if data[4:8] == b"TFL3":
        return "tflite"
    if tosa.looks_like_model(data):
        return "tosa"
    if torch.looks_like_archive(data):
        return "torch"
    return "onnx" if onnx.looks_like_model(data) else "mlir"


def load(
    model: object, options: Mapping[str, object] | None = None, example_inputs: object = None
) -> ImportedModel:
    """Reads a model: a path, MLIR as text, the bytes of a model, an onnx.ModelProto, a torch.export.ExportedProgram, a
    torch.nn.Module with example inputs, or a tirc.ir.Module.

    A str with a line break or a brace is MLIR, any other a path. `options` are the same as for `tirc.compile`; the
    result's options also have what the model adds (the caller's take precedence). The compiler takes the model's name
    from the file's name; for a model without a file, the option model_name is TVM's `default`. Raises FrontEndError,
    OSError if a file cannot be read, and TypeError for another kind of object.
    """
    options = {key: value for key, value in (options or {}).items() if value is not None}
    folder: pathlib.Path | None = None
    source = "model"
    if torch.is_model(model):
        data, source = torch.save(model, example_inputs)
    elif hasattr(model, "_source"):
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
            f"an object of type {type(model).__name__} is not a model; expected a path, MLIR as text, bytes, an "
            "onnx.ModelProto, a torch.export.ExportedProgram, a torch.nn.Module or a tirc.ir.Module"
        )
    kind = kind_of(data)
    if kind != "mlir":
        imported = _converted(kind, data, source, options, folder)
        more = float_products.remarks(imported)
        return dataclasses.replace(imported, original=data, folder=folder, remarks=(*imported.remarks, *more))
    if folder:
        return ImportedModel(data, model_name(source), source, options, "mlir")
    return ImportedModel(data, "default", source, {"model_name": "default"} | options, "mlir")


def _converted(
    kind: str, data: bytes, source: str, options: Mapping[str, object], folder: pathlib.Path | None
) -> ImportedModel:
    """Returns what the front end of a kind makes of a model."""
    if kind == "tflite":
        from tirc.importers import tflite

        return tflite.import_model(data, source, options)
    if options.get("npu"):
        from tirc.importers import vela

        vela.refuse(options, source, {"onnx": "ONNX", "torch": "PyTorch", "tosa": "TOSA"}[kind])
    if kind == "tosa":
        return tosa.import_model(data, source, options)
    if kind == "onnx":
        return onnx.import_model(data, source, options, folder=folder)
    return torch.import_model(data, source, options)
