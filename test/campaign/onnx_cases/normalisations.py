"""Normalisations, losses and attention."""

from __future__ import annotations

import math
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import SUM, Tolerance
from ..values import TAME
from .build import Net
from .indexing import indices

_NORMAL = Tolerance(16, 16)
_TYPES = ("float32", "float32", "float32", "float64", "float16")
_SPREAD = ("normal", "ties", "small")


def _image(draw: Draw, least: int = 3) -> tuple[int, ...]:
    """Returns a shape with a batch and channels."""
    return (draw.choice((1, 1, 2)), draw.integer(1, 4), *draw.shape(least - 2, 2, 4))


def batch_norm(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 14, 15)
    shape = _image(draw, 2)
    dtype = draw.choice(_TYPES)
    names = [net.input(draw.values(shape, dtype, TAME))]
    chance = 0.0 if draw.flag(0.1) else 1.0
    names += [net.either(draw.values((shape[1],), dtype, _SPREAD), chance) for _ in range(3)]
    names.append(net.either(draw.values((shape[1],), dtype, ("positive",)), chance))
    return net.case(net.node("BatchNormalization", names, epsilon=draw.choice((None, 1e-3, 0.1))), _NORMAL)


def instance_norm(draw: Draw) -> Case:
    net = Net(draw, 7, 22)
    shape = _image(draw)
    dtype = draw.choice(_TYPES)
    x, scale, bias = (draw.values(part, dtype, _SPREAD) for part in (shape, (shape[1],), (shape[1],)))
    epsilon = draw.choice((None, 1e-3, 0.1))
    made = net.node("InstanceNormalization", [net.input(x), net.constant(scale), net.constant(bias)], epsilon=epsilon)
    # onnxruntime scales x and the mean before it subtracts one from the other.
    scaled = float(numpy.abs(x).max()) * float(numpy.abs(scale).max()) / math.sqrt(epsilon or 1e-5)
    return net.case(made, Tolerance(64, 64, 2 * scaled))


def layer_norm(draw: Draw) -> Case:
    net = Net(draw, 17)
    shape = draw.shape(least=2)
    axis = draw.choice((None, *range(-len(shape), len(shape))))
    dtype = draw.choice(("float32", "float32", "float64", "float16"))
    rest = shape[-1 if axis is None else axis :]
    names = [net.input(draw.values(shape, dtype, _SPREAD)), net.either(draw.values(rest, dtype, _SPREAD), 0.8)]
    if draw.flag():
        names.append(net.either(draw.values(rest, dtype, _SPREAD), 0.8))
    outputs = draw.choice((1, 1, 3)) if dtype == "float32" else 1
    made = net.node("LayerNormalization", names, outputs, axis=axis, epsilon=draw.choice((None, 1e-3, 0.1)))
    return net.case(made, Tolerance(64, 64), [dtype])


def rms_norm(draw: Draw) -> Case:
    net = Net(draw, 23)
    shape = draw.shape(least=2)
    axis = draw.choice((None, *range(-len(shape), len(shape))))
    dtype = draw.choice(("float32", "float32", "float64", "float16"))
    rest = shape[-1 if axis is None else axis :]
    names = [net.input(draw.values(shape, dtype, _SPREAD)), net.either(draw.values(rest, dtype, _SPREAD), 0.8)]
    return net.case(
        net.node("RMSNormalization", names, axis=axis, epsilon=draw.choice((None, 1e-3, 0.1))), _NORMAL, [dtype]
    )


def group_norm(draw: Draw) -> Case:
    net = Net(draw, 18, 21)
    groups = draw.integer(1, 3)
    channels = groups * draw.integer(1, 2)
    shape = (1, channels, *draw.shape(1, 2, 4))
    count = groups if net.opset < 21 else channels
    names = [net.input(draw.values(shape, "float32", _SPREAD))]
    names += [net.constant(draw.values((count,), "float32", _SPREAD)) for _ in range(2)]
    return net.case(net.node("GroupNormalization", names, num_groups=groups), Tolerance(64, 64))


def lrn(draw: Draw) -> Case:
    net = Net(draw, 7, 13)
    x = net.input(
        draw.values((1, draw.integer(1, 6), *draw.shape(2, 2, 3)), draw.choice(("float32", "float32", "float16")), TAME)
    )
    attributes: dict[str, Any] = {"size": draw.choice((1, 3, 5, 7))}
    attributes |= {"alpha": draw.choice((None, 1e-3, 0.5)), "beta": draw.choice((None, 0.5, 1.0))}
    return net.case(net.node("LRN", [x], **attributes, bias=draw.choice((None, 2.0))), _NORMAL)


def lp_norm(draw: Draw) -> Case:
    net = Net(draw, 7, 22)
    shape = draw.shape()
    x = net.input(draw.values(shape, draw.choice(("float32", "float32", "float64")), ("positive", "normal")))
    axis = draw.choice((None, *range(-1, len(shape))))
    return net.case(net.node("LpNormalization", [x], axis=axis, p=draw.choice((None, 1, 2))), SUM)


