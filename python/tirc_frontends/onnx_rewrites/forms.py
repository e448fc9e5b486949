# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of which torch-mlir converts only one form, by way of that form."""

from __future__ import annotations

import numpy
import onnx

from .graph import Node

_T = onnx.TensorProto


def reduce_bool(node: Node) -> None:
    """ReduceMax and ReduceMin of bool: torch-mlir compares the bits as a signed number, whose true is -1."""
    if node.kind(0) != _T.BOOL:
        return
    inputs = [node.cast(node.input(0), _T.INT32), *([node.input(1)] if node.input(1) else [])]
    node.cast(node.emit(node.operator, *inputs, **node.attributes), _T.BOOL, out=node.outputs[0])


def depth_to_space(node: Node) -> None:
    """DepthToSpace of the mode CRD: torch-mlir splits the channels in the order of DCR.

    The shapes hide this only if there are as many groups of channels as a block has rows.
    """
    if node.text("mode", "DCR") != "CRD":
        return
    batch, channels, height, width = node.shape(0)
    block = int(node.attributes["blocksize"])
    depth = channels // block**2
    blocks = node.reshape(node.input(0), [batch, depth, block, block, height, width])
    rows = node.transpose(blocks, [0, 1, 4, 2, 5, 3])
    node.reshape(rows, [batch, depth, height * block, width * block], out=node.outputs[0])


def space_to_depth(node: Node) -> None:
    """SpaceToDepth of the mode CRD, which opset 28 has added."""
    if node.text("mode", "DCR") != "CRD":
        return
    batch, channels, height, width = node.shape(0)
    block = int(node.attributes["blocksize"])
    blocks = node.reshape(node.input(0), [batch, channels, height // block, block, width // block, block])
    depth = node.transpose(blocks, [0, 1, 3, 5, 2, 4])
    node.reshape(depth, [batch, channels * block**2, height // block, width // block], out=node.outputs[0])


def convolution_transposed(node: Node) -> None:
    """ConvTranspose of several groups, one by one, and of uneven padding or a given size, by cutting the result."""
    shape, weights, groups = node.shape(0), node.shape(1), int(node.attributes.get("group", 1))
    cuts = _cuts(node, len(shape) - 2)
    if groups == 1 and not cuts:
        return
    dropped = ("auto_pad", "group", "output_shape", *(("pads",) if cuts else ()))
    attributes = {name: value for name, value in node.attributes.items() if name not in dropped}
    parts = []
    for i in range(groups):
        sizes = [(0, 1, shape[1] // groups), (1, 0, weights[0] // groups), (2, 0, weights[1])]
        operands = [
            node.slice(node.input(index), [i * size], [(i + 1) * size], [axis]) if groups > 1 else node.input(index)
            for index, axis, size in sizes
            if node.input(index)
        ]
        parts.append(node.emit("ConvTranspose", *operands, **attributes))
    result = node.emit("Concat", *parts, axis=1) if groups > 1 else parts[0]
    for axis, (start, end) in enumerate(cuts, 2):
        result = node.slice(result, [start], [end], [axis])
    node.emit("Identity", result, out=node.outputs[0])


def _cuts(node: Node, space: int) -> list[tuple[int, int]]:
    """Returns where the result of a ConvTranspose begins and ends on each axis of the one without padding. Returns none if
    torch-mlir pads as the node says."""
    shape, weights = node.shape(0), node.shape(1)
    padding = node.text("auto_pad", "NOTSET")
    strides, dilations = (node.attributes.get(name, [1] * space) for name in ("strides", "dilations"))
    extra = node.attributes.get("output_padding", [0] * space)
    wholes = [
        (shape[2 + i] - 1) * strides[i] + extra[i] + (weights[2 + i] - 1) * dilations[i] + 1 for i in range(space)
    ]
    if "output_shape" in node.attributes:
        wanted = [int(size) for size in node.attributes["output_shape"]][-space:]
    elif padding.startswith("SAME"):
        # As in onnxruntime, the result does not grow.
        wanted = [min(shape[2 + i] * strides[i], wholes[i]) for i in range(space)]
    else:
        pads = [int(size) for size in node.attributes.get("pads", [0] * (2 * space))]
        cuts = [(pads[i], wholes[i] - pads[space + i]) for i in range(space)]
        return cuts if pads[:space] != pads[space:] else []
    if any(size > whole for size, whole in zip(wanted, wholes, strict=True)):
        raise node.refused(
            f"its output_shape is {wanted}, but its result has the shape {wholes}; expected no more than that: export the model "
            "with output_padding"
        )
    rests = [whole - size for size, whole in zip(wanted, wholes, strict=True)]
    starts = [rest // 2 if padding == "SAME_UPPER" else rest - rest // 2 for rest in rests]
    return [(start, start + size) for start, size in zip(starts, wanted, strict=True)]


def refuse_dynamic(node: Node) -> None:
    raise node.refused(
        "the shape of its result depends on the numbers; expected one that is known when the model is compiled: cut the "
        "model before it (--outputs=NAME), and compute it from the model's outputs"
    )


def leaky(node: Node) -> None:
    """PRelu of a model that was older than opset 7, whose slopes belong to the channels."""
    shape, slopes = node.shape(0), node.shape(1)
    if len(slopes) == 1 and len(shape) > 2 and slopes[0] == shape[1] and slopes[0] not in (1, shape[-1]):
        slope = node.reshape(node.input(1), [slopes[0], *[1] * (len(shape) - 2)])
        node.emit("PRelu", node.input(0), slope, out=node.outputs[0])


def concat(node: Node) -> None:
    """Concat: parts without elements do not count, and C does not have arrays for them."""
    shapes = [node.values.shape(name) for name in node.inputs]
    kept = [name for name, shape in zip(node.inputs, shapes, strict=True) if shape is None or 0 not in shape]
    if 0 < len(kept) < len(node.inputs):
        node.emit("Concat", *kept, out=node.outputs[0], **node.attributes)


def split(node: Node) -> None:
    """Split: each part that has elements, by itself, if some part has none."""
    sizes = node.constant(1)
    if sizes is None or 0 not in sizes:
        return
    shape, axis = node.shape(0), int(node.attributes.get("axis", 0)) % len(node.shape(0))
    ends = numpy.cumsum(sizes)
    for name, size, end in zip(node.outputs, sizes, ends, strict=True):
        if size:
            node.slice(node.input(0), [end - size], [end], [axis], out=name)
        else:
            node.constant_output(name, numpy.zeros([0 if i == axis else n for i, n in enumerate(shape)]), node.kind(0))
