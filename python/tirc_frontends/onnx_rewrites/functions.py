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
    "CenterCropPad",
    "SoftmaxCrossEntropyLoss",
    "NegativeLogLikelihoodLoss",
    "RotaryEmbedding",
)


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
        # A definition that depends on a type that is not known.
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


__all__ = ["expand", "expand_all", "note_defaults"]
