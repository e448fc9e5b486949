# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Probabilities of classes from the probabilities of pairs, as libsvm and onnxruntime find them: step by step, until the steps
are small (Wu, Lin and Weng, Probability Estimates for Multi-class Classification by Pairwise Coupling, 2004)."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper

from ..graph import Node
from .scores import beside

_MOST_STEPS = 100
_LEAST, _PRECISION = 1e-7, 0.005


def probabilities(node: Node, found: str, a: numpy.ndarray, b: numpy.ndarray, pairs: list[tuple[int, int]], count: int) -> str:
    """Returns the probabilities of `count` classes for each row of the scores of all pairs."""
    logistic = node.emit("Sigmoid", node.emit("Add", node.emit("Mul", found, node.literal(a)), node.literal(b)))
    least, most = (node.literal(numpy.float32(limit)) for limit in (_LEAST, 1 - _LEAST))
    first = node.emit("Clip", node.emit("Sub", node.literal(numpy.float32(1)), logistic), least, most)
    second = node.emit("Sub", node.literal(numpy.float32(1)), first)
    chances = {}
    for place, (i, j) in enumerate(pairs):
        for key, of in (((i, j), first), ((j, i), second)):
            chances[key] = node.slice(of, [place], [place + 1], [1])
    rows = [_row(node, chances, number, count) for number in range(count)]
    return _Steps(node, rows, count).loop()


def _row(node: Node, chances: dict[tuple[int, int], str], own: int, count: int) -> str:
    """Returns the row of the matrix whose quadratic form the probabilities make least."""
    others = [other for other in range(count) if other != own]
    squares = [node.emit("Mul", chances[other, own], chances[other, own]) for other in others]
    total = squares[0]
    for square in squares[1:]:
        total = node.emit("Add", total, square)
    products = {other: node.emit("Neg", node.emit("Mul", chances[other, own], chances[own, other])) for other in others}
    return beside(node, *(products.get(number, total) for number in range(count)))


class _Steps:
    """The loop, and the nodes of its body."""

    def __init__(self, node: Node, rows: list[str], count: int) -> None:
        self._node, self._rows, self._count = node, rows, count
        self._stem = f"{node.outputs[0] or node.proto.name}/step"
        self._body: list[Any] = []

    def _emit(self, operator: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        name = out or f"{self._stem}{len(self._body)}"
        self._body.append(helper.make_node(operator, inputs, [name], self._node.proto.name, **attributes))
        return name

    def _reduce(self, operator: str, value: str) -> str:
        if operator == "ReduceSum" or self._node.version >= 18:
            return self._emit(operator, value, self._node.literal(numpy.array([1], numpy.int64)), keepdims=1)
        return self._emit(operator, value, axes=[1], keepdims=1)

    def _column(self, value: str, number: int) -> str:
        bounds = [self._node.literal(numpy.array([bound], numpy.int64)) for bound in (number, number + 1, 1)]
        return self._emit("Slice", value, *bounds)

    def loop(self) -> str:
        """Adds the loop; returns the probabilities."""
        node, count = self._node, self._count
        given, next_one, goes_on = (f"{self._stem}/{name}" for name in ("given", "next", "goes_on"))
        forms = [self._reduce("ReduceSum", self._emit("Mul", row, given)) for row in self._rows]
        slopes = self._emit("Concat", *forms, axis=1)
        form = self._reduce("ReduceSum", self._emit("Mul", given, slopes))
        error = self._reduce("ReduceMax", self._emit("Abs", self._emit("Sub", slopes, form)))
        is_open = self._emit("GreaterOrEqual", error, node.literal(numpy.float32(_PRECISION / count)))
        self._emit("Where", is_open, self._improved(given, slopes, form), given, out=next_one)
        flags = self._emit("Cast", is_open, to=onnx.TensorProto.INT32)
        axes = node.literal(numpy.array([0, 1], numpy.int64))
        self._emit("Cast", self._emit("ReduceSum", flags, axes, keepdims=0), to=onnx.TensorProto.BOOL, out=goes_on)
        return self._finish(given, next_one, goes_on)

    def _improved(self, given: str, slopes: str, form: str) -> str:
        """Returns the probabilities after a step for each class."""
        node, count = self._node, self._count
        one, two = node.literal(numpy.float32(1)), node.literal(numpy.float32(2))
        for number, row in enumerate(self._rows):
            own, slope = self._column(row, number), self._column(slopes, number)
            step = self._emit("Div", self._emit("Sub", form, slope), own)
            scale = self._emit("Add", one, step)
            at_class = node.literal(numpy.eye(count, dtype=numpy.float32)[number : number + 1])
            given = self._emit("Div", self._emit("Add", given, self._emit("Mul", step, at_class)), scale)
            change = self._emit("Add", self._emit("Mul", step, own), self._emit("Mul", two, slope))
            moved = self._emit("Add", form, self._emit("Mul", step, change))
            form = self._emit("Div", self._emit("Div", moved, scale), scale)
            slopes = self._emit("Div", self._emit("Add", slopes, self._emit("Mul", step, row)), scale)
        return given

    def _finish(self, given: str, next_one: str, goes_on: str) -> str:
        node, count = self._node, self._count
        shape = [node.shape(0)[0] if len(node.shape(0)) == 2 else 1, count]
        made = f"{self._stem}/number", f"{self._stem}/condition"
        value, kind = helper.make_tensor_value_info, onnx.TensorProto
        inputs = [value(made[0], kind.INT64, []), value(made[1], kind.BOOL, []), value(given, kind.FLOAT, shape)]
        outputs = [value(goes_on, kind.BOOL, []), value(next_one, kind.FLOAT, shape)]
        body = helper.make_graph(self._body, "steps", inputs, outputs)
        start = node.literal(numpy.full(shape, 1 / count, numpy.float32))
        steps, first = node.literal(numpy.int64(_MOST_STEPS)), node.literal(numpy.bool_(True))
        return node.emit("Loop", steps, first, start, body=body)
