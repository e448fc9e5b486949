# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts a program of torch.export to TOSA, or else to linalg."""

from __future__ import annotations

import functools
import pathlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from torch_mlir import ir
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras import fx_importer
from torch_mlir.extras.fx_decomp_util import get_decomposition_table

from . import crashes, interface, lowering, torch_cutting, torch_program
from .calls import Call
from .literals import Literals
from .refused import Refused, first_line
from .torch_rewrites.refused import original_operator_of, refused_node
from .torch_rewrites.rewriting import rewrite

# What is listed must not be decomposed: it becomes a function that divides.
_KEPT = "backend-legal-ops=aten.fmod.Tensor,aten.floor_divide,aten.floor_divide.Scalar,aten.view.dtype"
_TO_BACKEND = f"builtin.module(torchdynamo-export-to-torch-backend-pipeline{{{_KEPT}}})"


def convert(request: dict[str, Any]) -> dict[str, Any]:
    """Writes the MLIR of the request's program; returns the answer. Raises Refused."""
    warnings.filterwarnings("ignore")
    program = torch_program.read(pathlib.Path(request["model"]))
    given = torch_cutting.cut(program, request.get("inputs", []), request.get("outputs", []))
    inputs = torch_program.input_names(program, request)
    outputs = torch_program.output_names(program)
    torch_program.drop_absent_outputs(program)
    names = interface.usable_names([given.get(name, name) for name in inputs], outputs)
    has_narrow = torch_program.has_narrow(program)
    if request["crashed"]:
        _refuse_crash(program)
    form, (remarks, is_written) = "tosa", _write_integers(program, *names)
    if not is_written:
        module, form, more = _lower(program)
        remarks += more
        lowering.write(module, *torch_program.with_signs(program, *names))
    return {"form": form, "remarks": remarks, "has_narrow": has_narrow}


def _write_integers(program: Any, inputs: list[str], outputs: list[str]) -> tuple[list[str], bool]:
    """Writes the MLIR of a program that PT2E has quantised, with a function for each part that computes in floats.
    Returns remarks, and whether this is possible."""
    if not any(str(node.target).startswith("quantized_decomposed.quantize") for node in program.graph.nodes):
        return [], False
    try:
        from . import integers
        from .onnx_rewrites.integers.recovery import Recovery
        from .pt2e import parts
        from .pt2e.operators import RULES
        from .pt2e.translation import Translation
    except ImportError:
        return ["the quantised model computes in float: the Python package 'onnx' is missing; pip install onnx"], False
    translation = Translation(program, RULES, torch_program.place)

    def plan() -> Recovery:
        return Recovery(translation.model(), by_inverse=True)

    def convert_part(part: Any) -> tuple[Any, list[str]]:
        ends = ([value.name for value in values] for values in (part.graph.input, part.graph.output))
        # A function's text does not contain the data that is stored beside a module.
        stored, fx_importer.DenseResourceElementsAttr = fx_importer.DenseResourceElementsAttr, _Inline
        try:
            module, _, remarks = _lower(parts.extract(program, translation.constants, *ends))
        finally:
            fx_importer.DenseResourceElementsAttr = stored
        return module, remarks

    return integers.write(plan, convert_part, inputs, outputs)


class _Inline:
    """Constants whose data is in the operation, in place of those whose data is beside the module."""

    @staticmethod
    def get_from_buffer(data: Any, name: str, kind: Any) -> Any:
        return ir.DenseElementsAttr.get(data, type=kind)


def _lower(program: Any) -> tuple[Any, str, list[str]]:
    """Returns the module of a program, its form, "tosa" or "linalg", and remarks about the model."""
    rewritten = rewrite(program, get_decomposition_table())
    try:
        module, form, remarks = _convert(rewritten.program, rewritten.calls)
    except Refused as error:
        node = None if error.operator else _unconverted_node(rewritten.program)
        if node is None:
            raise
        raise refused_node(node, lowering.NOT_CONVERTED) from error
    if states := rewritten.states:
        remarks += [f"the module writes to its buffer '{name}', which remains from one run to the next" for name, _ in states]
        lowering.make_variables(module, states)
    return module, form, remarks


def _unconverted_node(program: Any) -> Any:
    """Returns the first node that is not converted by itself, if any. torch-mlir may only name a constant that the node
    reads."""
    for node, single in torch_program.single_nodes(program):
        try:
            _convert(single, [])
        except Refused:
            return node
    return None


def _refuse_crash(program: Any) -> None:
    """Raises Refused for the first node whose conversion crashes. A node by itself may have TOSA, and yet be converted to
    linalg because of another one."""
    rewritten = rewrite(program, get_decomposition_table())

    def parts() -> Iterator[tuple[str, str, Callable[[], object]]]:
        for node, single in torch_program.single_nodes(rewritten.program):
            operator = original_operator_of(node)
            yield f"'{torch_program.place(node)}': {operator}: ", operator, functools.partial(_convert, single, [], to_linalg=True)

    crashes.refuse_first(parts())


def _convert(program: Any, calls: list[Call], to_linalg: bool = False) -> tuple[Any, str, list[str]]:
    """Returns the module, its form and remarks. With `to_linalg`, the form is linalg in any case."""
    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)
    operators = torch_program.operators(program)
    fx_importer.ContextCache.get_node_location = _location

    def describe(location: Any, _: str) -> tuple[str, str | None]:
        place, origin = lowering.places_of(location)
        if origin not in operators:
            return "", None
        return f"'{place}': {operators[origin]}: ", operators[origin]

    stages = lowering.Lowering(describe, finds_nan=True)
    graph = fx_importer.FxImporter(context=context, py_attr_tracker=Literals())
    try:
        graph.import_frozen_program(program, func_name="main")
    except (NotImplementedError, AssertionError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise Refused(
            f"torch-mlir does not import this program: {first_line(error)}; write the module with other operators"
        ) from error
    module = graph.module.operation
    stages.prepare(module, _TO_BACKEND)
    has_tosa = not to_linalg and torch_program.operators_keep_meaning(program)
    lowered, form, remarks = stages.lower(module, has_tosa)
    lowering.stitch(lowered, calls)
    return lowered, form, remarks


def _location(cache: Any, node: Any) -> Any:
    """Returns the place of a node, and its name in the exported program, because a module may have several nodes."""
    origin = ir.Location.name(torch_program.origin(node), context=cache._c)
    return ir.Location.name(torch_program.place(node), childLoc=origin, context=cache._c)
