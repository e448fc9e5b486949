# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Determinants of small matrices, by elimination with the largest number of each column."""

from __future__ import annotations

from typing import Any

import torch

from .refused import refused

_aten: Any = torch.ops.aten
# The steps are written one after the other.
_MOST = 16


def _pivots(x: Any) -> tuple[list[Any], Any]:
    """Returns the numbers of the diagonal after the elimination, and the sign of the exchanges of rows."""
    count = x.shape[-1]
    found, sign = [], torch.ones(x.shape[:-2], dtype=x.dtype)
    for step in range(count):
        column = x[..., 0]
        if (rest := count - step) > 1:
            place = column.abs().argmax(-1, keepdim=True)
            rows = torch.arange(rest)
            is_chosen = torch.eq(rows, place).unsqueeze(-1)
            chosen = torch.where(is_chosen, x, 0).sum(-2, keepdim=True)
            first = torch.eq(rows, 0).unsqueeze(-1)
            sign = torch.where(torch.eq(place.squeeze(-1), 0), sign, -sign)
            x = torch.where(first, chosen, torch.where(is_chosen, x[..., :1, :], x))
        pivot = x[..., 0, 0]
        found.append(pivot)
        divisor = torch.where(torch.eq(pivot, 0), 1.0, pivot)
        factors = x[..., 1:, :1] / divisor.unsqueeze(-1).unsqueeze(-1)
        x = x[..., 1:, 1:] - factors * x[..., :1, 1:]
    return found, sign


def _check(x: Any) -> None:
    """Refuses matrices whose elimination would be too long, or that do not have real numbers."""
    size = x.shape[-1]
    if not 0 < size <= _MOST or not x.is_floating_point():
        raise refused(
            f"its matrices have {size}x{size} numbers of {str(x.dtype).removeprefix('torch.')}; expected floats, and at "
            f"least 1x1 and at most {_MOST}x{_MOST}: make the matrices smaller, or take the operator out of the model"
        )


def _rest(x: Any) -> tuple[Any, Any]:
    """Returns in place of the factors, which determinants have as further results, what nothing reads."""
    return torch.zeros_like(x), torch.zeros(x.shape[:-1], dtype=torch.int32)


def _determinant(x: Any) -> tuple[Any, Any, Any]:
    _check(x)
    found, made = _pivots(x)
    for pivot in found:
        made = made * pivot
    return made, *_rest(x)


def _logarithm(x: Any) -> tuple[Any, Any, Any, Any]:
    _check(x)
    found, sign = _pivots(x)
    total = torch.zeros_like(sign)
    for pivot in found:
        sign = sign * torch.sign(pivot)
        total = total + torch.log(pivot.abs())
    return sign, total, *_rest(x)


def _sign_and_logarithm(x: Any) -> tuple[Any, Any]:
    return _logarithm(x)[:2]


TABLE = {
    _aten._linalg_det.default: _determinant,
    _aten._linalg_slogdet.default: _logarithm,
    _aten.linalg_slogdet.default: _sign_and_logarithm,
}
