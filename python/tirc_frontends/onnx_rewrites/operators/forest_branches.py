# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparisons of trees in code: branches inside each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from onnx import numpy_helper

from ...element_loops import Steps, read
from ...text import Array
from . import orders
from .making import Making

# Branches inside each other, which compilers of C have to read.
_DEEPEST = 60
# Features that most processors have registers for.
_REGISTERS = 8


@dataclasses.dataclass(frozen=True)
class Leaves:
    """Names of the numbers at leaves, and of the number that they are added to, "" if there is none. Floats that are `zero` are
    not added."""

    names: Sequence[str]
    kind: str
    total: str = ""
    zero: str = ""

    def added(self, lines: list[str], prefix: str, number: str) -> str:
        """Adds lines that add a number to the total, at the leaf: so compilers of C have one sum at a time, and no numbers
        that they add up in the end."""
        if not self.total:
            return number
        if number == self.zero:
            return self.total
        word = "addf" if self.kind.startswith("f") else "addi"
        lines.append(f"%l{prefix} = arith.{word} {self.total}, {number} : {self.kind}")
        return f"%l{prefix}"


def visits(given: Mapping[str, Any]) -> int:
    """Returns about how many nodes a row visits: as if it went to both sides of a node equally often."""
    chances, total = [0.0] * len(given["first"]), 0.0
    for root in given["roots"]:
        if root >= 0:
            chances[root] += 1
    # Each node is before those below it.
    for node, chance in enumerate(chances):
        total += chance
        for below in (given["first"][node], given["second"][node]):
            if below >= 0:
                chances[below] += chance / 2
    return round(total)


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

    def leaves_of(self, root: int) -> list[int]:
        """Returns the leaves that a tree may reach."""
        pending, found = [root], set()
        while pending:
            node = pending.pop()
            if node < 0:
                found.add(-1 - node)
            else:
                pending += [self._first[node], self._second[node]]
        return sorted(found)

    def share(self, steps: Steps, row: str) -> None:
        """Reads each feature once, before the trees, if a row visits more nodes than there are features. Where they do not fit
        into registers, this pays for orders that take some steps to compute."""
        used = {(feature, bool(first)) for feature, first in zip(self._features, self._nan_first, strict=True)}
        most = visits(self.making.node.attributes)
        if len(used) <= min(most, _REGISTERS) or (2 * len(used) <= most and self.x.kind.startswith("f")):
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

    def tree(self, steps: Steps, row: str, root: int, leaves: Leaves) -> str:
        """Adds the comparisons of a tree; returns the name of the number of the leaf that the row reaches, or of the total
        with it."""
        # Names inside branches are their own.
        lines: list[str] = []
        number = self._node(lines, row, root, leaves, str(len(steps.lines)))
        steps.lines += lines
        return number

    def _node(self, lines: list[str], row: str, node: int, leaves: Leaves, prefix: str) -> str:
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
        if leaves.total and first < 0 and second < 0 and leaves.kind.startswith("i"):
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
