# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The boxes with the best scores, each of which suppresses boxes of its class that it overlaps. A box is found by a scan of all
that are left, so that nothing is sorted and the memory is a number for each box."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence

import numpy

from .body import Body
from .element_loops import computed, literal
from .text import Function, Tensor

_GONE = literal(-math.inf, "f32")
# Adds the steps that compute the score of a box, by its index, for a class, by its index.
Score = Callable[[Body, str, str], str]
# Adds the steps that compute the corners of a box, by its index: the least y and x, and the largest.
Corners = Callable[[Body, str], Sequence[str]]


@dataclasses.dataclass(frozen=True)
class Limits:
    """How many boxes and classes there are, how many boxes are taken in each class and in all, the least score, and the part of
    the area of two boxes, from 0 to 1, that both may have."""

    boxes: int
    classes: int
    in_class: int
    in_all: int
    score: float
    overlap: float


@dataclasses.dataclass(frozen=True)
class Found:
    """The scores of the boxes that were found, the best first, and box times number of classes plus class of each; both are
    -infinity and -1 behind the last."""

    scores: Tensor
    codes: Tensor


def best_boxes(function: Function, corners: Corners, score: Score, limits: Limits) -> Found:
    """Returns the boxes that are found. Of equal scores, the first class and in it the first box comes first."""
    start = Found(
        function.tensor(numpy.full(limits.in_all, -math.inf, numpy.float32)),
        function.tensor(numpy.full(limits.in_all, -1, numpy.int32)),
    )
    none, one = function.index(0), function.index(1)
    if limits.classes == 1:
        return _of_class(function, corners, score, limits, none, start)
    counter, end = function.fresh(), function.index(limits.classes)
    inside = Found(*(Tensor(function.fresh(), each.kind, each.shape) for each in (start.scores, start.codes)))
    results = _open(function, f"scf.for {counter} = {none} to {end} step {one}", _both(inside), _both(start))
    _close(function, _both(_of_class(function, corners, score, limits, counter, inside)))
    return Found(*results)


def _both(found: Found) -> list[Tensor]:
    return [found.scores, found.codes]


def _open(function: Function, head: str, inside: Sequence[Tensor], starts: Sequence[Tensor]) -> list[Tensor]:
    """Begins a loop that carries tensors, and returns what they are behind it."""
    name = function.fresh()
    begun = ", ".join(f"{own.name} = {start.name}" for own, start in zip(inside, starts, strict=True))
    types = ", ".join(start.type for start in starts)
    function.open(f"{name}:{len(starts)} = {head} iter_args({begun}) -> ({types}) {{")
    return [Tensor(f"{name}#{i}", start.kind, start.shape) for i, start in enumerate(starts)]


def _close(function: Function, ends: Sequence[Tensor]) -> None:
    _yield(function, ends)
    function.line("}")


def _yield(function: Function, values: Sequence[Tensor]) -> None:
    function.line(f"scf.yield {', '.join(each.name for each in values)} : {', '.join(each.type for each in values)}")


def _of_class(
    function: Function, corners: Corners, score: Score, limits: Limits, class_: str, before: Found
) -> Found:
    """Adds the boxes of one class to those that were found before."""
    left = _above(function, score, limits, class_)
    best = _next(function, left, before)
    counter, none, one = function.fresh(), function.index(0), function.index(1)
    end = function.index(min(limits.in_class, limits.in_all, limits.boxes))
    starts = [left, best, *_both(before)]
    inside = [Tensor(function.fresh(), each.kind, each.shape) for each in starts]
    results = _open(function, f"scf.for {counter} = {none} to {end} step {one}", inside, starts)
    place, is_found, zero, name = function.fresh(), function.fresh(), function.fresh(), function.fresh()
    function.line(f"{place} = tensor.extract {inside[1].name}[{none}] : {best.type}")
    function.line(f"{zero} = arith.constant 0 : i32")
    function.line(f"{is_found} = arith.cmpi sge, {place}, {zero} : i32")
    types = ", ".join(each.type for each in inside)
    function.open(f"{name}:{len(inside)} = scf.if {is_found} -> ({types}) {{")
    taken = _with(function, inside[0], inside[1], Found(*inside[2:]), class_, limits)
    rest = _without(function, inside[0], inside[1], corners, limits)
    _yield(function, [rest, _next(function, rest, taken), *_both(taken)])
    function.open("} else {")
    _close(function, inside)
    _close(function, [Tensor(f"{name}#{i}", each.kind, each.shape) for i, each in enumerate(inside)])
    return Found(*results[2:])


