# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forest as code: a comparison with a number for each node, in branches inside each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy
from onnx import numpy_helper

from ...body import Body
from ...element_loops import Steps, computed, literal, places, read, reduced
from ...text import Array, Function, Tensor
from . import orders
from .making import Making

# More nodes than this are tables, unless something else is said: a node is about 12 bytes of code, and 7 of tables.
MOST_NODES = 256
# What nobody wants as code, and what is read by compilers of C.
_MOST_CODE = 10000
# Branches inside each other, which compilers of C have to read.
_DEEPEST = 60
# The bits of the integers that count leaves.
_WORDS = (32, 64)


@dataclasses.dataclass(frozen=True)
class _Leaves:
    """Names of the numbers at leaves, and of the integer that they are added to, "" if there is none."""

    names: Sequence[str]
    kind: str
    total: str = ""

    def added(self, lines: list[str], prefix: str, number: str) -> str:
        """Adds lines that add a number to the total, at the leaf: so compilers of C have one sum at a time, and no numbers
        that they add up in the end."""
        if not self.total:
            return number
        lines.append(f"%l{prefix} = arith.addi {self.total}, {number} : {self.kind}")
        return f"%l{prefix}"


class ForestCode:
    """The trees of a node of the operator, and its weights."""

    def __init__(self, making: Making) -> None:
        given = making.node.attributes
        self.making, self.x = making, making.input(0)
        self.weights: Array = numpy_helper.to_array(given["weights"])
        self.bits = orders.bits_of(self.x.kind)
        unsigned = numpy.uint32 if self.bits == 32 else numpy.uint64
        self._limits = [int(number) for number in numpy_helper.to_array(given["limits"]).view(unsigned)]
        self._features, self._nan_first, self._first, self._second, self.roots = (
            [int(number) for number in given[name]] for name in ("features", "nan_first", "first", "second", "roots")
        )
        self._shared: dict[tuple[int, bool], str] = {}

    def is_small(self, most: int) -> bool:
        return len(self._limits) <= most and self._depth() <= _DEEPEST and self._size() <= 2 * most

    def _depth(self) -> int:
        # Each node is before those below it.
        depths = [1] * len(self._limits)
        for node in reversed(range(len(depths))):
            below = (self._first[node], self._second[node])
            depths[node] += max((depths[child] for child in below if child >= 0), default=0)
        return max(depths, default=0)

    def _size(self) -> int:
        """Returns the comparisons in the code: a subtree that two nodes share is there twice."""
        sizes = [1] * len(self._limits)
        for node in reversed(range(len(sizes))):
            sizes[node] += sum(sizes[child] for child in (self._first[node], self._second[node]) if child >= 0)
        return sum(sizes[root] for root in self.roots if root >= 0)

    def share(self, steps: Steps, row: str) -> None:
        """Reads each feature once, before the trees, if a row visits at least as many nodes as there are features."""
        used = {(feature, bool(first)) for feature, first in zip(self._features, self._nan_first, strict=True)}
        if len(used) <= 2 * len(self.roots):
            self._shared = {key: self._found(steps, row, *key) for key in sorted(used)}

    def _found(self, steps: Steps, row: str, feature: int, nan_first: bool) -> str:
        place = steps.literal(f"{feature} : index")
        number = steps.named(read(self.x, [row, place]))
        found = orders.add(steps, number, self.x.kind, self.making.is_unsigned(0))
        if not nan_first:
            return found
        return steps.named(f"arith.subi {found}, {steps.literal(f'{self._offset()} : i{self.bits}')} : i{self.bits}")

    def _offset(self) -> int:
        return orders.above_infinity(self.bits) - (1 << self.bits)

    def tree(self, steps: Steps, row: str, root: int, leaves: _Leaves) -> str:
        """Adds the comparisons of a tree; returns the name of the number of the leaf that the row reaches, or of the total
        with it."""
        # Names inside branches are their own.
        lines: list[str] = []
        number = self._node(lines, row, root, leaves, str(len(steps.lines)))
        steps.lines += lines
        return number

    def _node(self, lines: list[str], row: str, node: int, leaves: _Leaves, prefix: str) -> str:
        if node < 0:
            return leaves.added(lines, prefix, leaves.names[-1 - node])
        nan_first = bool(self._nan_first[node])
        limit = self._limits[node]
        if nan_first:
            limit = (limit - self._offset()) % (1 << self.bits)
        signed = limit - (1 << self.bits) if limit >= 1 << (self.bits - 1) else limit
        inner = Steps(f"n{prefix}_")
        found = self._shared.get((self._features[node], nan_first)) or self._found(inner, row, self._features[node], nan_first)
        word = f"i{self.bits}"
        number = inner.literal(f"{signed} : {word}")
        below = inner.named(f"arith.cmpi {orders.predicate(self.x.kind)}, {found}, {number} : {word}")
        first, second = self._first[node], self._second[node]
        if leaves.total and first < 0 and second < 0:
            chosen = ", ".join(leaves.names[-1 - child] for child in (first, second))
            number = inner.named(f"arith.select {below}, {chosen} : {leaves.kind}")
            lines += inner.lines
            return leaves.added(lines, prefix, number)
        result = f"%r{prefix}"
        lines += [*inner.lines, f"{result} = scf.if {below} -> ({leaves.kind}) {{"]
        for child, side, end in ((first, "a", "} else {"), (second, "b", "}")):
            number = self._node(lines, row, child, leaves, prefix + side)
            lines += [f"scf.yield {number} : {leaves.kind}", end]
        return result


