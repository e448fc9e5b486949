"""Resizes of images."""

from __future__ import annotations

from ..tolerance import ROUNDED
from ..values import TAME
from .build import Net, register


@register("RESIZE_BILINEAR", "FLOAT32", ROUNDED)
@register("RESIZE_BILINEAR", "INT8 UINT8 INT16")
@register("RESIZE_NEAREST_NEIGHBOR", "FLOAT32 INT8 UINT8 INT16")
def resize(c: Net) -> None:
    shape = (c.integer(1, 2), c.integer(1, 7), c.integer(1, 7), c.integer(1, 4))
    style = c.integer(0, 3)
    if style == 0:
        sizes = [size * c.integer(1, 4) for size in shape[1:3]]
    elif style == 1:
        sizes = [max(1, size // c.integer(1, 3)) for size in shape[1:3]]
    else:
        sizes = [c.integer(1, 14), c.integer(1, 14)]
    half_pixel = c.chance(0.4)
    fields = {"halfPixelCenters": half_pixel, "alignCorners": not half_pixel and c.chance(0.4)}
    if c.operator == "RESIZE_NEAREST_NEIGHBOR" and c.chance(0.1):
        fields = {"halfPixelCenters": True, "alignCorners": True}
    name = "ResizeBilinearOptions" if c.operator == "RESIZE_BILINEAR" else "ResizeNearestNeighborOptions"
    quantization = c.quantization(c.type)
    # Differences of the largest numbers are infinite.
    is_sum = c.type == "FLOAT32" and c.operator == "RESIZE_BILINEAR"
    numbers = c.numbers(shape, c.type, TAME) if is_sum else None
    made = [c.input(shape, c.type, quantization, numbers), c.integers(sizes)]
    c.add(made, (c.type, quantization), options=(name, fields), version=3)