def _above(function: Function, score: Score, limits: Limits, class_: str) -> Tensor:
    """Returns the scores of a class, without those that are too low."""
    body = Body("f32")
    number = score(body, "%i0", class_)
    is_high = body.compare_reals("oge", number, limits.score)
    kept = body.choose(is_high, number, body.literal(_GONE))
    return computed(function, [limits.boxes], "f32", body.lines, kept)


def _next(function: Function, left: Tensor, before: Found) -> Tensor:
    """Returns the place of the best score that is left, or -1 if it is not better than the last one that was found."""
    body, inner = Body("f32"), Body("f32", "t")
    last = body.extract(before.scores, [body.place(before.scores.shape[0] - 1)])
    number = inner.extract(left, ["%place"])
    is_better = inner.named(f"arith.cmpf ogt, {number}, %key : f32")
    here = inner.named("arith.index_cast %place : index to i32")
    chosen = inner.named(f"arith.select {is_better}, {here}, %best : i32")
    key = inner.choose(is_better, number, "%key")
    carried = {"%best": (body.literal("-1 : i32"), chosen, "i32"), "%key": (last, key, "f32")}
    found, _ = body.loop(inner, "%place", body.place(0), body.place(left.shape[0]), carried)
    return computed(function, [1], "i32", body.lines, found)


def _at(body: Body, best: Tensor) -> str:
    """Returns the place of the best box as an index."""
    return body.index("maxsi", body.extract_integer(best, [body.place(0)]), 0)


def _with(function: Function, left: Tensor, best: Tensor, before: Found, class_: str, limits: Limits) -> Found:
    """Returns what was found with one more box, behind those that are as good."""
    made = []
    for is_code in (False, True):
        body = Body("f32")
        place = _at(body, best)
        number = body.extract(left, [place])
        previous = body.index("maxsi", body.index("subi", "%i0", 1), 0)
        is_kept = body.named(f"arith.cmpf oge, {body.extract(before.scores, ['%i0'])}, {number} : f32")
        is_behind = body.named(f"arith.cmpf olt, {body.extract(before.scores, [previous])}, {number} : f32")
        is_moved = body.both(is_behind, body.compare("sgt", "%i0", body.place(0)))
        tensor, new = before.scores, number
        if is_code:
            code = body.index("addi", body.index("muli", place, limits.classes), class_)
            tensor, new = before.codes, body.named(f"arith.index_cast {code} : index to i32")
        old, moved = (body.extract(tensor, [index]) for index in ("%i0", previous))
        later = body.named(f"arith.select {is_moved}, {moved}, {new} : {tensor.kind}")
        result = body.named(f"arith.select {is_kept}, {old}, {later} : {tensor.kind}")
        made.append(computed(function, tensor.shape, tensor.kind, body.lines, result))
    return Found(*made)


def _without(function: Function, left: Tensor, best: Tensor, corners: Corners, limits: Limits) -> Tensor:
    """Returns what is left without the best box and what it overlaps."""
    body, inner = Body("f32"), Body("f32", "t")
    place, number = _at(body, best), body.extract(left, ["%i0"])
    gone = body.literal(_GONE)
    is_other = body.named(f"arith.cmpi ne, %i0, {place} : index")
    is_left = body.both(is_other, body.named(f"arith.cmpf ogt, {number}, {gone} : f32"))
    is_over = _overlaps(inner, corners(inner, place), corners(inner, "%i0"), limits.overlap)
    kept = inner.choose(is_over, gone, number)
    body.lines += [
        f"%kept = scf.if {is_left} -> (f32) {{",
        *inner.lines,
        f"scf.yield {kept} : f32",
        "} else {",
        f"scf.yield {gone} : f32",
        "}",
    ]
    return computed(function, left.shape, "f32", body.lines, "%kept")


def _overlaps(body: Body, one: Sequence[str], other: Sequence[str], part: float) -> str:
    """Returns whether the area that is in both boxes is more than a part of the area that is in one of them."""

    def area(box: Sequence[str]) -> str:
        return body.real("mulf", body.real("subf", box[2], box[0]), body.real("subf", box[3], box[1]))

    def limit(word: str, x: str, y: str) -> str:
        return body.choose(body.named(f"arith.cmpf {word}, {x}, {y} : f32"), y, x)

    areas = [area(box) for box in (one, other)]
    least = [limit("olt", one[i], other[i]) for i in (0, 1)]
    most = [limit("ogt", one[i], other[i]) for i in (2, 3)]
    none = body.number(0)
    sides = [limit("olt", body.real("subf", end, start), none) for start, end in zip(least, most, strict=True)]
    common = body.real("mulf", *sides)
    whole = body.real("subf", body.real("addf", *areas), common)
    is_much = body.compare_reals("ogt", body.real("divf", common, whole), part)
    are_areas = body.both(*(body.compare_reals("ogt", each, 0) for each in areas))
    return body.both(is_much, are_areas)
