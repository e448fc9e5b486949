# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that cannot be converted."""

from __future__ import annotations

# More comparisons than this would take a microcontroller minutes.
_MOST_COMPARISONS = 1 << 24


class Refused(Exception):
    """A model that cannot be converted: a sentence, and the operator that causes it."""

    def __init__(self, message: str, operator: str | None = None) -> None:
        super().__init__(message)
        self.operator = operator


def excess(comparisons: int, what: str = "comparisons") -> str | None:
    """Returns why an operator is refused that compares more numbers than a microcontroller can."""
    if comparisons <= _MOST_COMPARISONS:
        return None
    return f"it needs {comparisons} {what}; expected at most {_MOST_COMPARISONS}: make its tensors smaller"


def first_line(error: BaseException) -> str:
    """Returns the first line of an error's text, or its type if it has no text."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
