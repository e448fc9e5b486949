# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM, GRU and RNN in floats: a loop over the steps for each direction, in which the weights occur once.

Inside, a step's tensors have the form 1 x batch x 1 x features, as an image of one column: products are convolutions,
whose weights lie in memory as these formats store them. Products of the input are in the loop, too: the products of all
steps at once would need memory for each step.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy

from ..quotients import divided
from ..text import Function, Operand, Tensor, windows
from .activations import Activation, activate


class StoredWeights(Protocol):
    """Weights with a row for each unit."""

    def count(self) -> int:
        """Returns how many rows there are."""

    def part(self, start: int, size: int) -> StoredWeights:
        """Returns some of the rows."""

    def product(self, function: Function, x: Tensor, bias: Operand | None) -> Tensor:
        """Adds the product with the floats along the last axis, and the bias."""


class _Floats:
    """Weights in floats, whose products are convolutions of images with one column."""

    def __init__(self, function: Function, weights: Operand) -> None:
        self._f, self._weights = function, weights

    def count(self) -> int:
        return self._weights.shape[0]

    def part(self, start: int, size: int) -> StoredWeights:
        return _Floats(self._f, self._f.part(self._weights, 0, start, size))

    def product(self, function: Function, x: Tensor, bias: Operand | None) -> Tensor:
        none = numpy.zeros(1, numpy.float32)
        shape = [*x.shape[:-1], self.count()]
        operands = [x, self._weights, none if bias is None else bias, none, none]
        return function.op("conv2d", operands, shape, "f32", windows("f32"))


@dataclasses.dataclass
class Direction:
    """The parameters of one direction, as constants or as tensors of the function.

    Weights have the rows of one gate after another, in the order of the layer. So have biases, of which each product
    has its own. The order of the activations is: gates, candidate, output.
    """

    weights: Operand | StoredWeights
    recurrence: Operand | StoredWeights
    bias: Operand | None
    recurrent_bias: Operand | None
    activations: Sequence[Activation]
    is_reverse: bool = False
    hidden: Operand | None = None
    cell: Operand | None = None
    # From the cell to the gates i, o and f.
    peepholes: Mapping[str, Operand] = dataclasses.field(default_factory=dict)
    projection: Operand | StoredWeights | None = None
    projection_bias: Operand | None = None


class Scale(Protocol):
    """What a stored number q stands for: (q - zero) * scale. Floats are multiplied by `factor` before they are rounded, or
    divided by the scale."""

    @property
    def scale(self) -> float: ...
    @property
    def zero(self) -> int: ...
    @property
    def bits(self) -> int: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def factor(self) -> numpy.float32 | None: ...


@dataclasses.dataclass
class Layer:
    """A layer, whose input has the shape steps x batch x inputs. With a scale, the input or the outputs are integers, and
    floats inside of a step only.

    `gates` has the order in which parameters have the gates: i, o, f and c of an LSTM; z or r, the other one, and h of a
    GRU; h of an RNN. An LSTM without the gate i opens it by what f closes. A GRU computes r * (R h + b) if
    `resets_product` is true, and R (r * h) + b otherwise.
    """

    steps: int
    batch: int
    hidden: int
    gates: str
    directions: Sequence[Direction]
    clip: float | None = None
    cell_clip: float | None = None
    projection_clip: float | None = None
    couples_gates: bool = False
    resets_product: bool = False
    # How many steps each sequence of the batch has; their outputs are 0 afterwards.
    lengths: Operand | None = None
    input_scale: Scale | None = None
    output_scale: Scale | None = None


@dataclasses.dataclass
class Results:
    """The outputs of all steps: steps x directions x batch x features. And for each direction, the state at the end: batch
    x features."""

    outputs: Tensor | None
    hidden: list[Tensor]
    cell: list[Tensor]


def _stored(function: Function, weights: Operand | StoredWeights, features: int) -> StoredWeights:
    if not isinstance(weights, Tensor | numpy.ndarray):
        return weights
    return _Floats(function, function.reshape(weights, [weights.shape[0], 1, 1, features]))


# The state: the output of the last step, and the cell of an LSTM.
State = list[Tensor]


def emit(function: Function, layer: Layer, x: Operand, wants_outputs: bool) -> Results:
    """Adds the layer."""
    steps, batch, features = layer.steps, layer.batch, x.shape[-1]
    x = function.tensor(function.reshape(x, [steps, batch, 1, features]))
    results = Results(None, [], [])
    count = len(layer.directions)
    outputs: Tensor | None = None
    for number, direction in enumerate(layer.directions):
        projection = direction.projection
        size = layer.hidden if projection is None else _stored(function, projection, layer.hidden).count()
        if wants_outputs and outputs is None:
            kind = f"i{layer.output_scale.bits}" if layer.output_scale else "f32"
            outputs = function.empty([steps, count * batch, 1, size], kind)
        step = _Step(function, layer, direction, features, size)
        outputs, state = loop(function, steps, step, x, outputs, number * batch)
        results.hidden.append(function.tensor(function.reshape(state[0], [batch, size])))
        if "c" in layer.gates:
            results.cell.append(function.tensor(function.reshape(state[1], [batch, layer.hidden])))
    if outputs is not None:
        size = outputs.shape[-1]
        results.outputs = function.tensor(function.reshape(outputs, [steps, count, batch, size]))
    return results


