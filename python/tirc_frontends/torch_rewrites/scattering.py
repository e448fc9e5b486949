# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that compute where numbers go: each place of the result compares itself with each index."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from .refused import refused
from .work import check_work, limit

_aten: Any = torch.ops.aten


def _hits(index: Any, size: int) -> Any:
    """Returns, for each position and each index of the last dimension, whether the index is the position."""
    return index.to(torch.int32).unsqueeze(-2) == torch.arange(size, dtype=torch.int32).unsqueeze(-1)


def _last(hits: Any) -> tuple[Any, Any]:
    """Returns the number of the last index that matches each position, and whether there is one."""
    numbers = torch.arange(1, hits.shape[-1] + 1, dtype=torch.int32)
    number = torch.where(hits, numbers, 0).amax(-1)
    return (number - 1).clamp(min=0).to(torch.int64), number > 0


def _combined(data: Any, hits: Any, updates: Any, axis: int, reduction: str, includes_self: bool = True) -> Any:
    """Returns data in which each place is combined with the updates of its indices, which lie along an axis."""

    def chosen(neutral: float) -> Any:
        return torch.where(hits, updates, neutral)

    hit = hits.any(axis)
    if reduction in ("amax", "amin"):
        neutral = limit(data.dtype, reduction == "amax")
        found = chosen(neutral).amax(axis) if reduction == "amax" else chosen(neutral).amin(axis)
        both = torch.maximum if reduction == "amax" else torch.minimum
        return both(data, found) if includes_self else torch.where(hit, found, data)
    if reduction == "prod":
        found = chosen(1).prod(axis, dtype=data.dtype)
        return data * found if includes_self else torch.where(hit, found, data)
    found = chosen(0).sum(axis, dtype=data.dtype)
    found = found + data if includes_self else torch.where(hit, found, data)
    if reduction == "mean":
        count = hits.to(torch.int32).sum(axis, dtype=torch.int32)
        count = count + 1 if includes_self else count.clamp(min=1)
        mode = None if data.is_floating_point() else "floor"
        found = torch.div(found, count.to(data.dtype), rounding_mode=mode)
    return found


def _scattered(x: Any, dim: int, index: Any, source: Any, reduction: str = "", includes_self: bool = True) -> Any:
    """Returns a tensor in which numbers of a source are put, or combined, at indices along a dimension."""
    if x.dim() == 0:
        x, index, source = (part.reshape(1) for part in (x, index, source))
        return _scattered(x, 0, index, source, reduction, includes_self).reshape(())
    dim, sizes = dim % x.dim(), index.shape
    check_work(math.prod(sizes) * x.shape[dim])
    others = [i for i in range(x.dim()) if i != dim and sizes[i] < x.shape[i]]
    part = x
    for i in others:
        part = part.narrow(i, 0, sizes[i])
    for i, size in enumerate(sizes):
        source = source.narrow(i, 0, size)
    data, index, source = (one.movedim(dim, -1) for one in (part, index, source))
    hits = _hits(index, x.shape[dim])
    if reduction:
        result = _combined(data, hits, source.unsqueeze(-2), -1, reduction, includes_self)
    else:
        last, hit = _last(hits)
        result = torch.where(hit, torch.gather(source, -1, last), data)
    result = result.movedim(-1, dim)
    # The rest along the other dimensions stays as it is.
    for i in others:
        rest = x.narrow(i, sizes[i], x.shape[i] - sizes[i])
        for j in others:
            if j > i:
                rest = rest.narrow(j, 0, sizes[j])
        result = torch.cat((result, rest), i)
    return result


def _scatter(x: Any, dim: int, index: Any, src: Any) -> Any:
    return _scattered(x, dim, index, src)


def _filled(x: Any, index: Any, value: Any) -> Any:
    return torch.full(index.shape, value, dtype=x.dtype)


def _scatter_value(x: Any, dim: int, index: Any, value: Any) -> Any:
    return _scattered(x, dim, index, _filled(x, index, value))


_REDUCTIONS = {"add": "sum", "multiply": "prod"}


def _scatter_reduced(x: Any, dim: int, index: Any, src: Any, *, reduce: str) -> Any:
    return _scattered(x, dim, index, src, _REDUCTIONS[reduce])


def _scatter_value_reduced(x: Any, dim: int, index: Any, value: Any, *, reduce: str) -> Any:
    return _scattered(x, dim, index, _filled(x, index, value), _REDUCTIONS[reduce])


def _scatter_add(x: Any, dim: int, index: Any, src: Any) -> Any:
    return _scattered(x, dim, index, src, "sum")


def _scatter_reduce(x: Any, dim: int, index: Any, src: Any, reduce: str, *, include_self: bool = True) -> Any:
    return _scattered(x, dim, index, src, reduce, include_self)


