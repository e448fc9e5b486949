# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED on floats with weights of 8 or 4 bits, as functions.

Arm's converter multiplies floats instead of what LiteRT's hybrid kernels compute.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

import numpy

from tirc.importers.tflite_functions import dynamic_range
from tirc.importers.tflite_functions.reader import Stored
from tirc_frontends.recurrent.activations import Activation, activate
from tirc_frontends.text import Array, Function, Tensor, windows

_INPUT, _WEIGHTS, _BIAS = range(3)


class Recurrent(Stored):
    """A layer with a state, whose products have weights of their own for each gate."""

    def _weights_of(self, operands: Sequence[int]) -> Array | dynamic_range.Weights:
        """Returns the rows of several operands: if they have 8 bits, in the form that quantises inputs in each run."""
        if any(self._kind(operand) != "i8" for operand in operands):
            return numpy.concatenate([self._float_constant(operand) for operand in operands])
        stored = [self._constant(self._index(operand)) for operand in operands]
        scales = [
            numpy.full(len(rows), self._scale(self._tensor(operand))[0], numpy.float32)
            for operand, rows in zip(operands, stored, strict=True)
        ]
        is_symmetric = not self._options.AsymmetricQuantizeInputs()
        return dynamic_range.Weights(numpy.concatenate(stored), numpy.concatenate(scales), is_symmetric)


class _Product(Stored):
    """An operator on floats, whose weights are integers or floats."""

    activations = (0, 1, 2, 3, 4, 6)

    def is_taken(self) -> bool:
        """Returns whether the weights are symmetric constants of 8 or 4 bits, and the bias is constant. Others, which old files
        have, are left to the converter."""
        if self._kind(_INPUT) != "f32" or self._kind(_WEIGHTS) not in ("i8", "int4"):
            return False
        if not all(self._is_constant(operand) for operand in (_WEIGHTS, _BIAS) if self._has(operand)):
            return False
        quantization = self._tensor(_WEIGHTS).Quantization()
        if quantization is None or quantization.ScaleLength() == 0:
            return False
        return not any(quantization.ZeroPoint(i) for i in range(quantization.ZeroPointLength()))

    def _scales(self, count: int) -> Array:
        """Returns the scale of each channel of the weights."""
        quantization = self._tensor(_WEIGHTS).Quantization()
        scales = numpy.array(
            [quantization.Scale(i) for i in range(quantization.ScaleLength())], numpy.float32
        )
        if len(scales) not in (1, count):
            raise self._refused(f"its weights have {len(scales)} scales; expected 1 or {count}")
        return numpy.broadcast_to(scales, [count])

    def _bias_of(self, channels: int) -> Array | None:
        return self._float_constant(_BIAS).reshape([channels]) if self._has(_BIAS) else None

    def _end(self, function: Function, x: Tensor) -> str:
        """Adds the activation, and returns the function."""
        name = self._activation()
        if name == "relu_n1_to_1":
            one = numpy.ones([1] * len(x.shape), numpy.float32)
            x = function.each("minimum", function.each("maximum", x, -one), one)
        else:
            x = activate(function, Activation(name), x)
        return function.text([function.tensor(function.reshape(x, self._shape(self._output())))])


class FullyConnected(_Product):
    operator, options_class, function_name = "FULLY_CONNECTED", "FullyConnectedOptions", "fully_connected"

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        x = function.argument(self._shape(self._tensor(_INPUT)), "f32")
        weights = self._constant(self._index(_WEIGHTS))
        return self._end(function, self._rows(function, x, weights, self._bias_of(weights.shape[0])))

    def _rows(self, function: Function, x: Tensor, weights: Array, bias: Array | None) -> Tensor:
        is_symmetric = not self._options.AsymmetricQuantizeInputs()
        return dynamic_range.rows(function, x, weights, self._scales(len(weights)), bias, is_symmetric)


class BatchMatMul(FullyConnected):
    """Matrices of weights, one for all matrices of the input or one for each."""

    operator, options_class, function_name = "BATCH_MATMUL", "BatchMatMulOptions", "batch_matmul"

    def is_taken(self) -> bool:
        if self._is_constant(_INPUT) or not super().is_taken():
            return False
        batch, of_weights = (self._shape(self._tensor(operand))[:-2] for operand in (_INPUT, _WEIGHTS))
        return numpy.prod(of_weights) == 1 or list(batch) == list(of_weights)

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        x = function.argument(self._shape(self._tensor(_INPUT)), "f32")
        weights = self._constant(self._index(_WEIGHTS))
        if not self._options.AdjY():
            weights = weights.swapaxes(-1, -2)
        weights = weights.reshape(-1, *weights.shape[-2:])
        if self._options.AdjX():
            axes = list(range(len(x.shape)))
            x = function.tensor(function.transpose(x, [*axes[:-2], axes[-1], axes[-2]]))
        sizes = x.shape[-2:]
        if len(weights) == 1:
            made = self._rows(function, x, weights[0], None)
        else:
            parts = function.tensor(function.reshape(x, [len(weights), *sizes]))
            each = [function.tensor(function.part(parts, 0, i, 1)) for i in range(len(weights))]
            made = function.tensor(
                function.joined([self._rows(function, *pair, None) for pair in zip(each, weights, strict=True)], 0)
            )
        return function.text([function.tensor(function.reshape(made, self._shape(self._output())))])


