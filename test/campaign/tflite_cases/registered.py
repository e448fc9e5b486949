"""All generators."""

from __future__ import annotations

from . import (
    arithmetic,
    control,
    elementwise,
    indexing,
    moves,
    padding,
    products,
    recurrent,
    reductions,
    resizing,
)
from .build import register

assert all((arithmetic, control, elementwise, indexing, moves, padding, products, recurrent, reductions, resizing))

operators, pairs = register.operators, register.pairs

__all__ = ["operators", "pairs"]
