# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""onnxruntime's DynamicQuantizeLSTM, as a Scan whose steps quantise the state before they multiply it.

onnxruntime quantises the whole input once, and the state of each step by its own largest numbers. Its weights have the
inputs of a gate as rows, unlike in the standard's LSTM.
"""

from __future__ import annotations

from typing import Any

import numpy
from onnx import TensorProto, helper, numpy_helper

from .graph import Array

# The parts of the weights, in onnxruntime's order.
_GATES = ("input", "output", "forget", "cell")
_ACTIVATIONS = [b"Sigmoid", b"Tanh", b"Tanh"]
# Inputs of the node.
_X, _BIAS, _LENGTHS, _STATE, _CELL, _PEEPHOLES = 0, 3, 4, 5, 6, 7
# The weights for the input and for the state, and the first of the scale and zero point of each.
_WEIGHTS, _RECURRENT, _SCALES, _RECURRENT_SCALES = 1, 2, 8, 10


class _Direction:
    """One direction of a layer."""

    def __init__(self, parts: Any, number: int, is_backwards: bool) -> None:
        self.parts, self.number, self.is_backwards = parts, number, is_backwards
        self.hidden = int(parts.attributes["hidden_size"])
        bias = self._constant(_BIAS)
        self.bias = None if bias is None else bias[: 4 * self.hidden] + bias[4 * self.hidden :]

    def _constant(self, index: int) -> Array | None:
        name = self.parts.input(index)
        return numpy_helper.to_array(self.parts.constants[name])[self.number] if name in self.parts.constants else None

    def literal(self, word: str, values: Any) -> str:
        name = f"{self.parts.node.output[0] or self.parts.node.name}/{self.number}/{word}"
        self.parts.added.append(numpy_helper.from_array(numpy.asarray(values), name))
        return name

    def _gate(self, values: Array, gate: int) -> Array:
        """Returns the part of a gate, or a number that all of them share."""
        return values if values.ndim == 0 else values[..., gate * self.hidden : (gate + 1) * self.hidden]

    def product(self, emit: Any, x: list[str], gate: int, weights: int, scales: int) -> str:
        """Emits the product of quantised numbers with the weights of a gate; returns its floats."""
        word = f"{_GATES[gate]}{weights}"
        given = [self._constant(index) for index in (weights, scales, scales + 1)]
        matrix, scale, zero = (
            self.literal(f"{word}/{name}", self._gate(numpy.asarray(values), gate))
            for name, values in zip(("weights", "scale", "zero"), given, strict=True)
        )
        sums = emit("Cast", emit("MatMulInteger", x[0], matrix, x[2], zero), to=TensorProto.FLOAT)
        return str(emit("Mul", sums, emit("Mul", x[1], scale)))

    def start(self, index: int, word: str) -> str:
        """Returns the state before the first step, which is 0 if the node does not have it."""
        emit = self.parts.emit
        if name := self.parts.input(index):
            return str(emit("Gather", name, self.literal(f"{word}/number", numpy.int64(self.number)), axis=0))
        ends = [self.literal(f"{word}/{i}", numpy.array([i], numpy.int64)) for i in (1, 2)]
        batch = emit("Slice", emit("Shape", self.parts.input(_X)), *ends)
        shape = emit("Concat", batch, self.literal(f"{word}/size", numpy.array([self.hidden], numpy.int64)), axis=0)
        return str(emit("ConstantOfShape", shape))

    def step(self) -> Any:
        """Returns the graph of a step: from the states and the sums of the gates to the states and the result."""
        nodes: list[Any] = []
        prefix = f"{self.parts.node.output[0]}/{self.number}/step"

        def emit(operator: str, *inputs: str, **attributes: Any) -> str:
            name = f"{prefix}/{len(nodes)}"
            nodes.append(helper.make_node(operator, inputs, [name], name=self.parts.node.name, **attributes))
            return name

        state, cell = f"{prefix}/state", f"{prefix}/cell"
        sums = [f"{prefix}/{gate}_sums" for gate in _GATES]
        quantized = [f"{prefix}/quantized{i}" for i in range(3)]
        nodes.append(helper.make_node("DynamicQuantizeLinear", [state], quantized, name=self.parts.node.name))
        gates = [
            emit("Add", name, self.product(emit, quantized, i, _RECURRENT, _RECURRENT_SCALES)) for i, name in enumerate(sums)
        ]
        opened, shown, kept = (emit("Sigmoid", gate) for gate in gates[:3])
        cells = emit("Add", emit("Mul", kept, cell), emit("Mul", opened, emit("Tanh", gates[3])))
        result = emit("Mul", shown, emit("Tanh", cells))
        row = emit("Identity", result)

        def info(name: str) -> Any:
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, None)

        return helper.make_graph(
            nodes, "step", [info(name) for name in (state, cell, *sums)], [info(name) for name in (result, cells, row)]
        )

    def emit(self, quantized: list[str]) -> list[str]:
        """Emits the direction; returns its results of each step, its last result and its last cell, with an axis for the
        direction."""
        parts, name = self.parts, f"{self.parts.node.output[0] or self.parts.node.name}/{self.number}"
        sums = []
        for i in range(len(_GATES)):
            sums.append(self.product(parts.emit, quantized, i, _WEIGHTS, _SCALES))
            if self.bias is not None:
                bias = self.literal(f"{_GATES[i]}/bias", self._gate(self.bias, i))
                sums[-1] = parts.emit("Add", sums[-1], bias)
        inputs = [self.start(_STATE, "state"), self.start(_CELL, "cell"), *sums]
        made = [f"{name}/last", f"{name}/cells", f"{name}/rows"]
        parts.nodes.append(
            helper.make_node(
                "Scan",
                inputs,
                made,
                name=parts.node.name,
                body=self.step(),
                num_scan_inputs=len(sums),
                scan_input_directions=[int(self.is_backwards)] * len(sums),
                scan_output_directions=[int(self.is_backwards)],
            )
        )
        rows = self.literal("rows/shape", numpy.array([0, 1, -1, self.hidden], numpy.int64))
        ends = self.literal("ends/shape", numpy.array([1, -1, self.hidden], numpy.int64))
        return [parts.emit("Reshape", made[2], rows), *(parts.emit("Reshape", end, ends) for end in made[:2])]


def expand(parts: Any) -> bool:
    """Adds the nodes of a layer; returns whether it has a form that this module knows."""
    is_backwards = {b"forward": [False], b"reverse": [True], b"bidirectional": [False, True]}.get(
        parts.attributes.get("direction", b"forward"), []
    )
    weights = [_WEIGHTS, _RECURRENT, *(scales + i for scales in (_SCALES, _RECURRENT_SCALES) for i in (0, 1))]
    is_plain = (
        parts.attributes.get("activations", _ACTIVATIONS * len(is_backwards)) == _ACTIVATIONS * len(is_backwards)
        and not parts.attributes.get("input_forget")
        and "clip" not in parts.attributes
        and not any(parts.input(index) for index in (_LENGTHS, _PEEPHOLES))
    )
    if not is_backwards or not is_plain or not all(parts.input(index) in parts.constants for index in weights):
        return False
    if parts.input(_BIAS) and parts.input(_BIAS) not in parts.constants:
        return False
    quantized = [f"{parts.node.output[0] or parts.node.name}/quantized{i}" for i in range(3)]
    parts.nodes.append(helper.make_node("DynamicQuantizeLinear", [parts.input(_X)], quantized, name=parts.node.name))
    directions = [_Direction(parts, i, backwards).emit(quantized) for i, backwards in enumerate(is_backwards)]
    for name, axis, made in zip(parts.node.output, (1, 0, 0), zip(*directions, strict=True)):
        if name:
            parts.emit("Concat", *made, out=name, axis=axis)
    return True
