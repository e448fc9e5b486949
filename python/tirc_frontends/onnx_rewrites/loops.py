# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scan, of which torch-mlir only knows steps along the first axis, forwards."""

from __future__ import annotations

from onnx import helper

from .graph import Node

_PLACES = ("scan_input_axes", "scan_input_directions", "scan_output_axes", "scan_output_directions")


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


__all__ = ["scan"]
