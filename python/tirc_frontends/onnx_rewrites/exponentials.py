# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Powers and exponentials that torch-mlir computes with other numbers than onnxruntime."""

from __future__ import annotations

import numpy
import onnx

from . import reductions
from .graph import FLOATS, Node

_T = onnx.TensorProto
# The standard's defaults, of which torch-mlir has five digits.
_ALPHA, _GAMMA = 1.67326319217681884765625, 1.05070102214813232421875

# The factors in the standard's definition of Gelu have 32 bits.
_CUBE, _SCALE = numpy.float64(numpy.float32(0.044715)), numpy.sqrt(numpy.float64(numpy.float32(2 / numpy.pi)))


def power(node: Node) -> None:
    """Pow of an integer by a float, which is cut off and not rounded."""
    if node.kind(0) not in FLOATS and node.kind(1) in FLOATS:
        operands = [node.cast(node.input(i), _T.DOUBLE) for i in range(2)]
        node.cast(node.emit("Pow", *operands), node.kind(0), out=node.outputs[0])


def selu(node: Node) -> None:
    if not {"alpha", "gamma"} <= set(node.attributes):
        given = {"alpha": _ALPHA, "gamma": _GAMMA} | dict(node.attributes)
        node.emit("Selu", node.input(0), out=node.outputs[0], **given)


def gelu(node: Node) -> None:
    """Gelu by tanh, for which torch-mlir has three digits of a factor on linalg, and float32 for float64."""
    if node.text("approximate", "none") != "tanh":
        return
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    x, cube, scale = node.input(0), node.literal(dtype(_CUBE)), node.literal(dtype(_SCALE))
    third = node.emit("Mul", node.emit("Mul", x, x), node.emit("Mul", x, cube))
    inner = node.emit("Mul", node.emit("Add", x, third), scale)
    factor = node.emit("Add", node.emit("Tanh", inner), node.literal(dtype(1)))
    node.emit("Mul", node.emit("Mul", x, node.literal(dtype(0.5))), factor, out=node.outputs[0])


def softplus(node: Node) -> None:
    """Softplus, of whose exponential torch-mlir loses what is small beside 1."""
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    x, one = node.input(0), node.literal(dtype(1))
    part = node.emit("Exp", node.emit("Neg", node.emit("Abs", x)))
    total = node.emit("Add", part, one)
    # What the rounding of the sum made of the part changes its logarithm by the same factor.
    rounded = node.emit("Sub", total, one)
    is_lost = node.emit("Equal", rounded, node.literal(dtype(0)))
    factor = node.emit("Div", part, node.emit("Where", is_lost, one, rounded))
    logarithm = node.emit("Where", is_lost, part, node.emit("Mul", node.emit("Log", total), factor))
    node.emit("Add", node.emit("Max", x, node.literal(dtype(0))), logarithm, out=node.outputs[0])


def reduce_log_sum_exp(node: Node) -> None:
    """ReduceLogSumExp, with the exponentials of the distances from the largest number."""
    reductions.reduce(node)
    if node.kind(0) not in FLOATS or node.replacement:
        return
    operands = node.inputs[1:2] if len(node.inputs) > 1 and node.input(1) else []
    given = {name: node.attributes[name] for name in ("axes", "noop_with_empty_axes") if name in node.attributes}
    largest = node.emit("ReduceMax", node.input(0), *operands, keepdims=1, **given)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    infinite = node.emit("Equal", node.emit("Abs", largest), node.literal(dtype(numpy.inf)))
    largest = node.emit("Where", infinite, node.literal(dtype(0)), largest)
    distances = node.emit("Exp", node.emit("Sub", node.input(0), largest))
    keepdims = int(node.attributes.get("keepdims", 1))
    summed = node.emit("ReduceLogSum", distances, *operands, keepdims=1, **given)
    result = node.emit("Add", summed, largest)
    if keepdims:
        node.emit("Identity", result, out=node.outputs[0])
    else:
        # Nothing is left to add.
        node.emit("ReduceMax", result, *operands, keepdims=0, out=node.outputs[0], **given)
