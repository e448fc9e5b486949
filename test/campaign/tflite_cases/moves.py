"""Operators that move elements: shapes, order, parts and padding."""

from __future__ import annotations

import math

import numpy

from .build import Net, register

_MOST = "FLOAT32 INT8 UINT8 INT16 INT32 INT64 BOOL"
_COMMON = "FLOAT32 INT8 UINT8 INT16 INT32 INT64"


def _factors(c: Net, count: int) -> list[int]:
    """Returns sizes with a product."""
    sizes = []
    while count > 1 and c.chance(0.7):
        divisors = [d for d in range(2, count + 1) if count % d == 0]
        sizes.append(c.choice(divisors))
        count //= sizes[-1]
    sizes.append(count)
    if c.chance(0.4):
        sizes.insert(c.integer(0, len(sizes)), 1)
    return sizes


@register("RESHAPE", _MOST)
def reshape(c: Net) -> None:
    shape = c.shape(1, 6)
    sizes = _factors(c, math.prod(shape))
    if c.chance(0.3):
        sizes[c.integer(0, len(sizes) - 1)] = -1
    options = ("ReshapeOptions", {"newShape": sizes}) if c.chance(0.5) else None
    c.moved(shape, c.integers(sizes), options=options)


@register("SQUEEZE", _MOST)
def squeeze(c: Net) -> None:
    shape = list(c.shape(1, 4))
    places = sorted({c.integer(0, len(shape) - 1) for _ in range(2)})
    for place in places:
        shape[place] = 1
    dims = [place - len(shape) if c.chance(0.3) else place for place in places] if c.chance(0.7) else []
    c.moved(shape, options=("SqueezeOptions", {"squeezeDims": dims}))


@register("EXPAND_DIMS", _MOST)
def expand_dims(c: Net) -> None:
    shape = c.shape(1, 5)
    axis = c.integer(-len(shape) - 1, len(shape))
    c.moved(shape, c.integers([axis] if c.chance(0.5) else axis), options=("ExpandDimsOptions", {}))


@register("TRANSPOSE", _MOST)
def transpose(c: Net) -> None:
    shape = c.shape(1, 6, 5)
    c.moved(shape, c.integers(c.draw.permutation(len(shape))), options=("TransposeOptions", {}))


@register("CONCATENATION", _MOST)
def concatenation(c: Net) -> None:
    shape = list(c.shape(1, 4))
    axis = c.axis(len(shape))
    after = c.quantization(c.type)
    parts = []
    for _ in range(c.integer(1, 4)):
        sizes = list(shape)
        sizes[axis] = c.integer(1, 5)
        # Of these types, uint8 alone may have another scale than the output.
        before = c.near(after, c.type) if c.type == "UINT8" else after
        parts.append(c.either(sizes, c.type, before, constant=0.2))
    if all(part.values is not None for part in parts):
        parts.append(c.input(shape, c.type, after))
    options = ("ConcatenationOptions", {"axis": axis, "fusedActivationFunction": 0})
    c.add(parts, (c.type, after), options=options)


@register("SPLIT", _COMMON)
def split(c: Net) -> None:
    shape = list(c.shape(1, 4))
    axis = c.axis(len(shape))
    count = c.integer(1, 4)
    shape[axis] = count * c.integer(1, 3)
    quantization = c.quantization(c.type)
    outputs = [(c.type, quantization)] * count
    made = [c.integers(axis), c.input(shape, c.type, quantization)]
    c.add(made, *outputs, options=("SplitOptions", {"numSplits": count}))


@register("SPLIT_V", _COMMON)
def split_v(c: Net) -> None:
    shape = list(c.shape(1, 4))
    axis = c.axis(len(shape))
    sizes = [c.integer(1, 4) for _ in range(c.integer(1, 4))]
    shape[axis] = sum(sizes)
    if c.chance(0.3):
        sizes[c.integer(0, len(sizes) - 1)] = -1
    quantization = c.quantization(c.type)
    made = [c.input(shape, c.type, quantization), c.integers(sizes), c.integers(axis)]
    c.add(made, *[(c.type, quantization)] * len(sizes), options=("SplitVOptions", {"numSplits": len(sizes)}))


