# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TopPlaces: the places of the greatest or the least numbers of rows, in order."""

from __future__ import annotations

from ...selection import top_places
from ...text import Tensor
from .making import Maker, Making


def _top_places(making: Making) -> Tensor:
    given, x = making.node.attributes, making.input(0)
    places = top_places(making.function, x, int(given["count"]), bool(int(given["largest"])))
    lines = ["%r = arith.extsi %e0 : i32 to i64", "linalg.yield %r : i64"]
    return making.function.elements([places], places.shape, "i64", lines)


MAKERS: dict[str, Maker] = {"TopPlaces": _top_places}

__all__ = ["MAKERS"]
