# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions of TensorFlow Lite that version 2026.2.0 of the converter does not know, or not in all forms: CONV_3D_TRANSPOSE,
CONV_3D whose windows do not end at the last element, and groups of numbers of 16 bits."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy

from tirc.importers.tflite_codes import custom_name
from tirc.importers.tflite_functions.elements import Elements
from tirc.importers.tflite_functions.limits import limit
from tirc.importers.tflite_functions.scalars import multiplier_of, short_multiplier
from tirc_frontends.text import Array, Function, Operand, Tensor, windows

# The numbers of SAME, and the axes of an image in a tensor of five axes.
_SAME, _SPACE = 0, (1, 2, 3)


class _Volumes(Elements):
    """Floats with the axes batch, depth, height, width and channels."""

    options_class = "Conv3DOptions"
    activations = (0, 1, 2, 3)

    def is_taken(self) -> bool:
        bias = [operand for operand in (self.bias,) if self._has(operand)]
        return self._kind(self.image) == "f32" and self._is_constant(1) and all(self._is_constant(i) for i in bias)

    # The inputs that are the image and the bias.
    image: int
    bias: int

    def operands(self) -> list[int]:
        return [self.image]

    def _steps(self) -> list[tuple[int, int]]:
        """Returns the stride and the dilation of each axis."""
        o: Any = self._options
        strides = (o.StrideD(), o.StrideH(), o.StrideW())
        return list(zip(strides, (o.DilationDFactor(), o.DilationHFactor(), o.DilationWFactor()), strict=True))

    def _pad(self, size: int, reach: int, stride: int) -> int:
        """Returns how much LiteRT pads an axis of this size before its first element; a window reaches over `reach`
        elements."""
        if self._options.Padding() != _SAME:
            return 0
        return max((-(-size // stride) - 1) * stride + reach - size, 0) // 2

    def _convolved(
        self, function: Function, x: Tensor, weights: Array, steps: Sequence[tuple[int, int]], pads: Sequence[int]
    ) -> str:
        """Returns the function that computes a convolution, whose weights have the channels of the result first."""
        shape = self._shape(self._output())
        made: Operand = x
        both: list[int] = []
        for axis, (stride, dilation), before in zip(_SPACE, steps, pads, strict=True):
            read = (shape[axis] - 1) * stride + (weights.shape[axis] - 1) * dilation + 1
            # Windows may begin after the first element, or end before the last.
            first, end = max(-before, 0), min(made.shape[axis], read - before)
            made = function.part(made, axis, first, end - first)
            both += [max(before, 0), read - before - end]
        channels = shape[-1]
        bias = self._float_constant(self.bias).reshape([channels]) if self._has(self.bias) else numpy.zeros(channels)
        none = numpy.zeros(1, numpy.float32)
        strides, dilations = zip(*steps, strict=True)
        attributes = windows("f32", strides, dilations, both)
        operands = [made, weights, bias.astype(numpy.float32), none, none]
        result = function.op("conv3d", operands, shape, "f32", attributes)
        limits = self._limits(self._activation(), self._output())
        return function.text([limit(function, result, limits) if limits else result])


class Conv3d(_Volumes):
    operator, function_name, data, image, bias = "CONV_3D", "conv_3d", (0,), 0, 2

    def is_taken(self) -> bool:
        """Returns whether there are elements that no window reads."""
        if not super().is_taken():
            return False
        shape, weights = self._shape(self._tensor(0)), self._shape(self._tensor(1))
        sizes = zip((shape[axis] for axis in _SPACE), weights, self._steps(), strict=False)
        return any(self._rest(size, (k - 1) * dilation + 1, stride) for size, k, (stride, dilation) in sizes)

    def _rest(self, size: int, reach: int, stride: int) -> int:
        if self._options.Padding() != _SAME:
            return (size - reach) % stride
        return max(size - ((-(-size // stride) - 1) * stride + reach), 0)

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        (x,) = self._arguments(function)
        weights = self._float_constant(1).transpose(4, 0, 1, 2, 3)
        steps = self._steps()
        pads = [
            self._pad(x.shape[axis], (weights.shape[axis] - 1) * dilation + 1, stride)
            for axis, (stride, dilation) in zip(_SPACE, steps, strict=True)
        ]
        return self._convolved(function, x, weights, steps, pads)


class Conv3dTranspose(_Volumes):
    """A convolution of the image with zeros between its elements, with the weights in reverse order."""

    operator, function_name, data, image, bias = "CONV_3D_TRANSPOSE", "conv_3d_transpose", (2,), 2, 3

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        (x,) = self._arguments(function)
        weights = self._float_constant(1)[::-1, ::-1, ::-1].transpose(3, 0, 1, 2, 4)
        shape, pads = self._shape(self._output()), []
        for axis, (stride, dilation) in zip(_SPACE, self._steps(), strict=True):
            reach = (weights.shape[axis] - 1) * dilation + 1
            pads.append(reach - 1 - self._pad(shape[axis], reach, stride))
            x = self._spread(function, x, axis, stride)
        return self._convolved(function, x, weights, [(1, dilation) for _, dilation in self._steps()], pads)

    @staticmethod
    def _spread(function: Function, x: Tensor, axis: int, stride: int) -> Tensor:
        """Returns the tensor with zeros between its elements along an axis."""
        if stride == 1 or x.shape[axis] == 1:
            return x
        wide = [*x.shape[: axis + 1], 1, *x.shape[axis + 1 :]]
        zeros = [stride - 1 if i == axis + 1 else size for i, size in enumerate(wide)]
        both = function.joined([function.reshape(x, wide), numpy.zeros(zeros, numpy.float32)], axis + 1)
        whole = function.reshape(both, [size * stride if i == axis else size for i, size in enumerate(x.shape)])
        return function.tensor(function.part(whole, axis, 0, (x.shape[axis] - 1) * stride + 1))


class TransposeConvolutionWithBias(Elements):
    """MediaPipe's Convolution2DTransposeBias: TRANSPOSE_CONV, whose result has the size of its tensor, with a bias.

    Its options are the numbers of the padding, 1 for SAME and 2 for VALID, and of the strides along the width and the height,
    as MediaPipe's mediapipe/util/tflite/operations has them.
    """

    operator, function_name = "CUSTOM", "transpose_conv_with_bias"

    def is_taken(self) -> bool:
        is_own = custom_name(self._model, self._operator) == "Convolution2DTransposeBias" and super().is_taken()
        return is_own and self._kind(0) == "f32" and self._is_constant(1) and self._is_constant(2)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        options = bytes(self._operator.CustomOptionsAsNumpy())
        if len(options) < 12:
            raise self._refused(f"its options have {len(options)} bytes; expected at least 12")
        padding, across, down = struct.unpack_from("<3i", options)
        if padding not in (1, 2) or min(across, down) < 1:
            raise self._refused(f"its padding is {padding}, and its strides are {down} and {across}; expected 1 or 2, and more than 0")
        weights, bias, shape = self._float_constant(1), self._float_constant(2), self._shape(self._output())
        pads: list[int] = []
        for axis, stride in ((1, down), (2, across)):
            size = weights.shape[axis]
            before = max((-(-shape[axis] // stride) - 1) * stride + size - shape[axis], 0) // 2 if padding == 1 else 0
            pads += [-before, shape[axis] - (x.shape[axis] - 1) * stride - size + before]
        none = numpy.zeros(1, numpy.float32)
        attributes = f"acc_type = f32, out_pad = array<i64: {', '.join(map(str, pads))}>, stride = array<i64: {down}, {across}>"
        return function.op("transpose_conv2d", [x, weights, bias, none, none], shape, "f32", attributes)


class GroupedConvolution(Elements):
    """CONV_2D with groups of channels, of numbers of 16 bits. LiteRT's factors have 15 bits here."""

    operator, options_class, function_name = "CONV_2D", "Conv2DOptions", "grouped_conv_2d"
    activations = (0, 1, 2, 3)

    def is_taken(self) -> bool:
        constants = [operand for operand in (1, 2) if self._has(operand)]
        has_groups = self._shape(self._tensor(0))[-1] != self._shape(self._tensor(1))[-1]
        return has_groups and self._kind(0) == "i16" and all(self._is_constant(operand) for operand in constants)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        weights, shape = self._constant(self._index(1)), self._shape(self._output())
        depth, channels = weights.shape[3], shape[3]
        groups = x.shape[3] // depth
        bias = self._constant(self._index(2)) if self._has(2) else numpy.zeros(channels, numpy.int64)
        own = channels // groups
        parts = []
        for group in range(groups):
            image = function.tensor(function.part(x, 3, group * depth, depth))
            of_group = slice(group * own, (group + 1) * own)
            parts.append(self._group(function, image, weights[of_group], bias[of_group], of_group))
        made = function.tensor(function.joined(parts, 3))
        limits = self._limits(self._activation(), self._output())
        return limit(function, made, limits) if limits else made

    def _group(self, function: Function, x: Tensor, weights: Array, bias: Array, channels: slice) -> Tensor:
        shape = [*self._shape(self._output())[:3], len(weights)]
        pads = []
        image: Operand = x
        o: Any = self._options
        steps = ((o.StrideH(), o.DilationHFactor()), (o.StrideW(), o.DilationWFactor()))
        for axis, (stride, dilation) in enumerate(steps, 1):
            read = (shape[axis] - 1) * stride + (weights.shape[axis] - 1) * dilation + 1
            missing = max(read - x.shape[axis], 0)
            pads += [missing // 2, missing - missing // 2]
            image = function.part(image, axis, 0, read - missing)
        strides, dilations = zip(*steps, strict=True)
        sums = self._sums(function, [image, weights], bias, shape, windows("i48", strides, dilations, pads))
        return self._rescaled(function, sums, self._factors()[channels])

    @staticmethod
    def _sums(
        function: Function, operands: Sequence[Operand], bias: Array, shape: Sequence[int], attributes: str
    ) -> Tensor:
        name = function.fresh()
        numbers = ", ".join(str(int(number)) for number in bias)
        kind = f"tensor<{len(bias)}xi48>"
        function.line(f'{name} = "tosa.const"() <{{values = dense<[{numbers}]> : {kind}}}> : () -> {kind}')
        zeros: list[Operand] = [numpy.zeros(1, numpy.int16), numpy.zeros(1, numpy.int8)]
        every: list[Operand] = [*operands, Tensor(name, "i48", (len(bias),)), *zeros]
        return function.op("conv2d", every, shape, "i48", attributes)

    def _factors(self) -> list[float]:
        (scale, _), (unit, _) = (self._scale(tensor) for tensor in (self._tensor(0), self._output()))
        quantization, channels = self._tensor(1).Quantization(), self._shape(self._output())[3]
        scales = [float(quantization.Scale(i)) for i in range(quantization.ScaleLength())]
        return [scale * each / unit for each in (scales if len(scales) == channels else scales * channels)]

    @staticmethod
    def _rescaled(function: Function, sums: Tensor, factors: Sequence[float]) -> Tensor:
        pairs = [multiplier_of(factor) for factor in factors]
        short = [short_multiplier(number) for number, _ in pairs]
        none, name = numpy.zeros(1, numpy.int16), function.fresh()
        function.line(f'{name} = "tosa.const"() <{{values = dense<0> : tensor<1xi48>}}> : () -> tensor<1xi48>')
        operands: list[Operand] = [
            sums,
            numpy.array(short, numpy.int16),
            numpy.array([15 - exponent for _, exponent in pairs], numpy.int8),
            Tensor(name, "i48", (1,)),
            none,
        ]
        attributes = (
            "input_unsigned = false, output_unsigned = false, scale32 = false, per_channel = true, "
            "rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>"
        )
        return function.op("rescale", operands, sums.shape, "i16", attributes)


# The converter has a form of the last two, but not for all numbers.
READERS: list[type[Elements]] = [Conv3dTranspose, TransposeConvolutionWithBias]
KNOWN: list[type[Elements]] = [Conv3d, GroupedConvolution]
