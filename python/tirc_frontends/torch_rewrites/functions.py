# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of single numbers, as compositions of those that torch-mlir converts for all types."""

from __future__ import annotations

import math
from typing import Any

import torch

_aten: Any = torch.ops.aten


# Floats that torch-mlir converts to TOSA, which has neither expm1 nor log1p.
_BY_TOSA = (torch.float32, torch.float16, torch.bfloat16)
# Alpha and scale.
_SELU = (1.6732632423543772848170429916717, 1.0507009873554804934193349852946)


def _is_float(x: Any) -> bool:
    return bool(x.is_floating_point())


def _constant(x: Any, number: float) -> Any:
    """Returns a number that does not change the type of what it is combined with."""
    return torch.scalar_tensor(number, dtype=x.dtype if _is_float(x) else torch.get_default_dtype())


# Those that have as many bytes as a float.
_INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}


def _as_float(x: Any) -> Any:
    return x if _is_float(x) else x.to(torch.get_default_dtype())


def _square(x: Any) -> Any:
    return x * x


def _is_finite(x: Any) -> Any:
    return torch.lt(x.abs(), math.inf) if _is_float(x) else torch.eq(x, x)


def _signbit(x: Any) -> Any:
    if not _is_float(x):
        return torch.lt(x, 0)
    # The sign of a zero and of a NaN is only in its bits.
    return torch.lt(x.view(_INTEGERS[x.element_size()]), 0)


def _copysign(x: Any, sign: Any) -> Any:
    kind = torch.result_type(x, sign)
    # The least integer has no absolute value.
    x = x.to(kind if kind.is_floating_point else torch.get_default_dtype()).abs()
    return torch.where(torch.signbit(sign), -x, x)


def _copysign_of_number(x: Any, sign: float) -> Any:
    x = _as_float(x).abs()
    return -x if math.copysign(1, sign) < 0 else x


def _hypot(x: Any, y: Any) -> Any:
    # A tensor without dimensions leaves the other one its type, which broadcasting would forget.
    kind = torch.result_type(x, y)
    if x.dtype != kind or y.dtype != kind:
        return torch.hypot(x.to(kind), y.to(kind))
    x, y = (value.abs() for value in torch.broadcast_tensors(x, y))
    largest, least = torch.maximum(x, y), torch.minimum(x, y)
    ratio = least / torch.where(torch.eq(largest, 0), 1.0, largest)
    result = torch.where(torch.eq(least, largest), largest * math.sqrt(2), largest * torch.sqrt(1 + ratio * ratio))
    is_infinite = torch.logical_or(torch.eq(x, math.inf), torch.eq(y, math.inf))
    return torch.where(is_infinite, math.inf, result)


def _is_close(x: Any, y: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    result = torch.eq(x, y)
    if equal_nan and _is_float(x):
        result = torch.logical_or(result, torch.logical_and(torch.ne(x, x), torch.ne(y, y)))
    if rtol == 0 and atol == 0:
        return result
    x, y = _as_float(x), _as_float(y)
    apart = (x - y).abs()
    is_near = torch.logical_and(_is_finite(apart), torch.le(apart, atol + (rtol * y).abs()))
    return torch.logical_or(result, is_near)


def _polynomial(x: Any, coefficients: list[float]) -> Any:
    """Evaluates a polynomial, whose highest coefficient is the first."""
    result = torch.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        result = result * x + coefficient
    return result


# Rational approximations of erf's inverse in the middle and near 1 by Giles' predecessor in PyTorch, which two steps of
# Newton's method then improve.
_MIDDLE = (
    [-0.140543331, 0.914624893, -1.645349621, 0.886226899],
    [0.012229801, -0.329097515, 1.442710462, -2.118377725, 1.0],
)
_OUTER = ([1.641345311, 3.429567803, -1.62490649, -1.970840454], [1.6370678, 3.5438892, 1.0])


def _erfinv(x: Any) -> Any:
    kind = x.dtype if _is_float(x) else torch.get_default_dtype()
    y = x.to(torch.float64)
    size = y.abs()
    z = y * y
    middle = y * _polynomial(z, _MIDDLE[0]) / _polynomial(z, _MIDDLE[1])
    t = torch.sqrt(-torch.log((1 - torch.where(torch.lt(size, 1), size, 0.5)) / 2))
    outer = _polynomial(t, _OUTER[0]) / _polynomial(t, _OUTER[1])
    found = torch.where(torch.le(size, 0.7), middle, torch.where(torch.lt(y, 0), -outer, outer))
    for _ in range(2):
        found = found - (torch.erf(found) - y) / (2 / math.sqrt(math.pi) * torch.exp(-found * found))
    found = torch.where(torch.eq(size, 1), y * math.inf, found)
    return torch.where(torch.le(size, 1), found, math.nan).to(kind)


# Lanczos' approximation of the gamma function with g = 7.
_LANCZOS = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]  # fmt: skip


def _lgamma(x: Any) -> Any:
    kind = x.dtype if _is_float(x) else torch.get_default_dtype()
    x = x.to(torch.float64)
    is_left = torch.lt(x, 0.5)
    z = torch.where(is_left, 1 - x, x) - 1
    series = torch.full_like(z, _LANCZOS[0])
    for number, coefficient in enumerate(_LANCZOS[1:], 1):
        series = series + coefficient / (z + number)
    t = z + 7.5
    right = 0.5 * math.log(2 * math.pi) + (z + 0.5) * torch.log(t) - t + torch.log(series)
    # Where the sine is 0, gamma has a pole.
    rest = x - torch.floor(x)
    left = math.log(math.pi) - torch.log(torch.sin(math.pi * rest).abs()) - right
    is_pole = torch.logical_and(torch.le(x, 0), torch.eq(rest, 0))
    result = torch.where(is_pole, math.inf, torch.where(is_left, left, right))
    return torch.where(torch.eq(x.abs(), math.inf), math.inf, result).to(kind)


