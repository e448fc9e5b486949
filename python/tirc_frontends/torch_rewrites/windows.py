# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pools in forms for which torch-mlir crashes, and places of maxima that it finds in the padding."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .emitter import Emitter
from .refused import refused, refused_node
from .work import limit

_aten: Any = torch.ops.aten


def _avg_pool3d(x: Any, *arguments: Any, **options: Any) -> Any:
    """Adds a batch, without which torch-mlir crashes."""
    if x.dim() == 5:
        return NotImplemented
    return _aten.avg_pool3d.default(x.unsqueeze(0), *arguments, **options).squeeze(0)


def _with_batch(pool: Any, dims: int) -> Callable[..., Any]:
    """Returns a pool that adds a batch where there is none, because torch-mlir does not convert all types without it."""

    def batched(x: Any, *arguments: Any, **options: Any) -> Any:
        if x.dim() != dims + 1:
            return NotImplemented
        made = pool(x.unsqueeze(0), *arguments, **options)
        return tuple(part.squeeze(0) for part in made) if isinstance(made, tuple) else made.squeeze(0)

    return batched


def _window(dims: int, *given: Sequence[int]) -> list[list[int]]:
    """Returns the kernel, the strides, the padding and the dilations for each dimension."""
    kernel, strides, pads, steps = (list(each) * dims if len(each) == 1 else list(each) for each in given)
    return [kernel, strides or kernel, pads, steps]


