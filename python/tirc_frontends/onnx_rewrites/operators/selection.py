# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TopPlaces: the places of the greatest or the least numbers of rows, in order. FirstGreatest: the place of the greatest."""

from __future__ import annotations

from ...body import Body
from ...element_loops import computed
from ...selection import top_places
from ...text import Tensor
from .making import Maker, Making


def _top_places(making: Making) -> Tensor:
    given, x = making.node.attributes, making.input(0)
    places = top_places(making.function, x, int(given["count"]), bool(int(given["largest"])))
    lines = ["%r = arith.extsi %e0 : i32 to i64", "linalg.yield %r : i64"]
    return making.function.elements([places], places.shape, "i64", lines)


def _first_greatest(making: Making) -> Tensor:
    x = making.input(0)
    body, inner = Body(x.kind), Body(x.kind, "t")
    first, one, end = body.extract(x, ["%i0", body.place(0)]), body.place(1), body.place(x.shape[1])
    number = inner.extract(x, ["%i0", "%place"])
    word = "cmpi sgt" if x.kind.startswith("i") else "cmpf ogt"
    is_greater = inner.named(f"arith.{word}, {number}, %key : {x.kind}")
    here = inner.named("arith.index_cast %place : index to i32")
    chosen = inner.named(f"arith.select {is_greater}, {here}, %best : i32")
    key = inner.choose(is_greater, number, "%key")
    carried = {"%best": (body.literal("0 : i32"), chosen, "i32"), "%key": (first, key, x.kind)}
    found, _ = body.loop(inner, "%place", one, end, carried)
    return computed(making.function, [x.shape[0]], "i64", body.lines, body.named(f"arith.extsi {found} : i32 to i64"))


MAKERS: dict[str, Maker] = {"FirstGreatest": _first_greatest, "TopPlaces": _top_places}