@register("SLICE", _MOST)
def slice_(c: Net) -> None:
    shape = c.shape(1, 5)
    begin = [c.integer(0, size - 1) for size in shape]
    sizes = [c.integer(1, size - first) for size, first in zip(shape, begin, strict=True)]
    sizes = [-1 if c.chance(0.2) else size for size in sizes]
    kind = c.choice(["INT32", "INT32", "INT64"])
    c.moved(shape, c.integers(begin, kind), c.integers(sizes, kind), options=("SliceOptions", {}))


def _range(c: Net, size: int) -> tuple[int, int, int]:
    """Returns begin, end and stride of a slice with elements, in one of its forms."""
    while True:
        stride = c.choice([1, 1, 2, 3, -1, -2])
        begin, end = c.integer(-size - 2, size + 1), c.integer(-size - 2, size + 2)
        first = max(0, min(size - 1 if stride < 0 else size, begin + size if begin < 0 else begin))
        last = max(-1 if stride < 0 else 0, min(size, end + size if end < 0 else end))
        if (last - first) * stride > 0 and begin >= -size and end >= -size:
            return begin, end, stride


@register("STRIDED_SLICE", _MOST)
def strided_slice(c: Net) -> None:
    shape = c.shape(1, 4)
    ranges = [_range(c, size) for size in shape]
    fields = dict.fromkeys(("beginMask", "endMask", "ellipsisMask", "newAxisMask", "shrinkAxisMask"), 0)
    for place, size in enumerate(shape):
        if c.chance(0.2):
            fields["beginMask"] |= 1 << place
            ranges[place] = (0, ranges[place][1] if ranges[place][2] > 0 else -size, ranges[place][2])
        if c.chance(0.2):
            fields["endMask"] |= 1 << place
        if c.chance(0.15):
            fields["shrinkAxisMask"] |= 1 << place
            first = c.integer(-size, size - 1)
            ranges[place] = (first, first + 1, 1)
    ranges, fields = _unusual(c, ranges, fields)
    if c.chance(0.2):
        fields["offset"] = False
    made = [c.integers([item[part] for item in ranges]) for part in range(3)]
    c.moved(shape, *made, options=("StridedSliceOptions", fields))


def _unusual(
    c: Net, ranges: list[tuple[int, int, int]], fields: dict[str, int]
) -> tuple[list[tuple[int, int, int]], dict[str, int]]:
    """Makes one range an ellipsis or the place of a new axis, or leaves out the last ones."""
    place = c.integer(0, len(ranges) - 1)
    style = c.integer(0, 9)
    if style == 0:
        fields["ellipsisMask"] = 1 << place
    elif style == 1:
        fields["newAxisMask"] = 1 << place
    elif style == 2:
        ranges = ranges[: place + 1]
    return ranges, fields


@register("PACK", _COMMON)
def pack(c: Net) -> None:
    shape = c.shape(0, 4)
    quantization = c.quantization(c.type)
    parts = [c.either(shape, c.type, quantization, constant=0.2) for _ in range(c.integer(1, 4))]
    if all(part.values is not None for part in parts):
        parts.append(c.input(shape, c.type, quantization))
    fields = {"valuesCount": len(parts), "axis": c.axis(len(shape) + 1)}
    c.add(parts, (c.type, quantization), options=("PackOptions", fields))


@register("UNPACK", "FLOAT32 INT8 UINT8 INT16 INT32 BOOL")
def unpack(c: Net) -> None:
    shape = c.shape(1, 4, 4)
    axis = c.axis(len(shape))
    quantization = c.quantization(c.type)
    options = ("UnpackOptions", {"num": shape[axis], "axis": axis})
    c.add([c.input(shape, c.type, quantization)], *[(c.type, quantization)] * shape[axis], options=options)


