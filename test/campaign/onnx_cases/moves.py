"""Operators that only move numbers, by sizes and axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from .build import Net
from .reductions import axes_of

TYPES = (
    "float32",
    "float32",
    "float32",
    "int32",
    "int64",
    "int8",
    "uint8",
    "float16",
    "float64",
    "bool",
    "int16",
    "uint32",
)


def _input(net: Net, shape: Sequence[int]) -> str:
    return net.input(net.draw.values(shape, net.draw.choice(TYPES)))


def _split_number(draw: Draw, number: int) -> list[int]:
    """Returns sizes whose product is the number."""
    sizes: list[int] = []
    while number > 1 and len(sizes) < 4:
        divisors = [d for d in range(1, number + 1) if number % d == 0]
        sizes.append(draw.choice(divisors))
        number //= sizes[-1]
    return [*sizes, number] if number > 1 or not sizes else sizes


def reshape(draw: Draw) -> Case:
    net = Net(draw, 7, 13, 14, 19, 21, 23, 24, 25)
    shape = draw.shape()
    to = _split_number(draw, int(numpy.prod(shape)))
    if draw.flag(0.4):
        to[draw.below(len(to))] = -1
    if draw.flag(0.3):
        same = [i for i in range(min(len(to), len(shape))) if to[i] == shape[i]]
        if same:
            to[same[draw.below(len(same))]] = 0
    allow = draw.choice((None, 0)) if net.opset >= 14 else None
    x = _input(net, shape)
    return net.case(net.node("Reshape", [x, net.constant(to, "int64")], allowzero=allow))


def flatten(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 11, 13, 21, 23, 24, 25)
    shape = draw.shape()
    x = net.input(draw.values(shape, draw.choice(TYPES if net.opset >= 9 else ("float32", "float64"))))
    axis = draw.choice((None, *range(len(shape) + 1), *(range(-len(shape), 0) if net.opset >= 11 else ())))
    return net.case(net.node("Flatten", [x], axis=axis))


def transpose(draw: Draw) -> Case:
    net = Net(draw, 7, 13, 21, 23, 24, 25)
    shape = draw.shape(most=5, size=4)
    perm = draw.permutation(len(shape)) if draw.flag(0.8) else None
    return net.case(net.node("Transpose", [_input(net, shape)], perm=perm))


def squeeze(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13, 21, 23, 24, 25)
    shape = tuple(1 if draw.flag() else size for size in draw.shape(least=2))
    ones = [i for i, size in enumerate(shape) if size == 1]
    axes = draw.some(ones, 1) if ones and draw.flag(0.7) else None
    if axes and net.opset >= 11 and draw.flag(0.3):
        axes = [axis - len(shape) for axis in axes]
    x = _input(net, shape)
    if net.opset < 13:
        return net.case(net.node("Squeeze", [x], axes=axes))
    return net.case(net.node("Squeeze", [x, "" if axes is None else net.constant(axes, "int64")]))


def unsqueeze(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13, 21, 23, 24, 25)
    shape = draw.shape(most=3)
    rank = len(shape) + draw.integer(1, 2)
    axes = axes_of(draw, rank, rank - len(shape))[: rank - len(shape)]
    if net.opset < 11:
        axes = sorted(axis % rank for axis in axes)
    x = _input(net, shape)
    if net.opset < 13:
        return net.case(net.node("Unsqueeze", [x], axes=axes))
    return net.case(net.node("Unsqueeze", [x, net.constant(axes, "int64")]))


def expand(draw: Draw) -> Case:
    net = Net(draw, 8, 13)
    full = draw.shape()
    part = draw.broadcast(full)
    to = [1 if draw.flag(0.2) and i + len(part) >= len(full) else size for i, size in enumerate(full)]
    return net.case(net.node("Expand", [_input(net, part), net.constant(to, "int64")]))


def tile(draw: Draw) -> Case:
    net = Net(draw, 7, 13)
    shape = draw.shape(size=4)
    return net.case(net.node("Tile", [_input(net, shape), net.constant([draw.integer(1, 3) for _ in shape], "int64")]))


def concat(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13)
    shape, axis = draw.shape(), 0
    axis = draw.below(len(shape))
    dtype = draw.choice(TYPES)
    shapes = [[draw.integer(1, 3) if i == axis else n for i, n in enumerate(shape)] for _ in range(draw.integer(1, 4))]
    names = [net.input(draw.values(shapes[0], dtype))]
    names += [net.either(draw.values(sizes, dtype), 0.3) for sizes in shapes[1:]]
    if draw.flag(0.1):
        names.append(names[0])
    return net.case(net.node("Concat", names, axis=axis - (len(shape) if net.opset >= 11 and draw.flag(0.3) else 0)))


def split(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13, 18)
    parts = draw.integer(1, 3)
    shape = list(draw.shape(size=3))
    axis = draw.below(len(shape))
    given = draw.flag()
    sizes = [draw.integer(1, 3) for _ in range(parts)]
    shape[axis] = sum(sizes) if given else parts * shape[axis]
    if not given and net.opset >= 18 and parts > 1 and draw.flag(0.3) and shape[axis] > parts:
        shape[axis] -= 1
    attributes: dict[str, Any] = {}
    if axis or draw.flag():
        attributes["axis"] = axis - (len(shape) if net.opset >= 11 and draw.flag(0.3) else 0)
    names = [_input(net, shape)]
    if given and net.opset < 13:
        attributes["split"] = sizes
    elif given:
        names.append(net.constant(sizes, "int64"))
    elif net.opset >= 18:
        attributes["num_outputs"] = parts
    return net.case(net.node("Split", names, parts, **attributes))


def slice_(draw: Draw) -> Case:
    net = Net(draw, 7, 10, 11, 13)
    shape = draw.shape()
    axes = axes_of(draw, len(shape)) if draw.flag(0.7) else list(range(len(shape)))
    starts, ends, steps = [], [], []
    for axis in axes:
        size = shape[axis]
        step = draw.choice((1, 1, 2, -1, -2, 3)) if net.opset >= 10 else 1
        begin, end = (draw.choice((0, 1, size - 1, size, size + 2, -1, -size, 2**31 - 1, -(2**31))) for _ in range(2))
        if draw.flag(0.6):
            begin, end = (0, size) if step > 0 else (size - 1, -size - 1)
        starts.append(begin)
        ends.append(end)
        steps.append(step)
    x = _input(net, shape)
    is_implied = axes == list(range(len(axes))) and draw.flag()
    if net.opset < 10:
        axes = [axis % len(shape) for axis in axes]
        return net.case(net.node("Slice", [x], starts=starts, ends=ends, axes=None if is_implied else axes))
    kind = draw.choice(("int64", "int64", "int32"))
    names = [x, net.constant(starts, kind), net.constant(ends, kind), "" if is_implied else net.constant(axes, kind)]
    if any(step != 1 for step in steps) or draw.flag(0.3):
        names.append(net.constant(steps, kind))
    return net.case(net.node("Slice", names))


def pad(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13, 18, 19, 21, 23, 24, 25)
    shape = draw.shape(size=4)
    modes = ["constant", "constant", "reflect", "edge", *(["wrap"] if net.opset >= 19 else [])]
    mode = draw.choice([None, *modes])
    some = draw.some(range(len(shape)), 1) if net.opset >= 18 and draw.flag(0.3) else list(range(len(shape)))
    low = [draw.choice((0, 1, 2, -1)) for _ in range(2 * len(some))]
    if mode == "reflect":
        low = [min(by, shape[axis] - 1) for by, axis in zip(low, some * 2, strict=True)]
    for i, axis in enumerate(some):
        if shape[axis] + min(low[i], 0) + min(low[i + len(some)], 0) < 1:
            low[i] = low[i + len(some)] = 0
    if net.opset < 11:
        x = net.input(draw.values(shape, draw.choice(("float32", "float64"))))
        return net.case(net.node("Pad", [x], mode=mode, pads=low, value=draw.choice((None, 1.5, 0.0))))
    dtype = draw.choice(("float32", "float32", "float64", "int32", "int64", "int8", "uint8", "float16", "bool"))
    x = net.input(draw.values(shape, dtype))
    value = net.constant(draw.values((), dtype, ("small",) if dtype != "bool" else None)) if draw.flag() else ""
    axes = ""
    if some != list(range(len(shape))) or net.opset >= 18 and draw.flag(0.1):
        axes = net.constant([axis - (len(shape) if draw.flag(0.3) else 0) for axis in some], "int64")
    return net.case(net.node("Pad", [x, net.constant(low, "int64"), value, axes], mode=mode))


def _block(name: str, *versions: int) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions)
        block, channels = draw.choice((2, 1, 3)), draw.integer(1, 3)
        size = [draw.integer(1, 3) for _ in range(2)]
        dtype = draw.choice(("float32", "float32", "float64"))
        if name == "DepthToSpace":
            shape = (draw.choice((1, 2)), channels * block * block, *size)
            mode = draw.choice((None, "DCR", "CRD")) if net.opset >= 11 else None
        else:
            shape = (draw.choice((1, 2)), channels, *[n * block for n in size])
            mode = draw.choice((None, "DCR", "CRD")) if net.opset >= 28 else None
        return net.case(net.node(name, [net.input(draw.values(shape, dtype))], blocksize=block, mode=mode))

    return generate


def shape_of(draw: Draw) -> Case:
    net = Net(draw, 7, 13, 15, 19, 21, 23, 24, 25)
    shape = draw.shape()
    x = _input(net, shape)
    ends = (
        [draw.choice((None, *range(-len(shape) - 1, len(shape) + 2))) for _ in range(2)]
        if net.opset >= 15
        else [None] * 2
    )
    return net.case([*net.node("Shape", [x], start=ends[0], end=ends[1]), *net.node("Identity", [x])])


def size_of(draw: Draw) -> Case:
    net = Net(draw, 7, 13, 19, 21, 23, 24, 25)
    x = _input(net, draw.shape())
    return net.case([*net.node("Size", [x]), *net.node("Identity", [x])])


def trilu(draw: Draw) -> Case:
    net = Net(draw, 14)
    shape = draw.shape(least=2)
    names = [_input(net, shape)]
    if draw.flag(0.7):
        names.append(net.constant(draw.choice((0, 1, -1, 2, -3, 9)), "int64"))
    return net.case(net.node("Trilu", names, upper=draw.choice((None, 0, 1))))


def eye_like(draw: Draw) -> Case:
    net = Net(draw, 9, 22)
    shape = (draw.integer(1, 5), draw.integer(1, 5))
    x = net.input(draw.values(shape, draw.choice(("float32", "int32", "float64", "int64"))))
    made = net.node("EyeLike", [x], k=draw.choice((None, 0, 1, -2)), dtype=draw.choice((None, 1, 7)))
    return net.case([*made, *net.node("Identity", [x])])


def constant_of_shape(draw: Draw) -> Case:
    from onnx import helper

    net = Net(draw, 9, 20, 21, 23, 24, 25)
    x = net.input(draw.values((2,), "float32"))
    shape = net.constant(draw.shape(), "int64")
    kinds = ((1, 0.5), (6, -3), (7, 9), (2, 200), (9, True))
    value = draw.choice(kinds) if draw.flag(0.7) else None
    tensor = None if value is None else helper.make_tensor("v", value[0], [1], [value[1]])
    return net.case([*net.node("ConstantOfShape", [shape], value=tensor), *net.node("Identity", [x])])


def range_(draw: Draw) -> Case:
    net = Net(draw, 11, 27)
    dtype = draw.choice(("int64", "int32", "float32", "float64", "int16"))
    start, count, delta = draw.choice((0, 1, -2)), draw.integer(1, 6), draw.choice((1, 2, -1))
    limits: list[float] = [start, start + count * delta, delta]
    if dtype[0] == "f" and draw.flag():
        limits = [start * 0.5, start * 0.5 + count * delta * 0.25, delta * 0.25]
    x = net.input(draw.values((2,), "float32"))
    made = net.node("Range", [net.constant(limit, dtype) for limit in limits])
    return net.case([*made, *net.node("Identity", [x])])


def center_crop_pad(draw: Draw) -> Case:
    net = Net(draw, 18)
    shape = draw.shape()
    axes = draw.some(range(len(shape)), 1) if draw.flag() else None
    to = [draw.integer(1, 6) for _ in (axes or shape)]
    x = net.input(draw.values(shape, draw.choice(("float32", "int32"))))
    return net.case(net.node("CenterCropPad", [x, net.constant(to, "int64")], axes=axes))


def reverse_sequence(draw: Draw) -> Case:
    net = Net(draw, 10, 28)
    time_axis = draw.choice((0, 1))
    shape = draw.shape(least=2)
    lengths = [draw.integer(1, shape[time_axis]) for _ in range(shape[1 - time_axis])]
    x = _input(net, shape)
    attributes: dict[str, Any] = (
        {} if not time_axis and draw.flag() else {"time_axis": time_axis, "batch_axis": 1 - time_axis}
    )
    return net.case(net.node("ReverseSequence", [x, net.either(numpy.array(lengths, numpy.int64))], **attributes))


def col2im(draw: Draw) -> Case:
    net = Net(draw, 18)
    k, size = draw.integer(1, 2), draw.integer(2, 4)
    count = (size - k + 1) ** 2
    x = net.input(draw.values((1, draw.integer(1, 2) * k * k, count), "float32", ("small", "normal")))
    return net.case(net.node("Col2Im", [x, net.constant([size] * 2, "int64"), net.constant([k] * 2, "int64")]))


OPERATORS: dict[str, Generator] = {
    "CenterCropPad": center_crop_pad,
    "Col2Im": col2im,
    "Concat": concat,
    "ConstantOfShape": constant_of_shape,
    "DepthToSpace": _block("DepthToSpace", 7, 11, 13, 28),
    "Expand": expand,
    "EyeLike": eye_like,
    "Flatten": flatten,
    "Pad": pad,
    "Range": range_,
    "Reshape": reshape,
    "ReverseSequence": reverse_sequence,
    "Shape": shape_of,
    "Size": size_of,
    "Slice": slice_,
    "SpaceToDepth": _block("SpaceToDepth", 7, 13, 28),
    "Split": split,
    "Squeeze": squeeze,
    "Tile": tile,
    "Transpose": transpose,
    "Trilu": trilu,
    "Unsqueeze": unsqueeze,
}
