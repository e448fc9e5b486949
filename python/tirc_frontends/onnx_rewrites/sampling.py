# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GridSample: numbers at places that are computed, gathered one by one.

torch-mlir rounds halves up for the nearest number and reads beside the image where zeros are expected.
"""

from __future__ import annotations

import itertools
import math

import numpy
import onnx

from .graph import FLOATS, Node

_T = onnx.TensorProto
# Of the cubic interpolation, in the standard.
_CUBIC = -0.75


def grid_sample(node: Node) -> None:
    sizes, grid = node.shape(0), node.shape(1)
    batch, channels, space = sizes[0], sizes[1], sizes[2:]
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(node.text("mode", "linear"), node.text("mode", "linear"))
    if mode != "nearest" and node.kind(0) not in FLOATS:
        raise node.refused("it computes new numbers between integers; expected float32: dequantise or cast them first")
    if mode == "cubic" and len(space) != 2:
        raise node.refused("its mode is cubic on more than two axes; expected images, as the standard says")
    count = math.prod(grid[1:-1])
    kind = node.kind(0)
    # The last axis has x before y before z.
    places = [_place(node, _column(node, len(space) - 1 - axis, batch, count), size) for axis, size in enumerate(space)]
    taps = [_taps(node, mode, place) for place in places]
    # One row a place of the image, one column a channel.
    rank = len(sizes)
    image = node.transpose(node.input(0), [0, *range(2, rank), 1])
    image = node.reshape(image, [batch * math.prod(space), channels])
    start = node.literal((numpy.arange(batch) * math.prod(space)).reshape(batch, 1).astype(numpy.int64))
    total = ""
    for combination in itertools.product(*taps):
        index, factor = "", ""
        for (place, weight), size in zip(combination, space, strict=True):
            inside = _inside(node, place, size)
            index = _combine(node, index, size, inside)
            if node.text("padding_mode", "zeros") == "zeros":
                within = node.cast(node.emit("Equal", inside, place), _T.FLOAT)
                weight = node.emit("Mul", weight, within) if weight else within
            if weight:
                factor = node.emit("Mul", factor, weight) if factor else weight
        index = node.emit("Add", node.cast(index, _T.INT64), start)
        part = node.emit("Gather", image, node.reshape(index, [batch * count]), axis=0)
        if factor:
            part = node.emit("Mul", part, node.emit("CastLike", node.reshape(factor, [batch * count, 1]), part))
        total = node.emit("Add", total, part) if total else part
    result = node.transpose(node.reshape(total, [batch, count, channels]), [0, 2, 1])
    node.reshape(node.cast(result, kind), [batch, channels, *grid[1:-1]], out=node.outputs[0])


def _column(node: Node, coordinate: int, batch: int, count: int) -> str:
    """Returns one coordinate of all places, in float."""
    column = node.emit("Gather", node.input(1), node.literal(numpy.int64(coordinate)), axis=len(node.shape(1)) - 1)
    return node.cast(node.reshape(column, [batch, count]), _T.FLOAT)


def _number(node: Node, value: float) -> str:
    return node.literal(numpy.float32(value))


def _place(node: Node, column: str, size: int) -> str:
    """Returns where -1..1 lies among the numbers of an axis, reflected or limited to it if the node says so."""
    aligned = bool(node.attributes.get("align_corners", 0))
    half = (size - 1) / 2 if aligned else size / 2
    place = node.emit("Mul", node.emit("Add", column, _number(node, 1)), _number(node, half))
    if not aligned:
        place = node.emit("Sub", place, _number(node, 0.5))
    return place


def _inside(node: Node, place: str, size: int) -> str:
    """Returns the whole number on the axis that stands for one beside it."""
    if node.text("padding_mode", "zeros") == "reflection":
        place = _reflected(node, place, size)
    return node.emit("Min", node.emit("Max", place, _number(node, 0)), _number(node, size - 1))


def _reflected(node: Node, place: str, size: int) -> str:
    low, span = (0.0, size - 1.0) if node.attributes.get("align_corners", 0) else (-0.5, float(size))
    if span == 0:
        return node.emit("Mul", place, _number(node, 0))
    # A triangle wave: the distance to the nearest multiple of two spans.
    far = node.emit("Abs", node.emit("Sub", place, _number(node, low)))
    turns = node.emit("Floor", node.emit("Div", far, _number(node, 2 * span)))
    rest = node.emit("Sub", far, node.emit("Mul", turns, _number(node, 2 * span)))
    back = node.emit("Sub", _number(node, 2 * span), rest)
    return node.emit("Add", node.emit("Min", rest, back), _number(node, low))


def _combine(node: Node, index: str, size: int, place: str) -> str:
    place = node.cast(place, _T.INT32)
    if not index:
        return place
    return node.emit("Add", node.emit("Mul", index, node.literal(numpy.int32(size))), place)


def _taps(node: Node, mode: str, place: str) -> list[tuple[str, str]]:
    """Returns the numbers that count and their weights, "" for 1."""
    if mode == "nearest":
        return [(node.emit("Round", place), "")]
    before = node.emit("Floor", place)
    part = node.emit("Sub", place, before)
    if mode == "linear":
        rest = node.emit("Sub", _number(node, 1), part)
        return [(before, rest), (node.emit("Add", before, _number(node, 1)), part)]
    return [(node.emit("Add", before, _number(node, step)), _cubic(node, part, step)) for step in (-1.0, 0.0, 1.0, 2.0)]


def _cubic(node: Node, part: str, step: float) -> str:
    """Returns the weight of the number `step` after the place's whole part, a polynomial of the distance."""
    x = node.emit("Abs", node.emit("Sub", part, _number(node, step)))
    a = _CUBIC
    near = (a + 2, -(a + 3), 0.0, 1.0)
    far = (a, -5 * a, 8 * a, -4 * a)
    result = ""
    for coefficient in near if step in (0.0, 1.0) else far:
        result = node.emit("Mul", result, x) if result else ""
        number = _number(node, coefficient)
        result = node.emit("Add", result, number) if result else number
    return result
