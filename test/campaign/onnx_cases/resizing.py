"""Resizes and samplings."""

from __future__ import annotations

import math
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import Tolerance
from ..values import TAME
from .build import Net

_LINEAR = Tolerance(16, 16)
_SCALES = (1.0, 2.0, 0.5, 1.5, 3.0, 0.75, 2.5)


def upsample(draw: Draw) -> Case:
    net = Net(draw, 7, 9, newest=9)
    shape = (1, draw.integer(1, 2), draw.integer(1, 5), draw.integer(1, 5))
    scales = [1.0, 1.0, *[draw.choice((2.0, 1.0, 1.5, 3.0, 2.5)) for _ in range(2)]]
    mode = draw.choice((None, "nearest", "linear"))
    types = ("float32", "float32", "uint8", "int32") if mode != "linear" else ("float32",)
    x = net.input(draw.values(shape, draw.choice(types)))
    if net.opset < 9:
        return net.case(net.node("Upsample", [x], mode=mode, scales=scales), _LINEAR)
    return net.case(net.node("Upsample", [x, net.constant(scales, "float32")], mode=mode), _LINEAR)


def resize(draw: Draw) -> Case:
    net = Net(draw, 10, 11, 13, 18, 19)
    mode = draw.choice((None, "nearest", "linear", *(("cubic",) if net.opset >= 11 else ())))
    rank = draw.choice((2, 2, 2, 1, 3)) if mode != "cubic" else 2
    shape = (1, draw.integer(1, 2), *[draw.integer(1, 6) for _ in range(rank)])
    dtype = draw.choice(
        ("float32", "float32", "float32", "uint8", "int32", "int8")
        if mode in (None, "nearest")
        else ("float32", "float32", "uint8")
    )
    x = net.input(draw.values(shape, dtype, TAME if dtype == "float32" else None))
    scales = [draw.choice(_SCALES) for _ in range(rank)]
    sizes = [max(1, int(n * s)) for n, s in zip(shape[2:], scales, strict=True)]
    scales = [max(s, 1 / n) for n, s in zip(shape[2:], scales, strict=True)]
    if net.opset < 11:
        return net.case(net.node("Resize", [x, net.constant([1.0, 1.0, *scales], "float32")], mode=mode), _LINEAR)
    attributes: dict[str, Any] = {"mode": mode}
    kinds = ("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel", "tf_crop_and_resize")
    kind = draw.choice((None, *kinds, *(("half_pixel_symmetric",) if net.opset >= 19 else ())))
    attributes["coordinate_transformation_mode"] = kind
    if mode in (None, "nearest"):
        rounds = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
        attributes["nearest_mode"] = draw.choice((None, *rounds))
    if mode == "cubic":
        attributes["cubic_coeff_a"] = draw.choice((None, -0.5, -0.75))
        attributes["exclude_outside"] = draw.choice((None, 0, 1))
    roi, tags = "", []
    if kind == "tf_crop_and_resize":
        corners = [0.0, 0.0, *[draw.choice((0.0, 0.25, -0.1)) for _ in range(rank)]]
        roi = net.constant([*corners, 1.0, 1.0, *[draw.choice((1.0, 0.75, 1.2)) for _ in range(rank)]], "float32")
        attributes["extrapolation_value"] = draw.choice((None, 1.5))
    elif net.opset < 13:
        roi = net.constant([], "float32")
    if net.opset >= 18 and mode not in (None, "nearest"):
        attributes["antialias"] = draw.choice((None, 0, 0, 1))
    partial = net.opset >= 18 and kind != "tf_crop_and_resize" and draw.flag(0.3)
    lead: list[Any] = [] if partial else [1.0, 1.0]
    if partial:
        attributes["axes"] = list(range(2, 2 + rank))
    if draw.flag():
        given = [*([] if partial else shape[:2]), *sizes]
        if net.opset >= 18 and len(set(given)) >= 1 and draw.flag(0.3):
            attributes["keep_aspect_ratio_policy"] = draw.choice(("stretch", "not_larger", "not_smaller"))
            sizes = _kept(attributes["keep_aspect_ratio_policy"], shape, sizes, partial)
        names = [x, roi, net.constant([], "float32") if net.opset < 13 else "", net.constant(given, "int64")]
    else:
        names = [x, roi, net.constant([*lead, *scales], "float32")]
        if kind == "align_corners" and any(n * s % 1 for n, s in zip(shape[2:], scales, strict=True)):
            tags = ["rounded size"]
        sizes = [int(n * s) for n, s in zip(shape[2:], scales, strict=True)]
    if kind == "tf_crop_and_resize" and any(n == m for n, m in zip(shape[2:], sizes, strict=True)):
        tags = ["kept size"]
    return net.case(net.node("Resize", names, **attributes), _LINEAR, tags)


def _kept(policy: str, shape: tuple[int, ...], sizes: list[int], partial: bool) -> list[int]:
    """Returns the sizes of the result's spatial axes where a policy keeps the ratio of the axes."""
    ratios = [m / n for n, m in zip(shape[2:], sizes, strict=True)] + ([] if partial else [1.0])
    ratio = {"not_larger": min(ratios), "not_smaller": max(ratios)}.get(policy)
    return sizes if ratio is None else [math.floor(ratio * n + 0.5) for n in shape[2:]]