class _Windows(_Product):
    """An operator with windows. Its tensors have the axes batch, height, width and channels."""

    def text(self, name: str) -> str:
        weights = self._constant(self._index(_WEIGHTS))
        channels = self._shape(self._output())[3]
        scales = self._scales(channels)
        function = Function(name, self._place)
        x = function.argument(self._shape(self._tensor(_INPUT)), "f32")
        pads, sizes = self._windows(x.shape, weights.shape)
        is_symmetric = self._is_symmetric(scales)
        if is_symmetric:
            quantized = dynamic_range.quantize(function, x, is_symmetric)
        else:
            # The numbers of padding stand for 0.
            ends = zip(*pads, strict=True)
            low, high = ([0, *end, 0] for end in ends)
            quantized = dynamic_range.quantize(function, x, is_symmetric, low, high)
            pads = [(0, 0), (0, 0)]
        image = quantized.numbers
        for axis, size, pad in zip((1, 2), sizes, pads, strict=True):
            image = function.tensor(function.part(image, axis, 0, size - sum(pad)))
        sums, row_sums = self._sums(function, image, weights, self._attributes(pads))
        made = dynamic_range.real(
            function, sums, quantized, row_sums, scales, self._bias_of(channels), scales_first=is_symmetric
        )
        return self._end(function, made)

    def _windows(self, shape: Sequence[int], weights: Sequence[int]) -> tuple[list[tuple[int, int]], list[int]]:
        """Returns for height and width how much is padded at both ends, and how much of the padded image is read."""
        options: Any = self._options
        pads, sizes = [], []
        for axis, stride, dilation in (
            (1, options.StrideH(), options.DilationHFactor()),
            (2, options.StrideW(), options.DilationWFactor()),
        ):
            size = (self._shape(self._output())[axis] - 1) * stride + (weights[axis] - 1) * dilation + 1
            missing = max(size - shape[axis], 0)
            pads.append((missing // 2, missing - missing // 2))
            sizes.append(size)
        return pads, sizes

    def _attributes(self, pads: Sequence[tuple[int, int]]) -> str:
        options: Any = self._options
        return windows(
            "i32",
            (options.StrideH(), options.StrideW()),
            (options.DilationHFactor(), options.DilationWFactor()),
            [*pads[0], *pads[1]],
        )

    @abc.abstractmethod
    def _is_symmetric(self, scales: Array) -> bool:
        """Returns whether the input has no zero point."""

    @abc.abstractmethod
    def _sums(self, function: Function, image: Tensor, weights: Array, attributes: str) -> tuple[Tensor, Array]:
        """Returns the sums of products, and the sum of the weights of each channel."""


class Convolution(_Windows):
    operator, options_class, function_name = "CONV_2D", "Conv2DOptions", "conv_2d"

    def _is_symmetric(self, scales: Array) -> bool:
        return len(numpy.unique(scales)) == 1

    def _sums(self, function: Function, image: Tensor, weights: Array, attributes: str) -> tuple[Tensor, Array]:
        shape, features = self._shape(self._output()), weights.shape[-1]
        groups = image.shape[-1] // features
        parts = []
        for number, own in enumerate(numpy.split(weights, groups)):
            part = function.tensor(function.part(image, 3, number * features, features))
            sizes = [*shape[:-1], len(own)]
            parts.append(dynamic_range.products(function, "conv2d", part, own, sizes, attributes))
        sums = function.tensor(function.joined(parts, 3))
        return sums, weights.sum((1, 2, 3), dtype=numpy.int32)


class DepthwiseConvolution(_Windows):
    operator, options_class = "DEPTHWISE_CONV_2D", "DepthwiseConv2DOptions"
    function_name = "depthwise_conv_2d"

    def _is_symmetric(self, scales: Array) -> bool:
        return False

    def _sums(self, function: Function, image: Tensor, weights: Array, attributes: str) -> tuple[Tensor, Array]:
        shape = self._shape(self._output())
        _, height, width, channels = weights.shape
        of_inputs = weights.reshape(height, width, image.shape[3], channels // image.shape[3])
        sums = dynamic_range.products(function, "depthwise_conv2d", image, of_inputs, shape, attributes)
        return sums, weights.sum((0, 1, 2), dtype=numpy.int32)
