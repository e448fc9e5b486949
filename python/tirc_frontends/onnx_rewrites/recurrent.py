# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM, GRU and RNN of ONNX as layers with a loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import onnx

from ..recurrent import layers
from ..recurrent.activations import DEFAULTS, Activation
from ..text import Function, Operand
from .graph import Node
from .taking import Part

_T = onnx.TensorProto
_FLOATS: dict[int, str] = {_T.FLOAT: "f32", _T.FLOAT16: "f16", _T.BFLOAT16: "bf16"}
_KINDS: dict[int, str] = {**_FLOATS, _T.INT32: "i32", _T.INT64: "i64"}
_GATES = {"GRU": "zrh", "LSTM": "iofc", "RNN": "h"}
_USUAL = {"GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"], "RNN": ["Tanh"]}
# The functions of the standard.
_FUNCTIONS = frozenset(
    "affine elu hardsigmoid leakyrelu relu scaledtanh sigmoid softplus softsign tanh thresholdedrelu".split()
)


def is_recurrent(proto: Any) -> bool:
    return proto.domain in ("", "ai.onnx") and proto.op_type in _GATES


def refuse_inner(node: Node) -> None:
    """Refuses a layer in the graph of a branch or a loop: all others are taken out before."""
    raise node.refused("a branch or a loop contains it; expected it outside of them: compute it before")


def part(node: Node, name: str, wanted: Sequence[str], input_scale: Any = None, output_scale: Any = None) -> Part:
    """Returns the function of a node for the wanted results. Raises Refused.

    With scales, its first input or its first output are not floats, but their quantised numbers.
    """
    function = Function(name, node.proto.name)
    operands: dict[str, Any] = {}

    def operand(index: int) -> Any:
        """Returns an input as a constant or as an argument; None if the node does not have it."""
        source = node.input(index)
        if not source:
            return None
        constant = node.constant(index)
        if constant is not None:
            return constant.astype(numpy.int32 if index == 4 else numpy.float32)
        kind = _KINDS.get(node.kind(index))
        if kind is None:
            raise node.refused(
                f"its input '{source}' has the element type {_T.DataType.Name(node.kind(index))}; expected FLOAT: cast it"
            )
        if source not in operands:
            operands[source] = function.argument(node.shape(index), kind)
        return function.cast(operands[source], "i32" if index == 4 else "f32")

    if input_scale is None:
        x = operand(0)
    else:
        x = operands[node.input(0)] = function.argument(node.shape(0), f"i{input_scale.bits}")
    layer = _layer(node, function, operand)
    layer.input_scale, layer.output_scale = input_scale, output_scale
    # Inside, the axes are: steps, batch, features.
    is_batch_first = bool(node.attributes.get("layout", 0))
    if is_batch_first:
        x = function.transpose(x, [1, 0, 2])
    outputs = [output if output in wanted else "" for output in (*node.outputs, "", "", "")[:3]]
    results = layers.emit(function, layer, x, bool(outputs[0]))
    named: list[tuple[str, Operand]] = []
    y = results.outputs
    if y is not None:
        named.append((outputs[0], function.transpose(y, [2, 0, 1, 3]) if is_batch_first else y))
    for output, state in zip(outputs[1:], (results.hidden, results.cell), strict=True):
        if output:
            axis = 1 if is_batch_first else 0
            extents = [[*one.shape[:axis], 1, *one.shape[axis:]] for one in state]
            whole = [function.reshape(one, shape) for one, shape in zip(state, extents, strict=True)]
            named.append((output, function.joined(whole, axis)))
    kind = _KINDS[node.kind(0)]
    values = [
        function.tensor(value if output_scale and output == node.outputs[0] else function.cast(value, kind))
        for output, value in named
    ]
    types = tuple((value.kind, value.shape) for value in values)
    return Part(node.proto, tuple(operands), tuple(output for output, _ in named), types, function.text(values))


def _layer(node: Node, function: Any, operand: Any) -> Any:
    attributes = node.attributes
    steps, batch = node.shape(0)[:2]
    if attributes.get("layout", 0):
        steps, batch = batch, steps
    direction = node.text("direction", "forward")
    count = 2 if direction == "bidirectional" else 1
    hidden = node.shape(2)[-1]
    weights, recurrence, biases, lengths, start, cell, peepholes = (operand(index) for index in (1, 2, 3, 4, 5, 6, 7))
    gates = _GATES[node.operator]
    size = len(gates) * hidden

    def of(values: Any, number: int) -> Any:
        """Returns the part of one direction, without that axis."""
        return None if values is None else function.reshape(function.part(values, 0, number, 1), values.shape[1:])

    def initial(values: Any, number: int) -> Any:
        if values is None or not attributes.get("layout", 0):
            return of(values, number)
        return function.reshape(function.part(values, 1, number, 1), [batch, hidden])

    def bias(number: int, half: int) -> Any:
        own = of(biases, number)
        return None if own is None else function.part(own, 0, half * size, size)

    functions = _functions(node, count)
    directions = []
    for number in range(count):
        own = of(peepholes, number)
        directions.append(
            layers.Direction(
                of(weights, number),
                of(recurrence, number),
                bias(number, 0),
                bias(number, 1),
                functions[number],
                is_reverse=direction == "reverse" or number == 1,
                hidden=initial(start, number),
                cell=initial(cell, number),
                peepholes=(
                    {}
                    if own is None
                    else {gate: function.part(own, 0, place * hidden, hidden) for place, gate in enumerate("iof")}
                ),
            )
        )
    if isinstance(lengths, numpy.ndarray) and (lengths == steps).all():
        lengths = None
    return layers.Layer(
        steps,
        batch,
        hidden,
        gates,
        directions,
        clip=attributes.get("clip"),
        couples_gates=bool(attributes.get("input_forget", 0)),
        resets_product=bool(attributes.get("linear_before_reset", 0)),
        lengths=lengths,
    )


def _functions(node: Node, count: int) -> list[list[Activation]]:
    """Returns the activations of each direction, with their numbers."""
    usual = _USUAL[node.operator]
    names = [name.lower() for name in node.texts("activations")] or [name.lower() for name in usual * count]
    if unknown := sorted(set(names) - _FUNCTIONS):
        raise node.refused(
            f"the activation {unknown[0]} is not one of ONNX; expected {', '.join(sorted(_FUNCTIONS))}: express the layer by "
            "other operators"
        )
    if len(names) != len(usual) * count:
        raise node.refused(f"it has {len(names)} activations; expected {len(usual) * count}: give all of them")
    # Each list has numbers for those functions only that take one.
    given = [list(node.attributes.get(key, [])) for key in ("activation_alpha", "activation_beta")]
    result = []
    for name in names:
        defaults = DEFAULTS[name]
        numbers = [own.pop(0) if own else default for own, default in zip(given, defaults, strict=False)]
        known = tuple(number for number in numbers if number is not None)
        if len(known) != len(numbers):
            raise node.refused(
                f"the activation {name} has no alpha or beta; expected both: give activation_alpha and activation_beta"
            )
        result.append(Activation(name, known))
    return [result[i : i + len(usual)] for i in range(0, len(result), len(usual))]


__all__ = ["Part", "is_recurrent", "part", "refuse_inner"]
