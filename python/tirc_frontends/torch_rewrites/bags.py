# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bags of embeddings."""

from __future__ import annotations

import math
from typing import Any

import torch

from .work import check_work

_aten: Any = torch.ops.aten
# The numbers of the modes.
_SUM, _MEAN, _MAX = range(3)


def _bags(
    weight: Any,
    indices: Any,
    offsets: Any,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Any = None,
    include_last_offset: bool = False,
    padding_idx: int = -1,
) -> tuple[Any, Any, Any, Any]:
    """Adds up, or takes the largest of, the rows whose places are from an offset on to the next one."""
    count = offsets.shape[0] - include_last_offset
    check_work(count * indices.shape[0] * weight.shape[1])
    indices, offsets = indices.to(torch.int64), offsets.to(torch.int64)
    places = torch.arange(indices.shape[0])
    begins = offsets[:count].unsqueeze(1)
    is_inside = torch.le(begins, places)
    if count > 1:
        ends = torch.cat((offsets[1:count], torch.full((1,), indices.shape[0])))
        is_inside = torch.logical_and(is_inside, torch.lt(places, ends.unsqueeze(1)))
    if padding_idx >= 0:
        is_inside = torch.logical_and(is_inside, torch.ne(indices, padding_idx))
    rows = weight.index_select(0, indices)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
    sizes = is_inside.to(torch.int64).sum(1)
    is_inside = is_inside.unsqueeze(2)
    if mode == _MAX:
        largest = torch.where(is_inside, rows, -math.inf).amax(1)
        made = torch.where(torch.eq(sizes, 0).unsqueeze(1), 0.0, largest)
    else:
        made = torch.where(is_inside, rows, 0.0).sum(1)
    if mode == _MEAN:
        made = made / torch.clamp(sizes, min=1).unsqueeze(1).to(made.dtype)
    # Nothing reads the others without gradients.
    return made, torch.zeros_like(indices), sizes, torch.zeros_like(sizes)


TABLE = {
    _aten._embedding_bag.default: _bags,
    _aten._embedding_bag_forward_only.default: _bags,
}
