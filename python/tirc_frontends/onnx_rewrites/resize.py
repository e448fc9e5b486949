# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Resize: each axis is a linear map whose weights follow from constants, as the standard defines them."""

from __future__ import annotations

import math

import numpy

from .graph import FLOATS, Array, Node

# More numbers than these for one result are multiplied as a matrix, not gathered one by one.
_MOST_TAPS = 4


def resize(node: Node) -> None:
    sizes = node.shape(0)
    axes = [int(axis) % len(sizes) for axis in node.attributes.get("axes", range(len(sizes)))]
    if node.text("mode", "nearest") != "nearest" and node.kind(0) not in FLOATS:
        raise node.refused("it computes new numbers between integers; expected float32: dequantise or cast them first")
    scales, lengths = _scales(node, sizes, axes)
    if _is_plain(node, sizes, scales, lengths):
        if node.text("nearest_mode") == "simple":
            node.emit("Resize", *node.inputs, out=node.outputs[0], **(dict(node.attributes) | {"nearest_mode": "floor"}))
        return
    region = node.constant(1)
    start, end = numpy.zeros(len(sizes)), numpy.ones(len(sizes))
    if node.text("coordinate_transformation_mode") == "tf_crop_and_resize":
        if region is None:
            raise node.refused(f"its region '{node.input(1)}' is not constant; expected a constant")
        for i, axis in enumerate(axes):
            start[axis], end[axis] = region[i], region[i + len(axes)]
    x, outside = node.input(0), []
    for axis in axes:
        weights, beyond = _weights(node, sizes[axis], lengths[axis], scales[axis], start[axis], end[axis])
        outside.append((axis, beyond))
        x = _apply(node, x, axis, weights, len(sizes))
    if any(beyond.any() for _, beyond in outside):
        mask = numpy.zeros([lengths[i] for i in range(len(sizes))], bool)
        for axis, beyond in outside:
            mask |= beyond.reshape([-1 if i == axis else 1 for i in range(len(sizes))])
        value = numpy.float32(node.attributes.get("extrapolation_value", 0.0))
        x = node.emit("Where", node.literal(mask), node.emit("CastLike", node.literal(value), node.input(0)), x)
    node.emit("Identity", x, out=node.outputs[0])


def sources(node: Node, axis: int) -> list[int]:
    """Returns the element of which each element along an axis is a copy, in the mode nearest."""
    sizes = node.shape(0)
    scales, lengths = _scales(node, sizes, list(range(len(sizes))))
    weights, _ = _weights(node, sizes[axis], lengths[axis], scales[axis], 0.0, 1.0)
    return [int(i) for i in weights.argmax(axis=1)]


def _scales(node: Node, sizes: list[int], axes: list[int]) -> tuple[list[float], list[int]]:
    """Returns the factor and the new size of each axis."""
    scales, lengths = [1.0] * len(sizes), list(sizes)
    factors, wanted = node.constant(2), node.constant(3)
    if wanted is not None and wanted.size:
        policy = node.text("keep_aspect_ratio_policy", "stretch")
        ratios = [float(wanted[i]) / sizes[axis] for i, axis in enumerate(axes)]
        if policy != "stretch":
            ratio = min(ratios) if policy == "not_larger" else max(ratios)
            ratios = [ratio] * len(axes)
        for i, axis in enumerate(axes):
            scales[axis] = ratios[i]
            lengths[axis] = int(wanted[i]) if policy == "stretch" else math.floor(ratios[i] * sizes[axis] + 0.5)
    elif factors is not None and factors.size:
        for i, axis in enumerate(axes):
            scales[axis] = float(factors[i])
            # The runtimes compute it in float, and leave out the region that the standard multiplies by.
            lengths[axis] = math.floor(numpy.float32(sizes[axis]) * numpy.float32(factors[i]))
    else:
        raise node.refused(
            "its scales and sizes are not constant; expected constants, on which the result's shape depends"
        )
    return scales, lengths


def _is_plain(node: Node, sizes: list[int], scales: list[float], lengths: list[int]) -> bool:
    """Returns whether torch-mlir converts it as the standard says: images resized by factors without a remainder."""
    mode = node.text("mode", "nearest")
    coordinates = node.text("coordinate_transformation_mode", "half_pixel")
    if len(sizes) != 4 or lengths[:2] != sizes[:2] or "axes" in node.attributes or node.attributes.get("antialias"):
        return False
    if mode == "linear":
        plain = coordinates in ("half_pixel", "align_corners", "asymmetric")
    else:
        plain = mode == "nearest" and coordinates in ("half_pixel", "asymmetric")
    grows = all(new % old == 0 and scale == new / old for new, old, scale in zip(lengths, sizes, scales, strict=True))
    return plain and grows and min(sizes[2:]) > 1


