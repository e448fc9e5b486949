# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pools in forms for which torch-mlir crashes."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

import torch

from .work import limit

_aten: Any = torch.ops.aten


def _avg_pool3d(x: Any, *arguments: Any, **options: Any) -> Any:
    """Adds a batch, without which torch-mlir crashes."""
    if x.dim() == 5:
        return NotImplemented
    return _aten.avg_pool3d.default(x.unsqueeze(0), *arguments, **options).squeeze(0)


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
    kernel, pads, steps = (each * 3 if len(each) == 1 else each for each in map(list, (kernel_size, padding, dilation)))
    strides = list(stride) * 3 if len(stride) == 1 else list(stride) or kernel
    spans = [step * (size - 1) + 1 for step, size in zip(steps, kernel, strict=True)]
    counts = torch.nn.functional.max_pool3d(
        torch.empty(x.shape, device="meta"), kernel, strides, pads, steps, ceil_mode
    ).shape[-3:]
    # Windows may begin in the padding, or end behind it.
    ends = [(count - 1) * each + span for count, each, span in zip(counts, strides, spans, strict=True)]
    behind = [max(0, end - size - pad) for end, size, pad in zip(ends, x.shape[-3:], pads, strict=True)]
    borders = [amount for pair in zip(reversed(pads), reversed(behind), strict=True) for amount in pair]
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


TABLE = {
    _aten.avg_pool3d.default: _avg_pool3d,
    _aten.max_pool3d.default: _max_pool3d,
}

__all__ = ["TABLE"]
