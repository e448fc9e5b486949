# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RNN, UNIDIRECTIONAL_SEQUENCE_RNN and SVDF of TensorFlow Lite in floats, as functions with a state."""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions import dynamic_range
from tirc.importers.tflite_functions.hybrid import Recurrent
from tirc.importers.tflite_functions.reader import Stored
from tirc_frontends.recurrent import layers
from tirc_frontends.recurrent.activations import Activation, activate
from tirc_frontends.text import Function, Operand, Tensor, variable, windows

_INPUT, _WEIGHTS, _RECURRENCE, _BIAS, _STATE = range(5)


class _Layer(Recurrent):
    activations = (0, 1, 3, 4, 6)

    def is_taken(self) -> bool:
        return True

    def _check(self) -> None:
        if self._kind(_INPUT) != "f32":
            raise self._refused(f"its input has the type {self._kind(_INPUT)}; expected float32")
        if not self._tensor(_STATE).IsVariable():
            raise self._refused("its state is not a variable; expected one")


class Rnn(_Layer):
    """One step of a layer."""

    operator, options_class, function_name = "RNN", "RNNOptions", "rnn"

    def text(self, name: str) -> str:
        self._check()
        shape = self._shape(self._tensor(_INPUT))
        function = Function(name, self._place)
        x = function.argument(shape, "f32")
        steps, batch = self._sizes(shape)
        ordered = function.transpose(x, [1, 0, 2]) if self._is_batch_first() else x
        weights, recurrence = (self._weights_of([operand]) for operand in (_WEIGHTS, _RECURRENCE))
        bias = self._float_constant(_BIAS)
        units, state = len(bias), f"{name}_state"
        start = function.read(state, [batch, units], "f32")
        activation = Activation(self._activation())
        direction = layers.Direction(weights, recurrence, bias, None, [activation], hidden=start)
        layer = layers.Layer(steps, batch, units, "h", [direction])
        flat = function.reshape(ordered, [steps, batch, shape[-1]])
        results = layers.emit(function, layer, flat, wants_outputs=True)
        assert results.outputs is not None
        function.write(state, results.hidden[0])
        outputs = function.reshape(results.outputs, [steps, batch, units])
        if self._is_batch_first():
            outputs = function.transpose(outputs, [1, 0, 2])
        made = function.tensor(function.reshape(outputs, self._shape(self._output())))
        return "\n".join([variable(state, [batch, units], "f32"), function.text([made])])

    def _sizes(self, shape: list[int]) -> tuple[int, int]:
        """Returns the numbers of steps and of sequences."""
        return 1, shape[0]

    def _is_batch_first(self) -> bool:
        return False


class SequenceRnn(Rnn):
    operator, options_class = "UNIDIRECTIONAL_SEQUENCE_RNN", "SequenceRNNOptions"
    function_name = "sequence_rnn"

    def _sizes(self, shape: list[int]) -> tuple[int, int]:
        return (shape[0], shape[1]) if self._options.TimeMajor() else (shape[1], shape[0])

    def _is_batch_first(self) -> bool:
        return not self._options.TimeMajor()


class Svdf(_Layer):
    """The state has the last products of each filter with the input, whose sums over time are the outputs."""

    operator, options_class, function_name = "SVDF", "SVDFOptions", "svdf"

    def text(self, name: str) -> str:
        self._check()
        batch, size = self._shape(self._tensor(_INPUT))
        function = Function(name, self._place)
        x = function.argument([batch, size], "f32")
        # The second and the third operand are the weights of the input and of time here, and the fourth is the bias.
        times = self._float_constant(_RECURRENCE)
        filters, memory = times.shape
        rank, state = self._options.Rank(), f"{name}_state"
        newest = self._products(function, x)
        kept = function.reshape(function.read(state, [batch, filters * memory], "f32"), [batch, filters, memory])
        parts = [function.part(kept, 2, 1, memory - 1)] if memory > 1 else []
        history = function.tensor(function.joined([*parts, newest], 2))
        function.write(state, function.tensor(function.reshape(history, [batch, filters * memory])))
        weighted = function.each("mul", history, times.reshape([1, filters, memory]))
        sums = function.op("reduce_sum", [weighted], [batch, filters, 1], "f32", "axis = 2 : i32")
        ranks = function.tensor(function.reshape(sums, [batch, filters // rank, rank]))
        units = function.op("reduce_sum", [ranks], [batch, filters // rank, 1], "f32", "axis = 2 : i32")
        made = function.tensor(function.reshape(units, [batch, filters // rank]))
        if self._has(_BIAS):
            made = function.each("add", made, self._float_constant(_BIAS)[numpy.newaxis])
        made = activate(function, Activation(self._activation()), made)
        return "\n".join([variable(state, [batch, filters * memory], "f32"), function.text([made])])

    def _products(self, function: Function, x: Tensor) -> Tensor:
        """Returns the products with the filters: batch x filters x 1."""
        batch, size = x.shape
        weights = self._weights_of([_WEIGHTS])
        if isinstance(weights, dynamic_range.Weights):
            made = weights.product(function, x, None)
        else:
            image = function.tensor(function.reshape(x, [batch, 1, 1, size]))
            none = [numpy.zeros(1, numpy.float32) for _ in range(3)]
            operands: list[Operand] = [image, weights.reshape([len(weights), 1, 1, size]), *none]
            made = function.op("conv2d", operands, [batch, 1, 1, len(weights)], "f32", windows("f32"))
        return function.tensor(function.reshape(made, [batch, made.shape[-1], 1]))


READERS: list[type[Stored]] = [Rnn, SequenceRnn, Svdf]

__all__ = ["READERS"]
