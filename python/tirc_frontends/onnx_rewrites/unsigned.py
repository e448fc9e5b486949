# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that torch-mlir computes on signed numbers although the model's have no sign."""

from __future__ import annotations

import onnx

from .graph import Node

_T = onnx.TensorProto
_UNSIGNED = frozenset({_T.UINT8, _T.UINT16, _T.UINT32, _T.UINT64})


def widen(node: Node) -> None:
    """Computes uint8 in int32, which has all numbers of uint8."""
    if _has_uint8(node):
        inputs = [node.cast(node.input(i), _T.INT32) for i in range(2) if node.input(i)]
        _narrow(node, node.emit(node.operator, *inputs, **node.attributes))


def keep(node: Node) -> None:
    """Abs: a number without a sign stays as it is."""
    if node.kind(0) in _UNSIGNED:
        node.emit("Identity", node.input(0), out=node.outputs[0])


def clip(node: Node) -> None:
    if _has_uint8(node):
        x = node.cast(node.input(0), _T.INT32)
        for index, limit in ((1, "Max"), (2, "Min")):
            if node.input(index):
                x = node.emit(limit, x, node.cast(node.input(index), _T.INT32))
        _narrow(node, x)


def refuse(node: Node) -> None:
    if node.kind(0) in _UNSIGNED:
        raise _not_supported(node)


def negate(node: Node) -> None:
    """Neg of integers: TOSA's limits the result to the type, while ONNX's wraps."""
    if node.kind(0) in (_T.INT8, _T.INT16, _T.INT32, _T.INT64):
        zero = node.literal(onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type(0))
        node.emit("Sub", zero, node.input(0), out=node.outputs[0])


def _has_uint8(node: Node) -> bool:
    """Returns whether the numbers are uint8. Wider ones, to which torch-mlir has no cast, become functions, but not in a
    branch or a loop."""
    kind = node.kind(0)
    if kind in _UNSIGNED and kind != _T.UINT8 and node.values.is_inner:
        raise _not_supported(node)
    return kind == _T.UINT8


def _not_supported(node: Node) -> Exception:
    name = _T.DataType.Name(node.kind(0)).lower()
    return node.refused(f"it computes with numbers of {name} in a branch or a loop; expected signed numbers: cast them")


def _narrow(node: Node, x: str) -> None:
    node.cast(x, _T.UINT8, out=node.outputs[0])
