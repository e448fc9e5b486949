# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scan, of which torch-mlir only knows steps along the first axis, forwards, and Loop, of which it does not know results of
each step."""

from __future__ import annotations

from typing import Any

import numpy
from onnx import helper, numpy_helper

from .folding import renamed
from .graph import Node

_PLACES = ("scan_input_axes", "scan_input_directions", "scan_output_axes", "scan_output_directions")


# More nodes than these would be more code than a loop is worth.
_MOST = 256


def loop(node: Node) -> None:
    """Writes the steps of a Loop one after the other if their number is known, and it has results of each step or no
    condition."""
    body = node.attributes["body"]
    condition = node.constant(1)
    if (node.input(1) and (condition is None or not condition.all())) or not _goes_on(body):
        return
    carried, count = len(node.inputs) - 2, node.constant(0)
    has_rows = any(node.outputs[carried:])
    if node.input(1) and not has_rows:
        return
    if count is not None and int(count.reshape(-1)[0]) * len(body.node) <= _MOST:
        _unroll(node, body, int(count.reshape(-1)[0]))
    elif not node.input(1):
        inputs = [node.input(0), node.literal(numpy.bool_(True)), *node.inputs[2:]]
        node.replacement.append(helper.make_node("Loop", inputs, node.outputs, node.proto.name, body=body))


def _goes_on(body: Any) -> bool:
    """Returns whether the condition for a next step remains true."""
    makers = {name: inner for inner in body.node for name in inner.output}
    name, own = body.output[0].name, body.input[1].name
    while name != own and name in makers and makers[name].op_type == "Identity":
        name = makers[name].input[0]
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in body.initializer}
    if name in makers and makers[name].op_type == "Constant" and makers[name].attribute[0].name == "value":
        constants[name] = numpy_helper.to_array(makers[name].attribute[0].t)
    return name == own or bool(name in constants and constants[name].all())


def _unroll(node: Node, body: Any, count: int) -> None:
    state, rows = node.inputs[2:], [list[str]() for _ in node.outputs[len(node.inputs) - 2 :]]
    if count <= 0 and any(node.outputs[len(state) :]):
        raise node.refused("it has no steps, and results of each; expected at least one step: leave it out")
    for step in range(count):
        prefix = f"{node.outputs[0] or node.proto.name}/{step}"
        names = {name: f"{prefix}/{name}" for inner in body.node for name in inner.output if name}
        names |= {tensor.name: node.literal(numpy_helper.to_array(tensor)) for tensor in body.initializer}
        given = [node.literal(numpy.int64(step)), node.literal(numpy.bool_(True)), *state]
        names |= {value.name: name for value, name in zip(body.input, given, strict=True)}
        node.replacement += [renamed(inner, names) for inner in body.node]
        ends = [names.get(value.name, value.name) for value in body.output[1:]]
        state = ends[: len(state)]
        for row, end in zip(rows, ends[len(state) :], strict=True):
            row.append(end)
    for name, end in zip(node.outputs, state, strict=False):
        if name:
            node.emit("Identity", end, out=name)
    for name, row in zip(node.outputs[len(state) :], rows, strict=True):
        if name:
            node.emit("Concat", *(_with_axis(node, end) for end in row), axis=0, out=name)


def _with_axis(node: Node, value: str) -> str:
    if node.version < 13:
        return node.emit("Unsqueeze", value, axes=[0])
    return node.emit("Unsqueeze", value, node.literal(numpy.array([0], numpy.int64)))


def scan(node: Node) -> None:
    """Turns the inputs of the steps so that these go forwards along the first axis, and their outputs back."""
    if not any(any(node.attributes.get(name, ())) for name in _PLACES):
        return
    count = int(node.attributes["num_scan_inputs"])
    states = len(node.inputs) - count
    read = node.inputs[:states]
    backwards = list(range(node.shape(states)[_places(node, "input", count)[0][0]]))[::-1]
    for i, (axis, is_backwards) in enumerate(_places(node, "input", count)):
        rank, value = len(node.shape(states + i)), node.input(states + i)
        if axis % rank:
            value = node.transpose(value, _to_first(axis % rank, rank))
        read.append(node.gather(value, backwards, axis=0) if is_backwards else value)
    outputs = _places(node, "output", len(node.outputs) - states)
    made = node.outputs[:states]
    later = []
    for i, (axis, is_backwards) in enumerate(outputs):
        out = node.outputs[states + i]
        shape = node.values.shape(out)
        if (axis == 0 and not is_backwards) or not out:
            made.append(out)
            continue
        if shape is None:
            raise node.refused(f"the shape of its output '{out}' is not known; expected fixed shapes: export it with them")
        made.append(f"{out}/steps")
        later.append((out, made[-1], axis % len(shape), len(shape), is_backwards))
    kept = {name: value for name, value in node.attributes.items() if name not in _PLACES}
    node.replacement.append(helper.make_node("Scan", read, made, name=node.proto.name, **kept))
    for out, value, axis, rank, is_backwards in later:
        if is_backwards:
            value = node.gather(value, backwards, axis=0)
        first = _to_first(axis, rank)
        node.transpose(value, [first.index(i) for i in range(rank)], out=out)


def _places(node: Node, which: str, count: int) -> list[tuple[int, bool]]:
    """Returns the axis of each input or output of the steps, and whether it is walked backwards."""
    axes, directions = (
        list(node.attributes.get(f"scan_{which}_{what}", ())) or [0] * count for what in ("axes", "directions")
    )
    return [(int(axis), bool(direction)) for axis, direction in zip(axes, directions, strict=True)]


def _to_first(axis: int, rank: int) -> list[int]:
    return [axis, *(i for i in range(rank) if i != axis)]


__all__ = ["loop", "scan"]
