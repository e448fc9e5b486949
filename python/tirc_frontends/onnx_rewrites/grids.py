# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on places of an image that are known: AffineGrid, whose definition in the standard divides by 0 where there is
one place only, and Col2Im."""

from __future__ import annotations

import itertools
import math

import numpy
import onnx

from .graph import Array, Node


def affine_grid(node: Node) -> None:
    given = node.constant(1)
    if given is None:
        raise node.refused("its size is not constant; expected a constant, on which the result's shape depends")
    batch, *_ = node.shape(0)
    space = [int(size) for size in given.reshape(-1)[2:]]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    places = [_places(size, bool(node.attributes.get("align_corners", 0))) for size in space]
    # The last axis has x before y before z, and 1.
    columns = [*reversed(numpy.meshgrid(*places, indexing="ij")), numpy.ones(space)]
    grid = numpy.stack([column.reshape(-1) for column in columns], 1).astype(dtype)
    product = node.emit("MatMul", node.literal(grid), node.transpose(node.input(0), [0, 2, 1]))
    node.reshape(product, [batch, *space, len(space)], out=node.outputs[0])


def columns_to_image(node: Node) -> None:
    """Col2Im: each place of the image is the sum of the numbers of the blocks that it is part of."""
    sizes, block = node.constant(1), node.constant(2)
    if sizes is None or block is None:
        raise node.refused("its image_shape or block_shape is not constant; expected constants")
    rank = sizes.size
    image, kernel = ([int(size) for size in given.reshape(-1)] for given in (sizes, block))
    ones, zeros = [1] * rank, [0] * 2 * rank
    strides, dilations, pads = (
        [int(size) for size in node.attributes.get(name, default)]
        for name, default in (("strides", ones), ("dilations", ones), ("pads", zeros))
    )
    batch, columns, blocks = node.shape(0)
    taps = math.prod(kernel)
    counts = [
        (size + pads[axis] + pads[axis + rank] - dilations[axis] * (kernel[axis] - 1) - 1) // strides[axis] + 1
        for axis, size in enumerate(image)
    ]
    # The number after the last block of a tap is 0.
    found = numpy.full([*image, taps], blocks) + numpy.arange(taps) * (blocks + 1)
    for tap, place in enumerate(itertools.product(*map(range, kernel))):
        for number, index in enumerate(itertools.product(*map(range, counts))):
            at = tuple(i * s + k * d - p for i, s, k, d, p in zip(index, strides, place, dilations, pads, strict=False))
            if all(0 <= i < size for i, size in zip(at, image, strict=True)):
                found[(*at, tap)] = tap * (blocks + 1) + number
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    x = node.emit("Concat", node.input(0), node.literal(numpy.zeros([batch, columns, 1], dtype)), axis=2)
    x = node.reshape(x, [batch, columns // taps, taps * (blocks + 1)])
    x = node.gather(x, found.reshape(-1, taps), 2)
    x = node.emit("ReduceSum", x, node.literal(numpy.array([3], numpy.int64)), keepdims=0)
    node.reshape(x, [batch, columns // taps, *image], out=node.outputs[0])


def _places(size: int, align_corners: bool) -> Array:
    """Returns the places along an axis. The only one is 1 in onnxruntime if corners are aligned."""
    ends = numpy.linspace(-1.0, 1.0, size) if size > 1 else numpy.ones(1)
    return ends if align_corners else ends * (size - 1) / size
