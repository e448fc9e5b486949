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
from . import forest_branches, forest_code, orders
from .forest_labels import label, label_of_sums
from .making import Maker, Making
from .number_tables import Table, narrow

_CHOICES = {"MIN": "olt", "MAX": "ogt"}
_STARTS = {"MIN": math.inf, "MAX": -math.inf}


def forest(making: Making) -> Tensor | None:
    """The leaf that each row reaches in each tree, and then the weights of these leaves."""
    if made := forest_code.forest(making):
        return made
    walk, weights = _Walk(making), numpy_helper.to_array(making.node.attributes["weights"])
    table = Table(making, weights)
    word = making.node.text("aggregate")
    if word == "LABEL":
        # Sums of integers take less than to look for most votes.
        if making.node.attributes["votes"] and weights.dtype.kind == "f":
            return label(making, walk.leaves(), weights, table)
        return label_of_sums(making, walk, weights, table)
    rows, (_, targets), trees = walk.rows, weights.shape, walk.trees
    body = Body(table.kind)
    if targets == 1:
        leaf = walk.add(body, "%i0", "%i2")
    else:
        leaf = body.extract_integer(walk.leaves(), ["%i0", "%i2"])
    weight = table.read(body, [leaf, "%i1"])
    if word in ("SUM", "ABOVE"):
        body.real("addi" if table.kind.startswith("i") else "addf", "%before", weight)
    else:
        compared = body.named(f"arith.cmpf {_CHOICES[word]}, {weight}, %before : {table.kind}")
        body.choose(compared, weight, "%before")
    start = literal(_STARTS.get(word, 0.0), table.kind)
    found = reduced(making.function, [rows, targets], trees, start, body.ending(), table.kind)
    return _is_above(making, found) if word == "ABOVE" else found


def _is_above(making: Making, sums: Tensor) -> Tensor:
    base, threshold = numpy_helper.to_array(making.node.attributes["sign"]).tolist()
    body = Body(sums.kind)
    total = body.real("addf", body.extract(sums, ["%i0", body.place(0)]), base)
    body.named(f"arith.extui {body.compare_reals('ogt', total, threshold)} : i1 to i64")
    return computed(making.function, [sums.shape[0]], "i64", body.ending())


class _Walk:
    """The way from the root of a tree to a leaf, through tables."""

    def __init__(self, making: Making) -> None:
        self._making, self._x, given = making, making.input(0), making.node.attributes
        tensor = making.function.tensor
        self._limits = Table(making, numpy_helper.to_array(given["limits"]))
        self._features, self._roots = (tensor(narrow(given[name])) for name in ("features", "roots"))
        children = numpy.array([given["first"], given["second"]])
        # A node is before those below it. The ways to them may be short where their places are not.
        ways = numpy.where(children < 0, children, children - numpy.arange(children.shape[1]))
        self._has_ways = narrow(ways).itemsize < narrow(children).itemsize
        self._children = tensor(narrow(ways if self._has_ways else children))
        self._most_leaf = numpy_helper.to_array(given["weights"]).shape[0] - 1
        self.rows, self.trees = self._x.shape[0], self._roots.shape[0]
        kind, features = self._x.kind, self._x.shape[1]
        # To compute an order before takes about as long as at four nodes.
        has_orders = kind.startswith("f") and 4 * (features + 1) <= forest_branches.visits(given)
        self._orders = self._ordered() if has_orders else None

    def _ordered(self) -> Tensor:
        """Returns the orders of all features, which are computed once."""
        x, body = self._x, Body(self._x.kind)
        orders.add(body, body.extract(x, ["%i0", "%i1"]), x.kind, self._making.is_unsigned(0))
        return computed(self._making.function, x.shape, f"i{orders.bits_of(x.kind)}", body.ending())

    def leaves(self) -> Tensor:
        """Returns the leaf that each row reaches in each tree."""
        kind = {"int8": "i8", "int16": "i16", "int32": "i32"}[narrow([self._most_leaf]).dtype.name]
        body = Body(self._x.kind)
        body.named(f"arith.index_cast {self.add(body, '%i0', '%i1')} : index to {kind}")
        return computed(self._making.function, [self.rows, self.trees], kind, body.ending())

    def add(self, body: Body, row: str, tree: str) -> str:
        """Adds the operations of the way of a row through a tree; returns the index of the leaf."""
        x, bits = self._x, orders.bits_of(self._x.kind)
        start = body.extract_integer(self._roots, [tree])
        zero, one = body.place(0), body.place(1)
        steps = Body(x.kind, "w")
        feature = steps.extract_integer(self._features, ["%place"])
        if self._orders is not None:
            found = steps.extract(self._orders, [row, feature])
        else:
            found = orders.add(steps, steps.extract(x, [row, feature]), x.kind, self._making.is_unsigned(0))
        limit = self._limits.read(steps, ["%place"])
        if any(self._making.node.attributes["nan_first"]):
            found, limit = _moved(self._making, steps, found, limit, bits)
        below = steps.named(f"arith.cmpi {orders.predicate(x.kind)}, {found}, {limit} : i{bits}")
        side = steps.named(f"arith.select {below}, {zero}, {one} : index")
        after = steps.extract_integer(self._children, [side, "%place"])
        return self._loop(body, start, steps, after)

    def _loop(self, body: Body, start: str, steps: Body, after: str) -> str:
        """Adds the loop of steps that find the node below %place, or the way to it; returns the index of the leaf."""
        zero = body.place(0)
        carried, kinds, passed, arguments, found, end = f"%at = {start}", "index", "%at", "%place: index", after, "%end"
        before = []
        if self._has_ways:
            carried, kinds, passed = f"{carried}, %from = {zero}", "index, index", "%at, %from"
            arguments, found, end = "%way: index, %last: index", f"{after}, %place", "%end:2"
            before = ["%place = arith.addi %last, %way : index"]
        body.lines += [
            f"{end} = scf.while ({carried}) : ({kinds}) -> ({kinds}) {{",
            f"%goes_on = arith.cmpi sge, %at, {zero} : index",
            f"scf.condition(%goes_on) {passed} : {kinds}",
            "} do {",
            f"^bb0({arguments}):",
            *before,
            *steps.lines,
            f"scf.yield {found} : {kinds}",
            "}",
        ]
        leaf = "%end#0" if self._has_ways else "%end"
        return body.named(f"arith.subi {body.literal('-1 : index')}, {leaf} : index")


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
