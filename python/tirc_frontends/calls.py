# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls between what a converter makes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TypeVar

_Value = TypeVar("_Value")


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


def operands_of(needs: Iterable[_Value], inputs: list[_Value], outputs: list[_Value]) -> tuple[tuple[str, int], ...]:
    """Returns where the operands of a call are, of which those that are not an input or output become outputs."""
    found = []
    for need in needs:
        if need in inputs:
            found.append(("input", inputs.index(need)))
            continue
        if need not in outputs:
            outputs.append(need)
        found.append(("output", outputs.index(need)))
    return tuple(found)
