# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What operators share that compare each element with others."""

from __future__ import annotations

import math
from typing import Any

import torch

from ..refused import excess
from .refused import refused


def check_work(comparisons: int) -> None:
    """Refuses an operator that would compare more numbers than a microcontroller can."""
    if message := excess(comparisons):
        raise refused(message)


def limit(kind: Any, is_least: bool) -> Any:
    """Returns the least or the greatest number of a type."""
    if kind.is_floating_point:
        return -math.inf if is_least else math.inf
    return torch.iinfo(kind).min if is_least else torch.iinfo(kind).max
