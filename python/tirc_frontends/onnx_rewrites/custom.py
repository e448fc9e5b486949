# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that the application computes (`--custom-op`), as functions with a `tosa.custom`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy
import onnx

from ..calls import Call
from ..custom import Attribute, is_named, operation
from ..text import Function, Tensor
from . import taking
from .graph import Node
from .operators.making import KINDS, signed

_A = onnx.AttributeProto


def is_custom(node: Any, names: Collection[str]) -> bool:
    """Returns whether the option names the operator."""
    return is_named(names, node.domain, node.op_type)


def keep_types(graph: Any, names: Collection[str]) -> None:
    """Drops the types of tensors that follow from others, which the types of custom operators' results do not."""
    made = {name for node in graph.node if is_custom(node, names) for name in node.output}
    kept = [value for value in graph.value_info if value.name in made]
    del graph.value_info[:]
    graph.value_info.extend(kept)


def take_out(model: Any, names: Collection[str]) -> list[Call]:
    """Takes the operators out of a model (taking.take_out)."""
    if not any(is_custom(node, names) for node in model.graph.node):
        return []
    return taking.take_out(model, "custom", lambda node, name, _: _part(node, name) if is_custom(node.proto, names) else None)


def _part(node: Node, name: str) -> taking.Part:
    function = Function(name, node.proto.name)
    arguments: dict[str, Tensor] = {}
    operands = []
    for index, source in enumerate(node.proto.input):
        constant = node.constant(index) if source else None
        if constant is not None:
            operands.append(function.tensor(signed(constant)))
            continue
        if source not in arguments:
            kind, shape = _type(node, source)
            arguments[source] = function.argument(shape, kind)
        operands.append(arguments[source])
    results = tuple(node.proto.output)
    types = tuple(_type(node, result) for result in results)
    attributes = {attribute.name: _attribute(node, attribute) for attribute in node.proto.attribute}
    made = operation(function, node.proto.domain, node.proto.op_type, attributes, operands, types)
    return taking.Part(node.proto, tuple(arguments), results, types, function.text(made))


def _type(node: Node, name: str) -> tuple[str, tuple[int, ...]]:
    if not name:
        raise node.refused("it leaves out an input or an output in the middle; a custom operator needs all of them")
    kind, shape = KINDS.get(node.values.kind(name)), node.values.shape(name)
    if kind is None or shape is None:
        raise node.refused(
            f"the type of its tensor '{name}' is not known, and only its vendor knows how it follows from others; expected numbers "
            f"of fixed sizes: add the type to the model's value_info"
        )
    return kind, tuple(shape)


def _attribute(node: Node, attribute: Any) -> Attribute:
    value = onnx.helper.get_attribute_value(attribute)
    if attribute.type in (_A.INT, _A.FLOAT):
        return int(value) if attribute.type == _A.INT else float(value)
    if attribute.type in (_A.INTS, _A.FLOATS):
        return numpy.array(value, numpy.int64 if attribute.type == _A.INTS else numpy.float32)
    if attribute.type == _A.STRING:
        return str(value.decode(errors="surrogateescape"))
    raise node.refused(
        f"its attribute '{attribute.name}' is of the type {_A.AttributeType.Name(attribute.type)}; expected numbers or a text, which "
        "a C function can be passed: make it an input"
    )
