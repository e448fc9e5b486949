# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Means, probabilities and images of another size."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy

from ..graph import Node
from ..resize import sources
from .geometry import Window
from .moves import take
from .planner import Emit, Move, Planner
from .program import Operand, Program, array
from .values import Scale, Value, can_rescale

# The probability 1. The numbers whose quotients they are are below it: products have to fit in 32 bits, and numbers in two bytes.
_ONE = 1 << 15


def average_pool(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    leaf, window = planner.leaf(node.input(0)), Window.of(node)
    if leaf is None or window is None or int(node.attributes.get("ceil_mode", 0)) or window.dilations != (1, 1):
        return None
    emit, given = leaf
    counts_padding = bool(node.attributes.get("count_include_pad", 0)) or not window.is_padded
    count = math.prod(window.kernel)
    factor = given.scale / scale.scale
    if not can_rescale(factor / count, given.reach * count) or (given != scale and not counts_padding):
        return None
    is_wide = given.bits == 16
    if is_wide and (not counts_padding or count > 1 << 14):
        return None

    def run(program: Program) -> Value:
        x, pads = window.fit(program, program.image(emit(program)))
        if is_wide:
            x = program.padded(x, pads, given.zero)
            total = _wide_sums_of_windows(program, x, window, -given.zero * count)
            return program.from_image(program.mean(total, factor / count, scale), window.rank)
        zero = program.zero(given.zero, 8)
        text = f"acc_type = i32, pad = {array(pads)}, stride = {array(window.strides)}"
        if given == scale and (not counts_padding or not window.is_padded and count & (count - 1)):
            text += f", kernel = {array(window.kernel)}"
            return program.from_image(
                program.apply("avg_pool2d", [x, zero, zero], "i8", window.result(x), text), window.rank
            )
        if pads == [0] * 4 and window.kernel == x.sizes[1:3]:
            total = program.rescale(x, 1.0, given.zero, "i32")
            for axis in total.order[2:0:-1]:
                total = _reduced(program, "reduce_sum", total, axis)
        else:
            total = _sums_of_windows(program, x, window, pads, zero)
        return program.from_image(program.mean(total, factor / count, scale), window.rank)

    return run


def _sums_of_windows(program: Program, x: Value, window: Window, pads: list[int], zero: Operand) -> Value:
    """Returns the sums of windows of 8 bits, less the zero points."""
    channels = x.sizes[3]
    more = [numpy.ones([*window.kernel, channels, 1], numpy.int8), numpy.zeros(channels, numpy.int32)]
    operands: list[Operand] = [x, *map(program.constant, more), zero, program.zero(0, 8)]
    text = f"acc_type = i32, pad = {array(pads)}, stride = {array(window.strides)}, dilation = {array([1, 1])}"
    return program.apply("depthwise_conv2d", operands, "i32", window.result(x), text)


def _wide_sums_of_windows(program: Program, x: Value, window: Window, more: int) -> Value:
    """Returns the sums of windows of 16 bits, and a number."""
    channels = x.sizes[3]
    ones, bias = numpy.ones([*window.kernel, channels, 1], numpy.int8), numpy.full(channels, more)
    operands: list[Operand] = [x, program.constant(ones), program.constant(bias, "i48")]
    operands += [program.zero(0, 16), program.zero(0, 8)]
    text = f"acc_type = i48, pad = {array([0] * 4)}, stride = {array(window.strides)}, dilation = {array([1, 1])}"
    return program.narrowed(program.apply("depthwise_conv2d", operands, "i48", window.result(x), text), 0)


def mean(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """GlobalAveragePool and ReduceMean."""
    shape, result = node.values.shape(node.input(0)), node.values.shape(node.outputs[0])
    leaf = planner.leaf(node.input(0))
    if leaf is None or shape is None or result is None:
        return None
    axes = list(range(2, len(shape)))
    if node.operator == "ReduceMean":
        given_axes = node.constant(1) if node.input(1) else node.attributes.get("axes")
        if (node.input(1) and given_axes is None) or (given_axes is None and node.attributes.get("noop_with_empty_axes")):
            return None
        if given_axes is not None and not len(given_axes):
            return None
        axes = sorted(int(axis) % len(shape) for axis in given_axes) if given_axes is not None else list(range(len(shape)))
    emit, given = leaf
    count = math.prod(shape[axis] for axis in axes)
    factor = given.scale / (scale.scale * count)
    if not can_rescale(factor, given.reach * count) or (given.bits == 16 and count > 1 << 14):
        return None

    def run(program: Program) -> Value:
        x = program.rescale(program.made(emit(program)), 1.0, given.zero, "i32")
        # The last axes first: by rows, one row of sums is then in memory rather than one for each column.
        for axis in reversed(axes):
            x = _reduced(program, "reduce_sum", x, axis)
        x = program.mean(x, factor, scale)
        return x if list(x.shape) == result else program.reshaped(program.straight(x), result)

    return run


def _reduced(program: Program, name: str, x: Value, axis: int) -> Value:
    shape = tuple(1 if i == axis else size for i, size in enumerate(x.shape))
    sizes = [shape[i] for i in x.order]
    reduced = program.apply(name, [x], x.kind, sizes, f"axis = {x.order.index(axis)} : i32")
    return Value(reduced.name, x.kind, shape, x.order)


def softmax(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """Powers of the difference to the largest number, which has 256 values, divided by their sum.

    A table of TOSA has bytes, and so there are two: for the high and for the low byte of a power.
    """
    leaf, shape = planner.leaf(node.input(0)), node.values.shape(node.input(0))
    if leaf is None or shape is None or leaf[1].bits != 8:
        return None
    axis = int(node.attributes.get("axis", -1)) % len(shape)
    emit, given = leaf
    if not can_rescale(1 / (_ONE * scale.scale), _ONE) or shape[axis] > 1 << 14:
        return None
    powers = numpy.rint(numpy.exp(numpy.arange(-255, 1) * given.scale) * _ONE).astype(numpy.int32)
    powers = numpy.minimum(powers, _ONE - 1)
    high, low = (powers >> 8).astype(numpy.int8), ((powers & 255) - 128).astype(numpy.int8)

    def run(program: Program) -> Value:
        x = program.made(emit(program))
        ones = [1] * len(shape)
        largest = program.cast(_reduced(program, "reduce_max", x, axis), "i32")
        index = program.each("sub", program.cast(x, "i32"), largest, "i32")
        index = program.cast(program.moved(index, 127), "i8")

        def found(table: Any) -> Value:
            return program.cast(program.each("table", index, program.constant(table), "i8"), "i32")

        power = program.product(found(high), program.constant(numpy.full(ones, 256, numpy.int32)))
        power = program.moved(program.each("add", power, found(low), "i32"), 128)
        total = _reduced(program, "reduce_sum", power, axis)
        power = program.product(power, program.constant(numpy.full(ones, _ONE, numpy.int32)))
        one = program.constant(numpy.full(ones, 1, numpy.int32))
        half = program.apply("arithmetic_right_shift", [total, one], "i32", total.sizes, "round = false")
        power = program.each("add", power, Value(half.name, "i32", total.shape, total.order), "i32")
        return program.rescale(program.each("intdiv", power, total, "i32"), 1 / (_ONE * scale.scale), 0, scale)

    return run


def resize(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """Resize of the mode linear; the other modes that are known copy numbers."""
    if node.text("mode", "nearest") != "linear":
        move, inner = nearest(node), planner.quantized(node.input(0), scale)
        if move is None or inner is None:
            return None
        return lambda program: move(program, [inner(program)])
    shape, result = node.values.shape(node.input(0)), node.values.shape(node.outputs[0])
    leaf = planner.leaf(node.input(0))
    if shape is None or result is None or leaf is None or shape[:2] != result[:2] or len(shape) != 4:
        return None
    mode = node.text("coordinate_transformation_mode", "half_pixel")
    steps = [_step(mode, shape[i], result[i], _ratio(node, i, shape, result)) for i in (2, 3)]
    if None in steps or int(node.attributes.get("antialias", 0)) or leaf[1].bits != 8 or not _is_plain(node):
        return None
    return _interpolated(leaf[0], leaf[1], scale, [step for step in steps if step], shape, result)


def nearest(node: Node) -> Move | None:
    """Resize of the mode nearest."""
    shape, result = node.values.shape(node.input(0)), node.values.shape(node.outputs[0])
    mode = node.text("coordinate_transformation_mode", "half_pixel")
    known = [node.input(i) == "" or node.constant(i) is not None for i in (2, 3)]
    if shape is None or result is None or node.text("mode", "nearest") != "nearest" or mode == "tf_crop_and_resize":
        return None
    if not all(known) or not _is_plain(node) or shape[:2] != result[:2] or len(shape) != 4:
        return None
    copied = [sources(node, axis) for axis in (2, 3)]

    def run(program: Program, inputs: list[Value]) -> Value:
        x = program.made(inputs[0])
        for axis, indices in zip((2, 3), copied, strict=True):
            if indices != list(range(shape[axis])):
                x = _copied(program, x, axis, indices)
        return x

    return run


def _is_plain(node: Node) -> bool:
    """Returns whether a Resize says how large all axes of its result are."""
    return node.attributes.get("axes") is None and node.text("keep_aspect_ratio_policy", "stretch") == "stretch"


def _copied(program: Program, x: Value, axis: int, indices: list[int]) -> Value:
    times = len(indices) // x.shape[axis]
    if times * x.shape[axis] != len(indices) or indices != [i // times for i in range(len(indices))]:
        return take(program, x, axis, indices)
    at = x.order.index(axis)
    sizes = x.sizes
    split = program.reshaped(x, (math.prod(sizes[: at + 1]), 1, math.prod(sizes[at + 1 :])))
    tiled = (split.sizes[0], times, split.sizes[2])
    copies = program.apply("tile", [split, program.sizes([1, times, 1])], x.kind, tiled)
    shape = tuple(len(indices) if i == axis else size for i, size in enumerate(x.shape))
    return Value(program.reshaped(copies, [shape[i] for i in x.order]).name, x.kind, shape, x.order)


def _ratio(node: Node, axis: int, shape: list[int], result: list[int]) -> Fraction:
    scales = node.constant(2)
    if scales is not None and scales.size == 4:
        return Fraction(float(scales.reshape(-1)[axis])).limit_denominator(64)
    return Fraction(result[axis], shape[axis])


def _step(mode: str, size: int, result: int, ratio: Fraction) -> tuple[int, int, int] | None:
    """Returns n, d and o: element i of the result is at (i * d + o) / n of the input."""
    up, down = ratio.numerator, ratio.denominator
    if mode == "align_corners" and result > 1 and size > 1:
        place = Fraction(result - 1, size - 1)
        step = (place.numerator, place.denominator, 0)
    elif mode == "half_pixel" or (mode == "pytorch_half_pixel" and result > 1):
        step = (2 * up, 2 * down, down - up)
    elif mode == "asymmetric":
        step = (up, down, 0)
    else:
        return None
    scale_n, scale_d, offset = step
    # TOSA's limits.
    is_legal = scale_n <= 1 << 11 and scale_d < 16 * scale_n and -scale_n <= offset < 16 * scale_n
    return step if is_legal else None


def _interpolated(
    emit: Emit, given: Scale, scale: Scale, steps: list[tuple[int, int, int]], shape: list[int], result: list[int]
) -> Emit | None:
    unit = steps[0][0] * steps[1][0]
    factor = given.scale / (scale.scale * unit)
    borders = [(result[2 + i] - 1) * d - (shape[2 + i] - 1) * n + o for i, (n, d, o) in enumerate(steps)]
    # TOSA's limits.
    is_legal = all(-16 * n <= border < n for border, (n, _, _) in zip(borders, steps, strict=True))
    if unit > 1 << 22 or not can_rescale(factor, given.reach * unit) or not is_legal:
        return None

    def run(program: Program) -> Value:
        x = program.image(emit(program))
        operands: list[Operand] = [
            x,
            program.sizes([part for n, d, _ in steps for part in (n, d)]),
            program.sizes([o for _, _, o in steps]),
            program.sizes(borders),
        ]
        sizes = (result[0], result[2], result[3], result[1])
        bilinear = "mode = #tosa.resize_mode<BILINEAR>"
        total = program.apply("resize", operands, "i32", sizes, bilinear)
        if given.zero:
            zero = program.constant(numpy.full([1] * 4, given.zero * unit, numpy.int32))
            total = program.each("sub", total, zero, "i32")
        return program.from_image(program.mean(total, factor, scale), 4)

    return run
