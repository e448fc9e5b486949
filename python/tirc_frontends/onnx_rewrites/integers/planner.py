# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds out which quantised tensors can be computed in integers, and how."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy
import onnx

from ..graph import Array, Node, Values
from .program import Program
from .values import STORED, Scale, Value, Weights, can_rescale

_T = onnx.TensorProto
# Adds operations to a program, and returns their result.
Emit = Callable[[Program], Value]
# Moves numbers: all quantised tensors of the node have one scale.
Move = Callable[[Program, list[Value]], Value]
Plan = TypeVar("Plan")
# Operators on floats that an operator in integers can do before it: they move one tensor.
_MOVED = frozenset({"Flatten", "Identity", "Reshape", "Slice", "Squeeze", "Transpose", "Unsqueeze"})


@dataclasses.dataclass(frozen=True)
class Unit:
    """Computes a quantised tensor from others."""

    needs: tuple[str, ...]
    emit: Emit


class Planner:
    """Makes units. `operators` computes results with a scale, `moves` moves numbers of any type. `by_inverse` tells how
    floats are quantised (Scale)."""

    def __init__(
        self,
        graph: Any,
        version: int,
        operators: Mapping[str, Callable[[Planner, Node, Scale], Emit | None]],
        moves: Mapping[str, Callable[[Node], Move | None]],
        by_inverse: bool = False,
    ) -> None:
        self.name, self.values, self.version = graph.name, Values(graph), version
        self._operators, self._moves, self._by_inverse = operators, moves, by_inverse
        self._nodes = {name: node for node in graph.node for name in node.output}
        self._uses = Counter(name for node in graph.node for name in set(node.input))
        self._uses.update(value.name for value in graph.output)
        self._needs: list[str] = []

    def unit(self, proto: Any) -> Unit | None:
        """Returns how to compute the quantised result of a node, or None if this is not known."""
        node = Node(proto, self.values, self.version)

        def plan() -> Emit | None:
            if proto.op_type == "QuantizeLinear":
                scale = self.scale(node)
                return self.quantized(node.input(0), scale) if scale else None
            if proto.op_type in self._moves and self.values.kind(proto.output[0]) in STORED and len(proto.output) == 1:
                return self._moved(node, self.stored)
            return None

        needs, emit = self.needed(plan)
        return Unit(needs, emit) if emit else None

    def needed(self, plan: Callable[[], Plan]) -> tuple[tuple[str, ...], Plan]:
        """Returns the tensors that a plan asks for, and the plan."""
        self._needs = []
        result = plan()
        return tuple(dict.fromkeys(self._needs)), result

    def is_read(self, name: str) -> bool:
        return self._uses[name] > 0

    def node(self, name: str) -> Node | None:
        proto = self._nodes.get(name)
        return Node(proto, self.values, self.version) if proto is not None else None

    def scale(self, node: Node) -> Scale | None:
        """Returns the scale of a quantisation, if it is one for the whole tensor, and known."""
        scale, zero = node.constant(1), node.constant(2)
        kind = node.kind(2) if node.input(2) else int(node.attributes.get("output_dtype", 0)) or _T.UINT8
        if node.operator == "DequantizeLinear":
            kind = node.kind(0)
        if scale is None or scale.size != 1 or kind not in STORED or (node.input(2) and zero is None):
            return None
        moved, bits = STORED[kind]
        value = float(scale.reshape(-1)[0])
        origin = int(zero.reshape(-1)[0]) if zero is not None else 0
        return Scale(value, origin - moved, bits, self._by_inverse) if value > 0 else None

    def stored(self, name: str) -> Emit | None:
        """Returns a quantised tensor that is an input, or that another step computes."""
        return None if self.values.is_constant(name) else self.computed(name)

    def computed(self, name: str) -> Emit:
        """Returns a tensor that is an input, or that another step computes."""
        self._needs.append(name)
        return lambda program: program.values[name]

    def leaf(self, name: str) -> tuple[Emit, Scale] | None:
        """Returns the quantised tensor of a float, and its scale; the float may have been moved."""
        node = self.node(name)
        if node is not None and node.operator in _MOVED:
            source, move = self.leaf(node.input(0)), self._moves[node.operator](node)
            if source is None or move is None:
                return None
            inner, given = source
            return (lambda program: move(program, [inner(program)])), given
        if node is None or not self.is_leaf(name):
            return None
        scale = self.scale(node)
        emit = self.stored(node.input(0))
        return (emit, scale) if emit and scale else None

    def is_leaf(self, name: str) -> bool:
        node = self.node(name)
        if node is not None and node.operator in _MOVED:
            return self.is_leaf(node.input(0))
        return node is not None and node.operator == "DequantizeLinear" and not self.values.is_constant(node.input(0))

    def weights(self, name: str) -> Weights | None:
        """Returns constants that the model has as int8 or uint8."""
        node = self.node(name)
        if node is None or node.operator != "DequantizeLinear" or node.attributes.get("block_size"):
            return None
        values, scale, zero = (node.constant(i) for i in range(3))
        if values is None or scale is None or (node.input(2) and zero is None) or node.kind(0) not in (_T.INT8, _T.UINT8):
            return None
        moved = STORED[node.kind(0)][0]
        origin = numpy.zeros(scale.shape, numpy.int32) if zero is None else zero.astype(numpy.int32)
        axis = int(node.attributes.get("axis", 1)) % max(values.ndim, 1)
        return Weights((values.astype(numpy.int32) - moved), scale.reshape(-1), origin.reshape(-1) - moved, axis)

    def number(self, name: str) -> Array | None:
        """Returns constant floats, also those that the model has as integers with a scale."""
        constant = self.values.constant(name)
        if constant is not None:
            return constant
        node = self.node(name)
        if node is None or node.operator != "DequantizeLinear" or node.attributes.get("block_size"):
            return None
        values, scale, zero = (node.constant(i) for i in range(3))
        if values is None or scale is None or (node.input(2) and zero is None):
            return None
        shape = [1] * values.ndim
        if scale.size > 1:
            shape[int(node.attributes.get("axis", 1)) % values.ndim] = scale.size
        origin = numpy.int64(0) if zero is None else zero.astype(numpy.int64).reshape(shape if zero.size > 1 else [])
        scale = scale.reshape(shape if scale.size > 1 else [])
        return numpy.asarray((values.astype(numpy.int64) - origin) * scale.astype(numpy.float64), numpy.float64)

    def quantized(self, name: str, scale: Scale) -> Emit | None:
        """Returns how to compute a float with this scale, without the float."""
        if leaf := self.leaf(name):
            emit, given = leaf
            if given == scale:
                return emit
            if not can_rescale(given.scale / scale.scale, given.reach):
                return None
            return lambda program: program.rescale(emit(program), given.scale / scale.scale, given.zero, scale)
        node = self.node(name)
        if node is None or self._uses[name] > 1:
            return None
        if node.operator in self._operators:
            return self._operators[node.operator](self, node, scale)
        if node.operator in self._moves:
            return self._moved(node, lambda inner: self.quantized(inner, scale))
        return self._operators[""](self, node, scale)

    def _moved(self, node: Node, source: Callable[[str], Emit | None]) -> Emit | None:
        move = self._moves[node.operator](node)
        if move is None:
            return None
        names = node.inputs if node.operator == "Concat" else node.inputs[:1]
        inner = []
        for name in names:
            emit = source(name)
            if emit is None:
                return None
            inner.append(emit)
        return lambda program: move(program, [emit(program) for emit in inner])
