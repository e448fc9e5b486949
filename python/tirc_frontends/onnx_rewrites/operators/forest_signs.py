# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the sum of a forest is above a number: trees that cannot change this any more are left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from ...text import Array
from . import orders

# As often, a row may stop before the last tree. Each time is two more branches inside each other.
_MOST_STOPS = 8
# A stop takes about as long as some comparisons, and is for more of them.
_LEAST_SAVED = 15


@dataclasses.dataclass(frozen=True)
class Stop:
    """After so many trees, a total that is at least `above` leads to a sum above the number, and one that is at most `below`
    to one that is not. None is for what no total can be."""

    trees: int
    above: Any
    below: Any


def stops(weights: Sequence[Array], base: Any, threshold: Any, visits: int) -> list[Stop]:
    """Returns where to look, for the weights of each tree, and about the nodes that a row visits in all of them. A rounded sum
    of more is never less: so the sums of the least and of the greatest weights are limits of all others."""
    least, most = ([function(tree) for tree in weights] for function in (numpy.min, numpy.max))
    found = []
    low = high = numpy.float32(0)
    for trees in range(1, len(weights)):
        low, high = numpy.float32(low + least[trees - 1]), numpy.float32(high + most[trees - 1])

        def is_above(total: Any, rest: Sequence[Any]) -> bool:
            for weight in (*rest, base):
                total = numpy.float32(total + weight)
            return bool(total > threshold)

        above = _first(low, high, lambda total, rest=least[trees:]: is_above(total, rest))  # type: ignore[misc]
        after = _first(low, high, lambda total, rest=most[trees:]: is_above(total, rest))  # type: ignore[misc]
        # The last total before those that may still get above the number.
        below = high if after is None else None if after == low else numpy.nextafter(after, numpy.float32(-numpy.inf))
        if above is not None or below is not None:
            found.append(Stop(trees, above, below))
    count = min(len(found) * visits // (len(weights) * _LEAST_SAVED), _MOST_STOPS)
    # At the first places, few rows stop.
    places = {min(-(-len(found) * (i + 1) // (count + 1)), len(found) - 1) for i in range(count)}
    return [found[place] for place in sorted(places)]


def _first(low: Any, high: Any, holds: Callable[[Any], bool]) -> Any:
    """Returns the first float from `low` to `high` from which on something holds, or None."""
    if not holds(high):
        return None
    start, end = orders.order(low), orders.order(high)
    while start < end:
        middle = (start + end) // 2
        start, end = (start, middle) if holds(orders.number(middle)) else (middle + 1, end)
    return orders.number(start)
