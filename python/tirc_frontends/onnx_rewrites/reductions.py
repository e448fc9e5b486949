# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions that compute more than a sum or a limit."""

from __future__ import annotations

import math

import numpy
import onnx

from . import unsigned
from .graph import FLOATS, Node


def reduce(node: Node) -> None:
    """Refuses numbers without a sign, and computes a reduction along no axes, on which torch-mlir crashes, as the function of
    each number that is left of it."""
    unsigned.refuse(node)
    axes = node.constant(1)
    x, out = node.input(0), node.outputs[0]
    if not node.attributes.get("noop_with_empty_axes", 0) or (node.input(1) and (axes is None or axes.size)):
        if node.operator == "ReduceL2" and node.kind(0) == onnx.TensorProto.DOUBLE:
            # torch-mlir adds the squares in float32.
            node.emit("Sqrt", node.emit("ReduceSumSquare", *node.inputs, **node.attributes), out=out)
        elif node.operator == "ReduceMean" and node.kind(0) not in FLOATS:
            _mean_of_integers(node)
        elif node.operator == "ReduceLogSum" and _is_single(node):
            _log_of_single(node)
        return
    if node.operator in ("ReduceL1", "ReduceL2"):
        node.emit("Abs", x, out=out)
    elif node.operator == "ReduceLogSum":
        node.emit("Log", x, out=out)
    elif node.operator == "ReduceSumSquare":
        node.emit("Mul", x, x, out=out)
    else:
        node.emit("Identity", x, out=out)


def _mean_of_integers(node: Node) -> None:
    """A mean of integers, which torch-mlir does not convert: the sum is divided, towards 0."""
    shape, axes = node.shape(0), _axes(node)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    total = _sum(node, node.input(0), axes, int(node.attributes.get("keepdims", 1)))
    count = node.literal(dtype(math.prod(shape[axis] for axis in axes)))
    node.emit("Div", total, count, out=node.outputs[0])


def _axes(node: Node) -> list[int]:
    shape, given = node.shape(0), node.attributes.get("axes") if node.version < 18 else node.constant(1)
    return sorted(range(len(shape)) if given is None or not len(given) else {int(axis) % len(shape) for axis in given})


def _is_single(node: Node) -> bool:
    """Returns whether each sum is one number, on whose logarithm torch-mlir crashes."""
    if node.input(1) and node.constant(1) is None:
        return False
    axes, shape = _axes(node), node.shape(0)
    return bool(axes) and all(shape[axis] == 1 for axis in axes)


def _log_of_single(node: Node) -> None:
    axes, keeps = _axes(node), int(node.attributes.get("keepdims", 1))
    shape = [size for axis, size in enumerate(node.shape(0)) if keeps or axis not in axes]
    x, kind = node.reshape(node.input(0), shape), node.kind(0)
    if kind in FLOATS:
        node.emit("Log", x, out=node.outputs[0])
    else:
        node.cast(node.emit("Log", node.cast(x, onnx.TensorProto.DOUBLE)), kind, out=node.outputs[0])


def normalize(node: Node) -> None:
    """Divides by the norm, where it is not 0. torch-mlir divides by 0, and makes NaN of zeros."""
    kind = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    axis, x = int(node.attributes.get("axis", -1)), node.input(0)
    if int(node.attributes.get("p", 2)) == 1:
        total = _sum(node, node.emit("Abs", x), [axis], 1)
    else:
        total = node.emit("Sqrt", _sum(node, node.emit("Mul", x, x), [axis], 1))
    is_zero = node.emit("Equal", total, node.literal(kind(0)))
    node.emit("Div", x, node.emit("Where", is_zero, node.literal(kind(1)), total), out=node.outputs[0])


def _sum(node: Node, value: str, axes: list[int], keepdims: int) -> str:
    if node.version < 13:
        return node.emit("ReduceSum", value, axes=axes, keepdims=keepdims)
    return node.emit("ReduceSum", value, node.literal(numpy.array(axes, numpy.int64)), keepdims=keepdims)
