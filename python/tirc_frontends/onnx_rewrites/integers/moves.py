# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that move numbers, or take the largest of them."""

from __future__ import annotations

import dataclasses
import math

import numpy

from ..graph import Node
from .geometry import Window
from .planner import Move
from .program import Operand, Program, array
from .values import STORED, Value, in_order


def reshape(node: Node) -> Move | None:
    shape = node.values.shape(node.outputs[0])
    if shape is None:
        return None

    def move(program: Program, inputs: list[Value]) -> Value:
        (x,) = inputs
        if x.order != in_order(len(x.shape)) and x.whole is None:
            # A dense layer after it can have its weights in another order instead.
            return Value("", x.kind, tuple(shape), in_order(len(shape)), x)
        return program.reshaped(program.straight(x), shape)

    return move


def transpose(node: Node) -> Move | None:
    shape = node.values.shape(node.input(0))
    if shape is None:
        return None
    perm = [int(axis) for axis in node.attributes.get("perm", reversed(range(len(shape))))]

    def move(program: Program, inputs: list[Value]) -> Value:
        x = program.made(inputs[0])
        sizes = tuple(x.shape[axis] for axis in perm)
        return dataclasses.replace(x, shape=sizes, order=tuple(perm.index(axis) for axis in x.order))

    return move


def concat(node: Node) -> Move | None:
    shape = node.values.shape(node.outputs[0])
    if shape is None:
        return None
    axis = int(node.attributes["axis"]) % len(shape)

    def move(program: Program, inputs: list[Value]) -> Value:
        inputs = [program.made(x) for x in inputs]
        order = inputs[0].order
        parts = [program.ordered(x, order) for x in inputs]
        sizes = [shape[a] for a in order]
        result = program.apply("concat", parts, parts[0].kind, sizes, f"axis = {order.index(axis)} : i32")
        return Value(result.name, result.kind, tuple(shape), order)

    return move


def slices(node: Node) -> Move | None:
    shape, result = node.values.shape(node.input(0)), node.values.shape(node.outputs[0])
    starts, axes, steps = node.constant(1), node.constant(3), node.constant(4)
    if shape is None or result is None or starts is None or (node.input(3) and axes is None):
        return None
    if node.input(4) and (steps is None or (steps != 1).any()):
        return None
    begin = [0] * len(shape)
    for i, start in enumerate(starts):
        axis = int(axes[i]) % len(shape) if axes is not None else i
        begin[axis] = min(max(int(start) + (shape[axis] if start < 0 else 0), 0), shape[axis])
    return lambda program, inputs: part(program, inputs[0], begin, result)


def part(program: Program, x: Value, begin: list[int], shape: list[int]) -> Value:
    x = program.made(x)
    if list(x.shape) == list(shape):
        return x
    sizes = [shape[axis] for axis in x.order]
    operands: list[Operand] = [x, program.sizes([begin[axis] for axis in x.order]), program.sizes(sizes)]
    return Value(program.apply("slice", operands, x.kind, sizes).name, x.kind, tuple(shape), x.order)


def gather(node: Node) -> Move | None:
    shape, result, indices = node.values.shape(node.input(0)), node.values.shape(node.outputs[0]), node.constant(1)
    if shape is None or result is None or indices is None:
        return None
    axis = int(node.attributes.get("axis", 0)) % len(shape)
    taken = [int(index) % shape[axis] for index in indices.reshape(-1)]
    return lambda program, inputs: program.reshaped(program.straight(take(program, inputs[0], axis, taken)), result)


def take(program: Program, x: Value, axis: int, indices: list[int]) -> Value:
    """Takes parts along an axis."""
    x = program.made(x)
    shape = [len(indices) if i == axis else size for i, size in enumerate(x.shape)]
    if indices == list(range(indices[0], indices[0] + len(indices))):
        return part(program, x, [indices[0] if i == axis else 0 for i in range(len(shape))], shape)
    at = x.order.index(axis)
    before, after = math.prod(x.sizes[:at]), math.prod(x.sizes[at + 1 :])
    rows = program.reshaped(x, (before, x.shape[axis], after))
    table = program.constant(numpy.tile(numpy.array(indices, numpy.int32), (before, 1)))
    rows = program.apply("gather", [rows, table], x.kind, (before, len(indices), after))
    rows = program.reshaped(rows, [shape[i] for i in x.order])
    return Value(rows.name, x.kind, tuple(shape), x.order)


def max_pool(node: Node) -> Move | None:
    window = Window.of(node)
    if window is None or window.dilations != (1, 1) or len(node.outputs) > 1 or int(node.attributes.get("storage_order", 0)):
        return None

    def move(program: Program, inputs: list[Value]) -> Value:
        x, pads = window.fit(program, program.image(inputs[0]))
        text = f"kernel = {array(window.kernel)}, pad = {array(pads)}, stride = {array(window.strides)}"
        result = program.apply("max_pool2d", [x], x.kind, window.result(x), text)
        return program.from_image(result, window.rank)

    return move


def limit(node: Node) -> Move | None:
    """Clip of quantised numbers."""
    if node.kind(0) not in STORED or any(node.input(i) and node.constant(i) is None for i in (1, 2)):
        return None
    moved, bits = STORED[node.kind(0)]
    limits = [-1 << (bits - 1), (1 << (bits - 1)) - 1]
    for i in (1, 2):
        if (number := node.constant(i)) is not None:
            limits[i - 1] = int(number.reshape(-1)[0]) - moved
    return lambda program, inputs: program.clamp(inputs[0], *limits)


MOVES = {
    "Clip": limit,
    "Concat": concat,
    "Flatten": reshape,
    "Gather": gather,
    "Identity": lambda node: lambda program, inputs: inputs[0],
    "MaxPool": max_pool,
    "Reshape": reshape,
    "Slice": slices,
    "Squeeze": reshape,
    "Transpose": transpose,
    "Unsqueeze": reshape,
}
