# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions and products of matrices: sums in int32, and one rescale for each channel."""

from __future__ import annotations

import math
from typing import Any

import numpy

from ..graph import Array, Node
from .geometry import Window
from .planner import Emit, Planner
from .program import Program, array
from .values import Scale, Value, Weights, can_rescale, in_order

# By how many units of the result a bias may change when it is rounded.
_MOST_ROUNDING = 0.5


class _Channels:
    """Constant weights, with the channels of the result first."""

    def __init__(self, weights: Weights, axis: int, given: Scale, bias: Array | None, scale: Scale) -> None:
        stored = numpy.moveaxis(weights.stored, axis, 0)
        count = stored.shape[0]
        zeros = numpy.broadcast_to(weights.zero, [count]).astype(numpy.int32)
        moved = stored - zeros.reshape([-1] + [1] * (stored.ndim - 1))
        fits = moved.min() >= -128 and moved.max() <= 127
        same = bool((zeros == zeros[0]).all())
        # Either all weights less their zero point fit in int8, or all have one zero point, or sums of the input repair it.
        self.values = (moved if fits else stored).astype(numpy.int8)
        self.zero = 0 if fits or not same else int(zeros[0])
        self.repair = None if fits or same else zeros
        unit = numpy.broadcast_to(weights.scale, [count]).astype(numpy.float64) * given.scale
        self.factors = unit / scale.scale
        if weights.scale.size == 1:
            self.factors = self.factors[:1]
        wide = numpy.zeros(count) if bias is None else numpy.broadcast_to(bias.reshape(-1), [count]) / unit
        # A bias of floats is rounded to units of the sums, which may be coarser than the units of the result.
        rounding = numpy.abs(numpy.rint(wide) - wide) * unit / scale.scale
        self.keeps_bias = bool((rounding <= _MOST_ROUNDING).all())
        flat = moved.reshape(count, -1).astype(numpy.int64)
        self.largest = _largest(flat, numpy.rint(wide), given)
        self.is_wide = given.bits == 16
        self.input_zero = 0 if self.is_wide else given.zero
        self.shift = 0
        if not self.is_wide:
            self.bias = numpy.clip(numpy.rint(wide), -(1 << 31), (1 << 31) - 1).astype(numpy.int32)
            self.fits = bool((self.largest < 1 << 31).all())
            return
        # TOSA's activations of 16 bits have no zero point: the bias subtracts its products.
        self.bias = numpy.rint(wide).astype(numpy.int64) - given.zero * flat.sum(axis=1)
        largest = int((numpy.abs(flat).sum(axis=1) * (1 << 15) + numpy.abs(self.bias)).max())
        self.shift = max(largest.bit_length() - 31, 0)
        self.fits = True
        self.factors = self.factors * (1 << self.shift)

    def can_be_scaled(self) -> bool:
        # A sum that is divided before it is scaled has to keep more bits than the result.
        fits = self.shift == 0 or bool((self.factors < 1 / 64).all())
        known = self.fits and self.keeps_bias and not (self.is_wide and self.repair is not None)
        return known and fits and can_rescale(self.factors, self.largest / (1 << self.shift))

    def sums(
        self, program: Program, name: str, x: Value, weights: Array, bias: Array, zero: int, sizes: Any, text: str
    ) -> Value:
        """Adds an operation, and returns its sums in int32."""
        width = 48 if self.is_wide else 32
        more = [program.constant(weights), program.constant(bias, "i48" if self.is_wide else "")]
        more += [program.zero(self.input_zero, 16 if self.is_wide else 8), program.zero(zero, 8)]
        total = program.apply(name, [x, *more], f"i{width}", sizes, f"acc_type = i{width}, {text}")
        return program.narrowed(total, self.shift) if self.is_wide else total


def _largest(weights: Array, bias: Array, given: Scale) -> Array:
    """Returns the largest magnitude of each channel's sums of products with numbers of the input, with the bias."""
    low, high = given.low - given.zero, given.high - given.zero
    least, most = (
        (numpy.maximum(weights, 0) * up + numpy.minimum(weights, 0) * down).sum(axis=1) + bias
        for up, down in ((low, high), (high, low))
    )
    result: Array = numpy.maximum(numpy.abs(least), numpy.abs(most))
    return result


