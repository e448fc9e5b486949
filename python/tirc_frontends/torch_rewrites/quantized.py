# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantisations as PyTorch computes them: torch-mlir divides by the scale on linalg, where PyTorch multiplies by its inverse,
so that half of a unit may be rounded to the other side."""

from __future__ import annotations

from typing import Any

import torch


def _per_tensor(x: Any, scale: float, zero_point: int, quant_min: int, quant_max: int, dtype: torch.dtype) -> Any:
    whole = torch.round(x.to(torch.float32) * (1.0 / scale)) + zero_point
    return torch.clamp(whole, quant_min, quant_max).to(dtype)


def table() -> dict[Any, Any]:
    """Returns the decompositions of these operators, which PyTorch has once its quantisation is imported."""
    operator = getattr(torch.ops.quantized_decomposed, "quantize_per_tensor", None)
    return {operator.default: _per_tensor} if operator else {}


__all__ = ["table"]
