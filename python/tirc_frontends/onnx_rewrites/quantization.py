# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantised operators in the forms that torch-mlir converts to other numbers: they are computed explicitly.

torch-mlir extends the sign of unsigned numbers that have one zero point per channel, and drops zero points of batched
matrices. What is left to it: per-tensor int8 and uint8 with constant parameters, and per-channel int8.
"""

from __future__ import annotations

import math
from typing import Any

import numpy
import onnx

from .graph import FLOATS, Array, Node

_T = onnx.TensorProto
_INTEGERS: dict[int, tuple[int, int]] = {
    _T.INT8: (-128, 127),
    _T.UINT8: (0, 255),
    _T.INT16: (-(1 << 15), (1 << 15) - 1),
    _T.UINT16: (0, (1 << 16) - 1),
}
# Integers with fewer than 8 bits, which are kept in int8.
_SMALL: dict[int, tuple[int, int]] = {
    getattr(_T, name): limits
    for name, limits in (("INT4", (-8, 7)), ("UINT4", (0, 15)), ("INT2", (-2, 1)), ("UINT2", (0, 3)))
    if hasattr(_T, name)
}


def dequantize(node: Node) -> None:
    """DequantizeLinear: (x - zero point) * scale, computed in int32 and then in float."""
    kind = node.kind(0)
    if kind not in _INTEGERS and kind not in _SMALL and kind != _T.INT32:
        return
    zero = node.constant(2)
    fixed_zero = not node.input(2) or zero is not None
    whole = len(_scale_shape(node)) == 0 or _scale_shape(node) == [1]
    blocked = bool(node.attributes.get("block_size"))
    signed = kind in (_T.INT8, _T.INT32)
    parameters_fixed = fixed_zero and node.values.is_constant(node.input(1))
    if not blocked and parameters_fixed and (signed or (whole and kind == _T.UINT8)):
        # torch-mlir needs a zero point, and does not count an axis from the end.
        if not node.input(2) or (not whole and _axis(node) != node.attributes.get("axis", 1)):
            kept = node.input(2) or node.literal(numpy.zeros(_scale_shape(node), _dtype(kind)))
            more = dict(node.attributes) | {"axis": _axis(node)}
            node.emit(node.operator, node.input(0), node.input(1), kept, out=node.outputs[0], **more)
        return
    values = node.constant(0)
    if values is not None and fixed_zero and not blocked and kind in (_T.UINT8, *_SMALL):
        _store_signed(node, values, zero)
        return
    x = node.input(0)
    if kind in _SMALL:
        if values is None:
            raise node.refused("its input has fewer than 8 bits and is not constant; expected int8 or uint8")
        x = node.literal(values.astype(numpy.int8))
    result = int(node.attributes.get("output_dtype", 0)) or node.values.kind(node.input(1))
    x = node.cast(x, _T.INT32)
    if node.input(2):
        zero_name = node.literal(zero.astype(numpy.int32)) if zero is not None else node.cast(node.input(2), _T.INT32)
        x = node.emit("Sub", x, _beside(node, zero_name, _T.INT32))
    x = node.cast(x, _T.FLOAT)
    x = node.emit("Mul", x, _beside(node, node.cast(node.input(1), _T.FLOAT), _T.FLOAT))
    node.cast(x, result, out=node.outputs[0])


def _dtype(kind: int) -> Any:
    return onnx.helper.tensor_dtype_to_np_dtype(kind)


def _store_signed(node: Node, values: Array, zero: Array | None) -> None:
    """Moves constants and their zero points by 128 to int8, or widens them to it: the differences stay the same."""
    step = 128 if node.kind(0) == _T.UINT8 else 0
    moved = (values.astype(numpy.int16) - step).astype(numpy.int8)
    if zero is None:
        zero = numpy.zeros(_scale_shape(node), numpy.int16)
    zero = (zero.astype(numpy.int16) - step).astype(numpy.int8)
    node.emit(
        node.operator, node.literal(moved), node.input(1), node.literal(zero), out=node.outputs[0], axis=_axis(node)
    )


def quantize(node: Node) -> None:
    """QuantizeLinear: round(x / scale) + zero point, limited to the type."""
    zero = node.constant(2)
    # Without a zero point, the type is from an attribute, or uint8.
    kind = node.kind(2) if node.input(2) else int(node.attributes.get("output_dtype", 0)) or _T.UINT8
    if kind not in _INTEGERS and kind not in _SMALL:
        return
    shape = _scale_shape(node)
    whole = len(shape) == 0 or shape == [1]
    scale = node.constant(1)
    if whole and zero is not None and kind != _T.UINT16 and scale is not None and node.kind(0) == _T.FLOAT:
        _quantize_whole(node, scale)
        return
    if kind in _SMALL:
        raise node.refused(
            f"its result is {_T.DataType.Name(kind).lower()}; expected int8, uint8, int16 or uint16: quantise to one of these"
        )
    x = node.cast(node.input(0), _T.FLOAT)
    x = node.emit("Div", x, _beside(node, node.cast(node.input(1), _T.FLOAT), _T.FLOAT))
    x = node.emit("Round", x)
    if node.input(2):
        zero_name = node.literal(zero.astype(numpy.float32)) if zero is not None else _to_float(node, node.input(2))
        x = node.emit("Add", x, _beside(node, zero_name, _T.FLOAT))
    _saturate(node, x, kind)


def _quantize_whole(node: Node, scale: Array) -> None:
    """torch-mlir multiplies by the inverse of the scale on TOSA, which is exact for a power of two."""
    number = float(scale.reshape(-1)[0])
    if math.frexp(number)[0] != 0.5 or 1 / number > numpy.finfo(numpy.float32).max:
        one = node.literal(numpy.ones_like(scale))
        x = node.emit("Div", node.input(0), node.input(1))
        node.emit("QuantizeLinear", x, one, node.input(2), out=node.outputs[0])


def _to_float(node: Node, name: str) -> str:
    return node.cast(node.cast(name, _T.INT32), _T.FLOAT)


def _saturate(node: Node, x: str, kind: int, out: str = "") -> None:
    low, high = (node.literal(numpy.float32(limit)) for limit in _INTEGERS[kind])
    x = node.emit("Min", node.emit("Max", x, low), high)
    out = out or node.outputs[0]
    if kind == _T.UINT16:
        node.cast(x, kind, out=out)
    elif kind == _T.INT16:
        # torch-mlir has no cast to int16.
        one, zero = node.literal(numpy.float32(1)), node.literal(numpy.int16(0))
        node.emit("QuantizeLinear", x, one, zero, out=out)
    else:
        # torch-mlir converts a float to uint8 by way of int8.
        node.cast(node.cast(x, _T.INT32), kind, out=out)


def _scale_shape(node: Node) -> list[int]:
    return node.shape(1)


def _axis(node: Node) -> int:
    axis, rank = int(node.attributes.get("axis", 1)), len(node.shape(0))
    return axis % rank if rank and len(_scale_shape(node)) else axis


def _beside(node: Node, name: str, kind: int) -> str:
    """Returns a scale or zero point in a shape that broadcasts over the first input."""
    shape, sizes = _scale_shape(node), node.shape(0)
    if not shape:
        return name
    if shape == [1] and not node.attributes.get("block_size"):
        return node.reshape(name, [])
    axis = _axis(node)
    block = int(node.attributes.get("block_size", 0))
    if len(shape) == 1 and not (block and len(sizes) == 1):
        return node.reshape(name, [shape[0] if i == axis else 1 for i in range(len(sizes))])
    # Each number counts for a block of numbers along the axis; the last block may be shorter.
    indices = numpy.arange(sizes[axis]) // (block or -(-sizes[axis] // shape[axis]))
    return node.gather(name, indices, axis)


def dynamic_quantize(node: Node) -> None:
    """DynamicQuantizeLinear: scale and zero point of uint8 from the smallest and the largest number, and 0."""
    rank = len(node.shape(0))
    nought = node.literal(numpy.float32(0))
    flat = node.reshape(node.input(0), [-1]) if rank != 1 else node.input(0)
    low, high = (node.emit(limit, node.reduce(f"Reduce{limit}", flat, 0), nought) for limit in ("Min", "Max"))
    span = node.literal(numpy.float32(255))
    scale = node.emit("Div", node.emit("Sub", high, low), span, out=node.outputs[1])
    # All of low, high and scale are 0 for a tensor of zeros only, for which the standard does not define a result.
    zero = node.emit("Round", node.emit("Div", node.emit("Neg", low), scale))
    zero = node.emit("Min", node.emit("Max", zero, nought), span)
    node.cast(node.cast(zero, _T.INT32), _T.UINT8, out=node.outputs[2])
    _saturate(node, node.emit("Add", node.emit("Round", node.emit("Div", node.input(0), scale)), zero), _T.UINT8)


def matmul(node: Node) -> None:
    """QLinearMatMul: the product of the differences in int32, scaled in float."""
    names = ("a", "a_scale", "a_zero", "b", "b_scale", "b_zero", "y_scale", "y_zero")
    at = {name: i for i, name in enumerate(names)}
    kind, rank = node.kind(at["y_zero"]), len(node.shape(at["a"]))
    plain = all(
        numpy.prod(node.shape(at[name])) == 1 and node.values.is_constant(node.input(at[name]))
        for name in names
        if name not in "ab"
    )
    if rank == 2 and len(node.shape(at["b"])) == 2 and plain and node.kind(at["a_scale"]) == _T.FLOAT:
        return
    product = node.emit("MatMul", _centred(node, 0, 2, rows=True), _centred(node, 3, 5, rows=False))
    scale = node.emit("Mul", _along(node, 1, 0, rows=True), _along(node, 4, 3, rows=False))
    scale = node.emit("Div", scale, _along(node, 6, 0, rows=True))
    x = node.emit("Round", node.emit("Mul", node.cast(product, _T.FLOAT), scale))
    x = node.emit("Add", x, _along(node, 7, 0, rows=True))
    _saturate(node, x, kind)


def convolution(node: Node) -> None:
    """QLinearConv with weights per channel, or without a bias: a convolution between quantisations.

    torch-mlir scales a bias by the first channel's scale.
    """
    plain = all(numpy.prod(node.shape(i)) == 1 and node.values.is_constant(node.input(i)) for i in (1, 2, 4, 5, 6, 7))
    if plain and node.input(8) and len(node.shape(0)) == 4 and node.kind(0) == node.kind(3):
        return
    x = node.emit("DequantizeLinear", *map(node.input, (0, 1, 2)))
    weights = node.emit("DequantizeLinear", *map(node.input, (3, 4, 5)), axis=0)
    inputs = [x, weights]
    if node.input(8):
        channels = node.shape(8)[0]
        scales = [node.reshape(node.input(i), [-1]) for i in (1, 4)]
        scale = node.emit("Expand", node.emit("Mul", *scales), node.literal(numpy.array([channels], numpy.int64)))
        inputs.append(node.emit("Mul", node.cast(node.input(8), _T.FLOAT), scale))
    y = node.emit("Conv", *inputs, **node.attributes)
    node.emit("QuantizeLinear", y, node.input(6), node.input(7), out=node.outputs[0])


def float_bias(node: Node) -> None:
    """Conv between quantisations, whose bias torch-mlir adds to sums of 32 bits, into which this one does not fit."""
    if not node.input(2):
        return
    scales = [_parameters(node, node.input(i)) for i in (0, 1)]
    stored, bias = _parameters(node, node.input(2)), node.constant(2)
    if bias is None and stored is not None and (numbers := node.values.constant(stored.input[0])) is not None:
        bias = _real(node, stored, numbers)
    if bias is None or scales[0] is None or scales[1] is None:
        return
    unit = numpy.prod([numpy.abs(_scale_of(node, part)).min() for part in scales])
    # The sum of products is expected to need the other half of the range.
    if numpy.abs(bias).max() < float(unit) * (1 << 30):
        return
    product = node.emit("Conv", node.input(0), node.input(1), **node.attributes)
    channels = [-1, *[1] * (len(node.shape(0)) - 2)]
    node.emit("Add", product, node.reshape(node.input(2), channels), out=node.outputs[0])


def _parameters(node: Node, name: str) -> Any:
    """Returns the DequantizeLinear of a constant scale that makes a value, or None."""
    maker = node.values.maker(name)
    is_known = maker is not None and maker.op_type == "DequantizeLinear" and node.values.is_constant(maker.input[1])
    return maker if is_known else None


def _scale_of(node: Node, maker: Any) -> Array:
    scale = node.values.constant(maker.input[1])
    assert scale is not None
    return scale.astype(numpy.float64)


def _real(node: Node, maker: Any, numbers: Array) -> Array | None:
    zero = node.values.constant(maker.input[2]) if len(maker.input) > 2 and maker.input[2] else numpy.int32(0)
    if zero is None:
        return None
    return numpy.asarray((numbers.astype(numpy.float64) - zero) * _scale_of(node, maker))


def convolution_integer(node: Node) -> None:
    """ConvInteger: a convolution of the differences, in floats that hold each sum exactly."""
    plain = all(
        not node.input(i) or (node.values.is_constant(node.input(i)) and numpy.prod(node.shape(i)) == 1) for i in (2, 3)
    )
    if plain and len(node.shape(0)) == 4 and node.kind(0) == node.kind(1) and _is_even(node):
        return
    differences = []
    # float holds all sums of up to 258 products.
    kind = _T.FLOAT if 255 * 255 * numpy.prod(node.shape(1)[1:]) < 1 << 24 else _T.DOUBLE
    for i in (0, 1):
        x = node.cast(node.input(i), _T.INT32)
        if node.input(i + 2):
            zero, shape = node.cast(node.input(i + 2), _T.INT32), node.shape(i + 2)
            channels = [-1] + [1] * (len(node.shape(i)) - 1)
            x = node.emit("Sub", x, node.reshape(zero, channels if i == 1 and numpy.prod(shape) > 1 else []))
        differences.append(node.cast(x, kind))
    node.cast(node.emit("Conv", *differences, **node.attributes), _T.INT32, out=node.outputs[0])


def _is_even(node: Node) -> bool:
    """Returns whether a convolution pads each axis alike at both ends, as torch-mlir needs it."""
    pads = [int(size) for size in node.attributes.get("pads", [])]
    half = len(pads) // 2
    return pads[:half] == pads[half:] and not node.text("auto_pad").startswith("SAME")


def matmul_integer(node: Node) -> None:
    """MatMulInteger: the product of the differences in int32."""
    a, b = node.shape(0), node.shape(1)
    zeros = [node.constant(i) for i in (2, 3)]
    plain = all(not node.input(i + 2) or (zero is not None and zero.size == 1) for i, zero in enumerate(zeros))
    if len(a) == 2 and len(b) == 2 and plain:
        return
    left, right = _centred(node, 0, 2, rows=True), _centred(node, 1, 3, rows=False)
    node.emit("MatMul", left, right, out=node.outputs[0])


def _centred(node: Node, value: int, zero: int, *, rows: bool) -> str:
    x = node.cast(node.input(value), _T.INT32)
    if not node.input(zero):
        return x
    return node.emit("Sub", x, _shaped(node, node.cast(node.input(zero), _T.INT32), zero, value, rows=rows))


def _along(node: Node, index: int, value: int, *, rows: bool) -> str:
    kind = node.kind(index)
    name = node.cast(node.input(index), _T.FLOAT) if kind in FLOATS else _to_float(node, node.input(index))
    return _shaped(node, name, index, value, rows=rows)


def _shaped(node: Node, name: str, index: int, value: int, *, rows: bool) -> str:
    """Returns one parameter for all numbers, or for each row or column of a matrix."""
    shape = node.shape(index)
    if numpy.prod(shape) == 1:
        return node.reshape(name, []) if shape else name
    if len(shape) == 1 and rows and len(node.shape(value)) > 1:
        return node.reshape(name, [shape[0], 1])
    return name
