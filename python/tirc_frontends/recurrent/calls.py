# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls between what a converter makes."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Call:
    """A function that is called between what torch-mlir converts: each of its operands is an input or an output of the
    converted model, and each of its results an input."""

    name: str
    place: str
    text: str
    operands: tuple[tuple[str, int], ...]
    results: tuple[int, ...]
    # How many outputs the model itself has.
    num_outputs: int


__all__ = ["Call"]
