# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic whose factors and limits torch-mlir does not keep."""

from __future__ import annotations

import numpy
import onnx

from . import unsigned
from .graph import FLOATS, Node

_T = onnx.TensorProto
# The bits of the integers, and whether they have a sign.
_BITS: dict[int, tuple[int, bool]] = {
    getattr(_T, f"{prefix}INT{bits}"): (bits, not prefix) for prefix in ("", "U") for bits in (8, 16, 32, 64)
}
# Narrow integers, and the wider ones of which they are the low bits.
_NARROW: dict[int, int] = {
    **dict.fromkeys((_T.INT8, _T.UINT8, _T.INT16, _T.UINT16), _T.INT32),
    _T.UINT32: _T.INT64,
}


def gemm(node: Node) -> None:
    """Gemm without C, whose alpha torch-mlir leaves out."""
    alpha, beta = (float(node.attributes.get(name, 1)) for name in ("alpha", "beta"))
    if node.input(2) and beta != 0:
        return
    kept = {name: node.attributes[name] for name in ("transA", "transB") if name in node.attributes}
    a, b = node.input(0), node.input(1)
    if alpha == 1:
        if len(node.inputs) > 2:
            node.emit("Gemm", a, b, out=node.outputs[0], **kept)
        return
    factor = node.literal(onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type(alpha))
    if node.values.is_constant(b):
        node.emit("Gemm", a, node.emit("Mul", b, factor), out=node.outputs[0], **kept)
    else:
        node.emit("Mul", node.emit("Gemm", a, b, **kept), factor, out=node.outputs[0])


def clip(node: Node) -> None:
    """Clip of floats without a limit, which is the largest finite number as in onnxruntime: infinity does not remain. In old
    versions, float16 has the limits of float32, which are infinite in float16."""
    kind, is_old = node.kind(0), bool(node.attributes.get("in_float32"))
    if kind not in FLOATS:
        unsigned.clip(node)
    elif is_old or not (node.input(1) and node.input(2)):
        number = onnx.helper.tensor_dtype_to_np_dtype(kind).type
        most = number(numpy.inf)
        if not (is_old and kind == _T.FLOAT16):
            most = numpy.nextafter(most, number(0))
        limits = [node.input(i) or node.literal(limit) for i, limit in ((1, -most), (2, most))]
        node.emit("Clip", node.input(0), *limits, out=node.outputs[0])


def hard_swish(node: Node) -> None:
    """HardSwish of float64, whose factor is an attribute of HardSigmoid, which has float32."""
    if node.kind(0) == _T.DOUBLE:
        factor = node.emit("HardSigmoid", node.input(0), alpha=1 / 6, beta=0.5)
        node.emit("Mul", node.input(0), factor, out=node.outputs[0])


def sign(node: Node) -> None:
    """Sign: the sign of NaN is NaN, and the sign of unsigned numbers is 0 or 1."""
    kind, x = node.kind(0), node.input(0)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(kind)
    one, zero = (node.literal(dtype.type(number)) for number in (1, 0))
    if kind in FLOATS:
        rest = node.emit("Where", node.emit("Less", x, zero), node.literal(dtype.type(-1)), x)
        node.emit("Where", node.emit("Greater", x, zero), one, rest, out=node.outputs[0])
    elif dtype.kind == "u":
        node.emit("Where", node.emit("Equal", x, zero), zero, one, out=node.outputs[0])


def bit_shift(node: Node) -> None:
    """BitShift by as many bits as the type has, or more, or fewer than none: only the sign remains."""
    kind, amounts = node.kind(0), node.constant(1)
    bits, is_signed = _BITS[kind]
    if amounts is not None and ((amounts >= 0) & (amounts < bits)).all():
        return
    dtype = onnx.helper.tensor_dtype_to_np_dtype(kind).type
    x, amount = node.input(0), node.input(1)
    zero, most = node.literal(dtype(0)), node.literal(dtype(bits - 1))
    inside = node.emit("LessOrEqual", amount, most)
    if is_signed:
        inside = node.emit("And", inside, node.emit("GreaterOrEqual", amount, zero))
    direction = node.text("direction")
    # Where all bits but the sign are shifted out, one that is shifted in is the sign, too.
    rest = most if is_signed and direction == "RIGHT" else zero
    amount = node.emit("Where", inside, amount, rest)
    shifted = node.emit("BitShift", x, amount, is_settled=True, direction=direction)
    if rest == most:
        node.emit("Identity", shifted, out=node.outputs[0])
    else:
        node.emit("Where", inside, shifted, zero, out=node.outputs[0])


def cast(node: Node) -> None:
    """Cast of a float to a narrow integer, as in onnxruntime: the low bits of a wider one."""
    to = int(node.attributes["to"])
    if node.kind(0) in FLOATS and to in _NARROW:
        node.cast(node.cast(node.input(0), _NARROW[to]), to, out=node.outputs[0])


def mean(node: Node) -> None:
    """Mean of several: torch-mlir does not know the type of the sum."""
    total = node.input(0)
    for other in node.inputs[1:]:
        total = node.emit("Add", total, other)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    node.emit("Div", total, node.literal(dtype(len(node.inputs))), out=node.outputs[0])


def softsign(node: Node) -> None:
    """Softsign before opset 22, which torch-mlir does not know."""
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type
    size = node.emit("Add", node.emit("Abs", node.input(0)), node.literal(dtype(1)))
    node.emit("Div", node.input(0), size, out=node.outputs[0])


def cast_like(node: Node) -> None:
    """CastLike: the cast to that type."""
    if node.kind(1):
        node.cast(node.input(0), node.kind(1), out=node.outputs[0])
