"""Convolutions, dense layers and products of matrices."""

from __future__ import annotations

import math
from typing import Any

from tflite_graph import Quantization, Tensor

from ..tolerance import SUM
from .build import TAME, Net, Options, register

_ACTIVATIONS = (0, 0, 1, 2, 3)
_SAME, _VALID = 0, 1


def weights(c: Net, shape: tuple[int, ...], axis: int, per_channel: bool | None = None) -> Tensor:
    """Returns the weights of a product. The types HYBRID and FLOAT16 are for the weights of a product of floats."""
    if c.type == "FLOAT32":
        return c.constant(c.numbers(shape, "FLOAT32", TAME))
    kind = {"UINT8": "UINT8", "INT4": "INT4", "HYBRID4": "INT4"}.get(c.type, "INT8")
    if kind == "UINT8":
        return c.constant(c.numbers(shape, kind), kind, c.quantization(kind))
    if c.chance(0.7) if per_channel is None else per_channel:
        quantization = c.per_channel(shape[axis], axis, 1e-3, 0.1)
    else:
        quantization = c.per_channel(1, 0)
    low = -7 if kind == "INT4" else -127
    return c.constant(c.between(shape, kind, low, -low), kind, quantization)


def _input(c: Net, shape: tuple[int, ...], kind: str) -> Tensor:
    numbers = c.numbers(shape, kind, TAME) if kind == "FLOAT32" else None
    return c.input(shape, kind, c.quantization(kind), numbers)


def activations(c: Net) -> str:
    """Returns the type of the inputs and outputs of a product."""
    return {"INT4": "INT8", "HYBRID": "FLOAT32", "HYBRID4": "FLOAT32"}.get(c.type, c.type)


def bias(c: Net, channels: int, before: Tensor, filters: Tensor) -> list[Tensor]:
    """Returns a bias, or nothing."""
    if (c.operator != "CONV_2D" or c.type == "FLOAT32") and c.chance(0.2):
        return []
    if before.quantization is None:
        return [c.constant(c.numbers((channels,), "FLOAT32", TAME))]
    assert filters.quantization
    kind = "INT64" if before.kind == "INT16" and (c.operator != "FULLY_CONNECTED" or c.chance(0.7)) else "INT32"
    scales = tuple(before.quantization.scales[0] * scale for scale in filters.quantization.scales)
    quantization = type(before.quantization)(scales, (0,) * len(scales), 0)
    most = c.choice([100, 30000, 2**30])
    return [c.constant(c.between((channels,), kind, -most, most), kind, quantization)]


def after(c: Net, before: Tensor, filters: Tensor, terms: int) -> Quantization | None:
    """Returns the output's quantisation, with which few numbers saturate as a rule."""
    if before.quantization is None or filters.quantization is None:
        return None
    spread = 32767 * 127 if before.kind == "INT16" else 127 * 127
    scale = before.quantization.scales[0] * max(filters.quantization.scales) * spread * math.sqrt(terms)
    steps = 32767 if before.kind == "INT16" else 127
    factor = c.choice([0.2, 0.02, 0.5, 1.0])
    return Quantization.of(max(scale / steps * factor, 1e-9), c.zero_point(before.kind))


def window(c: Net, shape: tuple[int, ...], two: bool = True) -> tuple[tuple[int, int], list[int], list[int], int]:
    """Returns a filter's sizes, strides, dilations and padding that leave at least one output."""
    padding = c.choice([_SAME, _VALID])
    height, width = (min(c.integer(1, 4), shape[i]) for i in (1, 2))
    dilations = [1, 1]
    if two and c.chance(0.3):
        dilations = [c.integer(1, 3), c.integer(1, 3)]
        if padding == _VALID:
            dilations = [
                d if (k - 1) * d < s else 1 for d, k, s in zip(dilations, (height, width), shape[1:3], strict=True)
            ]
    strides = [1, 1] if any(d > 1 for d in dilations) and c.chance(0.7) else [c.integer(1, 3), c.integer(1, 3)]
    return (height, width), strides, dilations, padding


def _fields(c: Net, strides: list[int], dilations: list[int], padding: int) -> dict[str, Any]:
    return {
        "padding": padding,
        "strideH": strides[0],
        "strideW": strides[1],
        "dilationHFactor": dilations[0],
        "dilationWFactor": dilations[1],
        "fusedActivationFunction": c.choice(_ACTIVATIONS),
    }


