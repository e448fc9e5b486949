# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyTorch: modules and programs of torch.export, read by the importer of torch-mlir's wheel."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from tirc.importers.base import FrontEndError, ImportedModel, model_name, run_and_find_crash
from tirc_frontends.interface import as_list, with_packed

_SIGNATURE = b"PK\x03\x04"
# The file of an archive of torch.export that contains the graph, in the newer and in the older form.
_GRAPHS = ("/models/model.json", "serialized_exported_program.json")


def is_model(model: object) -> bool:
    """Returns whether this is a module or an exported program, without loading PyTorch."""
    torch = sys.modules.get("torch")
    if torch is None:
        return False
    exported = getattr(sys.modules.get("torch.export"), "ExportedProgram", ())
    return isinstance(model, (torch.nn.Module, exported))


def looks_like_archive(data: bytes) -> bool:
    """Returns whether bytes begin as the archives that PyTorch writes."""
    return data[:4] == _SIGNATURE


def save(model: Any, example_inputs: object) -> tuple[bytes, str]:
    """Returns the archive of an exported program, or of a module that is exported with these inputs, and a name for
    it. Raises FrontEndError."""
    import torch

    is_module = isinstance(model, torch.nn.Module)
    # A program is named after nothing.
    source = f"{type(model).__name__}.pt2" if is_module else "model"
    if is_module:
        model = _export(torch, model, source, example_inputs)
    archive = io.BytesIO()
    try:
        torch.export.save(model, archive)
    except Exception as error:  # Whatever PyTorch raises for what it cannot write.
        raise FrontEndError(
            f"{source}: torch.export.save cannot write this program: {_reason(error)}; expected dense tensors and operators "
            "of PyTorch; the error of PyTorch above says which node it is"
        ) from error
    return archive.getvalue(), source


def _export(torch: Any, module: Any, source: str, example_inputs: object) -> Any:
    if example_inputs is None:
        raise TypeError(
            f"{type(module).__name__} is a torch.nn.Module; expected also example inputs, which tell shapes and types: "
            "tirc.compile(module, (tensor,))"
        )
    positional: tuple[Any, ...] = ()
    named: dict[str, Any] = {}
    if isinstance(example_inputs, Mapping):
        named = dict(example_inputs)
    elif isinstance(example_inputs, (tuple, list)):
        positional = tuple(example_inputs)
    else:
        positional = (example_inputs,)
    # Firmware infers; the module is as before afterwards.
    training = [part for part in module.modules() if part.training]
    module.eval()
    try:
        return torch.export.export(module, positional, named)
    except Exception as error:  # torch.export passes on whatever the module raises.
        raise FrontEndError(
            f"{source}: torch.export cannot export this module: {_reason(error)}; the error of PyTorch above says where"
        ) from error
    finally:
        for part in training:
            part.training = True


def _reason(error: Exception) -> str:
    """Returns the first line of an error's text, or its type if it has no text."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def import_model(data: bytes, source: str = "model", options: Mapping[str, object] | None = None) -> ImportedModel:
    """Converts the bytes of a program that torch.export.save wrote to TOSA, or to linalg on tensors if an operator has
    no form in TOSA.

    Inputs have the names of the program. Outputs have the keys or fields under which the module returns them, and
    otherwise the names of the program. The places of operations are the modules that they come from. Raises
    FrontEndError.
    """
    options = dict(options or {})
    names = _members(data)
    if not any(name.endswith(_GRAPHS) for name in names):
        raise FrontEndError(
            f"{source}: this archive has no program of torch.export: it may be a TorchScript module, saved weights, or "
            "not of PyTorch; expected what torch.export.save(torch.export.export(module, inputs), path) writes"
        )
    request = {"input_shape": as_list(options.get("input_shape"), "x")}
    request |= {name: as_list(options.pop(name, None), "") for name in ("inputs", "outputs")}
    converted = run_and_find_crash("torch", request, data, source)
    return ImportedModel(
        converted.mlir,
        model_name(source),
        source,
        with_packed(options, converted.answer["has_narrow"]),
        f"torch-{converted.answer['form']}",
        remarks=tuple(converted.answer["remarks"]),
    )


def _members(data: bytes) -> Sequence[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except zipfile.BadZipFile:
        return ()