def convolution(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    leaf, weights = planner.leaf(node.input(0)), planner.weights(node.input(1))
    bias = planner.number(node.input(2)) if node.input(2) else None
    if leaf is None or weights is None or (node.input(2) and bias is None) or not weights.of_channels(0):
        return None
    window = Window.of(node, weights.stored.shape[2:])
    emit, given = leaf
    channels = _Channels(weights, 0, given, bias, scale)
    if window is None or not channels.can_be_scaled():
        return None
    groups, inner = int(node.attributes.get("group", 1)), weights.stored.shape[1]
    values = channels.values.reshape(*channels.values.shape[:2], *window.kernel)

    def run(program: Program) -> Value:
        x, pads = window.fit(program, program.image(emit(program)))
        if channels.is_wide and given.zero:
            x, pads = program.padded(x, pads, given.zero), [0] * 4
        text = f"pad = {array(pads)}, stride = {array(window.strides)}, dilation = {array(window.dilations)}"

        def sums(x: Value, weights: Array, bias: Array, zero: int) -> Value:
            name = "conv2d"
            if groups > 1 and inner == 1:
                name, count = "depthwise_conv2d", weights.shape[0] // x.sizes[3]
                weights = weights.reshape(x.sizes[3], count, *window.kernel).transpose(2, 3, 0, 1)
            else:
                weights = weights.transpose(0, 2, 3, 1)
            return channels.sums(program, name, x, weights, bias, zero, window.result(x, bias.size), text)

        total = _grouped(program, x, groups if inner > 1 else 1, values, channels, sums)
        return program.from_image(program.rescale(total, channels.factors, 0, scale), window.rank)

    return run


def _grouped(program: Program, x: Value, groups: int, values: Array, channels: _Channels, sums: Any) -> Value:
    size, each = x.sizes[3] // groups, values.shape[0] // groups
    parts: list[Value] = []
    for i in range(groups):
        part = x
        if groups > 1:
            sizes = (*x.sizes[:3], size)
            part = program.apply("slice", [x, program.sizes([0, 0, 0, i * size]), program.sizes(sizes)], x.kind, sizes)
        own = slice(i * each, (i + 1) * each)
        total = sums(part, values[own], channels.bias[own], channels.zero)
        if channels.repair is not None:
            total = _repaired(program, part, total, values[own], channels.repair[own], sums)
        parts.append(total)
    if groups == 1:
        return parts[0]
    return program.apply("concat", parts, "i32", (*parts[0].sizes[:3], values.shape[0]), "axis = 3 : i32")


def _repaired(program: Program, x: Value, total: Value, values: Array, zeros: Array, sums: Any) -> Value:
    """Subtracts the channels' zero points times the sum of the window."""
    is_one = values.shape[1] == x.sizes[3]
    ones = numpy.ones([1 if is_one else values.shape[0], *values.shape[1:]], numpy.int8)
    window = sums(x, ones, numpy.zeros(ones.shape[0], numpy.int32), 0)
    return program.each("sub", total, program.product(window, _row(program, zeros)), "i32")


def _row(program: Program, zeros: Array) -> Value:
    values = zeros.reshape(1, 1, 1, -1).astype(numpy.int32)
    return Value(program.constant(values)[0], "i32", values.shape, in_order(4))


def transposed(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    leaf, weights = planner.leaf(node.input(0)), planner.weights(node.input(1))
    bias = planner.number(node.input(2)) if node.input(2) else None
    if leaf is None or weights is None or (node.input(2) and bias is None) or not weights.of_channels(1):
        return None
    window = Window.of(node, weights.stored.shape[2:])
    emit, given = leaf
    channels = _Channels(weights, 1, given, bias, scale)
    is_plain = int(node.attributes.get("group", 1)) == 1 and node.text("auto_pad", "NOTSET") in ("NOTSET", "VALID")
    if window is None or not is_plain or window.dilations != (1, 1) or not channels.can_be_scaled():
        return None
    if channels.repair is not None or (channels.is_wide and given.zero):
        return None
    values = channels.values.reshape(*channels.values.shape[:2], *window.kernel).transpose(0, 2, 3, 1)

    def run(program: Program) -> Value:
        x = program.image(emit(program))
        pads = []
        for i in range(2):
            whole = (x.sizes[1 + i] - 1) * window.strides[i] + window.kernel[i]
            pads += [-window.begin[i], window.output[i] - whole + window.begin[i]]
        text = f"out_pad = {array(pads)}, stride = {array(window.strides)}"
        sizes = window.result(x, values.shape[0])
        total = channels.sums(program, "transpose_conv2d", x, values, channels.bias, channels.zero, sizes, text)
        return program.from_image(program.rescale(total, channels.factors, 0, scale), window.rank)

    return run


def gemm(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    is_plain = all(float(node.attributes.get(name, 1)) == 1 for name in ("alpha", "beta"))
    bias = planner.number(node.input(2)) if node.input(2) else None
    if not is_plain or int(node.attributes.get("transA", 0)) or (node.input(2) and bias is None):
        return None
    return _dense(planner, node, scale, 0 if int(node.attributes.get("transB", 0)) else 1, bias)


def matmul(planner: Planner, node: Node, scale: Scale, bias: Array | None = None) -> Emit | None:
    if planner.weights(node.input(1)) is not None:
        return _dense(planner, node, scale, 1, bias)
    left, right = planner.leaf(node.input(0)), planner.leaf(node.input(1))
    a, b, result = (node.values.shape(name) for name in (*node.inputs, node.outputs[0]))
    if left is None or right is None or bias is not None or a is None or b is None or result is None:
        return None
    factor = left[1].scale * right[1].scale / scale.scale
    if (
        len(a) < 2
        or len(a) != len(b)
        or a[:-2] != b[:-2]
        or not can_rescale(factor, left[1].reach * right[1].reach * a[-1])
        or left[1].bits != 8
        or right[1].bits != 8
    ):
        return None
    batch = math.prod(a[:-2])

    def run(program: Program) -> Value:
        x, y = (program.straight(emit(program)) for emit, _ in (left, right))
        x, y = program.reshaped(x, (batch, *a[-2:])), program.reshaped(y, (batch, *b[-2:]))
        zeros = [program.zero(given.zero, 8) for _, given in (left, right)]
        total = program.apply("matmul", [x, y, *zeros], "i32", (batch, *result[-2:]))
        return program.reshaped(program.rescale(total, factor, 0, scale), result)

    return run


def _dense(planner: Planner, node: Node, scale: Scale, axis: int, bias: Array | None) -> Emit | None:
    """A product with constant weights, as a convolution of one element."""
    leaf, weights = planner.leaf(node.input(0)), planner.weights(node.input(1))
    result = node.values.shape(node.outputs[0])
    if leaf is None or weights is None or result is None or weights.stored.ndim != 2 or not weights.of_channels(axis):
        return None
    emit, given = leaf
    count = weights.stored.shape[axis]
    if bias is not None and (bias.size not in (1, count) or (bias.size > 1 and bias.shape[-1] != count)):
        return None
    channels = _Channels(weights, axis, given, bias, scale)
    if not channels.can_be_scaled():
        return None

    def run(program: Program) -> Value:
        x, values = emit(program), channels.values
        whole = x.whole
        if whole is not None and whole.order[0] == 0 and x.shape == (whole.shape[0], values.shape[1]):
            # The weights of a flattened image have the order of the image in memory.
            values = values.reshape(count, *whole.shape[1:]).transpose(whole.order).reshape(count, -1)
            x = program.reshaped(whole, x.shape)
        x = program.straight(x)
        rows = math.prod(x.shape[:-1])
        x = program.reshaped(x, (rows, 1, 1, x.shape[-1]))
        text = f"pad = {array([0] * 4)}, stride = {array([1, 1])}, dilation = {array([1, 1])}"

        def sums(x: Value, weights: Array, bias: Array, zero: int) -> Value:
            weights = weights.reshape(weights.shape[0], 1, 1, -1)
            return channels.sums(program, "conv2d", x, weights, bias, zero, (rows, 1, 1, bias.size), text)

        total = _grouped(program, x, 1, values, channels, sums)
        return program.reshaped(program.rescale(total, channels.factors, 0, scale), result)

    return run
