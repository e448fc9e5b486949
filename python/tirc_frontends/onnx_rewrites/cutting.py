# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cuts a graph at values that the options inputs and outputs name."""

from __future__ import annotations

from typing import Any

import onnx

from .. import cutting
from ..refused import Refused
from .graph import used


def cut(model: Any, inputs: list[str], outputs: list[str]) -> None:
    """Makes values the inputs and outputs of the model, each if it is not empty, and drops the nodes that are not needed."""
    if not inputs and not outputs:
        return
    graph = model.graph
    constants = {tensor.name for tensor in graph.initializer}
    own = [value.name for value in graph.input if value.name not in constants]
    made = [name for node in graph.node for name in node.output if name]
    for option, names, known in (("outputs", outputs, made), ("inputs", inputs, [*own, *made])):
        if message := cutting.repeated(option, names):
            raise Refused(message)
        for name in names:
            if name not in known:
                raise Refused(cutting.unknown(option, name, known))
    wanted = outputs or [value.name for value in graph.output]
    kept = _needed(graph, wanted, set(inputs))
    reached = {name for node in kept for name in [*node.input, *used(node)]} | set(wanted)
    others = [name for name in own if name in reached and name not in inputs]
    if inputs and others:
        raise Refused(cutting.missing(others, inputs))
    types = _types(model)
    first = inputs or [name for name in own if name in reached]
    for ends, names in ((graph.input, first), (graph.output, wanted)):
        values = [_value(types, name) for name in names]
        old = [value for value in ends if value.name in constants] if ends is graph.input else []
        del ends[:]
        ends.extend([*values, *old])
    del graph.node[:]
    graph.node.extend(kept)
    kept_info = [value for value in graph.value_info if value.name not in {*first, *wanted}]
    del graph.value_info[:]
    graph.value_info.extend(kept_info)


def _needed(graph: Any, wanted: list[str], given: set[str]) -> list[Any]:
    """Returns the nodes that compute what is wanted from what is given and from the model's inputs."""
    needed, kept = set(wanted) - given, []
    for node in reversed(graph.node):
        if needed & set(node.output):
            kept.append(node)
            needed |= ({*node.input} | used(node)) - given
    return kept[::-1]


def _types(model: Any) -> dict[str, Any]:
    """Returns the types of all values, as far as they are known."""
    try:
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    except RuntimeError:
        pass  # What is wrong with the model is an error elsewhere, unless it is cut off.
    return {value.name: value.type for value in [*model.graph.input, *model.graph.value_info, *model.graph.output]}


def _value(types: dict[str, Any], name: str) -> Any:
    kind = types.get(name)
    if kind is None or kind.WhichOneof("value") != "tensor_type" or not kind.tensor_type.HasField("shape"):
        raise Refused(
            f"the type of '{name}' does not follow from the model, so it cannot be an input or output; expected a tensor whose "
            "number of axes is known: cut the model elsewhere"
        )
    made = onnx.ValueInfoProto()
    made.name = name
    made.type.CopyFrom(kind)
    return made
