"""Operators that read or write where indices say."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy
from tflite_graph import Tensor

from .build import NUMPY, Net, register

_COMMON = "FLOAT32 INT8 UINT8 INT16 INT32 INT64"


def _indices(c: Net, shape: Sequence[int], bounds: int | Sequence[int], constant: float = 0.5) -> Tensor:
    """Returns indices below the bounds, one of which belongs to each place of the last axis, as an input or a
    constant."""
    kind = c.choice(["INT32", "INT32", "INT64"])
    numbers = c.random().random_sample(tuple(shape)) * numpy.array(bounds)
    return c.either(shape, kind, None, numpy.asarray(numbers).astype(NUMPY[kind]), constant)


@register("GATHER", _COMMON + " BOOL")
def gather(c: Net) -> None:
    shape = c.shape(1, 4)
    axis = c.axis(len(shape))
    batch = c.integer(0, axis % len(shape)) if c.chance(0.2) else 0
    quantization = c.quantization(c.type)
    made = c.either(shape, c.type, quantization, constant=0.2)
    indices = _indices(c, (*shape[:batch], *c.shape(0, 2, 4)), shape[axis], 0.5 if made.values is None else 0)
    options = ("GatherOptions", {"axis": axis, "batchDims": batch})
    c.add([made, indices], (c.type, quantization), options=options)


@register("GATHER_ND", _COMMON + " BOOL")
def gather_nd(c: Net) -> None:
    shape = c.shape(1, 4)
    depth = c.integer(1, len(shape))
    indices = _indices(c, (*c.shape(0, 2, 4), depth), shape[:depth])
    quantization = c.quantization(c.type)
    made = [c.input(shape, c.type, quantization), indices]
    c.add(made, (c.type, quantization), options=("GatherNdOptions", {}))


@register("SCATTER_ND", "FLOAT32 INT8 UINT8 INT32 INT64 BOOL")
def scatter_nd(c: Net) -> None:
    shape = c.shape(1, 4)
    depth = c.integer(1, len(shape))
    places = math.prod(shape[:depth])
    # Elements of the same place are added up.
    count = c.integer(1, places)
    chosen = c.random().randint(0, places, count) if c.chance(0.3) else c.random().permutation(places)[:count]
    found = numpy.stack(numpy.unravel_index(chosen, shape[:depth]), -1)
    indices = c.either((count, depth), "INT32", None, found, constant=0.5)
    updates = (count, *shape[depth:])
    numbers = c.between(updates, c.type, -9, 9) if c.type in ("INT8", "INT32", "INT64") else None
    quantization = c.quantization(c.type)
    made = [indices, c.input(updates, c.type, quantization, numbers), c.integers(shape)]
    c.add(made, (c.type, quantization), options=("ScatterNdOptions", {}))


@register("ONE_HOT", "FLOAT32 INT8 UINT8 INT32 INT64 BOOL")
def one_hot(c: Net) -> None:
    shape = c.shape(1, 3)
    depth = c.integer(1, 6)
    kind = c.choice(["INT32", "INT64"])
    indices = c.input(shape, kind, None, c.random().randint(-1, depth + 1, shape))
    values = [c.either((), c.type, constant=0.8) for _ in range(2)]
    options = ("OneHotOptions", {"axis": c.choice([-1, c.integer(0, len(shape))])})
    c.add([indices, c.integers(depth), *values], (c.type, None), options=options)


@register("SPARSE_TO_DENSE", "FLOAT32 INT8 UINT8 INT32 INT64")
def sparse_to_dense(c: Net) -> None:
    shape = c.shape(1, 3)
    places = math.prod(shape)
    count = c.integer(1, places)
    chosen = numpy.sort(c.random().permutation(places)[:count])
    indices = numpy.stack(numpy.unravel_index(chosen, shape), -1)
    if len(shape) == 1 and c.chance(0.5):
        indices = indices[:, 0]
    kind = c.choice(["INT32", "INT64"])
    values = c.input((count,), c.type) if c.chance(0.7) else c.input((), c.type)
    made = [c.integers(indices, kind), c.integers(shape, kind), values, c.constant(c.numbers((), c.type), c.type)]
    c.add(made, (c.type, None), options=("SparseToDenseOptions", {"validateIndices": False}))


@register("DYNAMIC_UPDATE_SLICE", _COMMON + " BOOL")
def dynamic_update_slice(c: Net) -> None:
    shape = c.shape(1, 4)
    part = [c.integer(1, size) for size in shape]
    quantization = c.quantization(c.type)
    # A start that is too large is moved so that the part fits.
    start = c.either((len(shape),), "INT32", None, numpy.array([c.integer(-1, size) for size in shape]))
    made = [c.input(shape, c.type, quantization), c.either(part, c.type, quantization), start]
    c.add(made, (c.type, quantization), options=("DynamicUpdateSliceOptions", {}))


@register("EMBEDDING_LOOKUP", "FLOAT32 INT8 UINT8 HYBRID HYBRID4")
def embedding_lookup(c: Net) -> None:
    table = (c.integer(1, 9), *c.shape(1, 2, 8))
    kind = {"HYBRID": "INT8", "HYBRID4": "INT4"}.get(c.type, c.type)
    after = None
    if c.type.startswith("HYBRID"):
        per_row = c.chance(0.5)
        quantization = c.per_channel(table[0] if per_row else 1, 0)
        made = c.constant(c.numbers(table, kind), kind, quantization)
    else:
        after = c.quantization(kind)
        made = c.constant(c.numbers(table, kind), kind, after)
    count = c.integer(1, 5)
    lookup = c.input((count,), "INT32", None, c.random().randint(0, table[0], count))
    c.add([lookup, made], ("FLOAT32" if c.type.startswith("HYBRID") else kind, after))


@register("BUCKETIZE", "FLOAT32 INT32 INT64")
def bucketize(c: Net) -> None:
    boundaries = sorted(c.choice([-2.5, -1.0, 0.0, 0.5, 1.0, 3.0]) for _ in range(c.integer(1, 5)))
    shape = c.shape(1, 4)
    numbers = None if c.type == "FLOAT32" else c.between(shape, c.type, -5, 5)
    c.add(
        [c.input(shape, c.type, None, numbers)],
        ("INT32", None),
        options=("BucketizeOptions", {"boundaries": boundaries}),
    )


@register("RANGE", "FLOAT32 INT32 INT64")
def range_(c: Net) -> None:
    step = c.choice([1, 2, -1, -3])
    count = c.integer(1, 8)
    ends = [c.integer(-5, 5), 0, step]
    ends[1] = ends[0] + step * count
    made = [c.constant(numpy.array(value), c.type) for value in ends]
    (numbers,) = c.add(made, (c.type, None), options=("RangeOptions", {}), is_output=False)
    other = c.input((count,), c.type, None, c.between((count,), c.type, -9, 9))
    c.add([numbers, other], (c.type, None), kind="ADD", options=("AddOptions", {"fusedActivationFunction": 0}))


@register("WHERE", "BOOL FLOAT32 INT32")
def where(c: Net) -> None:
    shape = c.shape(1, 3)
    numbers = c.numbers(shape, c.type)
    if not numpy.any(numbers):
        raise c.draw.reject()
    c.add([c.input(shape, c.type, None, numbers)], ("INT64", None), options=("WhereOptions", {}))


@register("UNIQUE", "FLOAT32 INT8 UINT8 INT16 INT32 INT64")
def unique(c: Net) -> None:
    options = ("UniqueOptions", {"idxOutType": 2})
    c.add([c.input(c.shape(1, 1), c.type)], (c.type, None), ("INT32", None), options=options)


@register("NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5", "FLOAT32")
def non_max_suppression(c: Net) -> None:
    count, most = c.integer(1, 8), c.integer(1, 6)
    corners = c.random().random_sample((count, 2, 2))
    boxes = numpy.concatenate([corners.min(1), corners.max(1) + 0.1], -1)
    made = [
        c.input((count, 4), "FLOAT32", None, boxes),
        c.input((count,), "FLOAT32", None, c.random().permutation(count) / count),
        c.integers(most),
        c.constant(numpy.float32(c.choice([0.3, 0.5, 0.8]))),
        c.constant(numpy.float32(c.choice([0.0, 0.4]))),
    ]
    if c.operator.endswith("V4"):
        c.add(made, ("INT32", None), ("INT32", None), options=("NonMaxSuppressionV4Options", {}))
    else:
        made.append(c.constant(numpy.float32(c.choice([0.0, 0.5]))))
        c.add(made, ("INT32", None), ("FLOAT32", None), ("INT32", None), options=("NonMaxSuppressionV5Options", {}))
