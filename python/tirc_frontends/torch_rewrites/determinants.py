# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Determinants of small matrices, by elimination with the largest number of each column."""

from __future__ import annotations

from typing import Any

import torch

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


def _is_known(x: Any) -> bool:
    return bool(0 < x.shape[-1] <= _MOST and x.is_floating_point())


def _rest(x: Any) -> tuple[Any, Any]:
    """Returns in place of the factors, which determinants have as further results, what nothing reads."""
    return torch.zeros_like(x), torch.zeros(x.shape[:-1], dtype=torch.int32)


def _determinant(x: Any) -> tuple[Any, Any, Any]:
    if not _is_known(x):
        return NotImplemented  # type: ignore[no-any-return]
    found, made = _pivots(x)
    for pivot in found:
        made = made * pivot
    return made, *_rest(x)


def _logarithm(x: Any) -> tuple[Any, Any, Any, Any]:
    if not _is_known(x):
        return NotImplemented  # type: ignore[no-any-return]
    found, sign = _pivots(x)
    total = torch.zeros_like(sign)
    for pivot in found:
        sign = sign * torch.sign(pivot)
        total = total + torch.log(pivot.abs())
    return sign, total, *_rest(x)


def _sign_and_logarithm(x: Any) -> tuple[Any, Any]:
    made = _logarithm(x)
    return made if made is NotImplemented else made[:2]


TABLE = {
    _aten._linalg_det.default: _determinant,
    _aten._linalg_slogdet.default: _logarithm,
    _aten.linalg_slogdet.default: _sign_and_logarithm,
}

__all__ = ["TABLE"]
