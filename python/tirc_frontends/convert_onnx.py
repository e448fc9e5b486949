# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts an ONNX model to TOSA, or else to linalg."""

from __future__ import annotations

import functools
import re
from typing import Any

import onnx
import onnx.inliner
from torch_mlir import ir
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras import onnx_importer

from . import custom, integers, lowering, onnx_model
from .calls import Call
from .onnx_rewrites import (
    cutting,
    functions,
    ml,
    naming,
    narrow,
    old_forms,
    quantized_operators,
    recurrent,
    scopes,
    sparse,
    taking,
)
from .onnx_rewrites.custom import take_out as take_out_custom
from .onnx_rewrites.folding import fold
from .onnx_rewrites.graph import opset_of
from .onnx_rewrites.half import widen
from .onnx_rewrites.integers.recovery import Recovery
from .onnx_rewrites.known.check import check
from .onnx_rewrites.operators import part as part_of_operator
from .onnx_rewrites.rules import rewrite
from .refused import Refused, first_line

# What is listed must not be decomposed: it becomes a function that divides.
_KEPT = "backend-legal-ops=aten.fmod.Tensor,aten.floor_divide,aten.floor_divide.Scalar"
_TO_TORCH = f"builtin.module(torch-onnx-to-torch-backend-pipeline{{{_KEPT}}})"


def convert(request: dict[str, Any]) -> dict[str, Any]:
    """Writes the MLIR of the request's model; returns the answer. Raises Refused."""
    operators: dict[str, str] = {}
    try:
        model = onnx_model.read(request)
        has_narrow = narrow.has_narrow(model.graph)
        names = custom.names(request["custom_op"])
        check(model, names)
        if model.functions:
            # The repairs look at the nodes of the graph. Attributes that refer to a call's attributes have values now.
            model = onnx.inliner.inline_local_functions(model)
            check(model, names)
        sparse.densify(model.graph)
        operators = naming.name_nodes(model.graph)
        scopes.separate(model.graph)
        old_forms.normalize_groups(model.graph, opset_of(model))
        quantized_operators.expand(model, "com.microsoft")
        cutting.cut(model, request.get("inputs", []), request.get("outputs", []))
        changes = ml.leave_out(model)
        described = onnx_model.described(model)
        onnx_model.bind(model, request)
        inputs, outputs, sizes = onnx_model.prepare(model, request)
        model = onnx_model.infer(model, operators)
        ends = onnx_model.with_signs(model, inputs, outputs)
        if any(node.op_type == "If" for node in model.graph.node):
            # What is taken out of the model stands in the chosen branches.
            model = fold(model)
        calls = take_out_custom(model, names)
        model = functions.expand_all(widen(ml.with_form(ml.expand(model), request.get("trees", "auto"))))
        if request["crashed"]:
            naming.refuse_crash(model, functools.partial(_lower, to_linalg=True))
        form, remarks = _write(model, ends, calls)
    except Refused as refused:
        raise naming.in_own_words(refused, operators) from None
    remarks = [*changes, *sizes, *remarks]
    answer = {"form": form, "remarks": remarks, "operators": operators, "input_shape": request["input_shape"]}
    return answer | {"has_narrow": has_narrow, "metadata": described}


def _write(model: Any, ends: list[list[tuple[str, bool]]], custom_calls: list[Call]) -> tuple[str, list[str]]:
    """Writes the MLIR of a model with these inputs and outputs (onnx_model.with_signs), and more of them where calls are to be
    added; returns its form, "tosa" or "linalg", and remarks about the model."""

    def convert_part(part: Any) -> tuple[Any, list[str]]:
        return _lower(onnx.shape_inference.infer_shapes(part, data_prop=True))[1:]

    inputs, outputs = (
        [name for name, _ in own] + [f"custom{i}" for i in range(len(ports) - len(own))]
        for own, ports in zip(ends, (model.graph.input, model.graph.output), strict=True)
    )
    remarks, is_written = integers.write(functools.partial(_recovered, model), convert_part, inputs, outputs)
    if is_written:
        lowering.stitch_file(custom_calls, *ends)
        return "tosa", remarks
    model, calls = _take_out_layers(model)
    form, module, more = _lower(model)
    lowering.stitch(module, calls)
    lowering.stitch(module, custom_calls)
    lowering.write(module, *ends)
    return form, remarks + more


