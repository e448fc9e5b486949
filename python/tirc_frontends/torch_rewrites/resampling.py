# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images in other sizes, without aliases, and windows that slide along a dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import torch

from .emitter import Emitter

_aten: Any = torch.ops.aten
_Filter = Callable[[Any], Any]


def _triangle(x: Any) -> Any:
    return numpy.maximum(1 - numpy.abs(x), 0)


def _cubic(x: Any) -> Any:
    """Keys's filter, with the same factor as Pillow has."""
    x, a = numpy.abs(x), -0.5
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = (((x - 5) * x + 8) * x - 4) * a
    return numpy.where(x < 1, near, numpy.where(x < 2, far, 0))


def _weights(size: int, count: int, align_corners: bool, factor: float | None, form: _Filter, reach: int) -> Any:
    """Returns how much each of `size` elements adds to each of `count`. `reach` is where the filter becomes 0."""
    if align_corners:
        step = (size - 1) / (count - 1) if count > 1 else 0.0
    else:
        step = 1 / factor if factor else size / count
    wide = max(step, 1.0)
    centers = step * (numpy.arange(count)[:, None] + 0.5)
    # PyTorch rounds the ends of a window by cutting off.
    begins = numpy.maximum((centers - reach * wide + 0.5).astype(numpy.int64), 0)
    ends = numpy.minimum((centers + reach * wide + 0.5).astype(numpy.int64), size)
    places = numpy.arange(size)
    found = numpy.where((places >= begins) & (places < ends), form((places - centers + 0.5) / wide), 0)
    return torch.from_numpy(found / found.sum(1, keepdims=True))


def write_products(program: Any) -> None:
    """Writes resized images without aliases as products of constant weights and their columns, and then their rows."""
    for node in list(program.graph.nodes):
        if node.target not in _WITHOUT_ALIASES:
            continue
        x, counts, align_corners, *factors = node.args
        value = x.meta["val"]
        factors += [None] * (2 - len(factors))
        emit = Emitter(program, node)
        rows, columns = (
            _weights(size, count, align_corners, factor, *_WITHOUT_ALIASES[node.target]).to(value.dtype)
            for size, count, factor in zip(value.shape[-2:], counts, factors, strict=True)
        )
        made = emit(_aten.matmul.default, x, emit.constant(columns.t().contiguous()))
        node.replace_all_uses_with(emit(_aten.matmul.default, emit.constant(rows), made))
        program.graph.erase_node(node)
    program.graph_module.recompile()


def _unfold(x: Any, dim: int, size: int, step: int) -> Any:
    """Stacks slices: torch-mlir computes positions of all elements in each run."""
    if x.dim() == 0:
        return NotImplemented
    count = (x.shape[dim] - size) // step + 1
    if count <= size:
        windows = [x.narrow(dim, index * step, size).movedim(dim, -1) for index in range(count)]
        return torch.stack(windows, dim % x.dim())
    span = (count - 1) * step + 1
    return torch.stack([_aten.slice.Tensor(x, dim, index, index + span, step) for index in range(size)], -1)


# Filters, and where they become 0.
_WITHOUT_ALIASES: dict[Any, tuple[_Filter, int]] = {
    _aten._upsample_bilinear2d_aa.default: (_triangle, 1),
    _aten._upsample_bicubic2d_aa.default: (_cubic, 2),
}

TABLE = {_aten.unfold.default: _unfold}
