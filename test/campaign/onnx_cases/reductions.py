"""Sums, maxima and other numbers of an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import EXACT, Tolerance
from ..values import PATTERNS, TAME
from .build import Net
from .elementwise import FLOATS

_SUMS = ("float32", "float32", "float32", "float64", "float16", "int32", "int64")
_SUM = Tolerance(8, 16)
# onnxruntime's maximum of NaN and numbers depends on their order.
# Axes became an input in opset 13 for ReduceSum, and in 18 for the others.
_REDUCED: dict[str, tuple[Sequence[int], Sequence[str], Sequence[str], Tolerance]] = {
    "ReduceL1": ((7, 11, 13, 18), _SUMS, TAME, _SUM),
    "ReduceL2": ((7, 11, 13, 18), _SUMS, TAME, _SUM),
    "ReduceLogSum": ((7, 11, 13, 18, 28), _SUMS, ("positive",), _SUM),
    "ReduceLogSumExp": ((7, 11, 13, 18, 28), _SUMS, (*TAME, "wide"), _SUM),
    "ReduceMax": ((7, 11, 12, 13, 18, 20), (*_SUMS, "int8", "uint8", "bool"), PATTERNS["f"], EXACT),
    "ReduceMean": ((7, 11, 13, 18), _SUMS, TAME, _SUM),
    "ReduceMin": ((7, 11, 12, 13, 18, 20), (*_SUMS, "int8", "uint8", "bool"), PATTERNS["f"], EXACT),
    "ReduceProd": ((7, 11, 13, 18), _SUMS, TAME, Tolerance(16, 4)),
    "ReduceSum": ((7, 11, 13), _SUMS, TAME, _SUM),
    "ReduceSumSquare": ((7, 11, 13, 18), _SUMS, TAME, _SUM),
}


def axes_of(draw: Draw, rank: int, least: int = 1) -> list[int]:
    """Returns some of the axes, in any order, some counted from the end."""
    chosen = draw.some(range(rank), least)
    order = draw.permutation(len(chosen))
    return [chosen[i] - (rank if draw.flag(0.3) else 0) for i in order]


def _reduce(name: str) -> Generator:
    versions, types, patterns, tolerance = _REDUCED[name]

    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions)
        dtype = draw.choice(types)
        shape = draw.shape()
        long = draw.flag(0.15)
        if long:
            shape = (*shape[:1], draw.choice((64, 300, 1000)))
        drawn: Sequence[str] | None = patterns
        if dtype[0] != "f":
            is_maximum = name in ("ReduceMax", "ReduceMin")
            drawn = (
                ("positive",) if name == "ReduceLogSum" else ("small", "any", "extremes") if is_maximum else ("small",)
            )
        x, allowed = net.input(draw.values(shape, dtype, drawn if dtype != "bool" else None)), tolerance
        if name in ("ReduceMean", "ReduceSum") and dtype[0] == "f":
            allowed = net.summed(x)
        tags = ["integers"] if dtype[0] != "f" else []
        if net.opset >= 28:
            tags = [*tags, "opset 28"]
        keepdims = draw.choice((None, 0, 1))
        has_input = net.opset >= (13 if name == "ReduceSum" else 18)
        axes = axes_of(draw, len(shape)) if draw.flag(0.75) else None
        if net.opset < 11 and axes:
            axes = [axis % len(shape) for axis in axes]
        if not has_input:
            return net.case(net.node(name, [x], axes=axes, keepdims=keepdims), allowed, tags)
        names = [x]
        noop = draw.choice((None, 0, 1))
        if axes is not None:
            names.append(net.constant(axes, "int64"))
        elif draw.flag(0.4):
            names.append(net.constant([], "int64"))
        return net.case(net.node(name, names, keepdims=keepdims, noop_with_empty_axes=noop), allowed, tags)

    return generate


def _arg(name: str) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 7, 11, 12, 13)
        dtype = draw.choice(("float32", "float32", "float64", "float16", "int32", "int8", "uint8", "int64"))
        shape = draw.shape()
        x = net.input(draw.values(shape, dtype))
        axis = draw.integer(0, len(shape) - 1)
        if net.opset >= 11 and draw.flag(0.3):
            axis -= len(shape)
        last = draw.choice((None, 0, 1)) if net.opset >= 12 else None
        made = net.node(
            name,
            [x],
            axis=None if axis == 0 and draw.flag() else axis,
            keepdims=draw.choice((None, 0, 1)),
            select_last_index=last,
        )
        return net.case(made)

    return generate


def _cumulative(name: str, *versions: int) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions)
        shape = draw.shape()
        dtype = draw.choice(("float32", "float32", "float64", "int32", "int64"))
        x = net.input(draw.values(shape, dtype, TAME if dtype[0] == "f" else ("small", "any")))
        axis = draw.integer(0, len(shape) - 1) - (len(shape) if draw.flag(0.3) else 0)
        axis_type = draw.choice(("int64", "int32"))
        axis_name = net.constant(axis, axis_type)
        attributes: dict[str, Any] = {key: draw.choice((None, 0, 1)) for key in ("exclusive", "reverse")}
        return net.case(net.node(name, [x, axis_name], **attributes), _SUM)

    return generate


def top_k(draw: Draw) -> Case:
    net = Net(draw, 7, 10, 11, 24)
    shape = draw.shape()
    dtype = draw.choice(
        ("float32", "float32", "float64", "int32", "int64") if net.opset >= 11 else ("float32", "float64")
    )
    axis = draw.integer(0, len(shape) - 1)
    k = draw.integer(1, shape[axis])
    x = net.input(draw.values(shape, dtype))
    axis -= len(shape) if net.opset >= 11 and draw.flag(0.3) else 0
    if net.opset < 10:
        return net.case(net.node("TopK", [x], 2, axis=axis, k=k))
    attributes: dict[str, Any] = (
        {} if net.opset < 11 else {"largest": draw.choice((None, 0, 1)), "sorted": draw.choice((None, 1))}
    )
    return net.case(net.node("TopK", [x, net.constant([k], "int64")], 2, axis=axis, **attributes))


def one_hot(draw: Draw) -> Case:
    net = Net(draw, 9, 11, 28)
    shape = draw.shape(most=3)
    depth = draw.integer(1, 6)
    # What onnxruntime has of indices, depth and values.
    kinds = (
        ("int64", "int64", "float32"),
        ("int64", "int64", "int64"),
        ("float32", "int64", "int64"),
        ("int32", "float32", "float32"),
    )
    kind, depth_kind, dtype = draw.choice(kinds)
    indices = draw.values(shape, "int64", ("small",))
    if net.opset < 11 or draw.flag():
        indices = numpy.abs(indices)
    names = [net.input(indices.astype(kind)), net.constant(depth if draw.flag() else [depth], depth_kind)]
    names.append(net.either(draw.values((2,), dtype, ("small",)), 0.7))
    axis = draw.choice((None, *range(-len(shape) - 1, len(shape) + 1)))
    return net.case(net.node("OneHot", names, axis=axis))


def softmax(name: str) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 7, 11, 13)
        shape = draw.shape()
        x = net.input(draw.values(shape, draw.choice(FLOATS), ("small", "ties", "normal", "wide")))
        axis = draw.choice((None, *range(len(shape)), *(range(-len(shape), 0) if net.opset >= 11 else ())))
        if axis is None and net.opset < 13 and len(shape) < 2:
            axis = 0
        return net.case(net.node(name, [x], axis=axis), Tolerance(16, 2) if name != "Hardmax" else EXACT)

    return generate


OPERATORS: dict[str, Generator] = {
    **{name: _reduce(name) for name in _REDUCED},
    "ArgMax": _arg("ArgMax"),
    "ArgMin": _arg("ArgMin"),
    "CumProd": _cumulative("CumProd", 26),
    "CumSum": _cumulative("CumSum", 11, 14),
    "Hardmax": softmax("Hardmax"),
    "LogSoftmax": softmax("LogSoftmax"),
    "OneHot": one_hot,
    "Softmax": softmax("Softmax"),
    "TopK": top_k,
}
