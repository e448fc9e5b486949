"""Draws the properties of a random case, and records each choice, so that the case can be made again and simplified."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import numpy

from .values import PATTERNS, Array, values

T = TypeVar("T")


class Unsuitable(Exception):
    """What was drawn is not a case; the generator starts again."""


class Draw:
    """Makes choices: at random, or those that are given. Every choice is a number below a bound; 0 is the simplest.

    Generators draw all they need from here and from nowhere else; so a case is the same on all machines.
    """

    def __init__(self, seed: str | None = None, given: Sequence[int] = ()) -> None:
        self._random = None if seed is None else random.Random(seed)
        self._given = given
        self.made: list[int] = []

    def below(self, bound: int) -> int:
        """Returns a number from 0 to bound - 1."""
        place = len(self.made)
        if self._random:
            number = int(self._random.random() * bound)
        else:
            number = min(self._given[place], bound - 1) if place < len(self._given) else 0
        self.made.append(number)
        return number

    def integer(self, low: int, high: int) -> int:
        """Returns a number from low, the simplest, to high."""
        return low + self.below(high - low + 1)

    def choice(self, options: Sequence[T]) -> T:
        """Returns one of these; the first is the simplest."""
        return options[self.below(len(options))]

    def flag(self, chance: float = 0.5) -> bool:
        """Returns true with this chance; false is simpler."""
        return self.below(1000) >= 1000 - round(1000 * chance)

    def some(self, options: Sequence[T], least: int = 0) -> list[T]:
        """Returns at least this many of the options, in their order."""
        chosen = [option for option in options if self.flag()]
        rest = [option for option in options if option not in chosen]
        return [option for option in options if option in chosen + rest[: max(0, least - len(chosen))]]

    def permutation(self, count: int) -> list[int]:
        rest = list(range(count))
        return [rest.pop(self.below(len(rest))) for _ in range(count)]

    def shape(self, least: int = 1, most: int = 4, size: int = 5) -> tuple[int, ...]:
        """Returns a shape with a rank from least to most."""
        return tuple(self.integer(1, size) for _ in range(self.integer(least, most)))

    def broadcast(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Returns a shape that can be broadcast to this one."""
        kept = shape[self.below(len(shape) + 1) if self.flag(0.4) else 0 :]
        return tuple(1 if self.flag(0.25) else size for size in kept)

    def values(self, shape: Sequence[int], dtype: object, patterns: Sequence[str] | None = None) -> Array:
        """Returns an array of one of the patterns of values.py, by default any for the type."""
        kind = numpy.dtype(dtype)  # type: ignore[call-overload]
        pattern = self.choice(patterns or PATTERNS[kind.kind])
        return values(shape, kind, pattern, self.below(1 << 16))

    def reject(self) -> Unsuitable:
        """Returns what to raise if what was drawn makes no sense together."""
        return Unsuitable()
