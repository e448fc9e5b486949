# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on float16 and bfloat16 that add many numbers, or compute in several steps: they compute in float32 and round
once, as in PyTorch. Its product rounds after each factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_aten: Any = torch.ops.aten
_NARROW = (torch.float16, torch.bfloat16)
_SUMS = (
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
_STEPS = (
    _aten.celu.default,
    _aten.elu.default,
    _aten.expm1.default,
    _aten.hypot.default,
    _aten.leaky_relu.default,
    _aten.log1p.default,
    _aten.log_sigmoid.default,
    _aten.logaddexp.default,
    _aten.logaddexp2.default,
    _aten.round.decimals,
    _aten.selu.default,
    _aten.sigmoid.default,
)
# These multiply only if there is a factor.
_WITH_FACTOR = (_aten.add.Tensor, _aten.sub.Tensor)


def in_float32(table: dict[Any, Any]) -> dict[Any, Any]:
    """Returns a table of decompositions with these operators added."""
    wide = {operator: _in_float32(operator, table.get(operator)) for operator in (*_SUMS, *_STEPS)}
    return table | wide | {operator: _with_factor(operator, table.get(operator)) for operator in _WITH_FACTOR}


def _with_factor(operator: Any, otherwise: Callable[..., Any] | None) -> Callable[..., Any]:
    def compute(x: Any, y: Any, *, alpha: Any = 1) -> Any:
        if alpha == 1 or not isinstance(y, torch.Tensor) or x.dtype not in _NARROW or x.dtype != y.dtype:
            return otherwise(x, y, alpha=alpha) if otherwise else NotImplemented
        # PyTorch rounds the factor, but not the product.
        factor = torch.scalar_tensor(alpha, dtype=x.dtype).to(torch.float32)
        return operator(x.to(torch.float32), y.to(torch.float32) * factor).to(x.dtype)

    return compute


def _in_float32(operator: Any, otherwise: Callable[..., Any] | None) -> Callable[..., Any]:
    def compute(x: Any, *arguments: Any, **options: Any) -> Any:
        kinds = {value.dtype for value in (x, *arguments) if isinstance(value, torch.Tensor)}
        if x.dtype not in _NARROW or (len(kinds) > 1 and operator not in _SUMS):
            return otherwise(x, *arguments, **options) if otherwise else NotImplemented
        kind = options.pop("dtype", None) or x.dtype
        if not kind.is_floating_point:
            # Each number is converted, not the sum.
            return operator(x.to(kind), *arguments, **options, dtype=kind)
        own = torch.float64 if kind == torch.float64 else torch.float32
        wide = torch.utils._pytree.tree_map(lambda value: _widened(value, own), (x, *arguments))
        return operator(*wide, **options).to(kind)

    return compute


def _widened(value: Any, kind: Any) -> Any:
    return value.to(kind) if isinstance(value, torch.Tensor) and value.dtype in _NARROW else value