def _max_pool3d(
    x: Any,
    kernel_size: Sequence[int],
    stride: Sequence[int] = (),
    padding: Sequence[int] = (0,),
    dilation: Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Any:
    """Takes the greatest of shifted integers, for which torch-mlir crashes."""
    if x.is_floating_point():
        return NotImplemented
    kernel, strides, pads, steps = _window(3, kernel_size, stride, padding, dilation)
    spans = [step * (size - 1) + 1 for step, size in zip(steps, kernel, strict=True)]
    counts = torch.nn.functional.max_pool3d(
        torch.empty(x.shape, device="meta"), kernel, strides, pads, steps, ceil_mode
    ).shape[-3:]
    # Windows may begin in the padding, or end after it.
    ends = [(count - 1) * each + span for count, each, span in zip(counts, strides, spans, strict=True)]
    after = [max(0, end - size - pad) for end, size, pad in zip(ends, x.shape[-3:], pads, strict=True)]
    borders = [amount for pair in zip(reversed(pads), reversed(after), strict=True) for amount in pair]
    x = torch.constant_pad_nd(x, borders, limit(x.dtype, True))
    parts = []
    for place in itertools.product(*(range(size) for size in kernel)):
        begins = [index * step for index, step in zip(place, steps, strict=True)]
        cuts = [
            slice(begin, begin + (count - 1) * each + 1, each)
            for begin, count, each in zip(begins, counts, strides, strict=True)
        ]
        parts.append(x[(..., *cuts)])
    return functools.reduce(torch.maximum, parts)


def _max_pool3d_with_indices(x: Any, *arguments: Any, **options: Any) -> Any:
    """Compares integers as float64, for which torch-mlir does not crash."""
    if x.is_floating_point():
        return NotImplemented
    if x.dtype == torch.int64:
        raise refused("it pools int64; expected integers of at most 32 bits: convert the tensor first")
    greatest, places = _aten.max_pool3d_with_indices.default(x.to(torch.float64), *arguments, **options)
    return greatest.to(x.dtype), places


def find_places(program: Any) -> None:
    """Corrects the place of the greatest element where torch-mlir finds none: PyTorch takes the first one that is not
    padding if all of a window are -infinity, and the last NaN of a window that has any."""
    for node in list(program.graph.nodes):
        dims = _PLACES.get(node.target)
        if dims is None or not node.args[0].meta["val"].is_floating_point():
            continue
        results = {user.args[1]: user for user in node.users}
        if 1 not in results:
            continue
        emit = Emitter(program, results[1])
        values, places = (emit(operator.getitem, node, index) for index in range(2))
        first = emit.constant(_first_places(node, dims))
        made = emit(_aten.where.self, emit(_aten.eq.Scalar, values, -math.inf), first, places)
        made = emit(_aten.where.self, _is_nan(emit, values), _last_nan(emit, node, dims), made)
        results[1].replace_all_uses_with(made)
        program.graph.erase_node(results[1])
    program.graph_module.recompile()


def _is_nan(emit: Emitter, x: Any) -> Any:
    return emit(_aten.ne.Tensor, x, x)


def _last_nan(emit: Emitter, node: Any, dims: int) -> Any:
    """Returns the greatest place of NaN in each window, as float32 has all places."""
    x, *rest = node.args
    shape = x.meta["val"].shape
    count = math.prod(shape[-dims:])
    if count > _MOST_PLACES:
        raise refused_node(node, f"it returns places of {count} elements; expected at most {_MOST_PLACES}: split the image")
    places = emit.constant(torch.arange(count, dtype=torch.float32).reshape(shape[-dims:]))
    given = emit(_aten.where.ScalarOther, _is_nan(emit, x), places, -1.0)
    pooled = emit(node.target, given, *rest, **node.kwargs)
    return emit(_aten._to_copy.default, emit(operator.getitem, pooled, 0), dtype=torch.int64)


def _spans(size: int, count: int) -> list[tuple[int, int]]:
    """Returns where the windows of an adaptive pool begin and end."""
    return [(index * size // count, -(-(index + 1) * size // count)) for index in range(count)]


def _adaptive_max_pool2d(x: Any, counts: Sequence[int]) -> Any:
    """Takes the greatest of each window, whose sizes differ."""
    dims = len(counts)
    sizes = x.shape[-dims:]
    if all(size % count == 0 for size, count in zip(sizes, counts, strict=True)):
        return _with_batch(_aten.adaptive_max_pool2d.default, dims)(x, counts)
    values, places = [], []
    for window in itertools.product(*(_spans(size, count) for size, count in zip(sizes, counts, strict=True))):
        part = x[(..., *(slice(begin, end) for begin, end in window))].flatten(-dims)
        place = torch.zeros((), dtype=torch.int64)
        for size, (begin, end) in zip(sizes, window, strict=True):
            place = place.unsqueeze(-1) * size + torch.arange(begin, end)
        is_greatest = torch.eq(part, part.amax(-1, keepdim=True))
        found = torch.where(is_greatest, place.flatten(), math.prod(sizes)).amin(-1)
        if x.is_floating_point():
            # PyTorch takes the last NaN of a window that has any.
            last = torch.where(torch.ne(part, part), place.flatten(), -1).amax(-1)
            found = torch.where(last >= 0, last, found)
        values.append(part.amax(-1))
        places.append(found)
    shape = (*x.shape[:-dims], *counts)
    return torch.stack(values, -1).reshape(shape), torch.stack(places, -1).reshape(shape)


def _argument_of(node: Any, name: str, default: Any) -> Any:
    for index, argument in enumerate(node.target._schema.arguments):
        if argument.name == name:
            return node.args[index] if index < len(node.args) else node.kwargs.get(name, default)
    return default


def _first_places(node: Any, dims: int) -> Any:
    """Returns the place, in its channel, of the first element of each window that is not padding."""
    shape, counts = node.args[0].meta["val"].shape[-dims:], node.meta["val"][1].shape[-dims:]
    _, strides, pads, steps = _window(dims, *(_argument_of(node, name, default) for name, default in _WINDOW.items()))
    place = torch.zeros((), dtype=torch.int64)
    for size, count, each, pad, step in zip(shape, counts, strides, pads, steps, strict=True):
        begins = [index * each - pad for index in range(count)]
        begins = [begin if begin >= 0 else begin % step for begin in begins]
        place = place.unsqueeze(-1) * size + torch.tensor(begins)
    return place


_MOST_PLACES = 1 << 24
_WINDOW: dict[str, tuple[int, ...]] = {"kernel_size": (), "stride": (), "padding": (0,), "dilation": (1,)}
_PLACES = {_aten.max_pool2d_with_indices.default: 2, _aten.max_pool3d_with_indices.default: 3}

TABLE = {
    _aten.adaptive_max_pool2d.default: _adaptive_max_pool2d,
    _aten.avg_pool2d.default: _with_batch(_aten.avg_pool2d.default, 2),
    _aten.max_pool2d_with_indices.default: _with_batch(_aten.max_pool2d_with_indices.default, 2),
    _aten.avg_pool3d.default: _avg_pool3d,
    _aten.max_pool3d.default: _max_pool3d,
    _aten.max_pool3d_with_indices.default: _max_pool3d_with_indices,
}
