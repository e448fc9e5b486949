# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""UNIDIRECTIONAL_SEQUENCE_LSTM of TensorFlow Lite as a function with a loop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy

from tirc.importers.tflite_functions.hybrid import Recurrent
from tirc_frontends.recurrent import layers, quantized
from tirc_frontends.recurrent.activations import Activation
from tirc_frontends.text import Function, variable

# The operands, in the order of the gates i, f, c and o.
_INPUT, _WEIGHTS, _RECURRENCE, _PEEPHOLES, _BIAS = 0, range(1, 5), range(5, 9), range(9, 12), range(12, 16)
_PROJECTION, _PROJECTION_BIAS, _HIDDEN, _CELL, _NORMALISATION = 16, 17, 18, 19, range(20, 24)
# A variable: its name, shape and element type, and all of its numbers at first.
_State = tuple[str, list[int], str, int]


class Lstm(Recurrent):
    operator, options_class = "UNIDIRECTIONAL_SEQUENCE_LSTM", "UnidirectionalSequenceLSTMOptions"
    function_name = "lstm"
    activations = (0, 1, 3, 4, 6)

    def is_taken(self) -> bool:
        return True

    def text(self, name: str) -> str:
        """Returns the layer's variables and its function."""
        kind = self._kind(_INPUT)
        if self._has(*_NORMALISATION):
            raise self._refused("it normalises its gates; expected a layer without layer normalisation")
        if self._has(_HIDDEN) and not self._tensor(_HIDDEN).IsVariable():
            raise self._refused("its state is not a variable; expected one")
        if kind == "f32":
            return self._float(name)
        if kind == "i8":
            return self._integers(name)
        raise self._refused(f"its input has the type {kind}; expected float32 or int8: quantise it to 8 bits, or not")

    def _float(self, name: str) -> str:
        has_i = self._has(_WEIGHTS[0])
        # layers.py has the order i, o, f, c.
        order = [0, 3, 1, 2] if has_i else [3, 1, 2]
        weights, recurrence = (
            self._weights_of([operands[gate] for gate in order]) for operands in (_WEIGHTS, _RECURRENCE)
        )
        bias = numpy.concatenate([self._float_constant(_BIAS[gate]) for gate in order])
        peepholes = {
            gate: self._float_constant(operand)
            for gate, operand in zip("ifo", _PEEPHOLES, strict=True)
            if self._has(operand)
        }
        function, x, steps, batch = self._begin(name, "f32")
        hidden = len(bias) // len(order)
        projection = self._weights_of([_PROJECTION]) if self._has(_PROJECTION) else None
        size = self._shape(self._output())[-1]
        states = [(f"{name}_hidden", [batch, size], "f32", 0), (f"{name}_cell", [batch, hidden], "f32", 0)]
        start = [function.read(*state[:3]) for state in states]
        squash = Activation(self._activation())
        direction = layers.Direction(
            weights,
            recurrence,
            bias,
            None,
            [Activation("sigmoid"), squash, squash],
            hidden=start[0],
            cell=start[1],
            peepholes=peepholes,
            projection=projection,
            projection_bias=self._float_constant(_PROJECTION_BIAS) if self._has(_PROJECTION_BIAS) else None,
        )
        layer = layers.Layer(
            steps,
            batch,
            hidden,
            "iofc" if has_i else "ofc",
            [direction],
            cell_clip=self._options.CellClip() or None,
            projection_clip=self._options.ProjClip() or None,
        )
        results = layers.emit(function, layer, x, wants_outputs=True)
        assert results.outputs is not None
        outputs = function.reshape(results.outputs, [steps, batch, size])
        return self._end(function, outputs, [*results.hidden, *results.cell], states)

    def _integers(self, name: str) -> str:
        for operands, what in ((_PEEPHOLES, "peepholes"), ((_PROJECTION,), "a projection")):
            if self._has(*operands):
                raise self._refused(f"it has {what}, which are supported in float only; expected a layer without")
        if not self._has(_WEIGHTS[0]):
            raise self._refused(
                "it couples its gates, which is supported in float only; expected a layer with all gates"
            )
        if self._activation() != "tanh":
            raise self._refused(f"its activation is {self._activation()}; expected tanh in a layer of integers")
        # quantized.py has the order i, f, o, c.
        order = [0, 1, 3, 2]
        weights, recurrence, bias = (
            numpy.concatenate([self._constant(self._index(operands[gate])) for gate in order])
            for operands in (_WEIGHTS, _RECURRENCE, _BIAS)
        )
        input_scale, input_zero = self._scale(self._tensor(_INPUT))
        state_scale, state_zero = self._scale(self._tensor(_HIDDEN))
        # The last of the tensors for intermediate results has the scale of the outputs.
        count = self._operator.IntermediatesLength()
        last = self._graph.Tensors(self._operator.Intermediates(count - 1)) if count else self._tensor(_HIDDEN)
        output_scale, output_zero = self._scale(last)
        cell_scale, _ = self._scale(self._tensor(_CELL))
        exponent = round(math.log2(cell_scale))
        if not math.isclose(cell_scale, math.ldexp(1, exponent), rel_tol=1e-3) or self._kind(_CELL) != "i16":
            raise self._refused(
                f"its cell has the type {self._kind(_CELL)} and the scale {cell_scale:g}; expected i16 and a power of two"
            )
        function, x, steps, batch = self._begin(name, "i8")
        hidden = len(weights) // len(order)
        states = [(f"{name}_hidden", [batch, hidden], "i8", state_zero), (f"{name}_cell", [batch, hidden], "i16", 0)]
        unit = numpy.float32(math.ldexp(1, -12))
        factors = [
            numpy.repeat(
                [scale * numpy.float32(self._scale(self._tensor(operands[gate]))[0]) / unit for gate in order], hidden
            )
            for operands, scale in ((_WEIGHTS, input_scale), (_RECURRENCE, state_scale))
        ]
        layer = quantized.Layer(
            steps,
            batch,
            hidden,
            weights,
            recurrence,
            bias,
            (factors[0], factors[1]),
            input_zero,
            state_zero,
            output_scale,
            output_zero,
            exponent,
            [function.read(*state[:3]) for state in states],
            self._options.CellClip(),
        )
        outputs, results = quantized.emit(function, layer, x)
        return self._end(function, outputs, results, states)

    def _begin(self, name: str, kind: str) -> tuple[Function, Any, int, int]:
        """Begins the function; returns its input as steps x batch x features, and these two sizes."""
        shape = self._shape(self._tensor(_INPUT))
        function = Function(name, self._place)
        x: Any = function.argument(shape, kind)
        if not self._options.TimeMajor():
            x = function.transpose(x, [1, 0, 2])
        return function, x, x.shape[0], x.shape[1]

    def _end(self, function: Function, outputs: Any, results: Sequence[Any], states: Sequence[_State]) -> str:
        for (name, *_), value in zip(states, results, strict=True):
            function.write(name, value)
        if not self._options.TimeMajor():
            outputs = function.transpose(outputs, [1, 0, 2])
        return "\n".join([*(variable(*state) for state in states), function.text([function.tensor(outputs)])])
