# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What classifiers have in common: rows of floats, labels, and the transformation of scores."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy
import onnx

from ..graph import Node
from . import schemas

_T = onnx.TensorProto
# onnxruntime's approximation of the inverse of the error function has these numbers.
_ERROR_FACTOR = 0.147
_PI = 3.14159
# Scores closer to 0 than this are left out of SOFTMAX_ZERO.
_ZERO = 1e-7
TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")


def rows(node: Node, keeps_double: bool = False) -> str:
    """Returns the first input as rows of floats; a vector is one row."""
    kind, value = node.kind(0), node.input(0)
    if kind != _T.FLOAT and not (keeps_double and kind == _T.DOUBLE):
        value = node.cast(value, _T.FLOAT)
    return as_rows(node, value)


def as_rows(node: Node, value: str) -> str:
    """Returns a value with the shape of the first input as rows."""
    shape = node.shape(0)
    if len(shape) not in (1, 2):
        raise node.refused(f"its input has {len(shape)} axes; expected 1 or 2: reshape it before the node")
    return node.reshape(value, [1, *shape]) if len(shape) == 1 else value


def num_features(node: Node) -> int:
    return node.shape(0)[-1]


def floats(node: Node, name: str) -> numpy.ndarray:
    """Returns an attribute with numbers, which a tensor may also give."""
    tensor = node.attributes.get(f"{name}_as_tensor")
    if tensor is not None:
        return onnx.numpy_helper.to_array(tensor)
    return numpy.array(node.attributes.get(name, ()), numpy.float32)


def labels(node: Node, name: str) -> list[int]:
    """Returns the labels of the classes; texts.py has replaced those that are text."""
    return [int(label) for label in node.attributes.get(name, ())]


def write_labels(node: Node, places: str, numbers: Sequence[int]) -> None:
    """Makes the first output the labels at these indices, which are int64."""
    if not node.outputs[0]:
        return
    if list(numbers) == list(range(len(numbers))):
        node.emit("Identity", places, out=node.outputs[0])
    else:
        node.emit("Gather", node.literal(numpy.array(numbers, numpy.int64)), places, axis=0, out=node.outputs[0])


def greatest(node: Node, scores: str, are_counts: bool = False) -> str:
    """Returns the index of the greatest score of each row, the first of equal ones. Counts are not stored before."""
    if are_counts:
        return node.emit("ArgMax", scores, axis=1, keepdims=0)
    return node.emit(schemas.FIRST_GREATEST, scores, domain=schemas.DOMAIN)


def is_positive(node: Node, scores: str, threshold: float = 0.0) -> str:
    """Returns for each row whether its only score is above a number, as 0 or 1."""
    above = node.emit("Greater", scores, node.literal(numpy.float32(threshold)))
    return node.cast(node.reshape(above, [-1]), _T.INT64)


def beside(node: Node, *columns: str) -> str:
    return node.emit("Concat", *columns, axis=1)


def transformed(node: Node, scores: str, transform: str, out: str = "") -> str:
    """Returns the scores of all classes after the transformation."""
    if transform == "LOGISTIC":
        return node.emit("Sigmoid", scores, out=out)
    if transform == "SOFTMAX":
        return node.emit("Softmax", scores, axis=1, out=out)
    if transform == "SOFTMAX_ZERO":
        return _softmax_of_others(node, scores, out)
    if transform == "PROBIT":
        return _probit(node, scores, out)
    return node.emit("Identity", scores, out=out)


def has_scores(node: Node) -> bool:
    """Returns whether the second output is wanted."""
    return bool(node.outputs[1:] and node.outputs[1])


def write_scores(node: Node, scores: str, transform: str) -> None:
    """Makes the second output, if it is wanted, the scores of all classes after the transformation."""
    if has_scores(node):
        transformed(node, scores, transform, out=node.outputs[1])


def _softmax_of_others(node: Node, scores: str, out: str) -> str:
    most = node.reduce("ReduceMax", scores, 1, keepdims=1)
    is_other = node.emit("Greater", node.emit("Abs", scores), node.literal(numpy.float32(_ZERO)))
    powers = node.emit("Exp", node.emit("Sub", scores, most))
    parts = node.emit("Where", is_other, powers, node.literal(numpy.float32(0)))
    total = node.emit("ReduceSum", parts, node.literal(numpy.array([1], numpy.int64)), keepdims=1)
    small = node.emit("Mul", scores, node.emit("Exp", node.emit("Neg", most)))
    return node.emit("Div", node.emit("Where", is_other, powers, small), total, out=out)


def _probit(node: Node, scores: str, out: str) -> str:
    """onnxruntime approximates the inverse of the error function so."""
    one, two = node.literal(numpy.float32(1)), node.literal(numpy.float32(2))
    x = node.emit("Sub", node.emit("Mul", scores, two), one)
    product = node.emit("Mul", node.emit("Sub", one, x), node.emit("Add", one, x))
    logarithm = node.emit("Log", product)
    half = node.emit("Mul", logarithm, node.literal(numpy.float32(0.5)))
    v = node.emit("Add", half, node.literal(numpy.float32(2 / (_PI * _ERROR_FACTOR))))
    v2 = node.emit("Mul", logarithm, node.literal(numpy.float32(1 / _ERROR_FACTOR)))
    root = node.emit("Sqrt", node.emit("Sub", node.emit("Mul", v, v), v2))
    size = node.emit("Sqrt", node.emit("Sub", root, v))
    is_negative = node.emit("Less", x, node.literal(numpy.float32(0)))
    signed = node.emit("Where", is_negative, node.emit("Neg", size), size)
    return node.emit("Mul", signed, node.literal(numpy.float32(math.sqrt(2))), out=out)


def write_second_class(node: Node, scores: str, transform: str, is_chance: bool) -> None:
    """Makes the second output the scores of two classes from the only score, which is the chance of the second class, or a
    number whose sign chooses. Of the transformations, onnxruntime only computes LOGISTIC here."""
    if not has_scores(node):
        return
    out = node.outputs[1]
    if transform == "PROBIT":
        raise node.refused("it has one score for two classes, and PROBIT; expected another post_transform: change it")
    negative = node.emit("Neg", scores)
    if transform == "LOGISTIC":
        node.emit("Sigmoid", beside(node, negative, scores), out=out)
        return
    other = node.emit("Sub", node.literal(numpy.float32(1)), scores) if is_chance else negative
    node.emit("Concat", other, scores, axis=1, out=out)
