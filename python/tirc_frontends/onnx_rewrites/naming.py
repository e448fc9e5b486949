# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model's own nodes, which errors name, whatever nodes replace them."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from onnx import helper

from .. import crashes
from ..refused import Refused


def name_nodes(graph: Any) -> dict[str, str]:
    """Gives each node a name, also in the graphs of If and Loop; returns the operators of the nodes by name."""
    operators: dict[str, str] = {}
    for index, node in enumerate(graph.node):
        node.name = node.name or next((name for name in node.output if name), f"{node.op_type}_{index}")
        for attribute in node.attribute:
            if attribute.HasField("g"):
                operators |= name_nodes(attribute.g)
        operators[node.name] = node.op_type
    return operators


def name_after(node: Any, name: str) -> None:
    """Gives a node that replaces a part of another one that one's name, also to the nodes of its graphs."""
    node.name = name
    for attribute in node.attribute:
        if attribute.HasField("g"):
            for inner in attribute.g.node:
                name_after(inner, name)


def in_own_words(refused: Refused, operators: dict[str, str]) -> Refused:
    """Returns the error with the operator that the model has at its place, if the error is about one that replaces it."""
    found = re.match(r"'([^']*)': (\w+): ", str(refused))
    place, kind = found.groups() if found else ("", "")
    if place not in operators or operators[place] == kind:
        return refused
    assert found
    own = operators[place]
    return Refused(f"'{place}': {own}, which becomes {kind}: {str(refused)[found.end() :]}", f"onnx.{own}")


def single_nodes(model: Any) -> Iterator[tuple[Any, Any]]:
    """Yields each node whose inputs and outputs have types, and a model of it alone."""
    graph = model.graph
    types = {value.name: value for value in [*graph.input, *graph.value_info, *graph.output]}
    constants = {tensor.name: tensor for tensor in graph.initializer}
    for node in graph.node:
        read = [name for name in dict.fromkeys(node.input) if name and name not in constants]
        made = [name for name in node.output if name]
        if not all(name in types for name in [*read, *made]):
            continue
        weights = [constants[name] for name in dict.fromkeys(node.input) if name in constants]
        inputs, outputs = ([types[name] for name in names] for names in (read, made))
        part = helper.make_model(
            helper.make_graph([node], graph.name, inputs, outputs, weights),
            opset_imports=model.opset_import,
            ir_version=model.ir_version,
        )
        yield node, part


def refuse_crash(model: Any, convert: Callable[[Any], Any]) -> None:
    """Raises Refused for the first node whose conversion crashes."""
    crashes.refuse_first(
        (f"'{node.name}': {node.op_type}: ", f"onnx.{node.op_type}", functools.partial(convert, part))
        for node, part in single_nodes(model)
    )
