# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flatbuffers of TOSA, as Arm's serializer and ExecuTorch write them."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Mapping, Sequence

from tirc.importers import tosa_file, tosa_text
from tirc.importers.base import FrontEndError, ImportedModel, missing_package, model_name
from tirc.importers.tosa_file import Block, Graph
from tirc_frontends import cutting
from tirc_frontends.interface import (
    as_list,
    dynamic_batch,
    dynamic_inputs,
    shape_for,
    unknown_input,
    usable_names,
    with_packed,
)

# After its size, a file has the letters TOSA.
_IDENTIFIER = b"TOSA"
# What Python raises for positions outside of the data, and for names that are missing.
_DAMAGE = (struct.error, LookupError, ValueError, TypeError, OverflowError, RecursionError)


def looks_like_model(data: bytes) -> bool:
    return data[4:8] == _IDENTIFIER


def import_model(data: bytes, source: str = "model", options: Mapping[str, object] | None = None) -> ImportedModel:
    """Converts the bytes of a .tosa file of version 1 to MLIR.

    Inputs and outputs have the names of the tensors, if C can have them. The places of operations are what the file says
    of them, or the names of their results. Raises FrontEndError.
    """
    options = dict(options or {})
    try:
        import flatbuffers  # noqa: F401
    except ImportError as error:
        raise missing_package(source, "flatbuffers", "tosa") from error
    cuts = [as_list(options.pop(name, None), "") for name in ("inputs", "outputs")]
    try:
        _check_version(data, source)
        graph = tosa_file.read(data)
        main = _cut(graph.main, cuts[0], cuts[1], source)
        names = usable_names(main.inputs, main.outputs)
        shapes, remarks = _batches(main, names[0], options, source)
        mlir = tosa_text.text_of(Graph(main, graph.blocks), *names)
    except tosa_text.UnsupportedError as error:
        raise FrontEndError(f"{source}: {error}") from error
    except _DAMAGE as error:
        raise FrontEndError(
            f"{source}: this flatbuffer of TOSA is damaged: {str(error) or type(error).__name__}; expected a whole file: get it "
            "again"
        ) from error
    has_narrow = any(tensor.element == "i4" for block in _blocks(graph) for tensor in block.tensors.values())
    return ImportedModel(
        mlir.encode(),
        model_name(source),
        source,
        with_packed(options, has_narrow) | shapes,
        "tosa",
        remarks=tuple(remarks),
        operators={operator.place: operator.name for block in _blocks(graph) for operator in block.operators},
    )


def _blocks(graph: Graph) -> list[Block]:
    return list({id(block): block for block in graph.blocks.values()}.values())


def _check_version(data: bytes, source: str) -> None:
    major, minor, patch, is_draft = tosa_file.version_of(data)
    # 1.0 changed until it was final. 1.1 adds operators to it.
    if (major, minor) == (1, 1) or ((major, minor) == (1, 0) and not is_draft):
        return
    version = f"{major}.{minor}.{patch}{' (a draft)' if is_draft else ''}"
    raise FrontEndError(
        f"{source}: this flatbuffer has the version {version} of TOSA; expected 1.0 or 1.1: write the file with tosa-tools of "
        "2026, or with TOSA-1.0 as ExecuTorch's specification, or compile the model that it comes from"
    )


def _cut(main: Block, inputs: Sequence[str], outputs: Sequence[str], source: str) -> Block:
    """Returns the block with these inputs and outputs, each if there are some."""
    if not inputs and not outputs:
        return main
    made = [name for operator in main.operators for name in operator.outputs if name in main.tensors]
    for option, names, known in (("outputs", outputs, made), ("inputs", inputs, [*main.inputs, *made])):
        if message := cutting.repeated(option, names):
            raise FrontEndError(f"{source}: {message}")
        for name in names:
            if name not in known:
                raise FrontEndError(f"{source}: {cutting.unknown(option, name, known)}")
    block = dataclasses.replace(main, outputs=tuple(outputs) or main.outputs)
    operators, needed = tosa_text.needed(block, inputs)
    others = [name for name in main.inputs if name in needed]
    if inputs and others:
        raise FrontEndError(f"{source}: {cutting.missing(others, inputs)}")
    if not operators:
        raise FrontEndError(f"{source}: the outputs are inputs; expected at least one operator between them: name other tensors")
    return dataclasses.replace(block, inputs=tuple(inputs) or tuple(others), operators=tuple(operators))


def _batches(
    main: Block, names: Sequence[str], options: Mapping[str, object], source: str
) -> tuple[dict[str, object], list[str]]:
    """Returns the option with the shapes of inputs whose batch nobody said, and a remark on them."""
    given = as_list(options.get("input_shape"), "x")
    ports = list(zip(names, [main.tensors[name] for name in main.inputs]))
    if unknown := unknown_input(given, [(name, tensor.name) for name, tensor in ports]):
        raise FrontEndError(f"{source}: {unknown}")
    open_ports = [
        (index, name, tensor.sizes)
        for index, (name, tensor) in enumerate(ports)
        if tensor.sizes is not None and None in tensor.sizes and not shape_for(given, index, name, tensor.name)
    ]
    if not open_ports:
        return {}, []
    if any(None in sizes[1:] or len(sizes) < 2 for _, _, sizes in open_ports):
        raise FrontEndError(f"{source}: {dynamic_inputs(open_ports)}")
    given += [f"{index}:{'x'.join(map(str, [1, *sizes[1:]]))}" for index, _, sizes in open_ports]
    return {"input_shape": given}, [dynamic_batch(open_ports)]