class Step(Protocol):
    """What a loop repeats."""

    initial: State
    is_reverse: bool

    def emit(
        self, x: Tensor, state: State, outputs: Tensor | None, index: str, start: int
    ) -> tuple[Tensor | None, State]:
        """Adds a step; returns the outputs with its own, and the state after it."""


def loop(
    function: Function, steps: int, step: Step, x: Tensor, outputs: Tensor | None, start: int
) -> tuple[Tensor | None, State]:
    """Adds the steps on the rows of `x`, whose outputs go to the rows of `outputs` from `start` along the second axis."""
    state = step.initial
    last = steps - 1
    if last == 0:
        zero = function.index(0)
        return step.emit(function.row(x, zero), state, outputs, zero, start)
    counter, carried = function.fresh(), [*([outputs] if outputs else []), *state]
    inner = [dataclasses.replace(tensor, name=function.fresh()) for tensor in carried]
    after = function.fresh()
    none, one, count = function.index(0), function.index(1), function.index(steps)
    given = ", ".join(f"{tensor.name} = {value.name}" for tensor, value in zip(inner, carried, strict=True))
    types = ", ".join(tensor.type for tensor in carried)
    function.open(
        f"{after}:{len(carried)} = scf.for {counter} = {none} to {count} step {one} iter_args({given}) -> ({types}) {{"
    )
    index = counter
    if step.is_reverse:
        index, end = function.fresh(), function.index(last)
        function.line(f"{index} = arith.subi {end}, {counter} : index")
    own, before = (inner[0], inner[1:]) if outputs else (None, inner)
    own, ahead = step.emit(function.row(x, index), before, own, index, start)
    ends = [*([own] if own else []), *ahead]
    function.line(f"scf.yield {', '.join(tensor.name for tensor in ends)} : {types}")
    function.line("}")
    final = [dataclasses.replace(tensor, name=f"{after}#{i}") for i, tensor in enumerate(carried)]
    return (final[0], final[1:]) if outputs else (None, final)