@register("CONV_2D", "FLOAT32 INT8 UINT8 INT16 INT4 HYBRID HYBRID4", SUM)
def convolution(c: Net) -> None:
    groups = c.choice([1, 1, 1, 2, 3])
    shape = (c.integer(1, 2), c.integer(1, 9), c.integer(1, 9), groups * c.integer(1, 4))
    kernel, strides, dilations, padding = window(c, shape)
    kind = activations(c)
    channels = groups * c.integer(1, 4)
    x = _input(c, shape, kind)
    filters = weights(c, (channels, *kernel, shape[3] // groups), 0, c.type.startswith("HYBRID") or None)
    b = bias(c, channels, x, filters)
    terms = math.prod(filters.shape[1:])
    options = ("Conv2DOptions", _fields(c, strides, dilations, padding))
    c.add([x, filters, *b], (kind, after(c, x, filters, terms)), options=options, version=_version(c))


def _version(c: Net) -> int:
    return 6 if c.type.endswith("4") else 3


@register("DEPTHWISE_CONV_2D", "FLOAT32 INT8 UINT8 INT16 INT4 HYBRID", SUM)
def depthwise(c: Net) -> None:
    multiplier = c.choice([1, 1, 2, 3])
    shape = (c.integer(1, 2), c.integer(1, 9), c.integer(1, 9), c.integer(1, 5))
    kernel, strides, dilations, padding = window(c, shape)
    kind = activations(c)
    channels = shape[3] * multiplier
    x = _input(c, shape, kind)
    filters = weights(c, (1, *kernel, channels), 3, True if c.type == "HYBRID" else None)
    b = bias(c, channels, x, filters)
    fields = _fields(c, strides, dilations, padding) | {"depthMultiplier": multiplier}
    options = ("DepthwiseConv2DOptions", fields)
    c.add([x, filters, *b], (kind, after(c, x, filters, math.prod(kernel))), options=options, version=_version(c))


@register("TRANSPOSE_CONV", "FLOAT32 INT8 UINT8 INT16", SUM)
def transposed(c: Net) -> None:
    shape = (c.integer(1, 2), c.integer(1, 6), c.integer(1, 6), c.integer(1, 4))
    height, width = c.integer(1, 4), c.integer(1, 4)
    strides = [c.integer(1, 3), c.integer(1, 3)]
    padding = c.choice([_SAME, _VALID])
    channels = c.integer(1, 4)
    sizes = [
        size * stride if padding == _SAME else (size - 1) * stride + kernel
        for size, stride, kernel in zip(shape[1:3], strides, (height, width), strict=True)
    ]
    x = _input(c, shape, c.type)
    filters = weights(c, (channels, height, width, shape[3]), 0)
    b = bias(c, channels, x, filters)
    fields = {"padding": padding, "strideH": strides[0], "strideW": strides[1]}
    fields["fusedActivationFunction"] = c.choice(_ACTIVATIONS)
    made = [c.integers([shape[0], *sizes, channels]), filters, x, *b]
    terms = max(1, math.prod(filters.shape[1:]) // math.prod(strides))
    options = ("TransposeConvOptions", fields)
    c.add(made, (c.type, after(c, x, filters, terms)), options=options, version=4)


@register("FULLY_CONNECTED", "FLOAT32 INT8 UINT8 INT16 INT4 HYBRID HYBRID4", SUM)
def dense(c: Net) -> None:
    kind = activations(c)
    depth, channels = c.integer(1, 24), c.integer(1, 8)
    keeps = c.chance(0.4)
    shape = (*c.shape(1, 3 if keeps else 2, 4), depth)
    x = _input(c, shape, kind)
    filters = weights(c, (channels, depth), 0)
    b = bias(c, channels, x, filters)
    fields = {"keepNumDims": keeps, "fusedActivationFunction": c.choice(_ACTIVATIONS)}
    if c.type.startswith("HYBRID"):
        fields["asymmetricQuantizeInputs"] = c.chance(0.5)
    if c.type == "INT16" and b and b[0].kind == "INT32":
        # Without this, LiteRT reads a bias of 64 bits. INT32 is 2 in `TensorType`.
        fields["quantizedBiasType"] = 2
    options = ("FullyConnectedOptions", fields)
    c.add([x, filters, *b], (kind, after(c, x, filters, depth)), options=options, version=9)


@register("BATCH_MATMUL", "FLOAT32 INT8 INT16 HYBRID", SUM)
def batch_matmul(c: Net) -> None:
    batch = c.shape(0, 2, 3)
    if c.type == "HYBRID":
        # With two axes, LiteRT takes the scales of other rows.
        batch = (1,) * (len(batch) - 1) + batch[-1:]
    rows, depth, columns = (c.integer(1, 6) for _ in range(3))
    adjoint_x, adjoint_y = c.chance(0.3), c.chance(0.3)
    kind = activations(c)
    left = (depth, rows) if adjoint_x else (rows, depth)
    right = (columns, depth) if adjoint_y else (depth, columns)
    x = _input(c, (*batch, *left), kind)
    other = c.draw.broadcast(batch) if c.chance(0.3) else batch
    if c.type == "HYBRID":
        y = c.constant(c.between((*other, *right), "INT8", -127, 127), "INT8", c.per_channel(1, 0))
    else:
        y = c.either((*other, *right), kind, c.quantization(kind))
    fields = {"adjX": adjoint_x, "adjY": adjoint_y}
    if c.type == "HYBRID":
        fields["asymmetricQuantizeInputs"] = c.chance(0.5)
    c.add([x, y], (kind, after(c, x, y, depth)), options=("BatchMatMulOptions", fields), version=3)


def _three(c: Net, strides: list[int], dilations: list[int], padding: int) -> Options:
    fields = {"padding": padding, "fusedActivationFunction": c.choice(_ACTIVATIONS)}
    for letter, stride, dilation in zip("DHW", strides, dilations, strict=True):
        fields |= {f"stride{letter}": stride, f"dilation{letter}Factor": dilation}
    return "Conv3DOptions", fields


@register("CONV_3D", "FLOAT32", SUM)
def convolution_3d(c: Net) -> None:
    shape = (c.integer(1, 2), *(c.integer(2, 5) for _ in range(3)), c.integer(1, 3))
    kernel = tuple(min(c.integer(1, 3), size) for size in shape[1:4])
    strides = [c.integer(1, 2) for _ in range(3)]
    dilations = [1, 1, 1]
    if c.chance(0.3):
        dilations = [2 if (k - 1) * 2 < s else 1 for k, s in zip(kernel, shape[1:4], strict=True)]
    channels = c.integer(1, 3)
    filters = c.constant(c.numbers((*kernel, shape[4], channels), "FLOAT32", TAME))
    x = _input(c, shape, "FLOAT32")
    options = _three(c, strides, dilations, c.choice([_SAME, _VALID]))
    b = c.constant(c.numbers((channels,), "FLOAT32", TAME))
    c.add([x, filters, *([b] if c.chance(0.8) else [])], ("FLOAT32", None), options=options)


@register("CONV_3D_TRANSPOSE", "FLOAT32", SUM)
def transposed_3d(c: Net) -> None:
    shape = (c.integer(1, 2), *(c.integer(1, 3) for _ in range(3)), c.integer(1, 3))
    kernel = tuple(c.integer(1, 3) for _ in range(3))
    strides = [c.integer(1, 2) for _ in range(3)]
    padding = c.choice([_SAME, _VALID])
    channels = c.integer(1, 3)
    sizes = [
        size * stride if padding == _SAME else (size - 1) * stride + k
        for size, stride, k in zip(shape[1:4], strides, kernel, strict=True)
    ]
    filters = c.constant(c.numbers((*kernel, channels, shape[4]), "FLOAT32", TAME))
    made = [c.integers([shape[0], *sizes, channels]), filters, _input(c, shape, "FLOAT32")]
    if c.chance(0.7):
        made.append(c.constant(c.numbers((channels,), "FLOAT32", TAME)))
    c.add(made, ("FLOAT32", None), options=_three(c, strides, [1, 1, 1], padding))


@register("AVERAGE_POOL_2D", "FLOAT32 INT8 UINT8 INT16", SUM)
@register("MAX_POOL_2D", "FLOAT32 INT8 UINT8 INT16")
@register("L2_POOL_2D", "FLOAT32", SUM)
def pool(c: Net) -> None:
    quantization = c.quantization(c.type)
    shape = (c.integer(1, 2), c.integer(1, 9), c.integer(1, 9), c.integer(1, 5))
    kernel, strides, _, padding = window(c, shape, two=False)
    fields = _fields(c, strides, [1, 1], padding) | {"filterHeight": kernel[0], "filterWidth": kernel[1]}
    del fields["dilationHFactor"], fields["dilationWFactor"]
    # Of sums, LiteRT has the largest finite number in place of infinity.
    is_sum = c.type == "FLOAT32" and c.operator != "MAX_POOL_2D"
    x = c.input(shape, c.type, quantization, c.numbers(shape, c.type, TAME) if is_sum else None)
    c.add([x], (c.type, quantization), options=("Pool2DOptions", fields))
