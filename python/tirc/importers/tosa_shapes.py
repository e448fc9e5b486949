# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of TOSA 1.1 on shapes, which all are of constants in a model that tirc compiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

# The sizes of a shape.
Sizes = tuple[int, ...]


def _quotient(round_up: bool) -> Callable[[int, int], int]:
    def divide(a: int, b: int) -> int:
        if a < 0 or b <= 0:
            raise ValueError(f"{a} is divided by {b}; expected a divisor of at least 1, and nothing negative")
        return (a + b - 1) // b if round_up else a // b

    return divide


def _remainder(a: int, b: int) -> int:
    if a < 0 or b <= 0:
        raise ValueError(f"{a} modulo {b}; expected a divisor of at least 1, and nothing negative")
    return a % b


def _power(a: int) -> int:
    if not 0 <= a < 63:
        raise ValueError(f"2 to the power of {a}; expected an exponent from 0 to 62")
    return int(2**a)


def _logarithm(round_up: bool) -> Callable[[int], int]:
    def logarithm(a: int) -> int:
        if a < 1:
            raise ValueError(f"the logarithm of {a}; expected at least 1")
        return (a - 1 if round_up else a // 2).bit_length()

    return logarithm


# By the name of the operator: what makes a size of those at the same position.
_ELEMENTWISE: dict[str, Callable[..., int]] = {
    "ADD_SHAPE": lambda a, b: a + b,
    "SUB_SHAPE": lambda a, b: a - b,
    "MUL_SHAPE": lambda a, b: a * b,
    "EXP2_SHAPE": _power,
    "LOG2_CEIL_SHAPE": _logarithm(round_up=True),
    "LOG2_FLOOR_SHAPE": _logarithm(round_up=False),
    "MAX_SHAPE": max,
    "MIN_SHAPE": min,
    "MOD_SHAPE": _remainder,
    "DIV_CEIL_SHAPE": _quotient(round_up=True),
    "DIV_FLOOR_SHAPE": _quotient(round_up=False),
}


def is_known(operator: str) -> bool:
    return operator in _ELEMENTWISE or operator in ("CONCAT_SHAPE", "SLICE_SHAPE")


def computed(operator: str, operands: Sequence[Sizes]) -> Sizes:
    """Returns the result of an operator that `is_known`. Raises ValueError, which says what is wrong."""
    if operator == "CONCAT_SHAPE":
        return tuple(size for sizes in operands for size in sizes)
    if operator == "SLICE_SHAPE":
        sizes, (start,), (count,) = operands
        if not 0 <= start <= start + count <= len(sizes):
            raise ValueError(f"{count} sizes from {start}; expected them within {len(sizes)}")
        return sizes[start : start + count]
    return tuple(_ELEMENTWISE[operator](*row) for row in zip(*operands, strict=True))