class _Step:
    """What all steps share: the parameters in their form inside."""

    def __init__(self, function: Function, layer: Layer, direction: Direction, features: int, size: int) -> None:
        self._f, self._layer, self._direction = function, layer, direction
        self._batch, self._hidden, self._size = layer.batch, layer.hidden, size
        self.is_reverse = direction.is_reverse
        count = len(layer.gates) * layer.hidden
        self._weights = _stored(function, direction.weights, features)
        self._recurrence = _stored(function, direction.recurrence, size)
        zeros = numpy.zeros(count, numpy.float32)
        self._bias = zeros if direction.bias is None else function.reshape(direction.bias, [count])
        self._recurrent_bias = (
            zeros if direction.recurrent_bias is None else function.reshape(direction.recurrent_bias, [count])
        )
        self.initial = [self._start(direction.hidden, size)]
        if "c" in layer.gates:
            self.initial.append(self._start(direction.cell, layer.hidden))
        self._peepholes = {
            gate: function.reshape(values, [1, 1, 1, layer.hidden]) for gate, values in direction.peepholes.items()
        }
        if layer.lengths is not None:
            self._lengths = function.reshape(layer.lengths, [1, layer.batch, 1, 1])

    def _start(self, value: Operand | None, size: int) -> Tensor:
        shape = [1, self._batch, 1, size]
        if value is None:
            return self._f.tensor(numpy.zeros(shape, numpy.float32))
        return self._f.tensor(self._f.reshape(value, shape))

    def emit(
        self, x: Tensor, state: State, outputs: Tensor | None, index: str, start: int
    ) -> tuple[Tensor | None, State]:
        """Adds a step; returns the outputs with its own, and the state after it."""
        cells: dict[str, Callable[[Tensor, State], State]] = {"c": self._lstm, "z": self._gru, "h": self._rnn}
        ahead = next(cell for gate, cell in cells.items() if gate in self._layer.gates)(self._real(x), state)
        output = ahead[0]
        if self._layer.lengths is not None:
            going = self._f.each("greater", self._lengths, self._number(index), kind="i1")
            output = self._where(going, output, numpy.zeros([1, 1, 1, 1], numpy.float32))
            ahead = [self._where(going, new, old) for new, old in zip(ahead, state, strict=True)]
        if outputs is not None:
            outputs = self._f.with_row(outputs, self._stored(output), index, start)
        return outputs, ahead

    def _real(self, x: Tensor) -> Tensor:
        """Returns the floats of an input."""
        f, scale = self._f, self._layer.input_scale
        if scale is None:
            return x
        x = f.op("cast", [x], x.shape, "i32")
        if scale.zero:
            x = f.each("sub", x, numpy.full([1, 1, 1, 1], scale.zero, numpy.int32))
        return f.each("mul", f.op("cast", [x], x.shape, "f32"), numpy.full([1, 1, 1, 1], scale.scale, numpy.float32))

    def _stored(self, x: Tensor) -> Tensor:
        """Returns an output as it is stored."""
        f, scale = self._f, self._layer.output_scale
        if scale is None:
            return x
        if scale.factor is None:
            x = divided(f, "divide", [x, scale.scale], x.shape, "f32")
        else:
            x = f.each("mul", x, numpy.full([1, 1, 1, 1], scale.factor, numpy.float32))
        # Before the sum, which fits in 32 bits then.
        limits = f"min_val = {scale.low - scale.zero} : i32, max_val = {scale.high - scale.zero} : i32"
        x = f.op("clamp", [f.op("cast", [x], x.shape, "i32")], x.shape, "i32", limits)
        if scale.zero:
            x = f.each("add", x, numpy.full([1, 1, 1, 1], scale.zero, numpy.int32))
        return f.op("cast", [x], x.shape, f"i{scale.bits}")

    def _number(self, index: str) -> Tensor:
        """Returns the number of the step as a tensor."""
        number, tensor = self._f.fresh(), Tensor(self._f.fresh(), "i32", (1, 1, 1, 1))
        self._f.line(f"{number} = arith.index_cast {index} : index to i32")
        self._f.line(f"{tensor.name} = tensor.from_elements {number} : {tensor.type}")
        return tensor

    def _where(self, condition: Tensor, yes: Tensor, no: Operand) -> Tensor:
        return self._f.op("select", [condition, yes, no], yes.shape, "f32")

    def _lstm(self, x: Tensor, state: State) -> State:
        layer, f = self._layer, self._f
        h, c = state
        gate, candidate, squash = self._direction.activations

        def opened(name: str, cell: Tensor) -> Tensor:
            value = self._sum(name, x, h)
            if name in self._peepholes:
                value = f.each("add", value, f.each("mul", cell, f.tensor(self._peepholes[name])))
            return activate(f, gate, self._clipped(value))

        one = numpy.ones([1, 1, 1, 1], numpy.float32)
        if "i" in layer.gates:
            i = opened("i", c)
            forget = f.each("sub", one, i) if layer.couples_gates else opened("f", c)
        else:
            forget = opened("f", c)
            i = f.each("sub", one, forget)
        new = activate(f, candidate, self._clipped(self._sum("c", x, h)))
        c = f.each("add", f.each("mul", forget, c), f.each("mul", i, new))
        c = self._limited(c, layer.cell_clip)
        h = f.each("mul", opened("o", c), activate(f, squash, c))
        if self._direction.projection is not None:
            bias = self._direction.projection_bias
            weights = _stored(f, self._direction.projection, self._hidden)
            h = self._limited(weights.product(f, h, bias), layer.projection_clip)
        return [h, c]

    def _gru(self, x: Tensor, state: State) -> State:
        layer, f = self._layer, self._f
        (h,) = state
        gate, candidate = self._direction.activations[:2]
        z, r = (activate(f, gate, self._clipped(self._sum(name, x, h))) for name in "zr")
        if layer.resets_product:
            product = f.each("mul", r, self._of_state(h, 2, with_bias=True))
            new = f.each("add", self._of_input(x, 2, shares_bias=False), product)
        else:
            new = self._sum("h", x, f.each("mul", r, h))
        new = activate(f, candidate, self._clipped(new))
        rest = f.each("sub", numpy.ones([1, 1, 1, 1], numpy.float32), z)
        return [f.each("add", f.each("mul", rest, new), f.each("mul", z, h))]

    def _rnn(self, x: Tensor, state: State) -> State:
        (h,) = state
        return [activate(self._f, self._direction.activations[0], self._clipped(self._sum("h", x, h)))]

    def _sum(self, name: str, x: Tensor, h: Tensor) -> Tensor:
        """Returns the sum of both products for one gate. The gates together would be in memory: their activations read them
        as one tensor."""
        number = self._layer.gates.index(name)
        return self._f.each("add", self._of_input(x, number), self._of_state(h, number, with_bias=False))

    def _of_input(self, x: Tensor, number: int, shares_bias: bool = True) -> Tensor:
        """Returns the product of the input for a gate, with the biases of both products if it shares them."""
        bias = self._f.add(self._bias, self._recurrent_bias) if shares_bias else self._bias
        rows = self._range(number)
        return self._weights.part(*rows).product(self._f, x, self._f.part(bias, 0, *rows))

    def _of_state(self, h: Tensor, number: int, with_bias: bool) -> Tensor:
        rows = self._range(number)
        bias = self._f.part(self._recurrent_bias, 0, *rows) if with_bias else None
        return self._recurrence.part(*rows).product(self._f, h, bias)

    def _range(self, number: int) -> tuple[int, int]:
        """Returns the first row of one gate, and how many it has."""
        return number * self._hidden, self._hidden

    def _clipped(self, x: Tensor) -> Tensor:
        return self._limited(x, self._layer.clip)

    def _limited(self, x: Tensor, limit: float | None) -> Tensor:
        if not limit:
            return x
        bound = numpy.full([1, 1, 1, 1], limit, numpy.float32)
        return self._f.each("minimum", self._f.each("maximum", x, -bound), bound)
