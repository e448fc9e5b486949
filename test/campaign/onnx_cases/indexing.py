"""Operators that choose numbers by indices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import SUM
from ..values import Array
from .build import Net
from .moves import TYPES


def indices(draw: Draw, shape: Sequence[int], size: int, negative: bool = True) -> Array:
    """Returns indices of an axis of this size, perhaps from its end."""
    found = draw.values(shape, "uint16", ("any",)).astype(numpy.int64) % size
    if negative and draw.flag(0.4):
        found = numpy.where(draw.values(shape, "bool"), found - size, found)
    return found


def _axis(draw: Draw, rank: int, net: Net) -> tuple[int, int | None]:
    """Returns an axis and its attribute."""
    axis = draw.below(rank)
    given = axis - (rank if net.opset >= 11 and draw.flag(0.3) else 0)
    return axis, None if axis == 0 and draw.flag() else given


def gather(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13)
    shape = draw.shape()
    axis, given = _axis(draw, len(shape), net)
    chosen = indices(draw, draw.shape(least=0, most=2), shape[axis], net.opset >= 11)
    x = net.input(draw.values(shape, draw.choice(TYPES)))
    kind = draw.choice(("int64", "int64", "int32"))
    return net.case(net.node("Gather", [x, net.either(chosen.astype(kind))], axis=given))


def gather_elements(draw: Draw) -> Case:
    net = Net(draw, 11, 13)
    shape = draw.shape()
    axis, given = _axis(draw, len(shape), net)
    sizes = [draw.integer(1, 5) if i == axis else draw.integer(1, n) for i, n in enumerate(shape)]
    x = net.input(draw.values(shape, draw.choice(TYPES)))
    chosen = indices(draw, sizes, shape[axis]).astype(draw.choice(("int64", "int32")))
    return net.case(net.node("GatherElements", [x, net.either(chosen)], axis=given))


def _places(draw: Draw, shape: Sequence[int], batch: int, count: Sequence[int], depth: int) -> Array:
    parts = [indices(draw, count, shape[batch + i]) for i in range(depth)]
    return numpy.stack(parts, axis=-1)


def gather_nd(draw: Draw) -> Case:
    net = Net(draw, 11, 12, 13)
    shape = draw.shape(least=2)
    batch = draw.choice((0, 0, 1)) if net.opset >= 12 else 0
    depth = draw.integer(1, len(shape) - batch)
    count = (*shape[:batch], *draw.shape(least=0 if not batch else 1, most=2, size=3))
    x = net.input(draw.values(shape, draw.choice(TYPES)))
    chosen = net.either(_places(draw, shape, batch, count, depth))
    return net.case(
        net.node("GatherND", [x, chosen], batch_dims=batch if batch or net.opset >= 12 and draw.flag(0.2) else None)
    )


def _reduction(draw: Draw, net: Net) -> str | None:
    if net.opset < 16:
        return None
    kinds: tuple[str | None, ...] = (None, "none", "add", "mul", *(("max", "min") if net.opset >= 18 else ()))
    return draw.choice(kinds)


def _unique_along(draw: Draw, sizes: Sequence[int], size: int, axis: int) -> Array:
    """Returns indices that are different along the axis."""
    order = numpy.array(draw.permutation(size)[: sizes[axis]], numpy.int64)
    view = [1] * len(sizes)
    view[axis] = sizes[axis]
    return numpy.broadcast_to(order.reshape(view), sizes).copy()


def _scatter_elements(name: str, *versions: int) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions, newest=10 if name == "Scatter" else 28)
        shape = draw.shape(most=3)
        axis, given = _axis(draw, len(shape), net)
        sizes = [draw.integer(1, n) for n in shape]
        reduction = _reduction(draw, net) if name != "Scatter" else None
        if reduction in (None, "none"):
            # Which of several updates stays is not defined.
            chosen = _unique_along(draw, sizes, shape[axis], axis)
            if net.opset >= 11 and draw.flag(0.3):
                chosen -= shape[axis]
        else:
            chosen = indices(draw, sizes, shape[axis])
        dtype = draw.choice(("float32", "float32", "int32", "int64", "float64", "int8"))
        patterns = ("small", "ties") if dtype[0] == "f" else ("small",)
        x = net.input(draw.values(shape, dtype, patterns))
        names = [x, net.either(chosen), net.either(draw.values(sizes, dtype, patterns), 0.3)]
        return net.case(net.node(name, names, axis=given, reduction=reduction), SUM)

    return generate


def scatter_nd(draw: Draw) -> Case:
    net = Net(draw, 11, 13, 16, 18)
    shape = draw.shape(most=3)
    depth = draw.integer(1, len(shape))
    reduction = _reduction(draw, net)
    if reduction in (None, "none"):
        total = int(numpy.prod(shape[:depth]))
        flat = draw.permutation(total)[: draw.integer(1, min(total, 4))]
        chosen = numpy.stack(numpy.unravel_index(flat, shape[:depth]), axis=-1).astype(numpy.int64)
    else:
        chosen = _places(draw, shape, 0, draw.shape(most=2, size=3), depth)
    dtype = draw.choice(("float32", "float32", "int32", "int64", "float64"))
    patterns = ("small", "ties") if dtype[0] == "f" else ("small",)
    x = net.input(draw.values(shape, dtype, patterns))
    updates = draw.values((*chosen.shape[:-1], *shape[depth:]), dtype, patterns)
    return net.case(net.node("ScatterND", [x, net.either(chosen), net.either(updates, 0.3)], reduction=reduction), SUM)


def compress(draw: Draw) -> Case:
    net = Net(draw, 9, 11, 28)
    shape = draw.shape()
    axis = draw.below(len(shape)) if draw.flag(0.7) else None
    count = shape[axis] if axis is not None else int(numpy.prod(shape))
    kept = draw.values((draw.integer(1, count),), "bool")
    kept[0] = True
    x = net.input(draw.values(shape, draw.choice(TYPES)))
    given = None if axis is None else axis - (len(shape) if net.opset >= 11 and draw.flag(0.3) else 0)
    return net.case(net.node("Compress", [x, net.constant(kept)], axis=given))


def tensor_scatter(draw: Draw) -> Case:
    net = Net(draw, 24)
    batch, heads, size, depth = draw.integer(1, 2), draw.integer(1, 2), draw.integer(2, 5), draw.integer(1, 3)
    new = draw.integer(1, size)
    past = net.input(draw.values((batch, heads, size, depth), "float32"))
    update = net.input(draw.values((batch, heads, new, depth), "float32"))
    mode = draw.choice((None, "linear", "circular"))
    most = size - new if mode != "circular" else size - 1
    names = [past, update]
    if draw.flag(0.7):
        names.append(net.either(numpy.array([draw.integer(0, most) for _ in range(batch)], numpy.int64)))
    return net.case(net.node("TensorScatter", names, mode=mode))


OPERATORS: dict[str, Generator] = {
    "Compress": compress,
    "Gather": gather,
    "GatherElements": gather_elements,
    "GatherND": gather_nd,
    "Scatter": _scatter_elements("Scatter", 9),
    "ScatterElements": _scatter_elements("ScatterElements", 11, 13, 16, 18),
    "ScatterND": scatter_nd,
    "TensorScatter": tensor_scatter,
}
