# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The label of a forest alone: the target with the greatest sum of weights, without the sums in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ...body import Body
from ...element_loops import Steps, computed
from ...text import Array, Tensor
from .making import Making
from .number_tables import Table

# Of so few trees, no loop is needed.
_UNROLLED = 16


class Walk(Protocol):
    """What finds the leaves that rows reach."""

    rows: int
    trees: int

    def add(self, body: Body, row: str, tree: str) -> str:
        """Adds operations that find a leaf, and returns its index."""


class _Found:
    """Leaves that are found."""

    def __init__(self, leaves: Tensor) -> None:
        self._leaves = leaves
        self.rows, self.trees = leaves.shape

    def add(self, body: Body, row: str, tree: str) -> str:
        return body.extract_integer(self._leaves, [row, tree])


def label(making: Making, leaves: Tensor, weights: Array, table: Table) -> Tensor:
    """Returns the first target with the greatest sum for each row of leaves. Rows of weights that vote for a single target are
    the first ones, and in the order of targets, if `votes` is set: as soon as most trees vote for one, no sum can change it."""
    if not making.node.attributes["votes"]:
        return label_of_sums(making, _Found(leaves), weights, table)
    steps = Body(table.kind)
    voted, is_most = _majority(steps, leaves, weights.shape[1])
    inner = Body(table.kind, "sum_")
    sum_of = _greatest_sum(inner, _Found(leaves), weights, table)
    steps.lines += [
        f"%found = scf.if {is_most} -> (i32) {{",
        f"scf.yield {voted} : i32",
        "} else {",
        *inner.lines,
        f"scf.yield {sum_of} : i32",
        "}",
    ]
    steps.named("arith.extsi %found : i32 to i64")
    return computed(making.function, [leaves.shape[0]], "i64", steps.ending())


def label_of_sums(making: Making, walk: Walk, weights: Array, table: Table) -> Tensor:
    """Returns the first target with the greatest sum for each row."""
    steps = Body(table.kind)
    found = _greatest_sum(steps, walk, weights, table)
    steps.named(f"arith.extsi {found} : i32 to i64")
    return computed(making.function, [walk.rows], "i64", steps.ending())


def _majority(steps: Body, leaves: Tensor, targets: int) -> tuple[str, str]:
    """Returns the only leaf that more than half of the trees may have reached, and whether they have and it is a vote."""
    zero, one = steps.literal("0 : i32"), steps.literal("1 : i32")

    def lead(inner: Body, tree: str, candidate: str, ahead: str) -> tuple[str, str]:
        leaf = _leaf(inner, leaves, tree)
        is_free = inner.named(f"arith.cmpi eq, {ahead}, {zero} : i32")
        chosen = inner.named(f"arith.select {is_free}, {leaf}, {candidate} : i32")
        is_same = inner.named(f"arith.cmpi eq, {leaf}, {chosen} : i32")
        more, less = (inner.named(f"arith.{word} {ahead}, {one} : i32") for word in ("addi", "subi"))
        return chosen, inner.named(f"arith.select {is_same}, {more}, {less} : i32")

    most, _ = _each_tree(steps, leaves, "candidate", [zero, zero], lead)

    def count(inner: Body, tree: str, votes: str) -> tuple[str]:
        is_same = inner.named(f"arith.cmpi eq, {_leaf(inner, leaves, tree)}, {most} : i32")
        return (inner.named(f"arith.addi {votes}, {inner.named(f'arith.extui {is_same} : i1 to i32')} : i32"),)

    (votes,) = _each_tree(steps, leaves, "vote", [zero], count)
    is_vote = steps.named(f"arith.cmpi slt, {most}, {steps.literal(f'{targets} : i32')} : i32")
    is_half = steps.named(f"arith.cmpi sgt, {votes}, {steps.literal(f'{leaves.shape[1] // 2} : i32')} : i32")
    return most, steps.both(is_vote, is_half)


def _each_tree(steps: Body, leaves: Tensor, prefix: str, start: Sequence[str], step: Callable[..., Sequence[str]]) -> Sequence[str]:
    """Carries integers through a step for each tree, in a loop if there are many of them; returns what they are in the end."""
    trees, carried = leaves.shape[1], list(start)
    if trees <= _UNROLLED:
        for tree in range(trees):
            carried = list(step(steps, steps.place(tree), *carried))
        return carried
    inner = Body(steps.kind, f"{prefix}_")
    names = [f"%{prefix}{i}" for i in range(len(start))]
    counter = f"%{prefix}_tree"
    found = step(inner, counter, *names)
    numbers = {name: (first, next_, "i32") for name, first, next_ in zip(names, start, found, strict=True)}
    return steps.loop(inner, counter, steps.place(0), steps.place(trees), numbers)


def _leaf(steps: Steps, leaves: Tensor, tree: str) -> str:
    leaf = steps.named(f"tensor.extract {leaves.name}[%i0, {tree}] : {leaves.type}")
    return leaf if leaves.kind == "i32" else steps.named(f"arith.extsi {leaf} : {leaves.kind} to i32")


def _greatest_sum(steps: Body, walk: Walk, weights: Array, table: Table) -> str:
    """Returns the first target with the greatest sum. Each tree is read once, and all sums are in registers."""
    targets, kind = weights.shape[1], steps.kind
    add, above = ("addi", "cmpi sgt") if kind.startswith("i") else ("addf", "cmpf ogt")
    inner, carried, zero = Body(kind, "weight_"), {}, steps.number(0.0)
    leaf = walk.add(inner, "%i0", "%tree")
    for target in range(targets):
        weight = table.read(inner, [leaf, inner.place(target)])
        carried[f"%a{target}"] = zero, inner.real(add, f"%a{target}", weight), kind
    sums = steps.loop(inner, "%tree", steps.place(0), steps.place(walk.trees), carried)
    best, key = steps.literal("0 : i32"), sums[0]
    for target in range(1, targets):
        is_greater = steps.named(f"arith.{above}, {sums[target]}, {key} : {kind}")
        best = steps.named(f"arith.select {is_greater}, {steps.literal(f'{target} : i32')}, {best} : i32")
        key = steps.choose(is_greater, sums[target], key)
    return best
