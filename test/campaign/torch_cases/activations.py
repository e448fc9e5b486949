# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Activations, GLUs and losses."""

from __future__ import annotations

from typing import Any

import torch

from .drawing import FLOATS, ROUNDED, Draw, operator

_ACTIVATIONS = {
    "elu": {"alpha": (0.3, 2.0)}, "selu": {}, "celu": {"alpha": (0.3, 2.0)}, "leaky_relu": {"negative_slope": (0.01, 0.5)},
    "rrelu": {}, "hardsigmoid": {}, "hardswish": {}, "hardshrink": {"lambd": (0.1, 1.0)},
    "softshrink": {"lambd": (0.1, 1.0)}, "softplus": {"beta": (0.3, 3.0), "threshold": (1.0, 20.0)}, "softsign": {},
    "tanhshrink": {}, "silu": {}, "mish": {}, "logsigmoid": {}, "sigmoid": {}, "tanh": {},
}  # fmt: skip


@operator(*(f"nn.{name}" for name in _ACTIVATIONS))
def activation(draw: Draw, name: str) -> str:
    name = name[3:]
    options = draw.options(**{key: draw.real(*bounds) for key, bounds in _ACTIVATIONS[name].items()})
    return f"F.{name}({draw.tensor(draw.dtype(), draw.shape(0))}{options})"


@operator("nn.gelu")
def gelu(draw: Draw) -> str:
    return f"F.gelu({draw.tensor(draw.dtype(), draw.shape(0))}, approximate={draw.choose('none', 'tanh')!r})"


@operator("nn.hardtanh", "nn.threshold")
def bounded(draw: Draw, name: str) -> Any:
    x = draw.tensor(draw.dtype(), draw.shape(0))
    if name == "nn.hardtanh":
        return f"F.hardtanh({x}, {draw.real(-3, 0)}, {draw.real(0.5, 3)})", ROUNDED
    return f"F.threshold({x}, {draw.real(-1, 1)}, {draw.real(-3, 3)})", ROUNDED


@operator("nn.prelu")
def prelu(draw: Draw) -> str:
    dtype, shape = draw.dtype(), draw.shape(2)
    weight = draw.weight(dtype, [draw.choose(1, shape[1])])
    return f"F.prelu({draw.tensor(dtype, shape)}, {weight})"


@operator("nn.glu", "glu_family")
def glu(draw: Draw, name: str) -> str:
    shape = draw.shape()
    dim = draw.number(0, len(shape) - 1)
    shape[dim] *= 2
    x = draw.tensor(draw.dtype(), shape, "finite")
    if name == "nn.glu":
        return f"F.glu({x}, {dim - draw.choose(0, len(shape))})"
    gate = draw.choose("F.silu(a)", "F.gelu(a)", "F.relu(a)", "torch.sigmoid(a)", "a", "torch.tanh(a)")
    return f"(lambda a, b: {gate} * b)(*{x}.chunk(2, {dim}))"


@operator("softmax", "log_softmax", "nn.softmin", "logsumexp", "logcumsumexp")
def softmax(draw: Draw, name: str) -> str:
    dtype, shape = draw.dtype(), draw.shape()
    dim = draw.number(-len(shape), len(shape) - 1)
    x = draw.tensor(dtype, shape, draw.choose("any", "finite", "normal"))
    name = f"F.{name[3:]}" if name.startswith("nn.") else f"torch.{name}"
    if name == "torch.logsumexp":
        return f"{name}({x}, {dim}, keepdim={draw.flag()})"
    if name != "torch.logcumsumexp" and draw.flag(0.2):
        return f"{name}({x}, {dim}, dtype={draw.choose('torch.float32', 'torch.float64')})"
    return f"{name}({x}, {dim})"


_LOSSES = {
    "mse_loss": "normal", "l1_loss": "normal", "smooth_l1_loss": "normal", "huber_loss": "normal",
    "binary_cross_entropy": "unit", "binary_cross_entropy_with_logits": "unit", "kl_div": "unit",
    "poisson_nll_loss": "positive", "soft_margin_loss": "sign", "hinge_embedding_loss": "sign",
    "multilabel_soft_margin_loss": "unit",
}  # fmt: skip


