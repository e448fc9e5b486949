# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of our own, which operators of ai.onnx.ml become. They are known to onnx, whose inference of shapes goes through
them. operators/forests.py and operators/vectors.py make their functions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import onnx
from onnx import defs

DOMAIN = "tirc.ml"

# The result for each row: for each target, the sum (or the least, or the greatest) of the weights of the leaves that it
# reaches, one in each tree, in a form (code, tables or auto) that is not said at first. A node with a limit goes to `first` if the feature's order (operators/orders.py) is below it, else
# to `second`; numbers below 0 are leaves, -1 the first. What is not a number goes to `first` if `nan_first` is 1. If the
# aggregate is LABEL, the result is the first target with the greatest sum. If `votes` is 1 then, the first rows of weights are
# votes, each for the target of the same number: no weight of the target is greater, and all others are 0. If it is ABOVE, the
# result is 1 where the sum of the only target and the first number of `sign` is above the second one, else 0.
FOREST = "Forest"
# The squares of the distances between the rows of both inputs.
SQUARED_DISTANCES = "SquaredDistances"
# The value of the first key that equals the number, or the default.
LOOKUP = "Lookup"

# The product of rows and weights with scales of blocks, and the rows of such weights with these indices: operators/blocks.py.
BLOCKED_PRODUCT = "BlockedProduct"
BLOCKED_ROWS = "BlockedRows"

# The places of the `count` greatest (or least, unless `largest`) numbers of each row of a matrix, in order: operators/selection.py.
TOP_PLACES = "TopPlaces"
# The place of the greatest number of each row of a matrix, the first of equal ones: operators/selection.py.
FIRST_GREATEST = "FirstGreatest"

_INT: Any = defs.OpSchema.AttrType.INT
_INTS, _TENSOR, _STRING = (getattr(defs.OpSchema.AttrType, name) for name in ("INTS", "TENSOR", "STRING"))
_KINDS = ("float", "double", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16")
_TYPES = [f"tensor({kind})" for kind in _KINDS]


@functools.cache
def register() -> None:
    """Makes the operators known to onnx."""
    attributes = {
        "features": _INTS,
        "limits": _TENSOR,
        "nan_first": _INTS,
        "first": _INTS,
        "second": _INTS,
        "roots": _INTS,
        "weights": _TENSOR,
        "aggregate": _STRING,
        "votes": _INT,
        "sign": _TENSOR,
        "form": _STRING,
    }
    _register(FOREST, ("x",), attributes, _infer_forest)
    _register(SQUARED_DISTANCES, ("x", "y"), {}, _infer_distances)
    blocks = {"weights": _TENSOR, "scales": _TENSOR, "zeros": _TENSOR, "size": _INT}
    _register(BLOCKED_PRODUCT, ("x",), blocks, _infer_product)
    _register(BLOCKED_ROWS, ("x",), blocks, _infer_rows)
    _register(TOP_PLACES, ("x",), {"count": _INT, "largest": _INT}, _infer_places)
    _register(FIRST_GREATEST, ("x",), {}, _infer_greatest)
    _register(LOOKUP, ("x",), {"keys": _TENSOR, "values": _TENSOR, "default": _TENSOR}, _infer_lookup)


def _register(name: str, inputs: tuple[str, ...], attributes: dict[str, Any], infer: Callable[[Any], None]) -> None:
    parameter = defs.OpSchema.FormalParameter
    schema = defs.OpSchema(
        name,
        DOMAIN,
        1,
        inputs=[parameter(one, "T") for one in inputs],
        outputs=[parameter("result", "U")],
        type_constraints=[("T", _TYPES, ""), ("U", _TYPES, "")],
        attributes=[defs.OpSchema.Attribute(key, kind) for key, kind in attributes.items()],
    )
    schema.set_type_and_shape_inference_function(infer)
    defs.register_schema(schema)


def _infer_forest(context: Any) -> None:
    weights = context.get_attribute("weights").t
    if context.get_attribute("aggregate").s in (b"LABEL", b"ABOVE"):
        _infer_greatest(context)
    else:
        _set(context, weights.dims[1], weights.data_type)


def _infer_distances(context: Any) -> None:
    other = context.get_input_type(1).tensor_type.shape.dim
    if other and other[0].HasField("dim_value"):
        _set(context, other[0].dim_value)


def _infer_lookup(context: Any) -> None:
    result = onnx.TypeProto()
    result.CopyFrom(context.get_input_type(0))
    result.tensor_type.elem_type = context.get_attribute("values").t.data_type
    context.set_output_type(0, result)


def _infer_places(context: Any) -> None:
    _set(context, context.get_attribute("count").i, onnx.TensorProto.INT64)


def _infer_greatest(context: Any) -> None:
    given = context.get_input_type(0).tensor_type
    result = onnx.TypeProto()
    result.tensor_type.elem_type = onnx.TensorProto.INT64
    if given.shape.dim:
        result.tensor_type.shape.dim.add().CopyFrom(given.shape.dim[0])
    context.set_output_type(0, result)


def _infer_product(context: Any) -> None:
    result = onnx.TypeProto()
    result.CopyFrom(context.get_input_type(0))
    if result.tensor_type.shape.dim:
        result.tensor_type.shape.dim[-1].dim_value = context.get_attribute("weights").t.dims[0]
    context.set_output_type(0, result)


def _infer_rows(context: Any) -> None:
    given = context.get_input_type(0).tensor_type
    result = onnx.TypeProto()
    result.tensor_type.elem_type = onnx.TensorProto.FLOAT
    if given.HasField("shape"):
        result.tensor_type.shape.CopyFrom(given.shape)
        result.tensor_type.shape.dim.add().dim_value = context.get_attribute("weights").t.dims[1]
    context.set_output_type(0, result)


def _set(context: Any, columns: int, kind: int = 0) -> None:
    """Gives the result the rows of the first input, and columns, and its type unless another one is given."""
    given = context.get_input_type(0).tensor_type
    result = onnx.TypeProto()
    result.tensor_type.elem_type = kind or given.elem_type
    if given.shape.dim:
        result.tensor_type.shape.dim.add().CopyFrom(given.shape.dim[0])
        result.tensor_type.shape.dim.add().dim_value = columns
    context.set_output_type(0, result)
