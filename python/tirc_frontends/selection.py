# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The places of the greatest or the least numbers of rows, in order: for each of them, a scan of the row for the best number after
the one before. A few numbers of many, as of nearest neighbours, take less than a comparison of each two numbers."""

from __future__ import annotations

import numpy

from .body import Body
from .element_loops import computed, literal, read
from .text import Function, Tensor


def top_places(function: Function, x: Tensor, count: int, is_largest: bool) -> Tensor:
    """Returns the places in the rows of a matrix, as i32. Of equal numbers, the first comes first. What is not a number stands
    with infinity."""
    rows = x.shape[0]
    before = function.tensor(numpy.full(rows, -1, numpy.int32))
    found = _best(function, x, before, is_largest) if count == 1 else _each(function, x, before, count, is_largest)
    # Those of a row stand along the first axis.
    return function.tensor(function.transpose(function.reshape(found, [count, rows]), [1, 0]))


def _each(function: Function, x: Tensor, before: Tensor, count: int, is_largest: bool) -> Tensor:
    """Returns the places, of each row along the first axis."""
    rows = x.shape[0]
    out = function.empty([count, rows], "i32")
    counter, after = function.fresh(), function.fresh()
    places, last = (Tensor(function.fresh(), "i32", one.shape) for one in (out, before))
    none, one, end = function.index(0), function.index(1), function.index(count)
    types = f"{out.type}, {before.type}"
    function.open(
        f"{after}:2 = scf.for {counter} = {none} to {end} step {one} iter_args({places.name} = {out.name}, "
        f"{last.name} = {before.name}) -> ({types}) {{"
    )
    best = _best(function, x, last, is_largest)
    filled = function.fresh()
    function.line(
        f"{filled} = tensor.insert_slice {best.name} into {places.name}[{counter}, 0] [1, {rows}] [1, 1] : {best.type} into {out.type}"
    )
    function.line(f"scf.yield {filled}, {best.name} : {types}")
    function.line("}")
    return Tensor(f"{after}#0", "i32", (count, rows))


def _best(function: Function, x: Tensor, before: Tensor, is_largest: bool) -> Tensor:
    """Returns the place of the best number of each row that comes after the one at the place `before`, if that is not -1."""
    start, inner = Body(x.kind), Body(x.kind, "t")
    last = start.named(read(before, ["%i0"]))
    zero = start.literal("0 : i32")
    is_first = start.named(f"arith.cmpi slt, {last}, {zero} : i32")
    place = start.named(f"arith.index_cast {start.named(f'arith.maxsi {last}, {zero} : i32')} : i32 to index")
    key = _key(start, start.extract(x, ["%i0", place]))
    none, end = start.place(0), start.place(x.shape[1])
    unknown, worst = start.literal("-1 : i32"), start.named(f"arith.constant {literal(0, x.kind)}")
    number = _key(inner, inner.extract(x, ["%i0", "%place"]))
    is_behind = _compare(inner, key, number, is_largest)
    is_later = inner.both(_compare(inner, key, number, None), inner.compare("sgt", "%place", place))
    is_open = inner.named(f"arith.ori {is_first}, {inner.named(f'arith.ori {is_behind}, {is_later} : i1')} : i1")
    is_unknown = inner.named(f"arith.cmpi slt, %best, {zero} : i32")
    is_better = inner.named(f"arith.ori {is_unknown}, {_compare(inner, number, '%key', is_largest)} : i1")
    is_taken = inner.both(is_open, is_better)
    here = inner.named("arith.index_cast %place : index to i32")
    chosen = inner.named(f"arith.select {is_taken}, {here}, %best : i32")
    its = inner.choose(is_taken, number, "%key")
    carried = {"%best": (unknown, chosen, "i32"), "%key": (worst, its, x.kind)}
    found, _ = start.loop(inner, "%place", none, end, carried)
    return computed(function, [x.shape[0]], "i32", start.lines, found)


def _key(body: Body, number: str) -> str:
    if not body.kind.startswith(("f", "b")):
        return number
    infinity = body.named(f"arith.constant {_INFINITY[body.kind]} : {body.kind}")
    is_not = body.named(f"arith.cmpf uno, {number}, {number} : {body.kind}")
    return body.choose(is_not, infinity, number)


_INFINITY = {"f32": "0x7F800000", "f64": "0x7FF0000000000000", "f16": "0x7C00", "bf16": "0x7F80"}


def _compare(body: Body, x: str, y: str, is_largest: bool | None) -> str:
    """Compares two numbers: whether x comes before y, or is equal to it."""
    is_float = body.kind.startswith(("f", "b"))
    word = "eq" if is_largest is None else "gt" if is_largest else "lt"
    signed = word if word == "eq" else f"s{word}"
    return body.named(f"arith.cmpf o{word}, {x}, {y} : {body.kind}" if is_float else f"arith.cmpi {signed}, {x}, {y} : {body.kind}")
