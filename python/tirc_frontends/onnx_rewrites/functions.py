# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that the standard defines by others."""

from __future__ import annotations

from typing import Any

import onnx
from onnx import inliner

from .graph import opset_of
from .known.operators import REFUSED
from .naming import name_after

# torch-mlir crashes on these, converts them for dynamic shapes only, or does not say that it cannot convert them.
# It divides the SoftmaxCrossEntropyLoss by the sum of other weights.
_ALWAYS = (
    "Attention",
    "CausalConvWithState",
    "CenterCropPad",
    "LinearAttention",
    "SoftmaxCrossEntropyLoss",
    "NegativeLogLikelihoodLoss",
    "RotaryEmbedding",
)

# Where the definitions of single nodes stand until they are inlined.
_DEFINITIONS = "tirc.definitions"


def expand_all(model: Any) -> Any:
    """Returns the model without the operators that have to be replaced by their definition."""
    for kind in _ALWAYS:
        model = expand(model, kind) or model
    return model


def expand(model: Any, operator: str | None) -> Any:
    """Returns the model with an operator (`onnx.Attention`) replaced by the standard's definition, with types of all
    values. Returns None if it lacks such nodes, or the standard lacks a definition."""
    kind = (operator or "").removeprefix("onnx.")
    before = sum(node.op_type == kind and not node.domain for node in model.graph.node)
    if not before or kind in REFUSED:
        return None
    ends = {name: node.name for node in model.graph.node for name in node.output if node.op_type == kind and name}
    own = {node.name for node in model.graph.node}
    _note_types(model.graph)
    note_defaults(model, kind)
    try:
        expanded = inliner.inline_selected_functions(model, [("", kind)], inline_schema_functions=True)
    except RuntimeError:
        # The definition depends on types. The inliner also asks for the type of an input that is left out.
        expanded = _inline_by_types(model, kind)
    if expanded is None:
        return None
    if sum(node.op_type == kind for node in expanded.graph.node) == before:
        return None
    # Each new node has the place of the model's node, whose outputs the last new nodes have.
    place = ""
    for node in reversed(expanded.graph.node):
        place = next((ends[name] for name in node.output if name in ends), place)
        if node.name not in own:
            name_after(node, place)
    return onnx.shape_inference.infer_shapes(expanded, data_prop=True)


def _inline_by_types(model: Any, kind: str) -> Any:
    """Returns the model with the nodes of an operator replaced by the definition for the types of their inputs; None if one
    of these is not known."""
    graph, copy = model.graph, onnx.ModelProto()
    types = {value.name: value.type for value in [*graph.input, *graph.value_info]} | {"": onnx.TypeProto()}
    copy.CopyFrom(model)
    copy.opset_import.append(onnx.helper.make_opsetid(_DEFINITIONS, 1))
    schema: Any = onnx.defs.get_schema(kind, opset_of(model))
    if not schema.has_context_dependent_function:
        return None
    for index, node in enumerate(copy.graph.node):
        if node.op_type != kind or node.domain:
            continue
        if any(name not in types for name in node.input):
            return None
        given = [types[name].SerializeToString() for name in node.input]
        function = onnx.FunctionProto.FromString(schema.get_context_dependent_function(node.SerializeToString(), given))
        node.domain, node.op_type = function.domain, function.name = _DEFINITIONS, f"{kind}{index}"
        copy.functions.append(function)
    return inliner.inline_local_functions(copy)


def note_defaults(model: Any, kind: str) -> None:
    """Gives the nodes of an operator the attributes that they leave out: definitions refer to them."""
    nodes = [node for node in model.graph.node if node.op_type == kind and node.domain in ("", "ai.onnx")]
    if nodes:
        known = onnx.defs.get_schema(kind, opset_of(model)).attributes
        for node in nodes:
            given = {attribute.name for attribute in node.attribute}
            # A default without a type is none.
            node.attribute.extend(a.default_value for a in known.values() if a.name not in given and a.default_value.type)


def _note_types(graph: Any) -> None:
    """Notes the types of constants, on which definitions may depend."""
    known = {value.name for value in [*graph.input, *graph.value_info]}
    graph.value_info.extend(
        onnx.helper.make_tensor_value_info(tensor.name, tensor.data_type, tensor.dims)
        for tensor in graph.initializer
        if tensor.name not in known
    )