def forest(making: Making) -> Tensor | None:
    """Returns the sums of the weights of the leaves that each row reaches, or None if tables are better."""
    code, form = ForestCode(making), making.node.text("form", "auto")
    most = {"auto": MOST_NODES, "code": _MOST_CODE, "tables": 0}[form]
    if making.node.text("aggregate") != "SUM" or not code.is_small(most):
        return None
    if code.weights.shape[1] == 1:
        return _sums(code) if code.weights.dtype.kind == "f" else _whole(code)
    if len(code.roots) == 1:
        return _row(code)
    return _counts(code) or _leaves(code)


def _sums(code: ForestCode) -> Tensor:
    """One target: the weights are in the code."""
    kind = code.x.kind if code.weights.dtype == numpy.float64 else "f32"
    steps = Body(kind)
    numbers = [steps.number(float(weight) + 0.0) for weight in code.weights[:, 0]]
    code.share(steps, "%i0")
    total = ""
    for root in code.roots:
        weight = code.tree(steps, "%i0", root, _Leaves(numbers, kind))
        total = steps.real("addf", total, weight) if total else weight
    # The last line has to be an operation; this one folds.
    steps.real("mulf", total, 1.0)
    return computed(code.making.function, [code.x.shape[0], 1], kind, steps.ending())


def _whole(code: ForestCode) -> Tensor:
    """One target with integers, such as the number of a leaf."""
    function = code.making.function
    kind = "i64" if code.weights.dtype == numpy.int64 else "i32"
    numbers = _integers(code, [code.weights[:, 0]], kind, len(code.roots))
    return function.tensor(function.reshape(numbers, [code.x.shape[0], 1]))


def _row(code: ForestCode) -> Tensor:
    """One tree with several targets: a row of a table."""
    function, count = code.making.function, len(code.weights)
    kind = "i8" if count <= 128 else "i16"
    leaves = _integers(code, [numpy.arange(count)], kind, 1)
    table = function.tensor(code.weights)
    body = Body(table.kind)
    body.extract(table, [body.extract_integer(leaves, ["%i0"]), "%i1"])
    return computed(function, [code.x.shape[0], code.weights.shape[1]], table.kind, body.ending())


def _integers(code: ForestCode, numbers: list[Any], kind: str, trees: int) -> Tensor:
    """Returns the sum over the trees of the integer that belongs to each leaf."""
    steps = Steps()
    names = [steps.literal(f"{int(number)} : {kind}") for number in numbers[0]]
    code.share(steps, "%i0")
    total = ""
    for root in code.roots[:trees]:
        total = code.tree(steps, "%i0", root, _Leaves(names, kind, total))
    steps.named(f"arith.addi {total}, {steps.literal(f'0 : {kind}')} : {kind}")
    return computed(code.making.function, [code.x.shape[0]], kind, steps.ending())


