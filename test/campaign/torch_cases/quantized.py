# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PT2E writes, operators between quantisations, and layers that torchao quantises."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .drawing import Draw, operator

_KINDS = (torch.int8, torch.int8, torch.int8, torch.uint8, torch.int16)
_SCALES = (0.05, 1 / 128, 0.02, 0.25, 0.0037, 1.5, 2.0**-14)


def _parameters(draw: Draw, kind: Any) -> str:
    """Returns a scale, a zero point, the limits and the type."""
    limits = torch.iinfo(kind)
    whole, middle = (limits.min, limits.max), (limits.max + limits.min + 1) // 2
    near = draw.number(-20, 20) if draw.flag() else 0
    zero = draw.choose(*whole, near) if draw.flag(0.2) and kind != torch.int16 else middle + near
    zero = 0 if kind == torch.int16 else min(max(zero, limits.min), limits.max)
    scale = draw.choose(*_SCALES) if draw.flag(0.7) else draw.real(0.001, 0.1) or 0.05
    low = limits.min + 1 if kind == torch.int8 and draw.flag(0.1) else limits.min
    return f"{scale!r}, {zero}, {low}, {limits.max}, {kind}"


def _read(draw: Draw, kind: Any, shape: Sequence[int]) -> str:
    """Returns the real numbers of a quantised tensor: an input in floats, or in integers."""
    parameters = _parameters(draw, kind)
    if draw.flag(0.2):
        limits = torch.iinfo(kind)
        whole = torch.randint(limits.min, limits.max + 1, tuple(shape), generator=draw.generator())
        name = draw.add(whole.to(kind), constant=0)
    else:
        name = f"q.quantize_per_tensor({draw.tensor(torch.float32, shape, 'finite', constant=0)}, {parameters})"
    return f"q.dequantize_per_tensor({name}, {parameters})"


def _weight(draw: Draw, shape: Sequence[int], axis: int = 0) -> str:
    whole = torch.randint(-127, 128, tuple(shape), generator=draw.generator()).to(torch.int8)
    name = draw.add(whole, constant=1)
    if draw.flag(0.4):
        return f"q.dequantize_per_tensor({name}, {draw.choose(0.01, 0.003, 0.2)}, 0, -127, 127, torch.int8)"
    scales = torch.rand(shape[axis], generator=draw.generator()) * draw.choose(0.02, 0.2) + 1e-3
    zeros = torch.zeros(shape[axis], dtype=torch.int64)
    parameters = f"{draw.add(scales, constant=1)}, {draw.add(zeros, constant=1)}, {axis}, -127, 127, torch.int8"
    return f"q.dequantize_per_channel({name}, {parameters})"


def _bias(draw: Draw, size: int) -> str:
    return draw.weight(torch.float32, [size]) if draw.flag(0.7) else "None"


_FUNCTIONS = {
    **dict.fromkeys("relu sigmoid tanh abs neg exp erf sin floor square".split(), "torch.{}"),
    **dict.fromkeys("hardswish hardsigmoid silu gelu leaky_relu elu relu6 softplus mish".split(), "F.{}"),
}


@operator(*(f"pt2e.{name}" for name in _FUNCTIONS))
def function(draw: Draw, name: str) -> str:
    kind = draw.choose(*_KINDS)
    x = _read(draw, kind, draw.shape())
    return _written(draw, kind, f"{_FUNCTIONS[name[5:]].format(name[5:])}({x})")


def _written(draw: Draw, kind: Any, text: str) -> str:
    if draw.flag(0.2):
        text = f"torch.{draw.choose('relu({})', 'clamp({}, 0, 6)', 'clamp({}, -1, 1)')}".format(text)
    return f"q.quantize_per_tensor({text}, {_parameters(draw, kind)})"


@operator("pt2e.add", "pt2e.sub", "pt2e.mul", "pt2e.div", "pt2e.maximum")
def binary(draw: Draw, name: str) -> str:
    kind, shape = draw.choose(*_KINDS), draw.shape()
    x = _read(draw, kind, shape)
    if draw.flag(0.2):
        other = repr(draw.real(0.5, 3))
    else:
        other = _read(draw, kind, draw.broadcast(shape))
    if name == "pt2e.maximum" and other[0] != "q":
        other = x
    return _written(draw, kind, f"torch.{name[5:]}({x}, {other})")


def _linear(draw: Draw, kind: Any) -> str:
    shape, outputs = draw.shape(2, 3), draw.number(1, 5)
    return f"F.linear({_read(draw, kind, shape)}, {_weight(draw, [outputs, shape[-1]])}, {_bias(draw, outputs)})"


def _matmul(draw: Draw, kind: Any) -> str:
    a, m, k, n = (draw.number(1, 5) for _ in range(4))
    return f"torch.matmul({_read(draw, kind, [a, m, k])}, {_read(draw, kind, [a, k, n])})"


