# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pooling: all windows lie in an image that is padded explicitly.

torch-mlir counts other cells, or pads with another number, where the padding is uneven, windows reach beyond it, or
their cells lie apart.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy
import onnx

from .graph import FLOATS, Array, Node

_T = onnx.TensorProto


@dataclasses.dataclass(frozen=True)
class _Axis:
    """The windows along an axis: `before` and `after` are the padding that they need, less than 0 if cells are left
    over; `end` is the padding of the model."""

    size: int
    kernel: int
    stride: int
    dilation: int
    before: int
    end: int
    count: int

    @property
    def after(self) -> int:
        return (self.count - 1) * self.stride + self.reach - self.size - self.before

    @property
    def reach(self) -> int:
        return (self.kernel - 1) * self.dilation + 1

    def cells(self, *, counts_padding: bool) -> Array:
        """Returns how many cells of each window count."""
        first = numpy.arange(self.count)[:, None] * self.stride - self.before
        places = first + numpy.arange(self.kernel) * self.dilation
        low, high = (-self.before, self.size + self.end) if counts_padding else (0, self.size)
        return numpy.asarray(((places >= low) & (places < high)).sum(axis=1))


def _axes(node: Node) -> list[_Axis]:
    sizes = node.shape(0)[2:]
    space, ceil = len(sizes), bool(node.attributes.get("ceil_mode", 0))
    kernel = [int(size) for size in node.attributes["kernel_shape"]]
    strides, dilations = (
        [int(step) for step in node.attributes.get(name) or [1] * space] for name in ("strides", "dilations")
    )
    pads = [int(size) for size in node.attributes.get("pads") or [0] * (2 * space)]
    mode = node.text("auto_pad", "NOTSET")
    axes = []
    for i, size in enumerate(sizes):
        reach = (kernel[i] - 1) * dilations[i] + 1
        before, end = (pads[i], pads[space + i]) if mode == "NOTSET" else (0, 0)
        if mode.startswith("SAME"):
            count = -(-size // strides[i])
            whole = max((count - 1) * strides[i] + reach - size, 0)
            before = whole // 2 if mode == "SAME_UPPER" else whole - whole // 2
            end = whole - before
        else:
            rest = size + before + end - reach
            count = (-(-rest // strides[i]) if ceil else rest // strides[i]) + 1
            # A window that would begin in the padding at the end is left out.
            if ceil and (count - 1) * strides[i] >= size + before:
                count -= 1
        axes.append(_Axis(size, kernel[i], strides[i], dilations[i], before, end, count))
    return axes


def _is_even(axes: list[_Axis]) -> bool:
    """Returns whether each axis has the same padding at both ends, beyond which no window reaches."""
    return all(axis.before == axis.end and axis.after <= axis.end for axis in axes)


def _is_padded(axes: list[_Axis]) -> bool:
    return any(axis.before or axis.after > 0 for axis in axes)


def _padded(node: Node, x: str, axes: list[_Axis], number: float, dtype: Any = None) -> str:
    """Puts a number around images, as far as windows reach."""
    if not _is_padded(axes):
        return x
    amounts = [0, 0, *[axis.before for axis in axes], 0, 0, *[max(axis.after, 0) for axis in axes]]
    value = node.literal((dtype or onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type)(number))
    return node.emit("Pad", x, node.literal(numpy.array(amounts, numpy.int64)), value, is_settled=True)


def _windows(axes: list[_Axis], *, pads: list[int] | None = None) -> dict[str, Any]:
    attributes = {
        "kernel_shape": [axis.kernel for axis in axes],
        "strides": [axis.stride for axis in axes],
    }
    if any(axis.dilation != 1 for axis in axes):
        attributes["dilations"] = [axis.dilation for axis in axes]
    if pads:
        attributes["pads"] = pads
    return attributes


def _even_pads(axes: list[_Axis]) -> list[int]:
    pads = [axis.before for axis in axes]
    return [*pads, *pads]


def average_pool(node: Node) -> None:
    """AveragePool: the mean of whole windows, times what they have more than the cells that count."""
    axes, counts = _axes(node), bool(node.attributes.get("count_include_pad", 0))
    dense = all(axis.dilation == 1 for axis in axes)
    if dense and _is_even(axes) and len(axes) > 1:
        attributes = _windows(axes, pads=_even_pads(axes)) | {"count_include_pad": int(counts)}
        node.emit("AveragePool", node.input(0), out=node.outputs[0], is_settled=True, **attributes)
        return
    x, whole = _padded(node, node.input(0), axes, 0), math.prod(axis.kernel for axis in axes)
    cells = [axis.cells(counts_padding=counts) for axis in axes]
    share = numpy.asarray(whole / math.prod(numpy.ix_(*cells)))
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    if dense:
        mean = node.emit("AveragePool", x, is_settled=True, **_windows(axes))
    else:
        mean = _sums(node, x, axes, dtype.type(1 / whole))
    if (share != 1).any():
        mean = node.emit("Mul", mean, node.literal(share.astype(dtype)))
    node.emit("Identity", mean, out=node.outputs[0])


def _sums(node: Node, x: str, axes: list[_Axis], weight: float) -> str:
    """Returns the sums of the windows of a padded image, each number times a weight, by a convolution."""
    batch, channels = node.shape(0)[:2]
    sizes = [axis.size + axis.before + max(axis.after, 0) for axis in axes]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    weights = node.literal(numpy.full([1, 1, *[axis.kernel for axis in axes]], weight, dtype))
    x = node.emit("Conv", node.reshape(x, [batch * channels, 1, *sizes]), weights, **_windows(axes))
    return node.reshape(x, [batch, channels, *[axis.count for axis in axes]])


def lp_pool(node: Node) -> None:
    """LpPool: the root of a sum of powers, which a convolution with ones computes. A cell of padding adds 0, also where
    the exponent is negative, as in onnxruntime."""
    axes, p = _axes(node), int(node.attributes.get("p", 2))
    if p == 0:
        raise node.refused("its attribute 'p' is 0; expected another number: 2 is the Euclidean norm")
    # C has no power with an exponent of 64 bits.
    base = x = node.emit("Abs", node.input(0))
    for _ in range(abs(p) - 1):
        x = node.emit("Mul", x, base)
    if p < 0:
        x = node.emit("Reciprocal", x)
    x = _sums(node, _padded(node, x, axes, 0), axes, 1)
    if p == 2:
        x = node.emit("Sqrt", x)
    elif p != 1:
        dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
        x = node.emit("Pow", x, node.literal(dtype.type(1 / p)))
    node.emit("Identity", x, out=node.outputs[0])


def max_pool(node: Node) -> None:
    """MaxPool: uint8 in int8, in the same order; indices as those in the whole tensor."""
    axes, kind = _axes(node), node.kind(0)
    indices = node.outputs[1] if len(node.outputs) > 1 else ""
    x, pads, pooled = node.input(0), _even_pads(axes), kind
    is_plain = not indices and len(axes) == 2 and all(axis.dilation == 1 for axis in axes)
    if kind not in FLOATS and not is_plain:
        # torch-mlir has no such pools of integers.
        x = node.cast(node.cast(x, _T.INT32), _T.FLOAT)
        x, pads, pooled = _padded(node, x, axes, -math.inf, numpy.float32), [], int(_T.FLOAT)
    elif kind == _T.UINT8:
        step = node.literal(numpy.int32(128))
        x = node.cast(node.emit("Sub", node.cast(_padded(node, x, axes, 0), _T.INT32), step), _T.INT8)
        pads, pooled = [], int(_T.INT8)
    elif indices or not _is_even(axes):
        x, pads = _padded(node, x, axes, -math.inf if kind in FLOATS else -128), []
    more = [f"{node.outputs[0]}/places"] if indices else []
    largest = node.emit("MaxPool", x, more=more, is_settled=True, **_windows(axes, pads=pads))
    if pooled != kind:
        largest = node.cast(largest, _T.INT32)
        if pooled == _T.INT8:
            largest = node.emit("Add", largest, step)
        largest = node.cast(largest, kind)
    node.emit("Identity", largest, out=node.outputs[0])
    if indices:
        _number(node, more[0], axes, indices)


def _number(node: Node, places: str, axes: list[_Axis], out: str) -> None:
    """Turns places in a padded channel into those in the whole tensor, by rows or by columns."""
    batch, channels = node.shape(0)[:2]
    sizes = [axis.size for axis in axes]
    padded = [axis.size + axis.before + max(axis.after, 0) for axis in axes]
    by_columns = bool(node.attributes.get("storage_order", 0))
    planes = numpy.arange(batch * channels, dtype=numpy.int64).reshape(batch, channels, *[1] * len(axes))
    total = node.literal(planes * math.prod(sizes))
    if padded == sizes and not by_columns:
        node.emit("Add", places, total, out=out)
        return
    for i, axis in enumerate(axes):
        inner = node.literal(numpy.int64(math.prod(padded[i + 1 :])))
        place = node.emit("Div", places, inner)
        places = node.emit("Sub", places, node.emit("Mul", place, inner))
        step = math.prod(sizes[:i] if by_columns else sizes[i + 1 :])
        place = node.emit("Sub", place, node.literal(numpy.int64(axis.before)))
        total = node.emit("Add", total, node.emit("Mul", place, node.literal(numpy.int64(step))))
    node.emit("Identity", total, out=out)


def local_response(node: Node) -> None:
    """LRN of even size, whose window has one channel more after its middle than before it."""
    shape, size = node.shape(0), int(node.attributes["size"])
    if size % 2:
        return
    before, dtype = (size - 1) // 2, onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    x = node.input(0)
    image = node.reshape(node.emit("Mul", x, x), [shape[0], 1, shape[1], math.prod(shape[2:])])
    amounts = node.literal(numpy.array([0, 0, before, 0, 0, 0, size - 1 - before, 0], numpy.int64))
    image = node.emit("Pad", image, amounts, node.literal(dtype.type(0)), is_settled=True)
    mean = node.emit("AveragePool", image, kernel_shape=[size, 1], is_settled=True)
    alpha, beta, bias = (
        node.literal(dtype.type(node.attributes.get(name, default)))
        for name, default in (("alpha", 1e-4), ("beta", 0.75), ("bias", 1.0))
    )
    base = node.emit("Add", node.emit("Mul", node.reshape(mean, shape), alpha), bias)
    node.emit("Div", x, node.emit("Pow", base, beta), out=node.outputs[0])
