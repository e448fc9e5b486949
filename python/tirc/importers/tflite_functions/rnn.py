# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RNN, UNIDIRECTIONAL_SEQUENCE_RNN and SVDF of TensorFlow Lite in floats, and SVDF in integers, as functions with a state."""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions import dynamic_range
from tirc.importers.tflite_functions.hybrid import Recurrent
from tirc.importers.tflite_functions.reader import Stored
from tirc_frontends.recurrent import layers
from tirc_frontends.recurrent.activations import Activation, activate
from tirc_frontends.text import Function, Operand, Tensor, fixed_point, variable, windows

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
        if self._kind(_INPUT) == "i8":
            return self._quantised(name)
        self._check()
        batch, size = self._shape(self._tensor(_INPUT))
        function = Function(name, self._place)
        x = function.argument([batch, size], "f32")
        # The second and the third operand are the weights of the input and of time here, and the fourth is the bias.
        times = self._float_constant(_RECURRENCE)
        filters, memory = times.shape
        rank, state = self._options.Rank(), f"{name}_state"
        history = self._history(function, state, self._products(function, x), memory)
        weighted = function.each("mul", history, times.reshape([1, filters, memory]))
        sums = function.op("reduce_sum", [weighted], [batch, filters, 1], "f32", "axis = 2 : i32")
        ranks = function.tensor(function.reshape(sums, [batch, filters // rank, rank]))
        units = function.op("reduce_sum", [ranks], [batch, filters // rank, 1], "f32", "axis = 2 : i32")
        made = function.tensor(function.reshape(units, [batch, filters // rank]))
        if self._has(_BIAS):
            made = function.each("add", made, self._float_constant(_BIAS)[numpy.newaxis])
        made = activate(function, Activation(self._activation()), made)
        return "\n".join([variable(state, [batch, filters * memory], "f32"), function.text([made])])

    @staticmethod
    def _history(function: Function, state: str, newest: Tensor, memory: int) -> Tensor:
        """Moves the state on by the newest products; returns it: batch x filters x memory."""
        batch, filters, _ = newest.shape
        kept = function.reshape(function.read(state, [batch, filters * memory], newest.kind), [batch, filters, memory])
        parts = [function.part(kept, 2, 1, memory - 1)] if memory > 1 else []
        history = function.tensor(function.joined([*parts, newest], 2))
        function.write(state, function.tensor(function.reshape(history, [batch, filters * memory])))
        return history

    def _quantised(self, name: str) -> str:
        """In integers: the state has 16 bits, or 8 in older files. The result is limited by its type only."""
        batch, size = self._shape(self._tensor(_INPUT))
        weights, times = (self._constant(self._index(operand)) for operand in (_WEIGHTS, _RECURRENCE))
        (filters, memory), rank, state = times.shape, self._options.Rank(), f"{name}_state"
        stored = self._tensor(_STATE)
        kind = self._kind_of(stored)
        if kind not in ("i8", "i16") or weights.dtype != numpy.int8 or not stored.IsVariable():
            raise self._refused(f"its state has the type {kind}; expected a variable of int16 or int8")
        function = Function(name, self._place)
        x = function.argument([batch, size], "i8")
        (in_scale, zero), (out_scale, out_zero) = self._scale(self._tensor(_INPUT)), self._scale(self._output())
        scales = [self._scale(tensor)[0] for tensor in (self._tensor(_WEIGHTS), stored, self._tensor(_RECURRENCE))]
        # LiteRT computes the factors in float32.
        first, kept, second, given, made = (numpy.float32(scale) for scale in (*scales, in_scale, out_scale))
        image = function.tensor(function.reshape(x, [batch, 1, 1, size]))
        operands: list[Operand] = [image, weights.reshape([filters, 1, 1, size]), numpy.zeros(filters, numpy.int32)]
        operands += [numpy.full(1, zero, numpy.int8), numpy.zeros(1, numpy.int8)]
        products = function.op("conv2d", operands, [batch, 1, 1, filters], "i32", windows("i32"))
        newest = function.rescale(products, *fixed_point(float(given * first / kept)), kind, is_twice=True)
        newest = function.tensor(function.reshape(newest, [batch, filters, 1]))
        history = function.tensor(function.cast(self._history(function, state, newest, memory), "i32"))
        weighted = function.each("mul", history, times.astype(numpy.int32).reshape([1, filters, memory]))
        sums = function.op("reduce_sum", [weighted], [batch, filters, 1], "i32", "axis = 2 : i32")
        ranks = function.tensor(function.reshape(sums, [batch, filters // rank, rank]))
        units = function.op("reduce_sum", [ranks], [batch, filters // rank, 1], "i32", "axis = 2 : i32")
        total = function.tensor(function.reshape(units, [batch, filters // rank]))
        if self._has(_BIAS):
            total = function.each("add", total, self._constant(self._index(_BIAS))[numpy.newaxis])
        result = function.rescale(total, *fixed_point(float(kept * second / made)), "i8", (0, out_zero), is_twice=True)
        return "\n".join([variable(state, [batch, filters * memory], kind), function.text([result])])

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
