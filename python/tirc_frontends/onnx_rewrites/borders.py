# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slice and Pad, in bounds: torch-mlir does not limit the start of a backward slice, and does not cut off."""

from __future__ import annotations

from collections.abc import Sequence

import numpy
import onnx

from .graph import Array, Node

# As the end of a slice, these mean that there is none, in either direction.
_NO_END = frozenset({(1 << 31) - 1, (1 << 63) - 1})


def slices(node: Node) -> None:
    """Slice: forward along an axis by bounds in its range, backward by the indices."""
    starts, ends, axes, steps = (node.constant(i) for i in range(1, 5))
    if starts is None or ends is None or any(node.input(i) and part is None for i, part in ((3, axes), (4, steps))):
        return
    shape = node.shape(0)
    taken = {}
    for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
        axis = int(axes[i]) % len(shape) if axes is not None else i
        taken[axis] = _range(int(start), int(end), int(steps[i]) if steps is not None else 1, shape[axis])
    result = [len(taken[axis]) if axis in taken else size for axis, size in enumerate(shape)]
    if 0 in result:
        node.constant_output(node.outputs[0], numpy.zeros(result), node.kind(0))
        return
    node.emit("Identity", _take(node, node.input(0), taken), out=node.outputs[0])


def _range(start: int, end: int, step: int, size: int) -> range:
    """Returns the indices that a slice takes, as the standard limits them to an axis."""
    start += size if start < 0 else 0
    if end in _NO_END:
        end = -1 if step < 0 else size
    else:
        end += size if end < 0 else 0
    if step < 0:
        return range(min(max(start, 0), size - 1), min(max(end, -1), size), step)
    return range(min(max(start, 0), size), min(max(end, 0), size), step)


def _take(node: Node, x: str, taken: dict[int, range]) -> str:
    """Returns the parts of a tensor at these indices of its axes."""
    sizes = node.shape(0)
    forward = {axis: part for axis, part in taken.items() if part.step > 0 and part != range(sizes[axis])}
    if forward:
        numbers = [[part[0], part[-1] + 1, axis, part.step] for axis, part in forward.items()]
        bounds = [node.literal(numpy.array(row, numpy.int64)) for row in zip(*numbers, strict=True)]
        x = node.emit("Slice", x, *bounds, is_settled=True)
    for axis, part in taken.items():
        if part.step < 0:
            x = node.take(x, part, axis)
    return x


def pad(node: Node) -> None:
    """Pad: cut first, as in onnxruntime, and then padded, in most modes by the indices of what is copied."""
    sizes, pads, given = node.shape(0), node.constant(1), node.constant(3)
    if pads is None or (node.input(3) and given is None):
        raise node.refused("its pads or axes are not constant; expected constants, on which the result's shape depends")
    axes = range(len(sizes)) if given is None else [int(axis) % len(sizes) for axis in given]
    before, after = [0] * len(sizes), [0] * len(sizes)
    for axis, first, last in zip(axes, pads[: len(axes)], pads[len(axes) :], strict=True):
        before[axis], after[axis] = int(first), int(last)
    kept = {
        axis: range(max(-before[axis], 0), size - max(-after[axis], 0))
        for axis, size in enumerate(sizes)
        if before[axis] < 0 or after[axis] < 0
    }
    lengths = [len(kept[axis]) if axis in kept else size for axis, size in enumerate(sizes)]
    mode = node.text("mode", "constant")
    if 0 in lengths:
        _fill(node, mode, [size + first + last for size, first, last in zip(sizes, before, after, strict=True)])
        return
    before, after = ([max(size, 0) for size in part] for part in (before, after))
    x = _take(node, node.input(0), kept)
    if mode == "constant":
        x = _surrounded(node, x, before, after)
    else:
        for axis, length in enumerate(lengths):
            if before[axis] or after[axis]:
                x = node.take(x, _copied(node, mode, length, before[axis], after[axis]), axis)
    node.emit("Identity", x, out=node.outputs[0])


def _fill(node: Node, mode: str, sizes: list[int]) -> None:
    """Pad that cuts off an axis as a whole: what remains is padding."""
    if mode != "constant" or min(sizes) < 0:
        raise node.refused("its negative pads leave nothing of an axis; expected at least one element")
    if 0 in sizes:
        node.constant_output(node.outputs[0], numpy.zeros(sizes), node.kind(0))
        return
    value = node.input(2) or node.literal(onnx.helper.tensor_dtype_to_np_dtype(node.kind(0)).type(0))
    shape = node.literal(numpy.array(sizes, numpy.int64))
    node.emit("Expand", node.reshape(value, []), shape, out=node.outputs[0])


def _surrounded(node: Node, x: str, before: Sequence[int], after: Sequence[int]) -> str:
    if not any((*before, *after)):
        return x
    value = [node.input(2)] if node.input(2) else []
    amounts = node.literal(numpy.array([*before, *after], numpy.int64))
    return node.emit("Pad", x, amounts, *value, is_settled=True)


def _copied(node: Node, mode: str, size: int, before: int, after: int) -> Array:
    """Returns the index of which each element of a padded axis is a copy."""
    places = numpy.arange(-before, size + after)
    if mode == "wrap":
        return places % size
    if mode == "edge":
        return numpy.clip(places, 0, size - 1)
    if mode != "reflect":
        raise node.refused(f"its mode is '{mode}'; expected constant, edge, reflect or wrap")
    turns = max(2 * size - 2, 1)
    places = places % turns
    return numpy.minimum(places, turns - places)