def _index_put(x: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    given = [i for i, index in enumerate(indices) if index is not None]
    if any(indices[i].dtype in (torch.bool, torch.uint8) for i in given):
        return _masked_put(x, indices, values, accumulate)
    index_list = _aten.broadcast_tensors.default([indices[i] for i in given])
    places = index_list[0].shape
    rest = [i for i in range(x.dim()) if i not in given]
    sizes = [x.shape[i] for i in given]
    rows, count = math.prod(sizes), math.prod(places)
    width = math.prod(x.shape[i] for i in rest)
    check_work(rows * count * (width if accumulate else 1))
    row = torch.zeros((count,), dtype=torch.int32)
    for number, index in enumerate(index_list):
        index = index.reshape(-1).to(torch.int32)
        index = torch.where(index < 0, index + sizes[number], index)
        row = row + index * math.prod(sizes[number + 1 :])
    # The dimensions of the indices are where the first one was if they were together, and otherwise in front.
    together = given == list(range(given[0], given[-1] + 1))
    front = given[0] if together else 0
    kept = [x.shape[i] for i in rest]
    values = values.expand([*kept[:front], *places, *kept[front:]])
    values = values.movedim(list(range(front, front + len(places))), list(range(len(places))))
    values = values.reshape(count, width)
    order = [*given, *rest]
    data = x.permute(order).reshape(rows, width)
    hits = _hits(row, rows)
    if accumulate:
        result = _combined(data, hits.unsqueeze(-1), values.unsqueeze(0), 1, "sum")
    else:
        last, hit = _last(hits)
        result = torch.where(hit.unsqueeze(-1), torch.index_select(values, 0, last), data)
    result = result.reshape([x.shape[i] for i in order])
    return result.permute([order.index(i) for i in range(x.dim())])


def _masked_put(x: Any, indices: Sequence[Any], values: Any, accumulate: bool) -> Any:
    """Puts one number wherever a mask is true."""
    if len(indices) != 1 or values.numel() != 1:
        raise refused(
            "it puts several numbers where a mask is true, whose places depend on the data; expected one number: use "
            "torch.where"
        )
    mask = indices[0].to(torch.bool)
    mask = mask.reshape([*mask.shape, *[1] * (x.dim() - mask.dim())])
    value = values.reshape(()).to(x.dtype)
    return torch.where(mask, x + value if accumulate else value, x)


def _index_reduce(x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True) -> Any:
    if x.dim() == 0:
        x, source = x.reshape(1), source.reshape(1)
        return _index_reduce(x, 0, index, source, reduce, include_self=include_self).reshape(())
    shape = [1] * x.dim()
    shape[dim] = -1
    places = index.reshape(shape).expand(source.shape)
    return _scattered(x, dim, places, source, reduce, include_self)


def _index_fill(x: Any, dim: int, index: Any, value: Any) -> Any:
    if x.dim() == 0:
        return _index_fill(x.reshape(1), 0, index, value).reshape(())
    size, shape = x.shape[dim], [1] * x.dim()
    shape[dim] = size
    index = index.reshape(-1)
    hit = _hits(torch.where(index < 0, index + size, index), size).any(-1).reshape(shape)
    number = value.reshape(()).to(x.dtype) if isinstance(value, torch.Tensor) else torch.full((), value, dtype=x.dtype)
    return torch.where(hit, number, x)


def _put(x: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
    return _index_put(x.reshape(-1), [index.reshape(-1)], source.reshape(-1), accumulate).reshape(x.shape)


def _masked_scatter(x: Any, mask: Any, source: Any) -> Any:
    x, mask = torch.broadcast_tensors(x, mask)
    number = torch.cumsum(mask.reshape(-1).to(torch.int32), 0, dtype=torch.int32) - 1
    last = source.numel() - 1
    chosen = torch.index_select(source.reshape(-1), 0, number.clamp(0, last))
    return torch.where(mask, chosen.reshape(x.shape), x)


TABLE = {
    _aten._unsafe_index_put.default: _index_put,
    _aten.index_fill.int_Scalar: _index_fill,
    _aten.index_fill.int_Tensor: _index_fill,
    _aten.index_put.default: _index_put,
    _aten.index_reduce.default: _index_reduce,
    _aten.masked_scatter.default: _masked_scatter,
    _aten.put.default: _put,
    _aten.scatter.reduce: _scatter_reduced,
    _aten.scatter.src: _scatter,
    _aten.scatter.value: _scatter_value,
    _aten.scatter.value_reduce: _scatter_value_reduced,
    _aten.scatter_add.default: _scatter_add,
    _aten.scatter_reduce.two: _scatter_reduce,
}
