# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of our own that operators of ai.onnx.ml become: SquaredDistances and Lookup."""

from __future__ import annotations

import numpy
from onnx import numpy_helper

from ...body import Body
from ...element_loops import literal, reduced
from ...text import Tensor
from .making import Maker, Making


def squared_distances(making: Making) -> Tensor | None:
    kind = making.kind(0)
    x, y = _narrowed(making, 0), _narrowed(making, 1)
    body = Body(kind)
    rows = []
    for one, row in ((x, "%i0"), (y, "%i1")):
        number = body.extract(one, [row, "%i2"])
        rows.append(number if one.kind == kind else body.named(f"arith.sitofp {number} : {one.kind} to {kind}"))
    difference = body.real("subf", *rows)
    body.real("addf", "%before", body.real("mulf", difference, difference))
    return reduced(making.function, [x.shape[0], y.shape[0]], x.shape[1], literal(0.0, kind), body.ending(), kind)


def _narrowed(making: Making, index: int) -> Tensor:
    """Returns an input; a constant whose numbers are integers of at most 16 bits is stored as these."""
    numbers = making.node.constant(index)
    if numbers is not None:
        for kind in (numpy.int8, numpy.int16):
            limits = numpy.iinfo(kind)
            if (numbers >= limits.min).all() and (numbers <= limits.max).all() and (numbers == numpy.trunc(numbers)).all():
                return making.function.tensor(numbers.astype(kind))
    return making.input(index)


def lookup(making: Making) -> Tensor | None:
    """The steps go backwards, so that the first of equal keys remains."""
    x, given = making.input(0), making.node.attributes
    keys, values, default = (numpy_helper.to_array(given[name]) for name in ("keys", "values", "default"))
    tables = [making.function.tensor(numpy.ascontiguousarray(numbers[::-1])) for numbers in (keys, values)]
    body = Body(x.kind)
    key, value = (body.extract(table, ["%i1"]) for table in tables)
    number = body.extract(x, ["%i0"])
    if not x.kind.startswith("f"):
        is_same = body.named(f"arith.cmpi eq, {number}, {key} : {x.kind}")
    else:
        is_same = body.named(f"arith.cmpf oeq, {number}, {key} : {x.kind}")
        if numpy.isnan(keys).any():
            missing = (body.named(f"arith.cmpf uno, {one}, {one} : {x.kind}") for one in (number, key))
            is_same = body.named(f"arith.ori {is_same}, {body.both(*missing)} : i1")
    kind = tables[1].kind
    body.named(f"arith.select {is_same}, {value}, %before : {kind}")
    return reduced(making.function, x.shape, len(keys), literal(default.item(), kind), body.ending(), kind)


MAKERS: dict[str, Maker] = {"Lookup": lookup, "SquaredDistances": squared_distances}
