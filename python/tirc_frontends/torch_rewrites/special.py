# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Special functions as sums of Chebyshev polynomials, in float64."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy
import torch

_aten: Any = torch.ops.aten
# Between these, exponentials and their products are finite.
_FAR, _POINTS = 8.0, 400
_DEGREE, _HALF = 34, 3.75


def _series(function: Callable[[float], float]) -> list[float]:
    """Returns the coefficients of a function from -1 to 1, the first for the polynomial 1."""
    angles = [math.pi * (node + 0.5) / _DEGREE for node in range(_DEGREE)]
    values = [function(math.cos(angle)) for angle in angles]
    sums = [math.fsum(v * math.cos(i * a) for v, a in zip(values, angles, strict=True)) for i in range(_DEGREE)]
    return [total * (2 if i else 1) / _DEGREE for i, total in enumerate(sums)]


def _sum(t: Any, coefficients: list[float]) -> Any:
    """Adds up Chebyshev polynomials by Clenshaw's method."""
    last = before = torch.zeros_like(t)
    for coefficient in reversed(coefficients[1:]):
        last, before = 2 * t * last - before + coefficient, last
    return t * last - before + coefficients[0]


def _bessel_integral(order: int, x: float) -> float:
    """Returns e^-x I(x): the mean of e^(x (cos t - 1)) cos(order t), whose sum converges fast."""
    t = (numpy.arange(_POINTS) + 0.5) * math.pi / _POINTS
    return math.fsum(numpy.exp(-2 * x * numpy.sin(t / 2) ** 2) * numpy.cos(order * t)) / _POINTS


@functools.cache
def _bessel_series(order: int) -> tuple[list[float], list[float]]:
    """Returns series for e^-x I(x), by x where it is odd, up to `_FAR`, and for it by the root of x from there on."""

    def near(t: float) -> float:
        x = (t + 1) * _FAR / 2
        return _bessel_integral(order, x) / (x if order else 1.0)

    def far(t: float) -> float:
        # From _FAR to infinity.
        x = 2 * _FAR / (t + 1)
        if x > 1e4:
            return (1 + (1 - 4 * order) / (8 * x) + (1 - 4 * order) * (9 - 4 * order) / (128 * x * x)) / math.sqrt(2 * math.pi)
        return _bessel_integral(order, x) * math.sqrt(x)

    return _series(near), _series(far)


def _bessel(x: Any, order: int, is_scaled: bool) -> Any:
    kind = x.dtype if x.is_floating_point() else torch.get_default_dtype()
    wide = x.to(torch.float64)
    size = wide.abs()
    near, far = _bessel_series(order)
    low = torch.clamp(size, max=_FAR)
    high = torch.clamp(size, min=_FAR)
    first = _sum(low * (2 / _FAR) - 1, near) * (wide.clamp(-_FAR, _FAR) if order else 1.0)
    second = _sum(2 * _FAR / high - 1, far) / torch.sqrt(high)
    if order:
        second = torch.where(torch.lt(wide, 0), -second, second)
    made = torch.where(torch.le(size, _FAR), first, second)
    if not is_scaled:
        # The product of two roots does not overflow before the result.
        root = torch.exp(size * 0.5)
        made = made * root * root
    return torch.where(torch.ne(wide, wide), wide, made).to(kind)


@functools.cache
def _erfcx_series() -> list[float]:
    def function(t: float) -> float:
        x = _HALF * (1 + t) / (1 - t)
        return (1 + 2 * x) * _erfcx_of(x)

    return _series(function)


def _erfcx_of(x: float) -> float:
    """Returns e^(x^2) erfc(x) of a number that is not negative."""
    if x < 5:
        return math.erfc(x) * math.exp(x * x)
    # Laplace's continued fraction.
    rest = 0.0
    for term in range(60, 0, -1):
        rest = term / 2 / (x + rest)
    return 1 / (x + rest) / math.sqrt(math.pi)


def _scaled_tail(size: Any) -> Any:
    """Returns e^(x^2) erfc(x) of numbers of float64 that are not negative."""
    bounded = torch.clamp(size, max=1e300)
    return _sum((bounded - _HALF) / (bounded + _HALF), _erfcx_series()) / (1 + 2 * bounded)


def _erfcx(x: Any) -> Any:
    kind = x.dtype if x.is_floating_point() else torch.get_default_dtype()
    wide = x.to(torch.float64)
    tail = _scaled_tail(wide.abs())
    tail = torch.where(torch.eq(wide, math.inf), 0.0, tail)
    made = torch.where(torch.lt(wide, 0), 2 * torch.exp(wide * wide) - tail, tail)
    return torch.where(torch.ne(wide, wide), wide, made).to(kind)


def _wide_erfc(wide: Any) -> Any:
    tail = _scaled_tail(wide.abs()) * torch.exp(-wide * wide)
    return torch.where(torch.ne(wide, wide), wide, torch.where(torch.lt(wide, 0), 2 - tail, tail))


def _erfc(x: Any) -> Any:
    kind = x.dtype if x.is_floating_point() else torch.get_default_dtype()
    return _wide_erfc(x.to(torch.float64)).to(kind)


def _log_ndtr(x: Any) -> Any:
    kind = x.dtype if x.is_floating_point() else torch.get_default_dtype()
    t = x.to(torch.float64) * math.sqrt(0.5)
    below = torch.log(_scaled_tail(torch.clamp(-t, min=0)) / 2) - t * t
    above = torch.log1p(-_wide_erfc(torch.clamp(t, min=-1)) / 2)
    made = torch.where(torch.lt(t, -math.sqrt(0.5)), below, above)
    return torch.where(torch.ne(t, t), t, made).to(kind)


TABLE = {
    _aten.erfc.default: _erfc,
    _aten.i0.default: functools.partial(_bessel, order=0, is_scaled=False),
    _aten.special_erfcx.default: _erfcx,
    _aten.special_i0e.default: functools.partial(_bessel, order=0, is_scaled=True),
    _aten.special_i1.default: functools.partial(_bessel, order=1, is_scaled=False),
    _aten.special_i1e.default: functools.partial(_bessel, order=1, is_scaled=True),
    _aten.special_log_ndtr.default: _log_ndtr,
}