def _convolution(draw: Draw, kind: Any, rank: int) -> str:
    groups = draw.choose(1, 1, 2)
    inputs, outputs = groups * draw.number(1, 3), groups * draw.number(1, 3)
    kernel = [draw.number(1, 3) for _ in range(rank)]
    x = _read(draw, kind, [1, inputs, *(draw.number(4, 7) for _ in kernel)])
    weight, bias = _weight(draw, [outputs, inputs // groups, *kernel]), _bias(draw, outputs)
    stride, padding, dilation = draw.number(1, 2), draw.number(0, 1), draw.number(1, 2)
    return f"F.conv{rank}d({x}, {weight}, {bias}, {stride}, {padding}, {dilation}, {groups})"


def _transposed(draw: Draw, kind: Any) -> str:
    inputs, outputs, size = draw.number(1, 3), draw.number(1, 3), draw.number(1, 3)
    x = _read(draw, kind, [1, inputs, draw.number(2, 5), draw.number(2, 5)])
    weight = _weight(draw, [inputs, outputs, size, size], 1)
    return f"F.conv_transpose2d({x}, {weight}, {_bias(draw, outputs)}, {draw.number(1, 3)})"


def _window(draw: Draw, kind: Any) -> Any:
    x = _read(draw, kind, [1, draw.number(1, 3), draw.number(4, 8), draw.number(4, 8)])
    size = draw.number(1, 3)
    return draw.choose(
        f"F.max_pool2d({x}, {size}, {draw.number(1, 2)}, {draw.number(0, size // 2)})",
        f"F.avg_pool2d({x}, {size}, {draw.number(1, 2)}, {draw.number(0, size // 2)}, count_include_pad={draw.flag()})",
        f"F.adaptive_avg_pool2d({x}, 1)",
        f"F.interpolate({x}, scale_factor=2, mode='nearest')",
        f"F.interpolate({x}, scale_factor=2, mode='bilinear')",
    )


def _moved(draw: Draw, kind: Any) -> Any:
    shape = draw.shape(2, 4)
    x, dim = _read(draw, kind, shape), draw.number(0, len(shape) - 1)
    return draw.choose(
        f"torch.flatten({x}, {dim})",
        f"torch.transpose({x}, 0, {dim})",
        f"torch.cat([{x}, {_read(draw, kind, shape)}], {dim})",
        f"torch.narrow({x}, {dim}, 0, {draw.number(1, shape[dim])})",
        f"torch.select({x}, {dim}, 0)",
        f"torch.unsqueeze({x}, {dim})",
    )


def _reduced(draw: Draw, kind: Any) -> Any:
    shape = draw.shape(1, 3)
    x, dim = _read(draw, kind, shape), draw.number(-len(shape), len(shape) - 1)
    return draw.choose(f"torch.mean({x}, {dim}, keepdim={draw.flag()})", f"torch.softmax({x}, {dim})",
                       f"F.layer_norm({x}, {shape[-1:]})")  # fmt: skip


_OTHERS: dict[str, Callable[[Draw, Any], str]] = {
    "conv1d": lambda draw, kind: _convolution(draw, kind, 1),
    "conv2d": lambda draw, kind: _convolution(draw, kind, 2),
    "conv_transpose2d": _transposed,
    "linear": _linear,
    "matmul": _matmul,
    "moves": _moved,
    "reductions": _reduced,
    "windows": _window,
}


@operator(*(f"pt2e.{name}" for name in _OTHERS))
def other(draw: Draw, name: str) -> str:
    kind = draw.choose(*_KINDS)
    return _written(draw, kind, _OTHERS[name[5:]](draw, kind))


_LAYERS = {
    "Int8WeightOnlyConfig": "",
    "Int8DynamicActivationInt8WeightConfig": "",
    "Int8DynamicActivationIntxWeightConfig": "weight_dtype=torch.int{bits}, weight_granularity={granularity}",
    "IntxWeightOnlyConfig": "weight_dtype=torch.int{bits}, granularity={granularity}",
    "Float8WeightOnlyConfig": "",
}


@operator(*(f"torchao.{name}" for name in _LAYERS))
def layer(draw: Draw, name: str) -> str:
    inputs, outputs = 32 * draw.number(1, 2), draw.number(1, 9)
    granularity = draw.choose("PerAxis(0)", "PerGroup(32)", "PerGroup(16)")
    options = _LAYERS[name[8:]].format(bits=draw.choose(8, 4, 2), granularity=granularity)
    bias = draw.options(bias=False)
    made = draw.module(f"quantised(nn.Linear({inputs}, {outputs}{bias}), ao.{name[8:]}({options}))")
    shape = [*draw.shape(0, 2), inputs]
    return f"{made}({draw.tensor(torch.float32, shape, 'normal')} * {math.pi * draw.number(1, 3):.3f})"