def _counts(code: ForestCode) -> Tensor | None:
    """Leaves that all have the same weight for one target: how many trees reach a leaf of each target is counted in the bits of
    one integer. The sums of so many weights are in a table, as adding them one after the other gives them."""
    weights, trees = code.weights, len(code.roots)
    values = set(weights[weights != 0].tolist())
    if len(values) != 1 or (numpy.count_nonzero(weights, axis=1) != 1).any():
        return None
    targets, bits = weights.shape[1], trees.bit_length()
    width = next((width for width in _WORDS if width >= bits * targets), 0)
    if not width:
        return None
    ones = [1 << (bits * int(target)) for target in weights.argmax(1)] if max(values) > 0 else []
    ones = ones or [1 << (bits * int(target)) for target in weights.argmin(1)]
    signed = [one - (1 << width) if one >= 1 << (width - 1) else one for one in ones]
    counts = _integers(code, [signed], f"i{width}", trees)
    return _table(code.making.function, counts, sums(weights.dtype.type(values.pop()), trees), bits, targets)


def sums(weight: Any, count: int) -> Array:
    """Returns the sums of 0 to `count` weights, each rounded after every addition."""
    found = [weight.dtype.type(0)]
    for _ in range(count):
        found.append(found[-1] + weight)
    return numpy.array(found, weight.dtype)


def _leaves(code: ForestCode) -> Tensor:
    """Several targets: the leaf that each row reaches in each tree, and then the sum of the rows of a table."""
    function, (count, targets) = code.making.function, code.weights.shape
    kind = "i8" if count <= 128 else "i16" if count <= 32768 else "i32"
    steps = Body(code.x.kind)
    names = [steps.literal(f"{leaf} : {kind}") for leaf in range(count)]
    code.share(steps, "%i0")
    # A line that opens no region gets a place, which only the end of an operation may have.
    start = f"%leaf = scf.index_switch %i1 -> {kind} "
    for number, root in enumerate(code.roots):
        inner = Steps(f"t{number}_")
        leaf = code.tree(inner, "%i0", root, _Leaves(names, kind))
        is_last = number == len(code.roots) - 1
        begin = "default {" if is_last else f"case {number} {{"
        steps.lines += [f"}} {begin}" if number else start + begin, *inner.lines, f"scf.yield {leaf} : {kind}"]
    steps.lines.append("}")
    steps.named(f"arith.addi %leaf, {steps.literal(f'0 : {kind}')} : {kind}")
    leaves = computed(function, [code.x.shape[0], len(code.roots)], kind, steps.ending())
    table = function.tensor(code.weights)
    body = Body(table.kind)
    word = "addi" if table.kind.startswith("i") else "addf"
    body.real(word, "%before", body.extract(table, [body.extract_integer(leaves, ["%i0", "%i2"]), "%i1"]))
    shape, zero = [code.x.shape[0], targets], literal(0.0, table.kind)
    return reduced(function, shape, len(code.roots), zero, body.ending(), table.kind)


def _table(function: Function, counts: Tensor, numbers: Array, bits: int, targets: int) -> Tensor:
    kind, body = counts.kind, Body(counts.kind)
    word = body.named(read(counts, places(1)))
    by = body.named(f"arith.index_cast {body.index('muli', '%i1', bits)} : index to {kind}")
    moved = body.named(f"arith.shrui {word}, {by} : {kind}")
    count = body.named(f"arith.andi {moved}, {body.literal(f'{(1 << bits) - 1} : {kind}')} : {kind}")
    shape, place = [counts.shape[0], targets], body.named(f"arith.index_cast {count} : {kind} to index")
    if numbers.dtype == numpy.int32 and (numbers == numpy.arange(len(numbers))).all():
        body.named(f"arith.index_cast {place} : index to i32")
        return computed(function, shape, "i32", body.ending())
    table = function.tensor(numbers)
    body.extract(table, [place])
    return computed(function, shape, table.kind, body.ending())


__all__ = ["MOST_NODES", "forest"]
