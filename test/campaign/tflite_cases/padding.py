"""Operators that pad, and those that move elements between space and other axes."""

from __future__ import annotations

import math

from .build import Net, register

_COMMON = "FLOAT32 INT8 UINT8 INT16 INT32 INT64"


def _padding(c: Net, rank: int, most: int = 3) -> list[list[int]]:
    return [[c.integer(0, most) if c.chance(0.6) else 0 for _ in range(2)] for _ in range(rank)]


@register("PAD PADV2", _COMMON)
def pad(c: Net) -> None:
    shape = c.shape(1, 5, 5, 200)
    amounts = c.integers(_padding(c, len(shape)), c.choice(["INT32", "INT64"]))
    quantization = c.quantization(c.type)
    made = [c.input(shape, c.type, quantization), amounts]
    if c.operator == "PADV2":
        made.append(c.constant(c.numbers((1,) if c.chance(0.2) else (), c.type), c.type, quantization))
    c.add(made, (c.type, quantization), options=("PadOptions" if c.operator == "PAD" else "PadV2Options", {}))


@register("MIRROR_PAD", _COMMON)
def mirror_pad(c: Net) -> None:
    shape = c.shape(1, 4, 5, 200)
    mode = c.integer(0, 1)
    # REFLECT is 0, and does not repeat the border.
    amounts = [[c.integer(0, size - 1 + mode) for _ in range(2)] for size in shape]
    c.moved(shape, c.integers(amounts), options=("MirrorPadOptions", {"mode": mode}))


@register("SPACE_TO_DEPTH DEPTH_TO_SPACE", "FLOAT32 INT8 UINT8 INT32 INT64")
def blocks(c: Net) -> None:
    block = c.integer(1, 3)
    n, h, w, d = c.integer(1, 2), c.integer(1, 3), c.integer(1, 3), c.integer(1, 3)
    if c.operator == "SPACE_TO_DEPTH":
        shape, options = (n, h * block, w * block, d), "SpaceToDepthOptions"
    else:
        shape, options = (n, h, w, d * block * block), "DepthToSpaceOptions"
    c.moved(shape, options=(options, {"blockSize": block}))


@register("SPACE_TO_BATCH_ND", _COMMON)
def space_to_batch(c: Net) -> None:
    count = c.integer(1, 2)
    shape, amounts, sizes = [c.integer(1, 2)], [], []
    for _ in range(count):
        block, times = c.integer(1, 3), c.integer(1, 3)
        before = c.integer(0, block * times - 1)
        after = c.integer(0, block * times - 1 - before)
        shape.append(block * times - before - after)
        amounts.append([before, after])
        sizes.append(block)
    c.moved([*shape, c.integer(1, 3)], c.integers(sizes), c.integers(amounts), options=("SpaceToBatchNDOptions", {}))


@register("BATCH_TO_SPACE_ND", _COMMON)
def batch_to_space(c: Net) -> None:
    count = c.integer(1, 2)
    shape, crops, sizes = [], [], []
    for _ in range(count):
        block, size = c.integer(1, 3), c.integer(1, 4)
        before = c.integer(0, block * size - 1)
        shape.append(size)
        crops.append([before, c.integer(0, block * size - 1 - before)])
        sizes.append(block)
    batch = c.integer(1, 2) * math.prod(sizes)
    made = c.integers(sizes), c.integers(crops)
    c.moved([batch, *shape, c.integer(1, 3)], *made, options=("BatchToSpaceNDOptions", {}))


@register("DILATE", "FLOAT32 INT8 UINT8 INT16 INT32 INT64")
def dilate(c: Net) -> None:
    shape = c.shape(1, 4, 4, 60)
    amounts = c.integers([c.integer(1, 3) for _ in shape])
    value = c.constant(c.numbers((), c.type), c.type)
    c.add([c.input(shape, c.type), amounts, value], (c.type, None), options=("DilateOptions", {}))
