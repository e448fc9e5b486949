# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM in integers, as TensorFlow Lite defines it: inputs, outputs and weights of 8 bits, gates and cell of 16 bits.

The tensors of a step have the forms of layers.py. A gate's sum is a number of 16 bits with 12 bits after the point. A
function of such a number is a table with 513 entries, between which TOSA draws lines.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy

from ..text import Array, Function, Operand, Tensor, fixed_point, windows
from .layers import State, loop

# The gates' sums have 12 bits after the point, and the results of functions have 15.
_SUM, _RESULT = -12, -15
_LOW, _HIGH = -(1 << 15), (1 << 15) - 1


@dataclasses.dataclass
class Layer:
    """A layer, whose input has the shape steps x batch x inputs.

    Weights have the rows of the gates i, f, o and c. `factors` has the scale of the sums of each of these gates, for the
    product of the input and for the product of the state, by the scale of a gate's sum. The bias has the scale of the
    former. The cell's scale is a power of two. An output goes to the state as it is, although the scales may differ.
    """

    steps: int
    batch: int
    hidden: int
    weights: Array
    recurrence: Array
    bias: Array
    factors: tuple[Array, Array]
    input_zero: int
    state_zero: int
    output_scale: float
    output_zero: int
    cell_exponent: int
    start: State
    cell_clip: float = 0.0


def emit(function: Function, layer: Layer, x: Operand) -> tuple[Tensor, State]:
    """Adds the layer. Returns the outputs of all steps, steps x batch x features, and the state after them: output and
    cell, batch x features."""
    steps, batch, hidden = layer.steps, layer.batch, layer.hidden
    x = function.tensor(function.reshape(x, [steps, batch, 1, x.shape[-1]]))
    step = _Step(function, layer)
    outputs, state = loop(function, steps, step, x, function.empty([steps, batch, 1, hidden], "i8"), 0)
    assert outputs is not None
    states = [function.tensor(function.reshape(tensor, [batch, hidden])) for tensor in state]
    return function.tensor(function.reshape(outputs, [steps, batch, hidden])), states


def table(function: Callable[[float], float], exponent: int) -> Array:
    """Returns 513 results with 15 bits after the point, for numbers of 16 bits with the scale 2^exponent.

    The lines between them would lie on one side of a curve; so each entry is moved by half of the distance in the
    middle of the line after it.
    """
    step = 1 << 7
    points = [function(math.ldexp(at, exponent)) for at in range(_LOW, _HIGH + step + 1, step)]
    middles = [function(math.ldexp(at + step // 2, exponent)) for at in range(_LOW, _HIGH, step)]
    distances = [(a + b) / 2 - middle for a, b, middle in zip(points[:-1], points[1:], middles, strict=True)]
    entries = [math.ldexp(a - d / 2, -_RESULT) for a, d in zip(points, [*distances, 0.0], strict=True)]
    return numpy.clip(numpy.rint(entries), _LOW, _HIGH).astype(numpy.int16)


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


class _Step:
    is_reverse = False

    def __init__(self, function: Function, layer: Layer) -> None:
        self._f, self._layer = function, layer
        shape = [1, layer.batch, 1, layer.hidden]
        self.initial = [function.tensor(function.reshape(tensor, shape)) for tensor in layer.start]
        self._opened, self._candidate = table(_sigmoid, _SUM), table(math.tanh, _SUM)
        self._squashed = table(math.tanh, layer.cell_exponent)
        limit = math.ldexp(layer.cell_clip, -layer.cell_exponent) if layer.cell_clip else _HIGH
        self._cell_limit = min(int(limit), _HIGH)

    def emit(
        self, x: Tensor, state: State, outputs: Tensor | None, index: str, start: int
    ) -> tuple[Tensor | None, State]:
        layer, f = self._layer, self._f
        h, c = state
        of_input, of_state = layer.factors
        none = numpy.zeros(1, numpy.int32)
        first = self._clamped(
            self._rescaled(self._product(x, layer.weights, layer.bias, layer.input_zero), of_input, "i32"), _LOW, _HIGH
        )
        second = self._rescaled(self._product(h, layer.recurrence, none, layer.state_zero), of_state, "i32")
        sums = self._narrowed(f.each("add", first, second), _LOW, _HIGH)
        count = layer.hidden
        opened = self._looked_up(f.tensor(f.part(sums, -1, 0, 3 * count)), self._opened)
        candidate = self._looked_up(f.tensor(f.part(sums, -1, 3 * count, count)), self._candidate)
        i, forget, o = (f.tensor(f.part(opened, -1, number * count, count)) for number in range(3))
        kept = self._rescaled(self._times(forget, c), math.ldexp(1, _RESULT), "i32")
        new = self._rescaled(self._times(i, candidate), math.ldexp(1, 2 * _RESULT - layer.cell_exponent), "i32")
        low = _LOW if self._cell_limit == _HIGH else -self._cell_limit
        c = self._narrowed(f.each("add", kept, new), low, self._cell_limit)
        product = self._times(o, self._looked_up(c, self._squashed))
        h = self._rescaled(product, math.ldexp(1, 2 * _RESULT) / layer.output_scale, "i8", layer.output_zero)
        if outputs is not None:
            outputs = f.with_row(outputs, h, index, start)
        return outputs, [h, c]

    def _product(self, x: Tensor, weights: Array, bias: Array, zero: int) -> Tensor:
        count, features = weights.shape
        zeros = [numpy.array([zero], numpy.int8), numpy.zeros(1, numpy.int8)]
        operands: list[Operand] = [x, weights.reshape(count, 1, 1, features), bias, *zeros]
        return self._f.op("conv2d", operands, [1, self._layer.batch, 1, count], "i32", windows("i32"))

    def _times(self, x: Tensor, y: Tensor) -> Tensor:
        return self._f.op("mul", [x, y, numpy.zeros(1, numpy.int8)], x.shape, "i32")

    def _looked_up(self, x: Tensor, entries: Array) -> Tensor:
        return self._rescaled(self._f.op("table", [x, entries], x.shape, "i32"), math.ldexp(1, -7), "i16")

    def _clamped(self, x: Tensor, low: int, high: int) -> Tensor:
        return self._f.op("clamp", [x], x.shape, x.kind, f"min_val = {low} : i32, max_val = {high} : i32")

    def _narrowed(self, x: Tensor, low: int, high: int) -> Tensor:
        return self._f.tensor(self._f.cast(self._clamped(x, low, high), "i16"))

    def _rescaled(self, x: Tensor, factors: Array | float, kind: str, zero: int = 0) -> Tensor:
        pairs = [fixed_point(float(factor)) for factor in numpy.reshape(factors, [-1])]
        zeros = {"i8": numpy.int8, "i16": numpy.int16, "i32": numpy.int32}
        operands: list[Operand] = [
            x,
            numpy.array([multiplier for multiplier, _ in pairs], numpy.int32),
            numpy.array([shift for _, shift in pairs], numpy.int8),
            numpy.zeros(1, numpy.int32),
            numpy.array([zero], zeros[kind]),
        ]
        # Sums of products are rounded as TensorFlow Lite rounds them.
        rounding = "DOUBLE_ROUND" if len(pairs) > 1 else "SINGLE_ROUND"
        return self._f.op(
            "rescale",
            operands,
            x.shape,
            kind,
            "input_unsigned = false, output_unsigned = false, scale32 = true, "
            f"per_channel = {str(len(pairs) > 1).lower()}, rounding_mode = #tosa.rounding_mode<{rounding}>",
        )
