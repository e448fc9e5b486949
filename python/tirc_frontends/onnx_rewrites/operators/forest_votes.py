# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The label of a forest in code whose leaves are votes: trees are left out as soon as more than half of all vote for one target,
and votes are counted in the bits of an integer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from ...body import Body
from ...element_loops import computed
from ...text import Tensor
from .forest_branches import ForestCode, Leaves
from .number_tables import Table

# As often, a row may stop before the last tree. Each time is another branch inside the ones before.
_MOST_STOPS = 8
# So many trees have their leaves in registers or on the stack.
_MOST_TREES = 16
_WORDS = (32, 64)


def _stops(trees: int) -> list[int]:
    """Returns after how many trees to look: as soon as more than half of them may vote for one target, but not often."""
    first = trees // 2 + 1
    count = min(trees - first, _MOST_STOPS)
    return [first + (trees - first) * i // count for i in range(count)]


def counted(code: ForestCode) -> Tensor | None:
    """All leaves are votes of 1, or of 0: the first target with the most votes."""
    weights, trees = code.weights, len(code.roots)
    if weights.dtype != numpy.int32 or weights.min() < 0 or weights.max() > 1 or (weights.sum(1) > 1).any():
        return None
    # The greatest bit of a count that starts with `bias` says whether more than half of the trees are counted.
    targets, bits = weights.shape[1], trees.bit_length()
    bias = (1 << (bits - 1)) - (trees // 2 + 1)
    width = next((width for width in _WORDS if width >= bits * targets), 0)
    if not width or targets < 2:
        return None
    kind, steps = f"i{width}", Body("f32")

    def number(value: int) -> str:
        return steps.literal(f"{value - (1 << width) if value >= 1 << (width - 1) else value} : {kind}")

    ones = [number(sum(int(weight) << (bits * target) for target, weight in enumerate(row))) for row in weights]
    every = sum(1 << (bits * target) for target in range(targets))
    start, mask, zero = number(bias * every), number(every << (bits - 1)), number(0)
    code.share(steps, "%i0")
    stops, total, ends = _stops(trees), start, []
    for tree, root in enumerate(code.roots):
        if tree in stops:
            is_most = steps.named(f"arith.cmpi ne, {steps.named(f'arith.andi {total}, {mask} : {kind}')}, {zero} : {kind}")
            ends.append(f"%end{tree}")
            steps.lines += [f"%end{tree} = scf.if {is_most} -> ({kind}) {{", f"scf.yield {total} : {kind}", "} else {"]
        total = code.tree(steps, "%i0", root, Leaves(ones, kind, total))
    for name in reversed(ends):
        steps.lines += [f"scf.yield {total} : {kind}", "}"]
        total = name
    found = _first_of_most(steps, total, kind, bits, targets)
    steps.named(f"arith.extui {found} : i32 to i64")
    return computed(code.making.function, [code.x.shape[0]], "i64", steps.ending())


def _first_of_most(steps: Body, counts: str, kind: str, bits: int, targets: int) -> str:
    """Returns the target whose count is the greatest, the first of equal ones."""
    best, most = steps.literal("0 : i32"), _count(steps, counts, kind, bits, 0)
    for target in range(1, targets):
        count = _count(steps, counts, kind, bits, target)
        is_more = steps.named(f"arith.cmpi ugt, {count}, {most} : i32")
        best = steps.named(f"arith.select {is_more}, {steps.literal(f'{target} : i32')}, {best} : i32")
        most = steps.named(f"arith.select {is_more}, {count}, {most} : i32")
    return best


def _count(steps: Body, counts: str, kind: str, bits: int, target: int) -> str:
    moved = steps.named(f"arith.shrui {counts}, {steps.literal(f'{bits * target} : {kind}')} : {kind}") if target else counts
    word = steps.named(f"arith.trunci {moved} : {kind} to i32") if kind == "i64" else moved
    return steps.named(f"arith.andi {word}, {steps.literal(f'{(1 << bits) - 1} : i32')} : i32")


def most(code: ForestCode) -> Tensor | None:
    """Most leaves are votes, the first ones, and others have less for each target: the target with the greatest sum. It has
    more votes than any other one could have with all leaves that are not votes, or else there are sums."""
    weights, trees = code.weights, len(code.roots)
    # After each tree from the first stop on, a row goes on only if no count is above a half.
    targets, bits = weights.shape[1], (trees // 2 + 1).bit_length()
    if not code.making.node.attributes["votes"] or not 2 < trees <= _MOST_TREES or bits * targets >= 32 or len(weights) > 1 << 16:
        return None
    table = Table(code.making, weights)
    steps = Body(table.kind)
    votes = _Votes(steps, bits, targets, trees)
    names = [steps.literal(f"{leaf} : i32") for leaf in range(len(weights))]
    code.share(steps, "%i0")
    leaves, ends = _Packed(steps, len(weights)), []
    for tree, root in enumerate(code.roots):
        leaf = code.tree(steps, "%i0", root, Leaves(names, "i32"))
        leaves.add(leaf)
        is_most = votes.add(leaf, tree)
        if is_most:
            ends.append(f"%end{tree}")
            steps.lines += [f"%end{tree} = scf.if {is_most} -> (i32) {{", f"scf.yield {leaf} : i32", "} else {"]
    found = _greatest_sum(steps, leaves.places(), targets, table)
    for name in reversed(ends):
        steps.lines += [f"scf.yield {found} : i32", "}"]
        found = name
    steps.named(f"arith.extui {found} : i32 to i64")
    return computed(code.making.function, [code.x.shape[0]], "i64", steps.ending())


class _Votes:
    """Counts of votes in the low bits of an integer, and of other leaves in the bits above, the highest of which may be lost."""

    def __init__(self, steps: Body, bits: int, targets: int, trees: int) -> None:
        self._steps, self._bits, self._targets, self._half = steps, bits, targets, trees // 2
        self._counts = ""
        # Constants that branches share stand before them.
        self._names = {value: steps.literal(f"{value} : i32") for value in (1, bits, targets, (1 << bits) - 1, self._half)}

    def add(self, leaf: str, tree: int) -> str:
        """Counts a leaf; returns whether more than half of all trees vote for it, if that is possible."""
        named, names = self._steps.named, self._names
        place = named(f"arith.minui {leaf}, {names[self._targets]} : i32")
        by = named(f"arith.muli {place}, {names[self._bits]} : i32")
        one = named(f"arith.shli {names[1]}, {by} : i32")
        self._counts = named(f"arith.addi {self._counts}, {one} : i32") if self._counts else one
        if tree < self._half:
            return ""
        moved = named(f"arith.shrui {self._counts}, {by} : i32")
        count = named(f"arith.andi {moved}, {names[(1 << self._bits) - 1]} : i32")
        is_most = named(f"arith.cmpi ugt, {count}, {names[self._half]} : i32")
        if 1 << (32 - self._bits * self._targets) <= self._half + 1:
            return is_most
        is_vote = named(f"arith.cmpi ult, {leaf}, {names[self._targets]} : i32")
        return self._steps.both(is_most, is_vote)


class _Packed:
    """Leaves, a few of them in an integer: so the trees after them have the registers."""

    def __init__(self, steps: Body, leaves: int) -> None:
        self._steps, self._bits = steps, 8 if leaves <= 1 << 8 else 16
        self._words: list[str] = []
        self._count = 0

    def add(self, leaf: str) -> None:
        shift = self._bits * self._count % 32
        self._count += 1
        if not shift:
            self._words.append(leaf)
            return
        moved = self._steps.named(f"arith.shli {leaf}, {self._steps.literal(f'{shift} : i32')} : i32")
        self._words[-1] = self._steps.named(f"arith.ori {self._words[-1]}, {moved} : i32")

    def places(self) -> list[str]:
        """Returns the leaves as indices."""
        named, found = self._steps.named, []
        for place in range(self._count):
            word, shift = self._words[place * self._bits // 32], place * self._bits % 32
            moved = named(f"arith.shrui {word}, {self._steps.literal(f'{shift} : i32')} : i32") if shift else word
            leaf = named(f"arith.andi {moved}, {self._steps.literal(f'{(1 << self._bits) - 1} : i32')} : i32")
            found.append(named(f"arith.index_cast {leaf} : i32 to index"))
        return found


def _greatest_sum(steps: Body, rows: Sequence[str], targets: int, table: Table) -> str:
    """Returns the first target with the greatest sum, of weights none of which is negative."""
    kind, inner = steps.kind, Body(steps.kind, "sum_")
    total = table.read(inner, [rows[0], "%target"])
    for row in rows[1:]:
        total = inner.real("addf", total, table.read(inner, [row, "%target"]))
    is_greater = inner.named(f"arith.cmpf ogt, {total}, %key : {kind}")
    place = inner.named("arith.index_cast %target : index to i32")
    best = inner.named(f"arith.select {is_greater}, {place}, %best : i32")
    key = inner.choose(is_greater, total, "%key")
    carried = {"%best": (steps.literal("0 : i32"), best, "i32"), "%key": (steps.number(-1.0), key, kind)}
    found, _ = steps.loop(inner, "%target", steps.place(0), steps.place(targets), carried)
    return found
