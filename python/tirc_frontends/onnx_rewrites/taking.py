# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nodes that become functions, which are called between what torch-mlir converts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import onnx

from ..calls import Call, operands_of
from .graph import Node, Values, opset_of, refusing, used


@dataclasses.dataclass(frozen=True)
class Part:
    """A node as a function: the tensors of the model that it takes, those that it makes with their elements and shapes, and
    its text."""

    node: Any
    needs: tuple[str, ...]
    results: tuple[str, ...]
    types: tuple[tuple[str, tuple[int, ...]], ...]
    text: str


# Returns the function of a node, which gets a name, for the wanted results, or None for a node that stays.
Maker = Callable[[Node, str, Sequence[str]], "Part | None"]


def take_out(model: Any, word: str, make: Maker) -> list[Call]:
    """Takes nodes out of a model: what they read becomes outputs, and what they make becomes inputs, after the model's
    own. Returns their calls in order; the functions have names with the word."""
    graph = model.graph
    version = opset_of(model)
    values = Values(graph)
    constants = {tensor.name for tensor in graph.initializer}
    inputs = [value.name for value in graph.input if value.name not in constants]
    outputs = [value.name for value in graph.output]
    read = {name for node in graph.node for name in [*node.input, *used(node)]} | set(outputs)
    num_outputs = len(outputs)
    calls: list[Call] = []
    kept = []
    for proto in graph.node:
        name = f"{graph.name}_{word}{len(calls)}"
        with refusing(proto.name, proto.op_type):
            node = Node(proto, values, version)
            own = make(node, name, [o for o in proto.output if o in read])
            if own is not None:
                _check_elements(node, values, own)
        if own is None:
            kept.append(proto)
            continue
        first_new = len(outputs)
        operands = operands_of(own.needs, inputs, outputs)
        graph.output.extend(_info(values, need) for need in outputs[first_new:])
        if not own.results:
            continue
        first = len(inputs)
        for result in own.results:
            inputs.append(result)
            graph.input.append(_info(values, result))
        results = tuple(range(first, len(inputs)))
        calls.append(Call(name, proto.name, own.text, operands, results, num_outputs))
    if len(kept) == len(graph.node):
        return []
    del graph.node[:]
    graph.node.extend(kept)
    made = {value.name for value in graph.input}
    known = [value for value in graph.value_info if value.name not in made]
    del graph.value_info[:]
    graph.value_info.extend(known)
    return calls


def _check_elements(node: Node, values: Values, part: Part) -> None:
    """Refuses a function of tensors without elements, which TOSA does not have."""
    for name in [*part.needs, *part.results]:
        if 0 in (values.shape(name) or ()):
            raise node.refused(f"its tensor '{name}' has no elements; expected at least one: take the node out of the model")


def _info(values: Values, name: str) -> Any:
    return onnx.helper.make_tensor_value_info(name, values.kind(name), values.shape(name))