def _lower(model: Any, to_linalg: bool = False) -> tuple[str, Any, list[str]]:
    """Returns the form of the MLIR, its module, and remarks about the model."""
    while True:
        try:
            return _convert(rewrite(model), to_linalg)
        except Refused as refused:
            # The standard defines some operators by others.
            if (expanded := functions.expand(model, refused.operator)) is None:
                raise
            model = expanded


def _recovered(model: Any) -> Recovery | None:
    """Returns the plan for the quantised tensors of a model, or None if it quantises none."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    quantized_operators.expand(copy, "")
    if all(node.op_type != "QuantizeLinear" for node in copy.graph.node):
        return None
    return Recovery(fold(onnx.shape_inference.infer_shapes(copy, data_prop=True)))


def _take_out_layers(model: Any) -> tuple[Any, list[Call]]:
    """Returns the model without its recurrent layers, and their calls."""
    if not any(recurrent.is_recurrent(node) for node in model.graph.node):
        return model, []
    model = fold(model)
    return model, taking.take_out(
        model,
        "recurrent",
        lambda node, name, wanted: recurrent.part(node, name, wanted) if recurrent.is_recurrent(node.proto) else None,
    )


def _convert(model: Any, to_linalg: bool = False) -> tuple[str, Any, list[str]]:
    """Returns the form of the MLIR, "tosa" or "linalg", its module, and remarks about the model. With `to_linalg`, the form
    is linalg in any case."""
    calls = taking.take_out(model, "operator", part_of_operator)
    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)

    def describe_operation(location: Any, message: str) -> tuple[str, str | None]:
        return _describe(lowering.place_of(location), model, _named_operator(message, model))

    stages = lowering.Lowering(describe_operation)
    module = _import_graph(onnx_importer.ModelInfo(model), context)
    try:
        stages.prepare(module, _TO_TORCH)
        has_tosa = not (to_linalg or _resizes_to_nearest(model) or onnx_model.has_unsigned_integers(model))
        lowered, form, remarks = stages.lower(module, has_tosa)
        lowering.stitch(lowered, calls)
    except Refused as refused:
        if refused.operator is None and (node := _unconverted_node(model)):
            place, operator = _describe(node.name, model, None)
            raise Refused(f"{place}{lowering.NOT_CONVERTED}", operator) from refused
        raise
    return form, lowered, remarks


def _unconverted_node(model: Any) -> Any:
    """Returns the first node that is not converted by itself, if any. torch-mlir may only name a constant that the node
    reads."""
    if len(model.graph.node) == 1:
        return model.graph.node[0]
    for node, part in naming.single_nodes(model):
        try:
            _convert(part)
        except Refused:
            return node
    return None


def _import_graph(info: Any, context: Any) -> Any:
    module = info.create_module(context=context).operation
    try:
        onnx_importer.NodeImporter.define_function(info.main_graph, module).import_all()
    except (onnx_importer.OnnxImportError, NotImplementedError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise Refused(
            f"torch-mlir does not import this model: {first_line(error)}; export it with other operators"
        ) from error
    return module


def _resizes_to_nearest(model: Any) -> bool:
    """Returns whether the model resizes to the nearest element in another way than TOSA rounds: torch-mlir converts a
    resize that takes the previous element to TOSA's nevertheless."""
    return any(
        node.op_type == "Resize" and all(a.s == b"nearest" for a in node.attribute if a.name == "mode")
        for node in model.graph.node
    )


def _describe(place: str | None, model: Any, operator: str | None) -> tuple[str, str | None]:
    """Returns the node and its operator as the beginning of a sentence, and the operator.

    A place may also be a value or the graph; then the node is the first one of the operator, if that is known, or else the
    first one that reads the value.
    """
    kinds = {node.name: node.op_type for node in model.graph.node}
    if place not in kinds:
        readers = [node.name for node in model.graph.node if place in node.input]
        place = next((name for name, kind in kinds.items() if kind == operator), next(iter(readers), None))
    if place is None:
        return "", operator and f"onnx.{operator}"
    # The nodes that replace one have its name.
    alike = {node.op_type for node in model.graph.node if node.name == place}
    kind = operator if operator in alike else kinds[place]
    return f"'{place}': {kind}: ", f"onnx.{kind}"


def _named_operator(message: str, model: Any) -> str | None:
    """Returns the operator of the model that torch-mlir's message is about, by any of the names that it has there."""
    kinds = {node.op_type.lower(): node.op_type for node in model.graph.node}
    found = re.findall(r'(?:name = "onnx|torch\.onnx)\.(\w+)', message)
    return next((kinds[key] for name in found if (key := name.replace("_", "").lower()) in kinds), None)