@register("TILE", _MOST)
def tile(c: Net) -> None:
    shape = c.shape(1, 4, 4, 60)
    times = [c.integer(1, 3) for _ in shape]
    c.moved(shape, c.integers(times, c.choice(["INT32", "INT64"])), options=("TileOptions", {}))


@register("BROADCAST_TO", _MOST)
def broadcast_to(c: Net) -> None:
    shape = c.shape(1, 5)
    small = c.draw.broadcast(shape)
    sizes = c.integers(shape, c.choice(["INT32", "INT64"]))
    c.moved(small, sizes, options=("BroadcastToOptions", {}), version=2)


@register("REVERSE_V2", _MOST)
def reverse(c: Net) -> None:
    shape = c.shape(1, 4)
    first = c.integer(0, len(shape) - 1)
    last = c.integer(first, len(shape) - 1)
    axes = list(range(first, last + 1)) if c.chance(0.4) else [c.axis(len(shape))]
    c.moved(shape, c.integers(axes), options=("ReverseV2Options", {}))


@register("REVERSE_SEQUENCE", "FLOAT32 UINT8 INT16 INT32 INT64")
def reverse_sequence(c: Net) -> None:
    shape = c.shape(2, 4)
    along, batch = c.draw.permutation(len(shape))[:2]
    lengths = c.random().randint(0, shape[along] + 1, shape[batch])
    kind = c.choice(["INT32", "INT64"])
    made = c.either((shape[batch],), kind, None, lengths, constant=0.7)
    c.moved(shape, made, options=("ReverseSequenceOptions", {"seqDim": along, "batchDim": batch}))


@register("FILL", _MOST)
def fill(c: Net) -> None:
    quantization = c.quantization(c.type)
    sizes = c.integers(c.shape(1, 4), c.choice(["INT32", "INT64"]))
    c.add([sizes, c.input((), c.type, quantization)], (c.type, quantization), options=("FillOptions", {}))


@register("SHAPE RANK", _COMMON)
def shape_of(c: Net) -> None:
    options = ("ShapeOptions", {"outType": 2}) if c.operator == "SHAPE" else ("RankOptions", {})
    c.add([c.input(c.shape(1, 4), c.type, c.quantization(c.type))], ("INT32", None), options=options)


@register("MATRIX_DIAG", _COMMON)
def matrix_diagonal(c: Net) -> None:
    c.moved(c.shape(1, 3, 5), options=("MatrixDiagOptions", {}))


@register("MATRIX_SET_DIAG", _COMMON)
def matrix_set_diagonal(c: Net) -> None:
    shape = c.shape(2, 4, 5)
    quantization = c.quantization(c.type)
    diagonal = c.either((*shape[:-2], min(shape[-2:])), c.type, quantization)
    made = [c.input(shape, c.type, quantization), diagonal]
    c.add(made, (c.type, quantization), options=("MatrixSetDiagOptions", {}))


@register("BITCAST", "FLOAT32 INT8 UINT8 INT16 INT32 UINT32")
def bitcast(c: Net) -> None:
    shape = c.shape(1, 4)
    target = {"FLOAT32": ["INT32"] * 4 + ["UINT32"], "INT32": ["FLOAT32"] * 4 + ["UINT32"], "UINT32": ["INT32", "FLOAT32"]}
    small = {"INT8": ["UINT8"], "UINT8": ["INT8"], "INT16": ["UINT16"]}
    kind = c.choice((target | small)[c.type])
    c.add([c.input(shape, c.type)], (kind, None), options=("BitcastOptions", {}))


@register("BROADCAST_ARGS", "INT32 INT64")
def broadcast_args(c: Net) -> None:
    shape = c.shape(1, 4)
    other = c.draw.broadcast(shape)
    made = [c.input((len(sizes),), c.type, None, numpy.array(sizes)) for sizes in (shape, other)]
    c.add(made, (c.type, None))
