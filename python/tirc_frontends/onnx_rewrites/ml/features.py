# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that prepare features, and LabelEncoder."""

from __future__ import annotations

import math
from typing import Any

import numpy
import onnx
from onnx import helper

from ..graph import Node
from . import schemas
from .scores import rows

_T = onnx.TensorProto
_FLOATS = (_T.FLOAT, _T.DOUBLE)


def _per_feature(node: Node, name: str, dtype: Any = numpy.float32) -> numpy.ndarray:
    """Returns an attribute with one number for all features, or one for each."""
    numbers = numpy.array(node.attributes.get(name, ()), dtype)
    count = node.shape(0)[-1]
    if len(numbers) not in (1, count):
        raise node.refused(f"its {name} has {len(numbers)} numbers; expected 1, or {count}, one for each feature: change it")
    return numbers


def scaler(node: Node) -> None:
    offset, scale = _per_feature(node, "offset"), _per_feature(node, "scale")
    x = node.input(0)
    if node.kind(0) not in _FLOATS:
        x = node.cast(x, _T.FLOAT)
    dtype = numpy.float64 if node.kind(0) == _T.DOUBLE else numpy.float32
    moved = node.emit("Sub", x, node.literal(offset.astype(dtype)))
    scaled = node.emit("Mul", moved, node.literal(scale.astype(dtype)))
    node.cast(scaled, _T.FLOAT, out=node.outputs[0])


def normalizer(node: Node) -> None:
    x = rows(node)
    norm = node.text("norm", "MAX")
    if norm == "MAX":
        size = node.reduce("ReduceMax", x, 1, keepdims=1)
    else:
        sizes = node.emit("Mul", x, x) if norm == "L2" else node.emit("Abs", x)
        size = node.emit("ReduceSum", sizes, node.literal(numpy.array([1], numpy.int64)), keepdims=1)
    zero = node.literal(numpy.float32(0))
    is_zero = node.emit("Equal", size, zero)
    # Where all features are 0, they stay.
    divisor = node.emit("Where", is_zero, node.literal(numpy.float32(1)), size)
    if norm == "L2":
        root = node.emit("Sqrt", node.emit("Div", sizes, divisor))
        signed = node.emit("Where", node.emit("Less", x, zero), node.emit("Neg", root), root)
        found = node.emit("Where", is_zero, x, signed)
    else:
        found = node.emit("Div", x, divisor)
    node.reshape(found, node.shape(0), out=node.outputs[0])


def binarizer(node: Node) -> None:
    kind = node.kind(0)
    threshold = numpy.float32(node.attributes.get("threshold", 0.0))
    x, compared = node.input(0), node.literal(threshold)
    if kind not in _FLOATS:
        x = node.cast(x, _T.FLOAT)
    elif kind == _T.DOUBLE:
        compared = node.literal(numpy.float64(threshold))
    node.cast(node.emit("Greater", x, compared), kind, out=node.outputs[0])


def imputer(node: Node) -> None:
    kind, x = node.kind(0), node.input(0)
    if kind in _FLOATS:
        dtype: Any = numpy.float64 if kind == _T.DOUBLE else numpy.float32
        imputed, replaced = _per_feature(node, "imputed_value_floats", dtype), node.attributes.get("replaced_value_float", 0.0)
    else:
        dtype = numpy.int32 if kind == _T.INT32 else numpy.int64
        imputed, replaced = _per_feature(node, "imputed_value_int64s", dtype), node.attributes.get("replaced_value_int64", 0)
    is_missing = node.emit("IsNaN", x) if math.isnan(replaced) else node.emit("Equal", x, node.literal(dtype(replaced)))
    node.emit("Where", is_missing, node.literal(imputed), x, out=node.outputs[0])


def extractor(node: Node) -> None:
    """ArrayFeatureExtractor."""
    shape, places = node.shape(0), node.constant(1)
    x = node.reshape(node.input(0), [1, *shape]) if len(shape) == 1 else node.input(0)
    axis = max(len(shape), 2) - 1
    if places is None:
        table = node.constant(0)
        if table is not None and _is_place(node, table):
            # The labels of classes that are numbered.
            node.cast(node.reshape(node.input(1), [1, -1]), node.kind(0), out=node.outputs[0])
            return
        if table is not None and table.dtype == numpy.int64:
            # The labels of a model's samples, of which a microcontroller has no room for 64 bits.
            narrow = _narrowed(table)
            x = node.literal(narrow.reshape([1, *shape] if len(shape) == 1 else shape))
            found = node.emit("Gather", x, node.reshape(node.input(1), [-1]), axis=axis)
            node.cast(found, _T.INT64, out=node.outputs[0])
            return
        node.emit("Gather", x, node.reshape(node.input(1), [-1]), axis=axis, out=node.outputs[0])
        return
    if not ((places >= 0) & (places < shape[-1])).all():
        raise node.refused(f"it takes feature {int(places.max())}, and there are {shape[-1]}; expected features below that: change it")
    node.emit("Identity", node.take(x, places.reshape(-1), axis), out=node.outputs[0])


