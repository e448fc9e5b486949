# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of single elements that recurrent layers apply."""

from __future__ import annotations

import dataclasses

import numpy

from ..text import Array, Function, Tensor

# The numbers alpha and beta that functions have, and what they are where a model gives none, if that is defined.
DEFAULTS: dict[str, tuple[float | None, ...]] = {
    "affine": (1.0, 0.0),
    "elu": (1.0,),
    "hardsigmoid": (0.2, 0.5),
    "leakyrelu": (0.01,),
    "relu": (),
    "scaledtanh": (None, None),
    "sigmoid": (),
    "softplus": (),
    "softsign": (),
    "tanh": (),
    "thresholdedrelu": (1.0,),
    "linear": (),
    "relu6": (),
}


@dataclasses.dataclass(frozen=True)
class Activation:
    """A function in lower case, with its numbers."""

    name: str
    numbers: tuple[float, ...] = ()


def activate(function: Function, activation: Activation, x: Tensor) -> Tensor:
    rank = len(x.shape)

    def number(value: float) -> Array:
        return numpy.full([1] * rank, value, numpy.float32)

    def each(name: str, *operands: Tensor | Array) -> Tensor:
        return function.each(name, *operands)

    def where(condition: Tensor, yes: Tensor, no: Tensor | Array) -> Tensor:
        return function.op("select", [condition, yes, no], x.shape, x.kind)

    alpha, beta = (*activation.numbers, 0.0, 0.0)[:2]
    match activation.name:
        case "linear":
            return x
        case "sigmoid" | "tanh":
            return each(activation.name, x)
        case "relu":
            return each("maximum", x, number(0))
        case "relu6":
            return each("minimum", each("maximum", x, number(0)), number(6))
        case "affine":
            return each("add", each("mul", x, number(alpha)), number(beta))
        case "scaledtanh":
            return each("mul", each("tanh", each("mul", x, number(beta))), number(alpha))
        case "hardsigmoid":
            line = each("add", each("mul", x, number(alpha)), number(beta))
            return each("minimum", each("maximum", line, number(0)), number(1))
        case "leakyrelu":
            positive = function.each("greater", x, number(0), kind="i1")
            return where(positive, x, each("mul", x, number(alpha)))
        case "thresholdedrelu":
            return where(function.each("greater", x, number(alpha), kind="i1"), x, number(0))
        case "elu":
            below = each("mul", each("sub", each("exp", x), number(1)), number(alpha))
            return where(function.each("greater", x, number(0), kind="i1"), x, below)
        case "softsign":
            return each("mul", x, each("reciprocal", each("add", each("abs", x), number(1))))
        case "softplus":
            # log(1 + e^x), where e^x may be beyond all floats.
            tail = each("log", each("add", each("exp", each("sub", number(0), each("abs", x))), number(1)))
            return each("add", each("maximum", x, number(0)), tail)
    raise AssertionError(activation.name)
