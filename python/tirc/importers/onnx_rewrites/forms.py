# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of which torch-mlir converts only one form, by way of that form."""

from __future__ import annotations

import numpy
import onnx

from .graph import FLOATS, Node

_T = onnx.TensorProto


def reduce_bool(node: Node) -> None:
    """ReduceMax and ReduceMin of bool: torch-mlir compares the bits as a signed number, whose true is -1."""
    if node.kind(0) != _T.BOOL:
        return
    inputs = [node.cast(node.input(0), _T.INT32), *([node.input(1)] if node.input(1) else [])]
    node.cast(node.emit(node.operator, *inputs, **node.attributes), _T.BOOL, out=node.outputs[0])


def cast(node: Node) -> None:
    """Cast of a float to uint8: torch-mlir limits it to the numbers of int8."""
    if node.kind(0) in FLOATS and int(node.attributes["to"]) == _T.UINT8:
        node.cast(node.cast(node.input(0), _T.INT32), _T.UINT8, out=node.outputs[0])


def cast_like(node: Node) -> None:
    """CastLike: the cast to that type."""
    if node.kind(1):
        node.cast(node.input(0), node.kind(1), out=node.outputs[0])


def depth_to_space(node: Node) -> None:
    """DepthToSpace of the mode CRD: torch-mlir splits the channels in the order of DCR.

    The shapes hide this only if there are as many groups of channels as a block has rows.
    """
    if node.text("mode", "DCR") != "CRD":
        return
    batch, channels, height, width = node.shape(0)
    block = int(node.attributes["blocksize"])
    depth = channels // block**2
    blocks = node.reshape(node.input(0), [batch, depth, block, block, height, width])
    rows = node.transpose(blocks, [0, 1, 4, 2, 5, 3])
    node.reshape(rows, [batch, depth, height * block, width * block], out=node.outputs[0])


def cross_entropy(node: Node) -> None:
    """SoftmaxCrossEntropyLoss: torch-mlir divides by the sum of other weights."""
    if node.input(2):
        raise node.refused("weights of the classes are not supported: export the model without its loss")


def pad(node: Node) -> None:
    """Pad of the mode wrap: torch-mlir does not end."""
    if node.text("mode", "constant") != "wrap":
        return
    sizes, pads, given = node.shape(0), node.constant(1), node.constant(3)
    if pads is None or (node.input(3) and given is None):
        raise node.refused("its pads or axes are not constant; expected constants, on which the result's shape depends")
    axes = range(len(sizes)) if given is None else [int(axis) % len(sizes) for axis in given]
    x = node.input(0)
    for i, axis in enumerate(axes):
        before, after = int(pads[i]), int(pads[i + len(axes)])
        if before or after:
            x = node.gather(x, numpy.arange(-before, sizes[axis] + after) % sizes[axis], axis)
    node.emit("Identity", x, out=node.outputs[0])


__all__ = ["cast", "cast_like", "cross_entropy", "depth_to_space", "pad", "reduce_bool"]
