# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forest: trees as tables that a loop walks through."""

from __future__ import annotations

import math

import numpy
from onnx import numpy_helper

from ...body import Body
from ...element_loops import computed, literal, reduced
from ...text import Tensor
from . import forest_code, orders
from .forest_labels import label
from .making import Maker, Making
from .number_tables import Table, narrow

_CHOICES = {"MIN": "olt", "MAX": "ogt"}
_STARTS = {"MIN": math.inf, "MAX": -math.inf}


def forest(making: Making) -> Tensor | None:
    """The leaf that each row reaches in each tree, and then the weights of these leaves."""
    if made := forest_code.forest(making):
        return made
    leaves, weights = _leaves(making), numpy_helper.to_array(making.node.attributes["weights"])
    table = Table(making, weights)
    word = making.node.text("aggregate")
    if word == "LABEL":
        return label(making, leaves, weights, table)
    body = Body(table.kind)
    leaf = body.extract_integer(leaves, ["%i0", "%i2"])
    weight = table.read(body, [leaf, "%i1"])
    if word in ("SUM", "ABOVE"):
        body.real("addi" if table.kind.startswith("i") else "addf", "%before", weight)
    else:
        compared = body.named(f"arith.cmpf {_CHOICES[word]}, {weight}, %before : {table.kind}")
        body.choose(compared, weight, "%before")
    shape, start = [leaves.shape[0], weights.shape[1]], literal(_STARTS.get(word, 0.0), table.kind)
    found = reduced(making.function, shape, leaves.shape[1], start, body.ending(), table.kind)
    return _is_above(making, found) if word == "ABOVE" else found


def _is_above(making: Making, sums: Tensor) -> Tensor:
    base, threshold = numpy_helper.to_array(making.node.attributes["sign"]).tolist()
    body = Body(sums.kind)
    total = body.real("addf", body.extract(sums, ["%i0", body.place(0)]), base)
    body.named(f"arith.extui {body.compare_reals('ogt', total, threshold)} : i1 to i64")
    return computed(making.function, [sums.shape[0]], "i64", body.ending())


def _leaves(making: Making) -> Tensor:
    function, x, given = making.function, making.input(0), making.node.attributes
    limits = Table(making, numpy_helper.to_array(given["limits"]))
    features, roots = (function.tensor(narrow(given[name])) for name in ("features", "roots"))
    children = function.tensor(narrow([given["first"], given["second"]]))
    most = numpy_helper.to_array(given["weights"]).shape[0] - 1
    kind = {"int8": "i8", "int16": "i16", "int32": "i32"}[narrow([most]).dtype.name]
    body = Body(x.kind)
    start = body.extract_integer(roots, ["%i1"])
    zero, one = body.place(0), body.place(1)
    bits = orders.bits_of(x.kind)
    steps = Body(x.kind, "w")
    feature = steps.extract_integer(features, ["%place"])
    if x.kind.startswith("f") and 2 * x.shape[1] <= forest_code.visits(given):
        found = steps.extract(_orders(making, x), ["%i0", feature])
    else:
        found = orders.add(steps, steps.extract(x, ["%i0", feature]), x.kind, making.is_unsigned(0))
    limit = limits.read(steps, ["%place"])
    if any(given["nan_first"]):
        found, limit = _moved(making, steps, found, limit, bits)
    below = steps.named(f"arith.cmpi {orders.predicate(x.kind)}, {found}, {limit} : i{bits}")
    side = steps.named(f"arith.select {below}, {zero}, {one} : index")
    after = steps.extract_integer(children, [side, "%place"])
    body.lines += [
        f"%end = scf.while (%at = {start}) : (index) -> index {{",
        f"%goes_on = arith.cmpi sge, %at, {zero} : index",
        "scf.condition(%goes_on) %at : index",
        "} do {",
        "^bb0(%place: index):",
        *steps.lines,
        f"scf.yield {after} : index",
        "}",
    ]
    body.lines.append(f"%leaf = arith.subi {body.literal('-1 : index')}, %end : index")
    body.lines.append(f"%result = arith.index_cast %leaf : index to {kind}")
    return computed(function, [x.shape[0], roots.shape[0]], kind, body.lines)


def _orders(making: Making, x: Tensor) -> Tensor:
    """Returns the orders of all features, which are computed once."""
    body = Body(x.kind)
    orders.add(body, body.extract(x, ["%i0", "%i1"]), x.kind, making.is_unsigned(0))
    return computed(making.function, x.shape, f"i{orders.bits_of(x.kind)}", body.ending())


def _moved(making: Making, steps: Body, found: str, limit: str, bits: int) -> tuple[str, str]:
    """Returns the order and the limit so that what is not a number is below all others, at the nodes that say so."""
    flags = making.node.attributes["nan_first"]
    kind = f"i{bits}"
    whole = steps.literal(f"{orders.above_infinity(bits) - (1 << bits)} : {kind}")
    if all(flags):
        offset = whole
    else:
        table = making.function.tensor(numpy.array(flags, numpy.bool_))
        flag = steps.extract(table, ["%place"])
        offset = steps.named(f"arith.select {flag}, {whole}, {steps.literal(f'0 : {kind}')} : {kind}")
    return tuple(steps.named(f"arith.subi {one}, {offset} : {kind}") for one in (found, limit))  # type: ignore[return-value]


MAKERS: dict[str, Maker] = {"Forest": forest}

__all__ = ["MAKERS"]