@operator(*(f"nn.{name}" for name in _LOSSES))
def loss(draw: Draw, name: str) -> str:
    name = name[3:]
    dtype, shape, target = draw.dtype(), draw.shape(1), _LOSSES[name]
    if name == "multilabel_soft_margin_loss":
        shape = [*shape[:1], 3]
    one = draw.tensor(dtype, shape, "unit" if name == "binary_cross_entropy" else "normal")
    two = draw.tensor(dtype, shape, "normal" if target == "sign" else target)
    two = f"torch.sign({two})" if target == "sign" else two
    options = f", reduction={draw.choose('none', 'mean', 'sum')!r}"
    options += {
        "smooth_l1_loss": draw.options(beta=draw.real(0.5, 2)),
        "huber_loss": draw.options(delta=draw.real(0.5, 2)),
        "poisson_nll_loss": draw.options(log_input=draw.flag(), full=draw.flag()),
        "kl_div": draw.options(log_target=True),
        "hinge_embedding_loss": draw.options(margin=draw.real(0.5, 2)),
    }.get(name, "")
    return f"F.{name}({one}, {two}{options})"


@operator("nn.cross_entropy", "nn.nll_loss")
def classification(draw: Draw, name: str) -> str:
    dtype, classes = draw.dtype(), draw.number(2, 6)
    batch, rest = draw.number(1, 4), [draw.number(1, 3) for _ in range(draw.choose(0, 0, 1, 2))]
    x = draw.tensor(dtype, [batch, classes, *rest], "normal")
    target = draw.index([batch, *rest], classes)
    options = f", reduction={draw.choose('none', 'mean', 'sum')!r}" + draw.options(ignore_index=draw.number(0, classes - 1))
    if draw.flag(0.3):
        options += f", weight={draw.weight(dtype, [classes], 'positive')}"
    if name == "nn.cross_entropy" and draw.flag(0.3):
        options += ", label_smoothing=0.1"
    return f"F.{name[3:]}({x}, {target}{options})"


@operator("nn.margin_ranking_loss", "nn.triplet_margin_loss", "nn.cosine_embedding_loss", "nn.gaussian_nll_loss",
          "nn.multi_margin_loss", "nn.multilabel_margin_loss")  # fmt: skip
def other_loss(draw: Draw, name: str) -> str:
    dtype, shape = draw.choose(torch.float32, torch.float64), [draw.number(1, 4), draw.number(2, 5)]
    one, two = (draw.tensor(dtype, shape, "normal") for _ in range(2))
    options = f", reduction={draw.choose('none', 'mean', 'sum')!r}"
    name = f"F.{name[3:]}"
    if name == "F.margin_ranking_loss":
        return f"{name}({one}, {two}, torch.sign({draw.tensor(dtype, shape, 'normal')}){options})"
    if name == "F.triplet_margin_loss":
        return f"{name}({one}, {two}, {draw.tensor(dtype, shape, 'normal')}{options}{draw.options(swap=True, margin=0.5)})"
    if name == "F.cosine_embedding_loss":
        return f"{name}({one}, {two}, torch.sign({draw.tensor(dtype, shape[:1], 'normal')}){options})"
    if name == "F.gaussian_nll_loss":
        return f"{name}({one}, {two}, {draw.tensor(dtype, shape, 'positive')}{options}{draw.options(full=True)})"
    if name == "F.multi_margin_loss":
        return f"{name}({one} + {two}, {draw.index(shape[:1], shape[1])}{options})"
    return f"{name}({one} + {two}, {draw.index(shape, shape[1])}{options})"


@operator("nn.normalize", "cosine_similarity", "nn.pairwise_distance", "cdist", "nn.pdist", "dist")
def distance(draw: Draw, name: str) -> str:
    dtype = draw.choose(torch.float32, torch.float64, torch.float16) if name == "nn.normalize" else draw.choose(*FLOATS[2:])
    shape = draw.shape(2, 3)
    one = draw.tensor(dtype, shape, "normal")
    p = draw.choose(1.0, 2.0, 3.0, float("inf"))
    shown = "math.inf" if p == float("inf") else repr(p)
    dim = draw.number(0, len(shape) - 1)
    if name == "nn.normalize":
        return f"F.normalize({one}, p={shown}, dim={dim}{draw.options(eps=1e-3)})"
    if name == "nn.pdist":
        return f"F.pdist({one}.flatten(1), p={shown})"
    two = draw.tensor(dtype, shape if name != "cdist" else [*shape[:-2], draw.number(1, 4), shape[-1]], "normal")
    if name == "cosine_similarity":
        return f"F.cosine_similarity({one}, {two}, dim={dim}{draw.options(eps=1e-3)})"
    if name == "cdist":
        return f"torch.cdist({one}, {two}, p={draw.choose('0.0', shown)})"
    if name == "dist":
        return f"torch.dist({one}, {two}, p={shown})"
    return f"F.pairwise_distance({one}, {two}, p={shown}{draw.options(keepdim=True, eps=1e-3)})"
