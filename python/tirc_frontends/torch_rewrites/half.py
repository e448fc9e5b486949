# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on float16 and bfloat16 that add many numbers: they compute in float32 and round once, as in PyTorch.
Its product rounds after each factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_aten: Any = torch.ops.aten
_NARROW = (torch.float16, torch.bfloat16)
_OPERATORS = (
    _aten._adaptive_avg_pool2d.default,
    _aten._adaptive_avg_pool3d.default,
    _aten.adaptive_avg_pool1d.default,
    _aten.avg_pool1d.default,
    _aten.avg_pool2d.default,
    _aten.avg_pool3d.default,
    _aten.cumprod.default,
    _aten.cumsum.default,
    _aten.linalg_vector_norm.default,
    _aten.mean.default,
    _aten.mean.dim,
    _aten.rms_norm.default,
    _aten.sum.default,
    _aten.sum.dim_IntList,
)


def with_wide_sums(table: dict[Any, Any]) -> dict[Any, Any]:
    """Returns a table of decompositions with these operators added."""
    return table | {operator: _in_float32(operator, table.get(operator)) for operator in _OPERATORS}


def _in_float32(operator: Any, otherwise: Callable[..., Any] | None) -> Callable[..., Any]:
    def compute(x: Any, *arguments: Any, **options: Any) -> Any:
        if x.dtype not in _NARROW:
            return otherwise(x, *arguments, **options) if otherwise else NotImplemented
        kind = options.pop("dtype", None) or x.dtype
        own = torch.float64 if kind == torch.float64 else torch.float32
        wide = torch.utils._pytree.tree_map(lambda value: _widened(value, own), (x, *arguments))
        return operator(*wide, **options).to(kind)

    return compute


def _widened(value: Any, kind: Any) -> Any:
    return value.to(kind) if isinstance(value, torch.Tensor) and value.dtype in _NARROW else value


__all__ = ["with_wide_sums"]
