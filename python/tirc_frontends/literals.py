# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants of PyTorch in torch-mlir's importer."""

from __future__ import annotations

from typing import Any

from torch_mlir.extras import fx_importer


class Literals(fx_importer.RefTracker):  # type: ignore[misc]  # torch-mlir has no types
    """Keeps the tensors that it knows. torch-mlir (20261001) knows a tensor by its address, and makes a tensor of uint8 of
    each constant of booleans, which is gone after use: a later one at the same address would have its numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[Any] = []

    def track(self, referrent: Any) -> Any:
        self._kept.append(referrent)
        return super().track(referrent)
