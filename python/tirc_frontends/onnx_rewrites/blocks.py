# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and tables whose weights have a scale for each block: they become operators of our own, whose weights stay
integers."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from .graph import Array, Node
from .ml.schemas import BLOCKED_PRODUCT, DOMAIN, register

_T = onnx.TensorProto
_INTEGERS = (_T.INT8, _T.UINT8, _T.INT4, _T.UINT4, getattr(_T, "INT2", 0), getattr(_T, "UINT2", 0))


def allow(model: Any) -> None:
    """Makes the operators of our own known, if a node of the model may become one."""
    is_own = any(node.domain == DOMAIN or node.op_type in ("Scan", "TopK") for node in model.graph.node) or any(
        node.op_type == "DequantizeLinear" and any(a.name == "block_size" and a.i for a in node.attribute)
        for node in model.graph.node
    )
    if is_own and not any(opset.domain == DOMAIN for opset in model.opset_import):
        register()
        model.opset_import.append(helper.make_opsetid(DOMAIN, 1))


def attributes(weights: Array, scales: Array, zeros: Array, size: int) -> dict[str, Any]:
    """Returns the attributes of an operator, from integers without a sign or with one."""
    if zeros.size and (zeros == zeros.flat[0]).all():
        moved = weights - zeros.flat[0]
        # Numbers of 4 bits remain that.
        bits = 4 if weights.max() - weights.min() < 1 << 4 else 8
        if -(1 << (bits - 1)) <= moved.min() and moved.max() < 1 << (bits - 1):
            weights, zeros = moved, numpy.zeros_like(zeros)
    step = 0 if weights.min() >= -128 and weights.max() <= 127 else 128
    numbers = [(values - step).astype(numpy.int8) for values in (weights, zeros)]
    tensors: dict[str, Array] = {"weights": numbers[0], "scales": scales.astype(numpy.float32), "zeros": numbers[1]}
    return {name: numpy_helper.from_array(values, name) for name, values in tensors.items()} | {"size": size}


def product(node: Node) -> bool:
    """MatMul by a constant that DequantizeLinear makes of blocks; returns whether it is one."""
    maker = node.values.maker(node.input(1))
    if maker is None or maker.op_type != "DequantizeLinear" or node.kind(0) != _T.FLOAT:
        return False
    given = {attribute.name: helper.get_attribute_value(attribute) for attribute in maker.attribute}
    size, values = given.get("block_size", 0), [node.values.constant(name) for name in maker.input]
    if not size or any(value is None for value in values) or node.values.kind(maker.input[0]) not in _INTEGERS:
        return False
    weights, scales, *rest = (value for value in values if value is not None)
    if weights.ndim != 2 or given.get("axis", 1) % 2 != 0 or len(node.shape(0)) < 2:
        return False
    zeros = rest[0] if rest else numpy.zeros(scales.shape, numpy.int8)
    wide = [values.astype(numpy.int16).T for values in (weights, zeros)]
    given = attributes(wide[0], scales.T, wide[1], size)
    node.emit(BLOCKED_PRODUCT, node.input(0), out=node.outputs[0], domain=DOMAIN, **given)
    return True
