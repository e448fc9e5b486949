# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches and loops in the forms that torch-mlir knows.

It knows Scan only with steps along the first axis, forwards, and Loop without results of each step, and with either the number
of steps or the condition that ends it.
"""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from .folding import renamed
from .graph import Node, defined, used
from .loop_steps import count_steps

_PLACES = ("scan_input_axes", "scan_input_directions", "scan_output_axes", "scan_output_directions")


# More nodes than these would be more code than a loop is worth.
_MOST = 256


def branch(node: Node) -> None:
    """Makes the condition of an If, which may be a tensor of one element, a scalar: torch-mlir refuses others."""
    if node.values.shape(node.input(0)) == []:
        return
    condition = node.reshape(node.input(0), [])
    attributes = dict(node.attributes)
    node.emit("If", condition, out=node.outputs[0], more=node.outputs[1:], is_settled=True, **attributes)


def counted(node: Node) -> None:
    """Writes the steps of a Loop whose number is known one after the other, or as a Scan if they are many."""
    body, given = node.attributes["body"], node.constant(0)
    if not _is_endless(node):
        count = count_steps(node, body)
    else:
        count = None if given is None else int(given.reshape(-1)[0])
    if count is None:
        return
    if count <= 0 and any(node.outputs[len(node.inputs) - 2 :]):
        raise node.refused("it has no steps, and results of each; expected at least one step: leave it out")
    if count * len(body.node) <= _MOST:
        _unroll(node, body, count)
    else:
        _to_scan(node, body, count)


def loop(node: Node) -> None:
    """Writes a Loop with all that ends it in one place, since torch-mlir disregards the rest."""
    counted(node)
    if node.replacement:
        return
    if any(node.outputs[len(node.inputs) - 2 :]):
        raise node.refused("the number of its steps depends on data, and it has results of each; expected a known number")
    if not _is_endless(node):
        _repeat_while(node, node.attributes["body"])
    elif node.input(0):
        _repeat(node, node.input(0), node.attributes["body"])
    else:
        raise node.refused("it has no number of steps and no condition; expected one of them, so that it ends")


def _is_endless(node: Node) -> bool:
    """Returns whether no condition ends the steps."""
    first = node.constant(1)
    return (not node.input(1) or (first is not None and bool(first.all()))) and _goes_on(node.attributes["body"])


def _repeat(node: Node, count: str, body: Any) -> None:
    """Writes a Loop with this number of steps, and no other end."""
    copy = onnx.GraphProto()
    copy.CopyFrom(body)
    copy.output[0].name = copy.input[1].name
    inputs = [count, node.literal(numpy.bool_(True)), *node.inputs[2:]]
    node.emit("Loop", *inputs, out=node.outputs[0], more=node.outputs[1:], is_settled=True, body=copy)
    _note_types(node)


def _repeat_while(node: Node, body: Any) -> None:
    """Writes a Loop whose condition also counts the steps. torch-mlir counts them only if it knows the first condition or
    the others, and then disregards what it does not know; so the first one must not be known either. The number of a step
    is a state, since such loops do not have it."""
    given = [*node.inputs[2:], *sorted(used(node.proto) - defined(body))]
    data = next((name for name in given if name and not node.values.is_constant(name)), None)
    if data is None:
        raise node.refused("the number of its steps is not known; expected a constant number of steps")
    copy, prefix = onnx.GraphProto(), next(filter(None, node.outputs), node.proto.name)
    copy.CopyFrom(body)
    number = node.reshape(node.emit("Gather", node.emit("Flatten", data, axis=0), node.literal(numpy.int64(0)), axis=1), [])
    bit = node.cast(number, onnx.TensorProto.BOOL)
    first = node.emit("Or", bit, node.emit("Not", bit))
    if node.input(1):
        first = node.emit("And", first, node.reshape(node.input(1), []))
    # The step's number, which the graph has as a scalar or as one element.
    step, condition = copy.input[0], copy.output[0].name
    zero, one = (node.literal(numpy.full([1] * len(step.type.tensor_type.shape.dim), i, numpy.int64)) for i in (0, 1))
    next_step, goes_on, ends = (f"{prefix}/{name}" for name in ("next", "goes_on", "ends"))
    copy.node.append(helper.make_node("Add", [step.name, one], [next_step], name=node.proto.name))
    if node.input(0):
        count = node.reshape(node.input(0), [1] * len(step.type.tensor_type.shape.dim))
        first = node.emit("And", first, node.reshape(node.emit("Less", zero, count), []))
        copy.node.append(helper.make_node("Less", [next_step, count], [goes_on], name=node.proto.name))
        copy.node.append(helper.make_node("And", [condition, goes_on], [ends], name=node.proto.name))
        copy.output[0].name = ends
    inputs, outputs = list(copy.input), list(copy.output)
    unused = helper.make_tensor_value_info(f"{prefix}/unused", onnx.TensorProto.INT64, [])
    del copy.input[:], copy.output[:]
    copy.input.extend([unused, inputs[1], step, *inputs[2:]])
    copy.output.extend([outputs[0], onnx.ValueInfoProto(name=next_step, type=step.type), *outputs[1:]])
    most = node.literal(numpy.int64(numpy.iinfo(numpy.int64).max))
    made = f"{prefix}/steps"
    node.emit("Loop", most, first, zero, *node.inputs[2:], out=made, more=node.outputs, is_settled=True, body=copy)
    _note_types(node)


def _note_types(node: Node) -> None:
    """Notes that the states keep their shapes: the inference of shapes does not, since a loop may change them."""
    known = [(name, node.values.kind(name), node.values.shape(name)) for name in node.inputs[2:]]
    made = node.outputs[: len(known)]
    if unknown := next((name for name, kind, shape in known if not kind or shape is None), None):
        raise node.refused(f"the shape of '{unknown}' is not known; expected sizes only: export the model with fixed shapes")
    node.types += [
        helper.make_tensor_value_info(name, kind, shape) for name, (_, kind, shape) in zip(made, known, strict=True) if name
    ]


def _to_scan(node: Node, body: Any, count: int) -> None:
    """Writes the steps as a Scan over their numbers."""
    step, condition, *states = (value.name for value in body.input)
    prefix, is_scalar = node.outputs[-1] or node.proto.name, not body.input[0].type.tensor_type.shape.dim
    number = step if is_scalar else f"{prefix}/step"
    nodes = [helper.make_node("Constant", [], [condition], value=numpy_helper.from_array(numpy.array(True)))]
    if not is_scalar:
        one = f"{prefix}/one"
        nodes.append(helper.make_node("Constant", [], [one], value=numpy_helper.from_array(numpy.array([1], numpy.int64))))
        nodes.append(helper.make_node("Reshape", [number, one], [step], name=node.proto.name))
    nodes += body.node
    # A result may be a state, or there twice.
    ends = [f"{prefix}/result{i}" for i, _ in enumerate(body.output[1:])]
    nodes += [
        helper.make_node("Identity", [value.name], [end], name=node.proto.name)
        for value, end in zip(body.output[1:], ends, strict=True)
    ]
    inputs = [*body.input[2:], helper.make_tensor_value_info(number, onnx.TensorProto.INT64, [])]
    outputs = [onnx.ValueInfoProto(name=end, type=value.type) for value, end in zip(body.output[1:], ends, strict=True)]
    graph = helper.make_graph(nodes, body.name, inputs, outputs, list(body.initializer), value_info=list(body.value_info))
    numbers = node.literal(numpy.arange(count, dtype=numpy.int64))
    read = [*node.inputs[2 : 2 + len(states)], numbers]
    node.replacement.append(
        helper.make_node("Scan", read, node.outputs, node.proto.name, body=graph, num_scan_inputs=1)
    )


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
