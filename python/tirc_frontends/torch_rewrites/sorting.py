# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that sort. An element's rank is the number of those before it."""

from __future__ import annotations

import math
from typing import Any

import torch

from .work import check_work, limit

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


def _mode(x: Any, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    """Returns the least of the numbers that are most frequent, and the last index of it."""
    if x.dim() == 0:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    x = x.movedim(dim, -1)
    size = x.shape[-1]
    check_work(math.prod(x.shape) * size)
    is_same = torch.eq(x.unsqueeze(-1), x.unsqueeze(-2))
    counts = is_same.to(torch.int32).sum(-1, dtype=torch.int32)
    is_frequent = torch.eq(counts, counts.amax(-1, keepdim=True))
    value = torch.where(is_frequent, x, limit(x.dtype, is_least=False)).amin(-1, keepdim=True)
    places = torch.where(torch.eq(x, value), torch.arange(size, dtype=torch.int32), -1)
    index = places.amax(-1, keepdim=True).to(torch.int64)
    results = (value.movedim(-1, dim), index.movedim(-1, dim))
    return results if keepdim else (results[0].squeeze(dim), results[1].squeeze(dim))


def _search(
    sequence: Any,
    x: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Any = None,
) -> Any:
    """Counts the numbers of a sorted row before each place."""
    if sorter is not None:
        sequence = torch.gather(sequence, -1, sorter)
    is_right = right or side == "right"
    if sequence.dim() == 1:
        rows, columns = sequence, x.unsqueeze(-1)
    else:
        rows, columns = sequence.unsqueeze(-2), x.unsqueeze(-1)
    check_work(x.numel() * sequence.shape[-1])
    # NaN is the greatest number.
    is_before = _reaches(columns, rows) if is_right else torch.logical_not(_reaches(rows, columns))
    return is_before.to(torch.int32).sum(-1, dtype=torch.int32).to(torch.int32 if out_int32 else torch.int64)


def _search_number(sequence: Any, x: Any, **options: Any) -> Any:
    kind = torch.result_type(sequence, x)
    return _search(sequence.to(kind), torch.scalar_tensor(x, dtype=kind), **options)


TABLE = {
    _aten.kthvalue.default: _kthvalue,
    _aten.median.default: _median,
    _aten.median.dim: _median_of,
    _aten.mode.default: _mode,
    _aten.nanmedian.default: _nanmedian,
    _aten.nanmedian.dim: _nanmedian_of,
    _aten.searchsorted.Scalar: _search_number,
    _aten.searchsorted.Tensor: _search,
    _aten.sort.default: _sort,
    _aten.sort.stable: _stable_sort,
    _aten.topk.default: _topk,
}
