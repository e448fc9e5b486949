# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that sort. An element's rank is the number of those before it."""

from __future__ import annotations

import math
from typing import Any

import torch

from .work import check_work

_aten: Any = torch.ops.aten


def _reaches(one: Any, other: Any) -> Any:
    """Returns whether one number is at least another. NaN is the greatest number, as for PyTorch: the order must be
    total, because an element's rank is an index."""
    reached = torch.ge(one, other)
    return torch.logical_or(reached, torch.ne(one, one)) if one.is_floating_point() else reached


def _first(x: Any, count: int, axis: int, largest: bool) -> tuple[Any, Any]:
    """Returns the first elements of a sorted tensor, and their indices. Of equal numbers, the first one comes first."""
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    x = x.movedim(axis, -1)
    size = x.shape[-1]
    check_work(math.prod(x.shape) * size)
    positions = torch.arange(size, dtype=torch.int32)
    one, other = x.unsqueeze(-1), x.unsqueeze(-2)
    forward, backward = (other, one) if largest else (one, other)
    is_earlier = positions.unsqueeze(-2) < positions.unsqueeze(-1)
    before = torch.where(is_earlier, _reaches(forward, backward), torch.logical_not(_reaches(backward, forward)))
    rank = before.to(torch.int32).sum(-1, dtype=torch.int32)
    found = rank.unsqueeze(-2) == torch.arange(count, dtype=torch.int32).unsqueeze(-1)
    index = torch.where(found, positions, 0).sum(-1, dtype=torch.int32).to(torch.int64)
    return torch.gather(x, -1, index).movedim(-1, axis), index.movedim(-1, axis)


def _topk(x: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Any, Any]:
    return _first(x, k, dim, largest)


def _sort(x: Any, dim: int = -1, descending: bool = False) -> tuple[Any, Any]:
    return _first(x, x.shape[dim] if x.dim() else 1, dim, descending)


def _stable_sort(x: Any, *, stable: bool | None, dim: int = -1, descending: bool = False) -> tuple[Any, Any]:
    return _sort(x, dim, descending)


def _kthvalue(x: Any, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    results = _first(x, k, dim, False)
    if x.dim() == 0:
        return results
    value, index = (result.narrow(dim, k - 1, 1) for result in results)
    return (value, index) if keepdim else (value.squeeze(dim), index.squeeze(dim))


def _median_of(x: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    size = x.shape[dim] if x.dim() else 1
    value, index = _kthvalue(x, (size + 1) // 2, dim, keepdim)
    if x.is_floating_point() and x.dim():
        is_nan = torch.ne(x, x)
        has_nan = is_nan.any(dim, keepdim)
        value = torch.where(has_nan, math.nan, value)
        index = torch.where(has_nan, is_nan.to(torch.int32).argmax(dim, keepdim), index)
    return value, index


def _median(x: Any) -> Any:
    return _median_of(x.reshape(-1), 0)[0]


def _nanmedian_of(x: Any, dim: int, keepdim: bool = False) -> tuple[Any, Any]:
    if x.dim() == 0 or not x.is_floating_point():
        return _median_of(x, dim, keepdim)
    # NaN are the last ones, so that the others' median is before them.
    values, indices = _sort(x, dim)
    count = torch.eq(x, x).to(torch.int32).sum(dim, keepdim=True, dtype=torch.int32)
    place = torch.div((count - 1).clamp(min=0), 2, rounding_mode="floor").to(torch.int64)
    value, index = (torch.gather(result, dim, place) for result in (values, indices))
    return (value, index) if keepdim else (value.squeeze(dim), index.squeeze(dim))


def _nanmedian(x: Any) -> Any:
    return _nanmedian_of(x.reshape(-1), 0)[0]


TABLE = {
    _aten.kthvalue.default: _kthvalue,
    _aten.median.default: _median,
    _aten.median.dim: _median_of,
    _aten.nanmedian.default: _nanmedian,
    _aten.nanmedian.dim: _nanmedian_of,
    _aten.sort.default: _sort,
    _aten.sort.stable: _stable_sort,
    _aten.topk.default: _topk,
}

__all__ = ["TABLE"]
