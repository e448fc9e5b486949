# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that compute where numbers go: each place of the result compares itself with each index.

torch-mlir converts them to operations that no other tool supports, or to shapes that depend on the data.
"""

from __future__ import annotations

import math
from typing import Any

import numpy
import onnx
from onnx import helper

from ..refused import excess
from .graph import FLOATS, Node
from .ml import schemas

_T = onnx.TensorProto
_ORDERED = FLOATS | {_T.INT8, _T.INT16, _T.INT32, _T.INT64}


def top_k(node: Node) -> None:
    """TopK: the numbers at the places of the greatest, which a function of our own finds. In a branch or a loop, which can have
    none, comparisons of each two numbers do."""
    shape, k = node.shape(0), node.constant(1)
    if k is None:
        raise node.refused("its K is not constant; expected a constant, on which the result's shape depends")
    if node.kind(0) not in _ORDERED:
        raise node.refused("it sorts numbers without a sign; expected floats or signed integers: cast them first")
    axis, count = int(node.attributes.get("axis", -1)) % len(shape), int(k.reshape(-1)[0])
    perm = _to_last(axis, len(shape))
    x = node.transpose(node.input(0), perm)
    largest = int(node.attributes.get("largest", 1))
    if node.values.is_inner:
        _check_work(node, math.prod(shape) * shape[axis])
        indices = _ranked(node, x, [shape[i] for i in perm], count, bool(largest))
    else:
        _check_work(node, math.prod(shape) * count)
        rows = node.reshape(x, [math.prod(shape) // shape[axis], shape[axis]])
        indices = node.emit(schemas.TOP_PLACES, rows, domain=schemas.DOMAIN, count=count, largest=largest)
        indices = node.reshape(indices, [*(shape[i] for i in perm[:-1]), count])
    values = node.emit("GatherElements", x, indices, axis=len(shape) - 1)
    back = [perm.index(i) for i in range(len(shape))]
    for name, result in zip(node.outputs, (values, indices), strict=False):
        if name:
            node.transpose(result, back, out=name)


def _ranked(node: Node, x: str, shape: list[int], count: int, is_largest: bool) -> str:
    """Returns the places by rank, which is how many numbers come before one."""
    *rows, size = shape
    keys = x
    if node.kind(0) in FLOATS:
        # The order must be total, because a rank is an index: NaN stands with the greatest numbers.
        greatest = node.literal(numpy.array(numpy.inf, helper.tensor_dtype_to_np_dtype(node.kind(0))))
        keys = node.emit("Where", node.emit("IsNaN", x), greatest, x)
    one, other = node.reshape(keys, [*rows, size, 1]), node.reshape(keys, [*rows, 1, size])
    before = node.emit("Greater" if is_largest else "Less", other, one)
    # Of equal numbers, the first one comes first.
    earlier = node.literal(numpy.tri(size, k=-1, dtype=bool))
    before = node.emit("Or", before, node.emit("And", node.emit("Equal", other, one), earlier))
    rank = _sum(node, node.cast(before, _T.INT32))
    wanted = node.literal(numpy.arange(count, dtype=numpy.int32).reshape(count, 1))
    found = node.emit("Equal", node.reshape(rank, [*rows, 1, size]), wanted)
    positions = node.literal(numpy.arange(size, dtype=numpy.int32))
    indices = _sum(node, node.emit("Where", found, positions, node.literal(numpy.int32(0))))
    return node.cast(indices, _T.INT64)


def scatter_elements(node: Node) -> None:
    """ScatterElements, and Scatter, its old name."""
    shape, places = node.shape(0), node.shape(1)
    rank = len(shape)
    axis = int(node.attributes.get("axis", 0)) % rank
    index, is_plain = node.constant(1), node.text("reduction", "none") == "none"
    if index is not None and is_plain and _are_places(index, shape[axis]):
        known = list(numpy.indices(places))
        known[axis] = index % shape[axis]
        _write_known(node, tuple(each.reshape(-1) for each in known), len(shape))
        return
    _check_work(node, math.prod(places) * shape[axis])
    perm = _to_last(axis, rank)
    back = [perm.index(i) for i in range(rank)]
    part = node.input(0)
    others = [i for i in range(rank) if i != axis and places[i] < shape[i]]
    for i in others:
        part = node.slice(part, [0], [places[i]], [i])
    data, updates = node.transpose(part, perm), node.transpose(node.input(2), perm)
    place = _from_end(node, node.transpose(node.input(1), perm), shape[axis])
    rows, count = [places[i] for i in perm[:-1]], places[axis]
    every = node.literal(numpy.arange(shape[axis], dtype=numpy.int64).reshape(-1, 1))
    mask = node.emit("Equal", node.reshape(place, [*rows, 1, count]), every)
    if is_plain:
        last, hit = _last(node, mask, count)
        picked = node.emit("GatherElements", updates, last, axis=rank - 1)
        result = node.emit("Where", hit, picked, data)
    else:
        result = _combined(node, data, mask, node.reshape(updates, [*rows, 1, count]), -1)
    result = node.transpose(result, back)
    for i in others:
        rest = node.slice(node.input(0), [places[i]], [shape[i]], [i])
        for j in others:
            if j > i:
                rest = node.slice(rest, [0], [places[j]], [j])
        result = node.emit("Concat", result, rest, axis=i)
    node.emit("Identity", result, out=node.outputs[0])


def scatter_nd(node: Node) -> None:
    """ScatterND: rows of a matrix, whose numbers follow from the indices."""
    shape, places = node.shape(0), node.shape(1)
    depth, count = places[-1], math.prod(places[:-1])
    rows, size = math.prod(shape[:depth]), math.prod(shape[depth:])
    is_plain, known = node.text("reduction", "none") == "none", node.constant(1)
    if known is not None and is_plain and _are_places(known, numpy.array(shape[:depth])):
        _write_known(node, tuple((known.reshape(count, depth) % shape[:depth]).T), depth)
        return
    _check_work(node, rows * count * (1 if is_plain else size))
    index = node.reshape(node.input(1), [count, depth])
    sizes = numpy.array(shape[:depth], numpy.int64)
    negative = node.emit("Less", index, node.literal(numpy.int64(0)))
    index = node.emit("Where", negative, node.emit("Add", index, node.literal(sizes)), index)
    steps = numpy.array([math.prod(shape[i + 1 : depth]) for i in range(depth)], numpy.int64)
    row = _sum(node, node.emit("Mul", index, node.literal(steps)))
    every = node.literal(numpy.arange(rows, dtype=numpy.int64).reshape(rows, 1))
    mask = node.emit("Equal", node.reshape(row, [1, count]), every)
    data, updates = node.reshape(node.input(0), [rows, size]), node.reshape(node.input(2), [count, size])
    if is_plain:
        last, hit = _last(node, mask, count)
        picked = node.emit("Gather", updates, last, axis=0)
        result = node.emit("Where", node.reshape(hit, [rows, 1]), picked, data)
    else:
        each = node.reshape(updates, [1, count, size])
        result = _combined(node, data, node.reshape(mask, [rows, count, 1]), each, 1)
    node.reshape(result, shape, out=node.outputs[0])


def _are_places(index: Any, sizes: Any) -> bool:
    return bool(numpy.all((index >= -sizes) & (index < sizes)))


def _write_known(node: Node, places: tuple[Any, ...], depth: int) -> None:
    """Writes the updates, in their order, to known places of the first `depth` axes. A box, such as PyTorch's x[:, 2:6] = y makes,
    is copied as it is; otherwise, a table has the number of what each place becomes."""
    shape = node.shape(0)
    rows, size, count = math.prod(shape[:depth]), math.prod(shape[depth:]), len(places[0])
    # The last of several updates of one place counts.
    sources = numpy.full(shape[:depth], -1, numpy.int64)
    sources[places] = numpy.arange(count)
    box = [(int(each.min()), int(each.max()) + 1) if count else (0, 0) for each in places]
    inside = sources[tuple(slice(*each) for each in box)]
    if not count:
        result = node.input(0)
    elif numpy.array_equal(inside.reshape(-1), numpy.arange(count)):
        whole = box + [(0, each) for each in shape[depth:]]
        updates = node.reshape(node.input(2), [end - start for start, end in whole])
        result = _with_box(node, node.input(0), updates, shape, whole)
    else:
        data, updates = node.reshape(node.input(0), [rows, size]), node.reshape(node.input(2), [count, size])
        numbers = numpy.where(sources.reshape(-1) < 0, numpy.arange(rows), sources.reshape(-1) + rows)
        both = node.emit("Concat", data, updates, axis=0)
        result = node.reshape(node.take(both, numbers, 0), shape)
    node.emit("Identity", result, out=node.outputs[0])


def _with_box(node: Node, data: str, updates: str, shape: list[int], box: list[tuple[int, int]]) -> str:
    """Returns the data with the updates in a box of it: axis by axis, what is before, in and after it."""
    for axis, (start, end) in enumerate(box):
        if (start, end) == (0, shape[axis]):
            continue
        middle = node.slice(data, [start], [end], [axis])
        sizes, rest = list(shape), list(box)
        sizes[axis], rest[axis] = end - start, (0, end - start)
        before = [node.slice(data, [0], [start], [axis])] if start else []
        after = [node.slice(data, [end], [shape[axis]], [axis])] if end < shape[axis] else []
        return node.emit("Concat", *before, _with_box(node, middle, updates, sizes, rest), *after, axis=axis)
    return updates


def compress(node: Node) -> None:
    """Compress by a constant condition: Gather."""
    condition = node.constant(1)
    if condition is None:
        raise node.refused("its condition is not constant; expected a constant, on which the result's shape depends")
    taken = numpy.flatnonzero(condition)
    if "axis" in node.attributes:
        node.emit("Gather", node.input(0), node.literal(taken), axis=int(node.attributes["axis"]), out=node.outputs[0])
    else:
        flat = node.reshape(node.input(0), [-1])
        node.emit("Gather", flat, node.literal(taken), axis=0, out=node.outputs[0])


def reverse_sequence(node: Node) -> None:
    """ReverseSequence: each element comes from a place that is counted from the end of its sequence."""
    shape = node.shape(0)
    batch, time = int(node.attributes.get("batch_axis", 1)), int(node.attributes.get("time_axis", 0))
    lengths = node.reshape(node.input(1), [-1 if i == batch else 1 for i in range(len(shape))])
    steps = numpy.arange(shape[time], dtype=numpy.int64)
    step = node.literal(steps.reshape([-1 if i == time else 1 for i in range(len(shape))]))
    last = node.emit("Sub", node.emit("Sub", lengths, step), node.literal(numpy.int64(1)))
    place = node.emit("Where", node.emit("Less", step, lengths), last, step)
    place = node.emit("Expand", place, node.literal(numpy.array(shape, numpy.int64)))
    node.emit("GatherElements", node.input(0), place, axis=time, out=node.outputs[0])


def _to_last(axis: int, rank: int) -> list[int]:
    return [i for i in range(rank) if i != axis] + [axis]


def _sum(node: Node, value: str, axis: int = -1) -> str:
    return node.emit("ReduceSum", value, node.literal(numpy.array([axis], numpy.int64)), keepdims=0)


def _from_end(node: Node, index: str, size: int) -> str:
    """Returns an index that may count from the end as one from the start."""
    index = node.cast(index, _T.INT64)
    moved = node.emit("Add", index, node.literal(numpy.int64(size)))
    return node.emit("Where", node.emit("Less", index, node.literal(numpy.int64(0))), moved, index)


def _last(node: Node, mask: str, count: int) -> tuple[str, str]:
    """Returns the last place in each row of a mask that is true, and whether there is one."""
    numbers = node.literal(numpy.arange(1, count + 1, dtype=numpy.int64))
    zero = node.literal(numpy.int64(0))
    number = node.reduce("ReduceMax", node.emit("Where", mask, numbers, zero), -1)
    place = node.emit("Max", node.emit("Sub", number, node.literal(numpy.int64(1))), zero)
    return place, node.emit("Greater", number, zero)


def _combined(node: Node, data: str, mask: str, updates: str, axis: int) -> str:
    """Returns the data combined with the updates of each place."""
    kind = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    limits = numpy.iinfo(kind) if node.kind(0) not in FLOATS else None
    least, most = (limits.min, limits.max) if limits else (-math.inf, math.inf)
    both, reduced, neutral = {
        "add": ("Add", "ReduceSum", 0),
        "mul": ("Mul", "ReduceProd", 1),
        "max": ("Max", "ReduceMax", least),
        "min": ("Min", "ReduceMin", most),
    }[node.text("reduction")]
    chosen = node.emit("Where", mask, updates, node.literal(kind.type(neutral)))
    part = _sum(node, chosen, axis) if reduced == "ReduceSum" else node.reduce(reduced, chosen, axis)
    return node.emit(both, data, part)


def _check_work(node: Node, comparisons: int) -> None:
    if message := excess(comparisons, "comparisons of indices"):
        raise node.refused(message)


def _unpooled(node: Node) -> list[int]:
    """Returns the sizes of an image whose windows a pool has."""
    sizes, kernel = node.shape(0)[2:], [int(size) for size in node.attributes["kernel_shape"]]
    steps = [int(step) for step in node.attributes.get("strides") or [1] * len(sizes)]
    pads = [int(size) for size in node.attributes.get("pads") or [0] * (2 * len(sizes))]
    both = [before + after for before, after in zip(pads, pads[len(sizes) :], strict=False)]
    return [
        (size - 1) * step + reach - pad for size, step, reach, pad in zip(sizes, steps, kernel, both, strict=True)
    ]


def max_unpool(node: Node) -> None:
    """MaxUnpool: each element is written at its index in the whole result."""
    shape = node.values.shape(node.outputs[0])
    if shape is None:
        raise node.refused("its output_shape is not constant; expected a fixed shape: export it with one")
    if shape[2:] != (sizes := _unpooled(node)):
        raise node.refused(
            f"its result has the sizes {shape[2:]}, and its windows make {sizes}, in which the standard counts its indices, but "
            "onnxruntime counts them in the result; expected the same sizes: leave out output_shape, and pad the result"
        )
    count, whole = (int(numpy.prod(sizes)) for sizes in (node.shape(0), shape))
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    parts = [node.reshape(node.input(index), [count]) for index in (0, 1)]
    made = node.emit("ScatterElements", node.literal(numpy.zeros(whole, dtype)), parts[1], parts[0], axis=0)
    node.reshape(made, shape, out=node.outputs[0])