def _weights(node: Node, size: int, length: int, scale: float, start: float, end: float) -> tuple[Array, Array]:
    """Returns the matrix of an axis, [new size, size], and which of the new places lie outside."""
    mode = node.text("mode", "nearest")
    matrix, outside = numpy.zeros((length, size)), numpy.zeros(length, bool)
    for new in range(length):
        place = _place(node, new, size, length, scale, start, end)
        crops = node.text("coordinate_transformation_mode") == "tf_crop_and_resize"
        outside[new] = crops and not 0 <= place <= size - 1
        if mode == "nearest":
            matrix[new, min(max(_nearest(node, place, scale), 0), size - 1)] = 1
            continue
        first, taps = _taps(node, mode, place, scale)
        if node.attributes.get("exclude_outside"):
            taps = [tap if 0 <= first + i < size else 0.0 for i, tap in enumerate(taps)]
            taps = [tap / sum(taps) for tap in taps]
        for i, tap in enumerate(taps):
            matrix[new, min(max(first + i, 0), size - 1)] += tap
    return matrix, outside


def _place(node: Node, new: int, size: int, length: int, scale: float, start: float, end: float) -> float:
    """Returns where a new number lies among the old ones.

    It is computed in float, as in onnxruntime: at a whole place, the last bit decides which number is the nearest.
    """
    mode = node.text("coordinate_transformation_mode", "half_pixel")
    factor, one, half = numpy.float32(scale), numpy.float32(1), numpy.float32(0.5)
    exact = factor * numpy.float32(size)  # Not rounded to a size.
    place, last = numpy.float32(new), numpy.float32(size) - one
    if mode == "align_corners":
        return 0.0 if exact == 1 else float(place * last / (exact - one))
    if mode == "asymmetric":
        return float(place / factor)
    if mode == "tf_half_pixel_for_nn":
        return float((place + half) / factor)
    if mode == "tf_crop_and_resize":
        first, part = numpy.float32(start), numpy.float32(end) - numpy.float32(start)
        if length == 1:
            return float(half * (first + numpy.float32(end)) * last)
        return float(first * last + place * part * last / (numpy.float32(length) - one))
    if mode == "pytorch_half_pixel" and length == 1:
        return 0.0
    if mode == "half_pixel_symmetric":
        offset = numpy.float32(size) / numpy.float32(2) * (one - numpy.float32(length) / exact)
        return float(offset + (place + half) / factor - half)
    if mode in ("half_pixel", "pytorch_half_pixel"):
        return float((place + half) / factor - half)
    raise node.refused(f"its coordinate_transformation_mode is '{mode}'; expected one of the standard's")


def _nearest(node: Node, place: float, scale: float) -> int:
    mode = node.text("nearest_mode", "round_prefer_floor")
    # The rounding of old versions of the standard, as in onnxruntime.
    if mode == "simple":
        mode = "ceil" if scale < 1 else "floor"
    if mode == "floor":
        return math.floor(place)
    if mode == "ceil":
        return math.ceil(place)
    if mode == "round_prefer_ceil":
        return math.floor(place + 0.5)
    return math.ceil(place - 0.5)


def _taps(node: Node, mode: str, place: float, scale: float) -> tuple[int, list[float]]:
    """Returns the first number that counts, and the weights from there on."""
    # Antialiasing widens the kernel by the factor by which an axis shrinks.
    stretch = min(scale, 1.0) if node.attributes.get("antialias") else 1.0
    reach = 1.0 if mode == "linear" else 2.0
    before = math.floor(place)
    first = math.floor(before - reach / stretch) + 1 if stretch < 1 else before - int(reach) + 1
    last = math.ceil(before + reach / stretch) if stretch < 1 else before + int(reach)
    coefficient = float(node.attributes.get("cubic_coeff_a", -0.75))
    taps = [_kernel(mode, (i - place) * stretch, coefficient) for i in range(first, last + 1)]
    total = sum(taps)
    return first, [tap / total for tap in taps] if stretch < 1 else taps


def _kernel(mode: str, distance: float, a: float) -> float:
    x = abs(distance)
    if mode == "linear":
        return max(0.0, 1 - x)
    if x <= 1:
        return ((a + 2) * x - (a + 3)) * x * x + 1
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a if x < 2 else 0.0


def _apply(node: Node, x: str, axis: int, matrix: Array, rank: int) -> str:
    """Multiplies an axis by a matrix, with as few multiplications as there are weights."""
    length, size = matrix.shape
    if length == size and (matrix == numpy.eye(size)).all():
        return x
    count = int((matrix != 0).sum(axis=1).max())
    if count > _MOST_TAPS:
        last = [i for i in range(rank) if i != axis] + [axis]
        back = [last.index(i) for i in range(rank)]
        weights = node.emit("CastLike", node.literal(matrix.T.astype(numpy.float32)), node.input(0))
        return node.transpose(node.emit("MatMul", node.transpose(x, last), weights), back)
    order = numpy.argsort(matrix == 0, axis=1, kind="stable")
    result = ""
    for tap in range(max(count, 1)):
        indices = order[:, tap]
        taken = matrix[numpy.arange(length), indices]
        part = node.gather(x, indices, axis)
        if not (taken == 1).all():
            shape = [-1 if i == axis else 1 for i in range(rank)]
            factors = node.literal(taken.astype(numpy.float32).reshape(shape))
            part = node.emit("Mul", part, node.emit("CastLike", factors, node.input(0)))
        result = node.emit("Add", result, part) if result else part
    return result
