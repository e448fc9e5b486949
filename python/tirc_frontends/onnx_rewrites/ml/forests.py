# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trees in the form of the operator Forest."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from onnx import AttributeProto, helper, numpy_helper

from ..graph import Node
from ..operators import orders
from . import schemas


@dataclasses.dataclass(frozen=True)
class Branch:
    """A node of a tree that compares a feature with a value: the comparison, whether it holds for what is not a number, and
    the keys of the nodes below it."""

    feature: int
    value: Any
    mode: str
    tracks: bool
    yes: Any
    no: Any


def limits_of(value: Any, dtype: Any) -> list[int | None]:
    """Returns the orders below which features of a type are less than a value, and at most it."""
    if numpy.dtype(dtype).kind == "f":
        return [orders.limit(value, is_at_most) for is_at_most in (False, True)]
    return [orders.limit_of_integers(value, is_at_most, dtype) for is_at_most in (False, True)]


# A place that a later node fills in: a list and an index.
_Place = tuple[list[int], int]


class Forest:
    """The tables of the operator. Each node of the model has a key, and is in `branches`, or in `leaves`, with its row of
    weights."""

    def __init__(self, node: Node, branches: Mapping[Any, Branch], leaves: Mapping[Any, int], dtype: Any) -> None:
        """Features have this type. Those of integers need limits (limits_of)."""
        self._node, self._branches, self._leaves, self._dtype = node, branches, leaves, dtype
        self._features: list[int] = []
        self._limits: list[int | None] = []
        self._nan_first: list[int] = []
        self._first: list[int] = []
        self._second: list[int] = []
        self._roots: list[int] = []

    def add_tree(self, root: Any) -> None:
        """Adds the nodes of a tree, each before those below it."""
        self._roots.append(0)
        pending: list[tuple[Any, _Place]] = [(root, (self._roots, len(self._roots) - 1))]
        shared: list[tuple[_Place, _Place]] = []
        seen = set()
        while pending:
            key, (target, place) = pending.pop()
            if key in self._leaves:
                target[place] = -1 - self._leaves[key]
                continue
            if key in seen or key not in self._branches:
                raise self._node.refused(f"its node {key} is missing, or has two parents; expected trees: export the model again")
            seen.add(key)
            target[place] = len(self._limits)
            pending += self._add(self._branches[key], shared)[::-1]
        for (target, place), (source, index) in shared:
            target[place] = source[index]

    def _add(self, branch: Branch, shared: list[tuple[_Place, _Place]]) -> list[tuple[Any, _Place]]:
        """Adds a node, or two for a comparison that asks for one number; returns the nodes below with their places."""
        limits = limits_of(branch.value, self._dtype)
        if branch.mode in ("BRANCH_LEQ", "BRANCH_LT"):
            first, second = self._append(branch.feature, limits[branch.mode == "BRANCH_LEQ"], branch.tracks)
            return [(branch.yes, first), (branch.no, second)]
        if branch.mode in ("BRANCH_GT", "BRANCH_GTE"):
            first, second = self._append(branch.feature, limits[branch.mode == "BRANCH_GT"], not branch.tracks)
            return [(branch.no, first), (branch.yes, second)]
        is_equal = branch.mode == "BRANCH_EQ"
        same, other = (branch.yes, branch.no) if is_equal else (branch.no, branch.yes)
        first, above = self._append(branch.feature, limits[True], is_equal and branch.tracks)
        first[0][first[1]] = len(self._limits)
        below, second = self._append(branch.feature, limits[False], False)
        # Less and greater numbers go to one subtree.
        shared.append((below, above))
        return [(other, above), (same, second)]

    def _append(self, feature: int, limit: int | None, nan_first: bool) -> tuple[_Place, _Place]:
        place = len(self._limits)
        self._features.append(feature)
        self._limits.append(limit)
        self._nan_first.append(int(nan_first and numpy.dtype(self._dtype).kind == "f"))
        self._first.append(0)
        self._second.append(0)
        return (self._first, place), (self._second, place)

    def emit(self, x: str, weights: numpy.ndarray, aggregate: str, has_votes: bool = False, sign: numpy.ndarray | None = None) -> str:
        """Adds the operator, and returns its result. `weights` has a number for each leaf and target."""
        wide = numpy.dtype(self._dtype).itemsize == 8
        if numpy.dtype(self._dtype).kind == "f":
            limits = numpy.array(self._limits, numpy.uint64 if wide else numpy.uint32).view(f"int{64 if wide else 32}")
        else:
            limits = numpy.array(self._limits, numpy.int64 if wide else numpy.int32)
        out = f"{next(name for name in self._node.outputs[::-1] if name)}/forest"
        made = helper.make_node(
            schemas.FOREST,
            [x],
            [out],
            self._node.proto.name,
            domain=schemas.DOMAIN,
            limits=numpy_helper.from_array(limits, "limits"),
            weights=numpy_helper.from_array(weights, "weights"),
            aggregate=aggregate,
            votes=int(has_votes),
        )
        lists: dict[str, Sequence[int]] = {
            "features": self._features,
            "first": self._first,
            "nan_first": self._nan_first,
            "roots": self._roots,
            "second": self._second,
        }
        for name, numbers in lists.items():
            made.attribute.append(helper.make_attribute(name, numbers, attr_type=AttributeProto.INTS))
        if sign is not None:
            made.attribute.append(helper.make_attribute("sign", numpy_helper.from_array(sign, "sign")))
        self._node.replacement.append(made)
        return out
