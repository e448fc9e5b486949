"""Reductions along axes."""

from __future__ import annotations

from ..tolerance import SUM
from ..values import TAME, Array
from .build import QUANTIZED, Net, register


@register("MEAN SUM REDUCE_PROD", "FLOAT32 INT8 INT16 INT32 INT64", SUM)
@register("MEAN SUM", "UINT8")
@register("REDUCE_MAX REDUCE_MIN", "FLOAT32 INT8 UINT8 INT16 INT32 INT64")
@register("REDUCE_ANY REDUCE_ALL", "BOOL")
def reduction(c: Net) -> None:
    shape = c.shape(1, 5)
    rank = len(shape)
    count = c.integer(1, rank)
    axes = c.draw.permutation(rank)[:count]
    axes = [axis - rank if c.chance(0.3) else axis for axis in axes]
    numbers, before = None, c.quantization(c.type)
    if c.operator == "REDUCE_PROD":
        numbers = _factors(c, shape)
    elif c.operator == "SUM" and c.type in ("INT32", "INT64"):
        numbers = c.between(shape, c.type, -(2**20), 2**20)
    elif c.type == "FLOAT32" and c.operator in ("MEAN", "SUM"):
        numbers = c.numbers(shape, c.type, TAME)
    x = c.input(shape, c.type, before, numbers)
    if c.operator == "SUM" and c.type in ("INT8", "INT16"):
        c.tags.add("default")
    same = c.operator in ("REDUCE_MAX", "REDUCE_MIN") or c.chance(0.3)
    after = before if same or c.type not in QUANTIZED else c.near(before, c.type)
    axis = c.integers(axes[0] if count == 1 and c.chance(0.3) else axes)
    c.add([x, axis], (c.type, after), options=("ReducerOptions", {"keepDims": c.chance(0.5)}))


def _factors(c: Net, shape: tuple[int, ...]) -> Array | None:
    if c.type == "FLOAT32":
        return c.between(shape, "FLOAT32", -1.5, 1.5)
    if c.type in QUANTIZED:
        return None
    return c.between(shape, c.type, -2, 2)


@register("ARG_MAX ARG_MIN", "FLOAT32 INT8 UINT8 INT32 BOOL")
def position(c: Net) -> None:
    shape = c.shape(1, 5, 9)
    options = "ArgMaxOptions" if c.operator == "ARG_MAX" else "ArgMinOptions"
    kind = c.choice(["INT32", "INT64"])
    # INT32 and INT64 are 2 and 4 in the enumeration.
    made = [c.input(shape, c.type, c.quantization(c.type)), c.integers(c.axis(len(shape)))]
    c.add(made, (kind, None), options=(options, {"outputType": 2 if kind == "INT32" else 4}))


@register("CUMSUM", "FLOAT32 INT32 INT64", SUM)
def cumulative_sum(c: Net) -> None:
    shape = c.shape(1, 5)
    options = ("CumsumOptions", {"exclusive": c.chance(0.5), "reverse": c.chance(0.5)})
    is_float = c.type == "FLOAT32"
    numbers = c.numbers(shape, c.type, TAME) if is_float else c.between(shape, c.type, -(2**20), 2**20)
    c.add([c.input(shape, c.type, None, numbers), c.integers(c.axis(len(shape)))], (c.type, None), options=options)


@register("TOPK_V2", "FLOAT32 INT8 UINT8 INT16 INT32 INT64")
def largest(c: Net) -> None:
    shape = c.shape(1, 4, 9)
    quantization = c.quantization(c.type)
    k = c.integers(c.integer(1, shape[-1]))
    made = [c.input(shape, c.type, quantization), k]
    c.add(made, (c.type, quantization), ("INT32", None), options=("TopKV2Options", {}))


@register("SEGMENT_SUM", "FLOAT32 INT32", SUM)
def segment_sum(c: Net) -> None:
    shape = c.shape(1, 3)
    ids = sorted(c.integer(0, 3) for _ in range(shape[0]))
    firsts = {value: number for number, value in enumerate(dict.fromkeys(ids))}
    segments = c.integers([firsts[value] for value in ids])
    c.add([c.input(shape, c.type), segments], (c.type, None), options=("SegmentSumOptions", {}))


@register("UNSORTED_SEGMENT_SUM UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_MIN", "FLOAT32 INT32")
def unsorted_segments(c: Net) -> None:
    shape = c.shape(1, 3)
    count = c.integer(1, 5)
    name = c.operator.removeprefix("UNSORTED_SEGMENT_").capitalize()
    segments = c.integers([c.integer(-1, count - 1) for _ in range(shape[0])])
    numbers = c.between(shape, c.type, -3, 3)
    made = [c.input(shape, c.type, None, numbers), segments, c.integers(count)]
    c.add(made, (c.type, None), options=(f"UnsortedSegment{name}Options", {}))
