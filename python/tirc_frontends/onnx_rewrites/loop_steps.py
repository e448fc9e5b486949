# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The number of steps of a Loop that ends by a condition on its own counters, as tf2onnx writes the loops of Keras."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from .graph import Array, Node

# The most steps that are counted, and the numbers of a state that they may depend on.
_MOST_STEPS, _MOST_NUMBERS = 4096, 16


def count_steps(node: Node, body: Any) -> int | None:
    """Returns the number of steps of a Loop whose condition is computed from constants and its own counters, or None."""
    first, given = node.constant(1), node.constant(0)
    if (node.input(1) and first is None) or (node.input(0) and given is None):
        return None
    if first is not None and not first.all():
        return 0
    most = min(int(given.reshape(-1)[0]) if given is not None else _MOST_STEPS, _MOST_STEPS)
    starts = {i: node.constant(2 + i) for i in range(len(node.inputs) - 2)}
    counters = {i: value for i, value in starts.items() if value is not None and value.size <= _MOST_NUMBERS}
    while True:
        step = _Counting(node, body, counters)
        lost = [i for i in counters if body.output[1 + i].name not in step.known]
        if not lost:
            break
        for i in lost:
            del counters[i]
    return step.run(most) if body.output[0].name in step.known else None


class _Counting:
    """The part of a step that depends only on constants, the number of the step and some of the states."""

    def __init__(self, node: Node, body: Any, counters: dict[int, Array]) -> None:
        self._body, self._counters = body, counters
        self._inputs = [body.input[0].name, body.input[1].name, *(body.input[2 + i].name for i in counters)]
        self.known = {*self._inputs, *(tensor.name for tensor in body.initializer)}
        self._outer: dict[str, Array] = {}
        self._nodes = []
        made = {name for inner in body.node for name in inner.output} | {value.name for value in body.input}
        for inner in body.node:
            if any(attribute.type == onnx.AttributeProto.GRAPH for attribute in inner.attribute):
                continue
            outer = {name: node.values.constant(name) for name in inner.input if name and name not in {*made, *self.known}}
            small = {name: value for name, value in outer.items() if value is not None and value.size <= _MOST_NUMBERS}
            if all(not name or name in self.known or name in small for name in inner.input):
                self._outer |= small
                self._nodes.append(inner)
                self.known |= set(inner.output)
        self._opsets = [helper.make_opsetid("", node.version)]

    def run(self, most: int) -> int | None:
        """Returns how many steps there are, or None if there are too many, or one cannot be computed."""
        # Most models do not need it, and it takes long to load.
        from onnx.reference import ReferenceEvaluator

        body = self._body
        names = [body.output[0].name, *(body.output[1 + i].name for i in self._counters)]
        infos = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in self._inputs]
        # A result may be an input, which stays as it is.
        ends = [f"{name}/end{i}" for i, name in enumerate(names)]
        nodes = [*self._nodes, *(helper.make_node("Identity", [name], [end]) for name, end in zip(names, ends, strict=True))]
        outputs = [helper.make_tensor_value_info(end, onnx.TensorProto.FLOAT, None) for end in ends]
        constants = [numpy_helper.from_array(value, name) for name, value in self._outer.items()]
        graph = helper.make_graph(nodes, "step", infos, outputs, [*body.initializer, *constants])
        evaluator = ReferenceEvaluator(helper.make_model(graph, opset_imports=self._opsets))
        states = list(self._counters.values())
        for count in range(most):
            given = [numpy.int64(count), numpy.bool_(True), *states]
            try:
                results = list(evaluator.run(None, dict(zip(self._inputs, given, strict=True))))
            except (AttributeError, RuntimeError, TypeError, ValueError, IndexError, KeyError, NotImplementedError):
                return None
            condition, *states = results
            if not numpy.all(condition):
                return count + 1
        return most if most < _MOST_STEPS else None