def mean_variance(draw: Draw) -> Case:
    net = Net(draw, 9, 13)
    shape = (draw.integer(1, 2), draw.integer(1, 3), draw.integer(2, 4), draw.integer(2, 4))
    numbers = draw.values(shape, "float32", _SPREAD)
    x = net.input(numbers)
    axes = draw.choice((None, [0, 2, 3], [0, 1, 2, 3], [2, 3], [1]))
    along, wide = tuple(axes or (0, 2, 3)), numbers.astype(float)
    tags = [] if numpy.ptp(numbers, axis=along).all() else ["equal"]
    # The standard subtracts the square of the mean from the mean of the squares, which takes as many digits.
    lost = 1.0 if tags else float((numpy.mean(wide**2, along) / numpy.var(wide, along)).max())
    return net.case(net.node("MeanVarianceNormalization", [x], axes=axes), Tolerance(64 * lost, 64 * lost), tags)


def _loss(name: str, *versions: int) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions)
        classes = draw.integer(1, 5)
        rest = draw.shape(0, 2, 3)
        batch = draw.integer(1, 3)
        x = net.input(draw.values((batch, classes, *rest), "float32", TAME))
        target = indices(draw, (batch, *rest), classes, negative=False)
        ignored = draw.choice((None, 0))
        if ignored is not None and (target == 0).all():
            raise draw.reject()
        names = [x, net.either(target.astype(draw.choice(("int64", "int32"))))]
        if draw.flag():
            names.append(net.constant(draw.values((classes,), "float32", ("positive",))))
        how = draw.choice((None, "mean", "sum", "none"))
        return net.case(net.node(name, names, reduction=how, ignore_index=ignored), Tolerance(16, 16))

    return generate


def attention(draw: Draw) -> Case:
    net = Net(draw, 23, 24, 25)
    heads, size, length, total = draw.integer(1, 2), draw.choice((2, 4, 1)), draw.integer(1, 3), draw.integer(1, 4)
    groups = draw.choice((1, 1, 2))
    is_flat = draw.flag(0.4)

    def operand(rows: int, count: int) -> str:
        shape = (1, rows, count * size) if is_flat else (1, count, rows, size)
        return net.input(draw.values(shape, "float32", ("normal", "unit", "small")))

    q, k, v = operand(length, heads * groups), operand(total, heads), operand(total, heads)
    mask = ""
    if draw.flag(0.4):
        kind = draw.choice(("float32", "bool"))
        mask = net.either(draw.values((length, total), kind, ("small", "normal") if kind == "float32" else None))
    attributes: dict[str, Any] = {"scale": draw.choice((None, 0.5, 1.0)), "is_causal": draw.choice((None, 0, 1))}
    attributes["softcap"] = draw.choice((None, 0.0, 2.0))
    if is_flat:
        attributes |= {"q_num_heads": heads * groups, "kv_num_heads": heads}
    return net.case(net.node("Attention", [q, k, v, mask], **attributes), Tolerance(32, 32))


def rotary(draw: Draw) -> Case:
    net = Net(draw, 23)
    heads, size, length = draw.integer(1, 2), 2 * draw.integer(1, 3), draw.integer(1, 3)
    is_flat = draw.flag(0.4)
    x = net.input(draw.values((1, length, heads * size) if is_flat else (1, heads, length, size), "float32", TAME))
    has_ids = draw.flag()
    part = draw.choice((0, 0, 2)) if size > 2 else 0
    half = (part or size) // 2
    shape = (4, half) if has_ids else (1, length, half)
    names = [x, *(net.constant(draw.values(shape, "float32", ("unit",))) for _ in range(2))]
    if has_ids:
        names.append(net.either(indices(draw, (1, length), 4, negative=False)))
    made = net.node(
        "RotaryEmbedding",
        names,
        interleaved=draw.choice((None, 0, 1)),
        num_heads=heads if is_flat else None,
        rotary_embedding_dim=part or None,
    )
    return net.case(made, SUM)


OPERATORS: dict[str, Generator] = {
    "Attention": attention,
    "BatchNormalization": batch_norm,
    "GroupNormalization": group_norm,
    "InstanceNormalization": instance_norm,
    "LRN": lrn,
    "LayerNormalization": layer_norm,
    "LpNormalization": lp_norm,
    "MeanVarianceNormalization": mean_variance,
    "NegativeLogLikelihoodLoss": _loss("NegativeLogLikelihoodLoss", 12, 13, 22),
    "RMSNormalization": rms_norm,
    "RotaryEmbedding": rotary,
    "SoftmaxCrossEntropyLoss": _loss("SoftmaxCrossEntropyLoss", 12, 13),
}
