# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RoiAlign, MaxRoiPool and DeformConv, which read an image where other inputs say."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy

from ...body import Body
from ...element_loops import computed, literal, reduced
from ...text import Tensor
from ..graph import Node
from .making import Maker, Making

_FLOATS = ("f32", "f64")


def _corners(body: Body, y: str, x: str, sizes: Sequence[int]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Returns the lower and the upper place of a position along both axes, with the part that each of them has."""
    found = []
    for position, size in ((y, sizes[0]), (x, sizes[1])):
        inside = body.real("minimumf", body.real("maximumf", position, 0.0), float(size - 1))
        # Also of what is not a number, the place is in the image.
        low = body.limited(body.to_index(inside), size)
        high = body.index("minsi", body.index("addi", low, 1), size - 1)
        part = body.real("subf", inside, body.to_real(low))
        found.append([(low, body.real("subf", body.number(1.0), part)), (high, part)])
    return found[0], found[1]


def _is_half(node: Node) -> bool:
    """Returns whether the first element of the image is at 0.5."""
    return node.version >= 16 and node.text("coordinate_transformation_mode", "half_pixel") == "half_pixel"


def roi_align(making: Making) -> Tensor | None:
    node, kind = making.node, making.kind(0)
    if kind not in _FLOATS:
        return None
    image, rois, batches = (making.input(index) for index in (0, 1, 2))
    shape, counts = making.result_shape(), _samples(making)
    is_half = _is_half(node)
    body = Body(kind)
    spans = []
    most = [max(int(count.max()), 1) for count in counts]
    steps = (body.index("divsi", "%i4", most[1]), body.index("remsi", "%i4", most[1]))
    is_sample = body.truth(True)
    of_roi = [making.function.tensor(count.astype(numpy.int32)) for count in counts]
    for axis, (own, pooled) in enumerate((("%i2", shape[2]), ("%i3", shape[3]))):
        first, last = (body.extract(rois, ["%i0", body.place(index)]) for index in (1 - axis, 3 - axis))
        scale, offset = float(node.attributes.get("spatial_scale", 1.0)), 0.5 if is_half else 0.0
        start, end = (body.real("subf", body.real("mulf", number, scale), offset) for number in (first, last))
        length = body.real("subf", end, start)
        length = length if is_half else body.real("maximumf", length, 1.0)
        cell = body.real("divf", length, float(pooled))
        count = body.extract_integer(of_roi[axis], ["%i0"])
        begin = body.real("addf", start, body.real("mulf", body.to_real(own), cell))
        moved = body.real("mulf", body.real("addf", body.to_real(steps[axis]), 0.5), cell)
        spans.append(body.real("addf", begin, body.real("divf", moved, body.to_real(count))))
        is_sample = body.both(is_sample, body.compare("slt", steps[axis], count))
    batch = body.limited(body.extract_integer(batches, ["%i0"]), image.shape[0])
    corners = _corners(body, spans[0], spans[1], image.shape[2:])
    products = []
    for y, height in corners[0]:
        for x, width in corners[1]:
            number = body.extract(image, [batch, "%i1", y, x])
            products.append(body.real("mulf", body.real("mulf", height, width), number))
    for position, size in zip(spans, image.shape[2:], strict=True):
        is_sample = body.both(is_sample, body.compare_reals("oge", position, -1.0))
        is_inside = body.compare_reals("ole", position, float(size))
        is_sample = body.both(is_sample, is_inside)
    is_max = node.text("mode", "avg") == "max"
    joined = products[0]
    for product in products[1:]:
        joined = body.real("maximumf" if is_max else "addf", joined, product)
    after = body.real("maximumf" if is_max else "addf", "%before", joined)
    body.choose(is_sample, after, "%before")
    start = literal(-math.inf if is_max else 0.0, kind)
    total = reduced(making.function, shape, most[0] * most[1], start, body.ending(), kind)
    return _ended(making, total, of_roi, is_max)


def _ended(making: Making, total: Tensor, counts: Sequence[Tensor], is_max: bool) -> Tensor:
    body = Body(total.kind)
    number = body.extract(total, ["%i0", "%i1", "%i2", "%i3"])
    if is_max:
        body.choose(body.compare_reals("oeq", number, -math.inf), body.number(0.0), number)
    else:
        sizes = [body.to_real(body.extract_integer(count, ["%i0"])) for count in counts]
        body.real("divf", number, body.real("maximumf", body.real("mulf", sizes[0], sizes[1]), 1.0))
    return computed(making.function, total.shape, total.kind, body.ending())


def _samples(making: Making) -> list[numpy.ndarray]:
    """Returns how many samples of each region are taken along both axes of a cell."""
    node = making.node
    count, (rows, columns) = int(node.attributes.get("sampling_ratio", 0)), making.result_shape()[2:]
    regions = node.shape(1)[0]
    if count > 0:
        return [numpy.full(regions, count)] * 2
    rois = node.constant(1)
    if rois is None:
        raise node.refused("its sampling_ratio is 0, and its regions are not constant; expected a sampling_ratio: set it")
    scaled = rois * rois.dtype.type(node.attributes.get("spatial_scale", 1.0))
    is_half = _is_half(node)
    sizes = scaled[:, 2:] - scaled[:, :2]
    sizes = sizes if is_half else numpy.maximum(sizes, 1)
    cells = (sizes[:, 1] / rows, sizes[:, 0] / columns)
    return [numpy.ceil(size).astype(int) for size in cells]


def max_roi_pool(making: Making) -> Tensor | None:
    """The largest number of each cell, whose ends are rounded to elements; of an empty cell, it is 0."""
    node, kind = making.node, making.kind(0)
    if kind not in _FLOATS:
        return None
    image, rois, shape = making.input(0), making.input(1), making.result_shape()
    body = Body(kind)
    width = image.shape[3]
    places = (body.index("divsi", "%i4", width), body.index("remsi", "%i4", width))
    is_inside = body.truth(True)
    for axis, (own, pooled) in enumerate((("%i2", shape[2]), ("%i3", shape[3]))):
        ends = (body.extract(rois, ["%i0", body.place(index)]) for index in (2 - axis, 4 - axis))
        scale = float(node.attributes.get("spatial_scale", 1.0))
        first, last = (body.to_index(body.function("round", body.real("mulf", end, scale))) for end in ends)
        length = body.index("maxsi", body.index("addi", body.index("subi", last, first), 1), 1)
        cell = body.real("divf", body.to_real(length), float(pooled))
        begin = body.function("floor", body.real("mulf", body.to_real(own), cell))
        end = body.function("ceil", body.real("mulf", body.to_real(body.index("addi", own, 1)), cell))
        least, most = (body.index("addi", body.to_index(number), first) for number in (begin, end))
        is_inside = body.both(is_inside, body.compare("sge", places[axis], least))
        is_inside = body.both(is_inside, body.compare("slt", places[axis], most))
    batch = body.limited(body.to_index(body.extract(rois, ["%i0", body.place(0)])), image.shape[0])
    number = body.extract(image, [batch, "%i1", *places])
    body.choose(is_inside, body.real("maximumf", "%before", number), "%before")
    total = reduced(making.function, shape, image.shape[2] * width, literal(-math.inf, kind), body.ending(), kind)
    return _ended(making, total, [], is_max=True)


def deformed_convolution(making: Making) -> Tensor | None:
    node, kind = making.node, making.kind(0)
    if kind not in _FLOATS or len(node.shape(0)) != 4:
        return None
    columns = _columns(making)
    weights, shape = making.input(1), making.result_shape()
    inputs, rows, across = weights.shape[1:]
    own = shape[1] // int(node.attributes.get("group", 1))
    body = Body(kind)
    tap = body.index("remsi", "%i4", rows * across)
    channel = body.index("divsi", "%i4", rows * across)
    group = body.index("muli", body.index("divsi", "%i1", own), inputs)
    number = body.extract(columns, ["%i0", body.index("addi", group, channel), tap, "%i2", "%i3"])
    place = [body.index("divsi", tap, across), body.index("remsi", tap, across)]
    product = body.real("mulf", number, body.extract(weights, ["%i1", channel, *place]))
    body.real("addf", "%before", product)
    total = reduced(making.function, shape, inputs * rows * across, f"0.0 : {kind}", body.ending(), kind)
    if not node.input(3):
        return total
    added = Body(kind)
    added.real("addf", added.extract(total, ["%i0", "%i1", "%i2", "%i3"]), added.extract(making.input(3), ["%i1"]))
    return computed(making.function, shape, kind, added.ending())


def _columns(making: Making) -> Tensor:
    """Returns the number of the image that each weight is multiplied by, for each input channel."""
    node, kind = making.node, making.kind(0)
    image, offsets, shape = making.input(0), making.input(2), making.result_shape()
    rows, across = node.shape(1)[2:]
    groups = int(node.attributes.get("offset_group", 1))
    pads, strides, dilations = (
        list(node.attributes.get(name, default)) for name, default in (("pads", [0] * 4), ("strides", [1] * 2), ("dilations", [1] * 2))
    )
    body = Body(kind)
    group = body.index("divsi", "%i1", image.shape[1] // groups)
    tap = body.index("addi", body.index("muli", group, rows * across), "%i2")
    taps = (body.index("divsi", "%i2", across), body.index("remsi", "%i2", across))
    weight, ends = body.number(1.0), []
    for axis, (own, size) in enumerate((("%i3", image.shape[2]), ("%i4", image.shape[3]))):
        channel = body.index("addi", body.index("muli", tap, 2), axis)
        whole = body.index("addi", body.index("muli", own, strides[axis]), body.index("muli", taps[axis], dilations[axis]))
        start = body.to_real(body.index("subi", whole, pads[axis]))
        position = body.real("addf", start, body.extract(offsets, ["%i0", channel, "%i3", "%i4"]))
        ends.append(_bounded(body, position, size))
    total = body.number(0.0)
    for y, height in ends[0]:
        for x, width in ends[1]:
            number = body.extract(image, ["%i0", "%i1", y, x])
            total = body.real("addf", total, body.real("mulf", number, body.real("mulf", height, width)))
    if node.input(4):
        weight = body.extract(making.input(4), ["%i0", tap, "%i3", "%i4"])
    body.real("mulf", total, weight)
    return computed(making.function, [*image.shape[:2], rows * across, *shape[2:]], kind, body.ending())


def _bounded(body: Body, position: str, size: int) -> list[tuple[str, str]]:
    """Returns the positions before and after a point, and the part of each, which is 0 beyond the image."""
    inside = body.real("minimumf", body.real("maximumf", position, -2.0), float(size + 1))
    low = body.function("floor", inside)
    part = body.real("subf", inside, low)
    found = []
    for number, share in ((low, body.real("subf", body.number(1.0), part)), (body.real("addf", low, 1.0), part)):
        is_inside = body.both(body.compare_reals("oge", number, 0.0), body.compare_reals("ole", number, float(size - 1)))
        inner = body.real("minimumf", body.real("maximumf", number, 0.0), float(size - 1))
        place = body.limited(body.to_index(inner), size)
        found.append((place, body.choose(is_inside, share, body.number(0.0))))
    return found


MAKERS: dict[str, Maker] = {
    "DeformConv": deformed_convolution,
    "MaxRoiPool": max_roi_pool,
    "RoiAlign": roi_align,
}