def _is_place(node: Node, table: numpy.ndarray) -> bool:
    """Returns whether a table has 0, 1, 2, … and is read at places of greatest numbers, of which there are as many."""
    if table.shape != (table.size,) or not (table == numpy.arange(table.size)).all():
        return False
    maker = node.values.maker(node.input(1))
    if maker is None or maker.op_type not in ("ArgMax", "ArgMin"):
        return False
    axis = next((one.i for one in maker.attribute if one.name == "axis"), 0)
    shape = node.values.shape(maker.input[0])
    return shape is not None and shape[axis] == table.size


def _narrowed(table: numpy.ndarray) -> numpy.ndarray:
    """Returns integers in the fewest bits that hold all of them."""
    for kind in (numpy.int8, numpy.int16, numpy.int32):
        if not table.size or (table == table.astype(kind)).all():
            return table.astype(kind)
    return table


def vectorizer(node: Node) -> None:
    """FeatureVectorizer."""
    widths = [int(number) for number in node.attributes.get("inputdimensions", ())]
    parts = []
    for index in range(len(node.inputs)):
        shape = node.shape(index)
        size = math.prod(shape[1:])
        if index < len(widths) and widths[index] != size:
            raise node.refused(f"its inputdimensions says {widths[index]}, and its input {index} has {size}; expected the same: change it")
        value = node.cast(node.input(index), _T.FLOAT)
        parts.append(node.reshape(value, [shape[0], size]))
    node.emit("Concat", *parts, axis=1, out=node.outputs[0])


def one_hot(node: Node) -> None:
    categories = node.attributes.get("cats_int64s", ())
    if not categories:
        raise node.refused("its categories are text; expected numbers: turn text into numbers before the model")
    if not node.attributes.get("zeros", 1):
        raise node.refused("with zeros=0, other categories are an error, which a microcontroller cannot report; expected zeros=1: change it")
    shape = node.shape(0)
    x = node.reshape(node.cast(node.input(0), _T.INT64), [*shape, 1])
    node.cast(node.emit("Equal", x, node.literal(numpy.array(categories, numpy.int64))), _T.FLOAT, out=node.outputs[0])


_TYPES = {"int64s": numpy.int64, "floats": numpy.float32}


def _entries(node: Node, which: str) -> numpy.ndarray:
    """Returns the keys or values of LabelEncoder."""
    tensor = node.attributes.get(f"{which}_tensor")
    if tensor is not None and tensor.data_type != _T.STRING:
        return onnx.numpy_helper.to_array(tensor).reshape(-1)
    for suffix, dtype in _TYPES.items():
        if node.attributes.get(f"{which}_{suffix}"):
            return numpy.array(node.attributes[f"{which}_{suffix}"], dtype)
    raise node.refused(f"its {which} are text; expected numbers: turn text into numbers before the model")


def _default(node: Node, dtype: Any) -> Any:
    tensor = node.attributes.get("default_tensor")
    if tensor is not None:
        return onnx.numpy_helper.to_array(tensor).reshape(-1)[0]
    if dtype == numpy.float32:
        return dtype(node.attributes.get("default_float", -0.0))
    return dtype(node.attributes.get("default_int64", -1))


def label_encoder(node: Node) -> None:
    keys, values = _entries(node, "keys"), _entries(node, "values")
    if len(keys) != len(values):
        raise node.refused(f"it has {len(keys)} keys and {len(values)} values; expected as many: export the model again")
    default = _default(node, values.dtype.type)
    shape = node.shape(0)
    x = node.reshape(node.input(0), [math.prod(shape)])
    out = f"{node.outputs[0]}/entry"
    made = helper.make_node(
        schemas.LOOKUP,
        [x],
        [out],
        node.proto.name,
        domain=schemas.DOMAIN,
        keys=onnx.numpy_helper.from_array(keys),
        values=onnx.numpy_helper.from_array(values),
        default=onnx.numpy_helper.from_array(numpy.asarray(default, values.dtype)),
    )
    node.replacement.append(made)
    node.reshape(out, shape, out=node.outputs[0])