# Bernoulli's numbers over twice their index.
_STIRLING = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12]


def _digamma(x: Any) -> Any:
    kind = x.dtype if _is_float(x) else torch.get_default_dtype()
    x = x.to(torch.float64)
    is_left = torch.lt(x, 0.5)
    z = torch.where(is_left, 1 - x, x)
    below = torch.zeros_like(z)
    for _ in range(10):
        is_small = torch.lt(z, 10)
        below = below + torch.where(is_small, 1 / z, 0.0)
        z = torch.where(is_small, z + 1, z)
    inverse = 1 / (z * z)
    tail = _polynomial(inverse, [*reversed(_STIRLING), 0.0])
    right = torch.log(z) - 0.5 / z - tail - below
    rest = x - torch.trunc(x)
    left = right - math.pi / torch.tan(math.pi * rest)
    result = torch.where(is_left, left, right)
    result = torch.where(torch.logical_and(torch.lt(x, 0), torch.eq(rest, 0)), math.nan, result)
    result = torch.where(torch.eq(x, 0), -1 / x, result)
    return torch.where(torch.eq(x, math.inf), math.inf, result).to(kind)


def _logcumsumexp(x: Any, dim: int) -> Any:
    if x.dim() == 0:
        return x.clone()
    greatest, place = (part.movedim(dim, -1) for part in torch.cummax(x, dim))
    base = torch.where(_is_finite(greatest), greatest, 0.0)
    positions = torch.arange(x.shape[dim])
    # All but the greatest, whose part is 1, so that a small rest is not lost.
    is_rest = torch.logical_and(positions <= positions.unsqueeze(-1), torch.ne(positions, place.unsqueeze(-1)))
    parts = torch.exp(x.movedim(dim, -1).unsqueeze(-2) - base.unsqueeze(-1))
    result = greatest + torch.log1p(torch.where(is_rest, parts, 0.0).sum(-1))
    return torch.where(torch.eq(greatest.abs(), math.inf), greatest, result).movedim(-1, dim)


def _softplus(x: Any, beta: Any = 1, threshold: Any = 20) -> Any:
    """Keeps what is small beside 1, which torch-mlir loses in a sum, and exponentials beyond float16."""
    wide = x if x.dtype == torch.float64 else x.to(torch.float32)
    scaled = wide * beta
    return torch.where(torch.gt(scaled, threshold), wide, torch.log1p(torch.exp(scaled)) / beta).to(x.dtype)


def _log1p(x: Any) -> Any:
    """Divides by what the rounding of the sum made of x. torch-mlir rounds 1 + x, and loses a small x."""
    if x.dtype not in _BY_TOSA:
        return NotImplemented
    rounded = 1 + x
    apart = rounded - 1
    result = torch.log(rounded) * (x / torch.where(torch.eq(apart, 0), 1.0, apart))
    result = torch.where(torch.eq(apart, 0), x, result)
    return torch.where(torch.eq(rounded, math.inf), rounded, result)


def _expm1(x: Any) -> Any:
    """Keeps what is small beside 1, which torch-mlir loses in a difference."""
    return torch.tanh(x * 0.5) * (torch.exp(x) + 1) if x.dtype in _BY_TOSA else NotImplemented


def _elu(x: Any, alpha: Any = 1, scale: Any = 1, input_scale: Any = 1) -> Any:
    below = torch.expm1(torch.clamp(x, max=0) * input_scale) * (alpha * scale)
    return torch.where(torch.gt(x, 0), x * scale, below)


def _celu(x: Any, alpha: Any = 1) -> Any:
    return _elu(x, alpha, 1, 1 / alpha)


def _selu(x: Any) -> Any:
    return _elu(x, _SELU[0], _SELU[1])


def _log_sigmoid(x: Any) -> Any:
    return torch.clamp(x, max=0) - torch.log1p(torch.exp(-x.abs()))


def _logit(x: Any, eps: float | None = None) -> Any:
    """Rounds after each step, as PyTorch does in float16 too."""
    x = _as_float(x)
    if eps is not None:
        x = torch.clamp(x, eps, 1 - eps)
    return torch.log(x / (1 - x))


def _gelu(x: Any, *, approximate: str = "none") -> Any:
    # On linalg, torch-mlir computes tanh by a formula that is off by 5e-5.
    wide = x if x.dtype == torch.float64 else x.to(torch.float32)
    if approximate == "none":
        gate = torch.erf(wide * math.sqrt(0.5))
    else:
        gate = torch.tanh(math.sqrt(2 / math.pi) * (wide + 0.044715 * wide * wide * wide))
    return (wide * 0.5 * (1 + gate)).to(x.dtype)


TABLE = {
    _aten.celu.default: _celu,
    _aten.copysign.Scalar: _copysign_of_number,
    _aten.copysign.Tensor: _copysign,
    _aten.digamma.default: _digamma,
    _aten.elu.default: _elu,
    _aten.erfinv.default: _erfinv,
    _aten.expm1.default: _expm1,
    _aten.gelu.default: _gelu,
    _aten.hypot.default: _hypot,
    _aten.isclose.default: _is_close,
    _aten.isfinite.default: _is_finite,
    _aten.lgamma.default: _lgamma,
    _aten.log1p.default: _log1p,
    _aten.log_sigmoid.default: _log_sigmoid,
    _aten.logcumsumexp.default: _logcumsumexp,
    _aten.logit.default: _logit,
    _aten.selu.default: _selu,
    _aten.signbit.default: _signbit,
    _aten.softplus.default: _softplus,
    _aten.square.default: _square,
}