def grid_sample(draw: Draw) -> Case:
    net = Net(draw, 16, 20, 22)
    rank = draw.choice((2, 2, 3)) if net.opset >= 20 else 2
    size, to = ([draw.integer(1, 4) for _ in range(rank)] for _ in range(2))
    x = net.input(draw.values((1, draw.integer(1, 2), *size), "float32", TAME))
    grid = net.either(draw.values((1, *to, rank), "float32", ("unit", "normal", "ties")), 0.2)
    modes = ("bilinear", "nearest", "bicubic") if net.opset < 20 else ("linear", "nearest", "cubic")
    attributes: dict[str, Any] = {
        "mode": draw.choice((None, *modes)),
        "padding_mode": draw.choice((None, "zeros", "border", "reflection")),
    }
    return net.case(
        net.node("GridSample", [x, grid], align_corners=draw.choice((None, 0, 1)), **attributes), Tolerance(64, 64)
    )


def affine_grid(draw: Draw) -> Case:
    net = Net(draw, 20)
    rank = draw.choice((2, 2, 3))
    theta = net.input(draw.values((1, rank, rank + 1), "float32", TAME))
    size = net.constant([1, 2, *[draw.integer(1, 4) for _ in range(rank)]], "int64")
    return net.case(net.node("AffineGrid", [theta, size], align_corners=draw.choice((None, 0, 1))), _LINEAR)


def _window(name: str) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 17)
        x = net.input(draw.values((2,), "float32"))
        size = net.constant(draw.integer(1, 9), draw.choice(("int64", "int32")))
        made = net.node(name, [size], periodic=draw.choice((None, 0, 1)))
        return net.case([*made, *net.node("Identity", [x])], Tolerance(16, 4, 8))

    return generate


def dft(draw: Draw) -> Case:
    net = Net(draw, 17, 20)
    is_complex = draw.flag()
    rank = draw.integer(1, 2)
    shape = (draw.integer(1, 2), *[draw.integer(1, 6) for _ in range(rank)], 2 if is_complex else 1)
    dtype = draw.choice(("float32", "float32", "float64"))
    x = net.input(draw.values(shape, dtype, TAME))
    axis = draw.integer(1, rank)
    length = net.constant(draw.integer(1, 8), "int64") if draw.flag(0.4) else ""
    inverse = draw.choice((None, 0, 1))
    onesided = draw.choice((None, 0, 1)) if not inverse and not is_complex else None
    attributes: dict[str, Any] = {"inverse": inverse, "onesided": onesided}
    if net.opset < 20:
        return net.case(net.node("DFT", [x, length], axis=axis, **attributes), Tolerance(64, 64), [dtype])
    made = net.node("DFT", [x, length, net.constant(axis, "int64")], **attributes)
    return net.case(made, Tolerance(64, 64), [dtype])


def stft(draw: Draw) -> Case:
    net = Net(draw, 17)
    size, step = draw.choice((4, 3, 8)), draw.integer(1, 4)
    x = net.input(draw.values((1, size + draw.integer(0, 8), 1), "float32", TAME))
    window = net.constant(draw.values((size,), "float32", ("positive",))) if draw.flag(0.7) else ""
    length = net.constant(size, "int64") if not window or draw.flag() else ""
    onesided = draw.choice((None, 0, 1))
    made = net.node("STFT", [x, net.constant(step, "int64"), window, length], onesided=onesided)
    return net.case(made, Tolerance(64, 64))


def mel(draw: Draw) -> Case:
    net = Net(draw, 17)
    x = net.input(draw.values((2,), "float32"))
    numbers = (draw.choice((8, 4)), draw.choice((64, 128)), 8192)
    names = [net.constant(number, "int64") for number in numbers]
    names += [net.constant(edge, "float32") for edge in (0.0, draw.choice((4096.0, 2000.0)))]
    return net.case([*net.node("MelWeightMatrix", names), *net.node("Identity", [x])], Tolerance(16, 4, 8))


def non_max_suppression(draw: Draw) -> Case:
    net = Net(draw, 10, 11)
    count = draw.integer(1, 5)
    corners = numpy.abs(draw.values((1, count, 4), "float32", ("unit",)))
    boxes = net.input(numpy.sort(corners, axis=-1))
    scores = net.input(draw.values((1, 1, count), "float32", ("unit",)))
    names = [boxes, scores, net.constant([count], "int64"), net.constant([0.5], "float32")]
    return net.case(net.node("NonMaxSuppression", names))


OPERATORS: dict[str, Generator] = {
    **{name: _window(name) for name in ("BlackmanWindow", "HammingWindow", "HannWindow")},
    "AffineGrid": affine_grid,
    "DFT": dft,
    "GridSample": grid_sample,
    "MelWeightMatrix": mel,
    "NonMaxSuppression": non_max_suppression,
    "Resize": resize,
    "STFT": stft,
    "Upsample": upsample,
}
