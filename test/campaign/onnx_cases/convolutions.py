"""Convolutions, and pools with their windows."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import EXACT, SUM, Tolerance
from ..values import PATTERNS, TAME
from .build import Net, weights_of
from .products import zero_point

_TYPES = ("float32", "float32", "float32", "float32", "float64", "float16")


@dataclasses.dataclass
class Window:
    """The window of a convolution or pool: its attributes, and the sizes of the input."""

    kernel: list[int]
    size: list[int]
    attributes: dict[str, Any]

    @property
    def tags(self) -> list[str]:
        is_same = str(self.attributes.get("auto_pad")).startswith("SAME")
        return ["SAME of dilated windows"] if is_same and max(self.attributes["dilations"] or [1]) > 1 else []


def window(draw: Draw, rank: int | None = None, dilated: bool = True, transposed: bool = False) -> Window:
    rank = draw.choice((2, 2, 2, 1, 3)) if rank is None else rank
    kernel = [draw.integer(1, 3) for _ in range(rank)]
    strides = [draw.choice((1, 2, 3)) for _ in range(rank)] if draw.flag() else None
    dilations = [draw.choice((1, 2)) for _ in range(rank)] if dilated and draw.flag(0.3) else None
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations or [1] * rank, strict=True)]
    size = [draw.integer(1 if transposed else r, r + 4) for r in reach]
    attributes: dict[str, Any] = {"strides": strides, "dilations": dilations}
    kind = draw.choice(("", "pads", "pads", "SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET"))
    if kind in ("pads", "NOTSET"):
        if draw.flag():
            attributes["pads"] = [draw.integer(0, r - 1) for r in (*reach, *reach)]
        else:
            attributes["pads"] = [(r - 1) // 2 for r in reach] * 2
    if kind not in ("", "pads"):
        attributes["auto_pad"] = kind
    return Window(kernel, size, attributes)


def conv(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 22)
    of = window(draw)
    groups = draw.choice((1, 1, 1, 2, 3))
    ins, outs = groups * draw.integer(1, 3), groups * draw.integer(1, 3)
    if draw.flag(0.2):
        groups, outs = ins, ins * draw.integer(1, 2)
    dtype = draw.choice(_TYPES)
    x = net.input(draw.values((draw.choice((1, 1, 2)), ins, *of.size), dtype, TAME))
    w = net.either(draw.values((outs, ins // groups, *of.kernel), dtype, TAME), 0.8)
    b = net.either(draw.values((outs,), dtype, TAME), 0.8) if draw.flag() else ""
    shape = None if draw.flag(0.3) else of.kernel
    group = groups if groups > 1 or draw.flag(0.2) else None
    return net.case(net.node("Conv", [x, w, b], kernel_shape=shape, group=group, **of.attributes), net.summed(x, w))


def conv_transpose(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 22)
    of = window(draw, transposed=True)
    groups = draw.choice((1, 1, 1, 2))
    ins, outs = groups * draw.integer(1, 3), draw.integer(1, 3)
    dtype = draw.choice(("float32", "float32", "float32", "float64"))
    x = net.input(draw.values((1, ins, *of.size), dtype, TAME))
    w = net.either(draw.values((ins, outs, *of.kernel), dtype, TAME), 0.9)
    b = net.constant(draw.values((groups * outs,), dtype, TAME)) if draw.flag() else ""
    attributes = of.attributes
    strides = attributes["strides"] or [1] * len(of.kernel)
    if draw.flag(0.3):
        attributes["output_padding"] = [draw.integer(0, max(0, s - 1)) for s in strides]
    elif draw.flag(0.2):
        attributes.pop("pads", None)
        attributes["output_shape"] = [n * s + draw.integer(0, 1) for n, s in zip(of.size, strides, strict=True)]
    shape = None if draw.flag(0.3) else of.kernel
    group = groups if groups > 1 else None
    return net.case(net.node("ConvTranspose", [x, w, b], kernel_shape=shape, group=group, **attributes), net.summed(x, w))


def conv_integer(draw: Draw) -> Case:
    net = Net(draw, 10)
    of = window(draw, draw.choice((2, 2, 1)))
    groups = draw.choice((1, 1, 2))
    ins, outs = groups * draw.integer(1, 3), groups * draw.integer(1, 3)
    kinds = ("uint8", draw.choice(("uint8", "int8")))
    x = net.input(draw.values((1, ins, *of.size), kinds[0]))
    w = net.either(weights_of(draw, (outs, ins // groups, *of.kernel), kinds[1]), 0.9)
    points = [zero_point(net, kinds[0]), zero_point(net, kinds[1])]
    made = net.node("ConvInteger", [x, w, *points], group=groups if groups > 1 else None, **of.attributes)
    return net.case(made, EXACT)


def deform_conv(draw: Draw) -> Case:
    net = Net(draw, 19, 22)
    ins, outs, k = draw.integer(1, 2), draw.integer(1, 2), draw.integer(1, 2)
    size = [draw.integer(k + 1, 5) for _ in range(2)]
    rows = [n - k + 1 for n in size]
    x = net.input(draw.values((1, ins, *size), "float32", TAME))
    w = net.constant(draw.values((outs, ins, k, k), "float32", TAME))
    offset = net.input(draw.values((1, 2 * k * k, *rows), "float32", ("unit", "small")))
    b = net.constant(draw.values((outs,), "float32", TAME)) if draw.flag() else ""
    mask = net.input(draw.values((1, k * k, *rows), "float32", ("unit",))) if draw.flag() else ""
    return net.case(net.node("DeformConv", [x, w, offset, b, mask], kernel_shape=[k, k]), net.summed(x, w))


def average_pool(draw: Draw) -> Case:
    net = Net(draw, 7, 10, 11, 19, 22)
    of = window(draw, dilated=net.opset >= 19)
    dtype = draw.choice(("float32", "float32", "float32", "float64", "float16"))
    x = net.input(draw.values((1, draw.integer(1, 3), *of.size), dtype, TAME))
    ceil = draw.choice((None, 1, 0)) if net.opset >= 10 else None
    include = draw.choice((None, 0, 1))
    made = net.node(
        "AveragePool", [x], kernel_shape=of.kernel, ceil_mode=ceil, count_include_pad=include, **of.attributes
    )
    return net.case(made, net.summed(x), of.tags)


def max_pool(draw: Draw) -> Case:
    net = Net(draw, 8, 10, 11, 12, 22)
    of = window(draw, dilated=net.opset >= 10)
    types = ("float32", "float32", "float32", "float64", "float16", *(("int8", "uint8") if net.opset >= 12 else ()))
    dtype = draw.choice(types)
    shape = (draw.choice((1, 1, 2)), draw.integer(1, 3), *of.size)
    patterns = ("small", "ties", "normal", "extremes") if dtype[0] == "f" else None
    x = net.input(draw.values(shape, dtype, patterns))
    outputs = draw.choice((1, 1, 2))
    order = draw.choice((None, 0, 1))
    ceil = draw.choice((None, 1, 0)) if net.opset >= 10 else None
    made = net.node(
        "MaxPool", [x], outputs, kernel_shape=of.kernel, ceil_mode=ceil, storage_order=order, **of.attributes
    )
    return net.case(made, EXACT, of.tags)


def lp_pool(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 18, 22)
    of = window(draw, dilated=net.opset >= 18)
    x = net.input(draw.values((1, draw.integer(1, 3), *of.size), "float32", TAME))
    ceil = draw.choice((None, 0, 1)) if net.opset >= 18 else None
    p = draw.choice((None, 1, 2, 3))
    made = net.node("LpPool", [x], kernel_shape=of.kernel, p=p, ceil_mode=ceil, **of.attributes)
    return net.case(made, SUM, of.tags)


def _global(name: str, *versions: int) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions)
        dtype = draw.choice(("float32", "float32", "float64", "float16"))
        size = tuple(draw.integer(1, 5) for _ in range(draw.choice((2, 2, 1, 3))))
        if draw.flag(0.1):
            size = (32, 32)
        # onnxruntime's maximum of NaN and numbers depends on their order.
        patterns = PATTERNS["f"] if name == "GlobalMaxPool" else TAME
        x = net.input(draw.values((draw.choice((1, 1, 2)), draw.integer(1, 4), *size), dtype, patterns))
        p = draw.choice((None, 1, 2, 3)) if name == "GlobalLpPool" else None
        return net.case(net.node(name, [x], p=p), EXACT if name == "GlobalMaxPool" else net.summed(x))

    return generate


def max_unpool(draw: Draw) -> Case:
    net = Net(draw, 9, 11, 22)
    size = [2 * draw.integer(1, 3) for _ in range(2)]
    shape = (1, draw.integer(1, 2), *[n // 2 for n in size])
    x = net.input(draw.values(shape, "float32", TAME))
    count = int(numpy.prod(shape))
    places = numpy.arange(count) * 4 + numpy.abs(draw.values((count,), "int64", ("small",))) % 2
    indices = net.either(places.reshape(shape).astype(numpy.int64))
    return net.case(net.node("MaxUnpool", [x, indices], kernel_shape=[2, 2], strides=[2, 2]))


def _boxes(net: Net, count: int, columns: int, size: int) -> str:
    draw = net.draw
    rows = []
    for _ in range(count):
        corner = [draw.integer(0, size - 1) for _ in range(2)]
        rows.append([0] * (columns - 4) + corner + [c + draw.integer(1, size - 1) for c in corner])
    return net.either(numpy.array(rows, numpy.float32))


def max_roi_pool(draw: Draw) -> Case:
    net = Net(draw, 7, 22)
    x = net.input(draw.values((1, draw.integer(1, 2), 6, 6), "float32", TAME))
    rois = _boxes(net, draw.integer(1, 3), 5, 6)
    scale = draw.choice((None, 1.0, 0.5))
    return net.case(net.node("MaxRoiPool", [x, rois], pooled_shape=[2, draw.integer(1, 2)], spatial_scale=scale))


def roi_align(draw: Draw) -> Case:
    net = Net(draw, 10, 16, 22)
    x = net.input(draw.values((1, draw.integer(1, 2), 6, 6), "float32", TAME))
    count = draw.integer(1, 3)
    names = [x, _boxes(net, count, 4, 6), net.constant([0] * count, "int64")]
    attributes: dict[str, Any] = {"mode": draw.choice((None, "avg", "max"))}
    if net.opset >= 16:
        attributes["coordinate_transformation_mode"] = draw.choice((None, "half_pixel", "output_half_pixel"))
    attributes |= {"output_height": draw.choice((None, 2)), "output_width": draw.choice((None, 2))}
    attributes |= {"sampling_ratio": draw.choice((None, 0, 2)), "spatial_scale": draw.choice((None, 0.5, 1.0))}
    return net.case(net.node("RoiAlign", names, **attributes), Tolerance(8, 8))


OPERATORS: dict[str, Generator] = {
    "AveragePool": average_pool,
    "Conv": conv,
    "ConvInteger": conv_integer,
    "ConvTranspose": conv_transpose,
    "DeformConv": deform_conv,
    "GlobalAveragePool": _global("GlobalAveragePool", 7, 22),
    "GlobalLpPool": _global("GlobalLpPool", 7, 22),
    "GlobalMaxPool": _global("GlobalMaxPool", 7, 22),
    "LpPool": lp_pool,
    "MaxPool": max_pool,
    "MaxRoiPool": max_roi_pool,
    "MaxUnpool": max_unpool,
    "RoiAlign": roi_align,
}
