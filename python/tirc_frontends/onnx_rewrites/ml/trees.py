# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TreeEnsembleClassifier, TreeEnsembleRegressor and TreeEnsemble, as a Forest and what follows it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy
import onnx

from ..graph import Node
from ..operators import forest_code
from . import scores as scores_of
from .forests import Branch, Forest, limits_of
from .scores import (
    TRANSFORMS,
    as_rows,
    floats,
    has_scores,
    labels,
    num_features,
    rows,
    transformed,
    write_labels,
    write_scores,
    write_second_class,
)

_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")
_MEMBER = 6
_AGGREGATES = ("AVERAGE", "SUM", "MIN", "MAX")
_NEUTRAL = {"MIN": math.inf, "MAX": -math.inf, "SUM": 0.0, "LABEL": 0.0, "ABOVE": 0.0}
# As many targets have their sums in registers.
_MOST_SUMS = 16


@dataclasses.dataclass
class _Trees:
    """The trees of a node: their roots, their branches by keys, and the weights of each leaf by targets."""

    roots: list[Any]
    branches: dict[Any, Branch]
    leaves: dict[Any, dict[int, Any]]

    def leaves_below(self, root: Any) -> Iterable[dict[int, Any]]:
        pending, seen = [root], set()
        while pending:
            key = pending.pop()
            if key in self.leaves:
                yield self.leaves[key]
            elif key in self.branches and key not in seen:
                seen.add(key)
                pending += [self.branches[key].yes, self.branches[key].no]


def _ints(node: Node, name: str, count: int | None = None) -> list[int]:
    found = [int(number) for number in node.attributes.get(name, ())]
    if count is not None and len(found) != count:
        raise node.refused(f"its {name} has {len(found)} numbers; expected {count}: export the model again")
    return found


def _read(node: Node, prefix: str) -> _Trees:
    """Reads the trees of TreeEnsembleClassifier ("class") or TreeEnsembleRegressor ("target")."""
    modes, values = node.texts("nodes_modes"), floats(node, "nodes_values")
    count = len(modes)
    names = ("treeids", "nodeids", "featureids", "truenodeids", "falsenodeids")
    trees, ids, features, yes, no = (_ints(node, f"nodes_{name}", count) for name in names)
    tracks = _ints(node, "nodes_missing_value_tracks_true")
    tracks += [0] * (count - len(tracks))
    if len(values) != count or not count:
        raise node.refused(f"its nodes_values has {len(values)} numbers, and there are {count} nodes; expected one each: export the model again")
    weights = floats(node, f"{prefix}_weights")
    at_trees, at_nodes, targets = (_ints(node, f"{prefix}_{name}", len(weights)) for name in ("treeids", "nodeids", "ids"))
    found = _Trees([], {}, {})
    for i, mode in enumerate(modes):
        key = (trees[i], ids[i])
        if key in found.leaves or key in found.branches:
            raise node.refused(f"node {key[1]} of tree {key[0]} is there twice; expected one: export the model again")
        if not i or trees[i] != trees[i - 1]:
            found.roots.append(key)
        if mode == "LEAF":
            found.leaves[key] = {}
        elif mode in _MODES:
            below = [(trees[i], child) for child in (yes[i], no[i])]
            found.branches[key] = Branch(features[i], values[i], mode, bool(tracks[i]), *below)
        else:
            raise node.refused(f"a node has the mode '{mode}'; expected one of LEAF, {', '.join(_MODES)}: change it")
    for tree, place, target, weight in zip(at_trees, at_nodes, targets, weights, strict=True):
        leaf = found.leaves.get((tree, place))
        if leaf is None or target in leaf:
            what = "is not a leaf" if leaf is None else f"has two weights of {prefix} {target}"
            raise node.refused(f"node {place} of tree {tree} {what}; expected a weight for each leaf and {prefix}: export the model again")
        leaf[target] = weight
    return found


def _read_indexed(node: Node) -> _Trees:
    """Reads the trees of TreeEnsemble, whose nodes and leaves have indices."""
    given = {name: onnx.numpy_helper.to_array(node.attributes[name]) for name in ("nodes_modes", "nodes_splits", "leaf_weights")}
    modes, values, weights = given["nodes_modes"], given["nodes_splits"], given["leaf_weights"]
    names = ("featureids", "truenodeids", "falsenodeids", "trueleafs", "falseleafs")
    features, yes, no, yes_leaf, no_leaf = (_ints(node, f"nodes_{name}", len(modes)) for name in names)
    tracks = _ints(node, "nodes_missing_value_tracks_true")
    tracks += [0] * (len(modes) - len(tracks))
    targets = _ints(node, "leaf_targetids", len(weights))
    found = _Trees([], {}, {("leaf", i): {target: weights[i]} for i, target in enumerate(targets)})
    members = _members(node)
    for i, mode in enumerate(modes.tolist()):
        children = [("leaf" if leaf[i] else "node", child[i]) for leaf, child in ((yes_leaf, yes), (no_leaf, no))]
        if not 0 <= mode <= _MEMBER:
            raise node.refused(f"a node has the mode {mode}; expected 0 to {_MEMBER}: change it")
        is_set = mode == _MEMBER
        branch = Branch(features[i], values[i], "BRANCH_EQ" if is_set else _MODES[mode], bool(tracks[i]), *children)
        found.branches["node", i] = branch
        if is_set:
            _add_members(found, ("node", i), branch, next(members))
    found.roots = [("node", root) for root in _ints(node, "tree_roots")]
    return found


def _members(node: Node) -> Any:
    """Yields the values of each node that asks for members of a set."""
    tensor = node.attributes.get("membership_values")
    values = onnx.numpy_helper.to_array(tensor) if tensor is not None else numpy.zeros(0, numpy.float32)
    start = 0
    for end in numpy.flatnonzero(numpy.isnan(values)).tolist():
        yield values[start:end]
        start = end + 1
    raise node.refused("its membership_values has fewer sets than there are nodes with one; expected as many: export the model again")


def _add_members(trees: _Trees, key: Any, branch: Branch, values: Any) -> None:
    """Adds a node that asks whether a number is in a set, as one node for each member. They share what is below them."""
    last = len(values) - 1
    for i, value in enumerate(values):
        no = branch.no if i == last else (*key, i + 1)
        trees.branches[(*key, i) if i else key] = dataclasses.replace(branch, value=value, no=no)


def _check_features(node: Node, trees: _Trees) -> None:
    count = num_features(node)
    wrong = next((one.feature for one in trees.branches.values() if not 0 <= one.feature < count), None)
    if wrong is not None:
        raise node.refused(f"it reads feature {wrong}, and its input has {count}; expected features below that: export the model again")


def _forest(node: Node, trees: _Trees, targets: int, aggregate: str, weights: Any = None, sign: Any = None) -> str:
    """Returns the sums, or the least or greatest weights, for each target, or the target with the greatest sum (LABEL), or whether
    the only sum, to which the first number of `sign` is added, is above the second (ABOVE). Weights have the type of the input,
    or this one."""
    _check_features(node, trees)
    is_double = node.kind(0) == onnx.TensorProto.DOUBLE
    dtype = numpy.float64 if is_double else numpy.float32
    weights = weights or dtype
    kept = "SUM" if aggregate == "AVERAGE" else aggregate
    places: dict[bytes, int] = {}
    table: list[Any] = []
    leaves: dict[Any, int] = {}
    for key, leaf in trees.leaves.items():
        row = numpy.full(targets, _NEUTRAL[kept], weights)
        for target, weight in leaf.items():
            if not 0 <= target < targets:
                raise node.refused(f"a leaf has a weight for {target}; expected 0 to {targets - 1}: export the model again")
            row[target] = weight
        leaves[key] = places.setdefault(row.tobytes(), len(table))
        if leaves[key] == len(table):
            table.append(row)
    has_votes = kept == "LABEL" and _put_votes_first(table, leaves, len(trees.roots))
    branches = {
        key: dataclasses.replace(branch, value=dtype(branch.value)) for key, branch in trees.branches.items()
    }
    features, type_of_features = _features(node, branches)
    forest = Forest(node, branches, leaves, type_of_features)
    for root in trees.roots:
        forest.add_tree(root)
    found = forest.emit(features, numpy.array(table), kept, has_votes, sign)
    if kept in ("MIN", "MAX"):
        infinite = node.literal(dtype(_NEUTRAL[kept]))
        found = node.emit("Where", node.emit("Equal", found, infinite), node.literal(dtype(0)), found)
    if aggregate == "AVERAGE":
        found = node.emit("Div", found, node.literal(dtype(len(trees.roots))))
    return found


def _put_votes_first(table: list[Any], leaves: dict[Any, int], trees: int) -> bool:
    """Orders rows of weights so that the first ones are votes, if most leaves are: a vote is the greatest weight for one target,
    and 0 for all others. If more than half of the trees vote for a target, its sum is the greatest then, since more weights
    never make a sum less."""
    rows = numpy.array(table)
    most, targets = rows.max(), rows.shape[1]
    if not numpy.isfinite(rows).all() or rows.min() < 0 or (numpy.diff(forest_code.sums(most, trees)) <= 0).any():
        return False
    places = {row.tobytes(): place for place, row in enumerate(rows + rows.dtype.type(0))}
    votes = [places.get(vote.tobytes(), -1) for vote in most * numpy.eye(targets, dtype=rows.dtype)]
    if min(votes) < 0 or 2 * sum(leaf in votes for leaf in leaves.values()) < len(leaves):
        return False
    order = votes + [place for place in range(len(table)) if place not in votes]
    table[:] = [table[place] for place in order]
    new_place = numpy.argsort(order)
    for key, place in leaves.items():
        leaves[key] = int(new_place[place])
    return True


# Integers whose order has a form of its own.
_INTEGERS = {
    getattr(onnx.TensorProto, name.upper()): getattr(numpy, name)
    for name in ("int8", "uint8", "int16", "uint16", "int32", "int64")
}


def _features(node: Node, branches: Mapping[Any, Branch]) -> tuple[str, Any]:
    """Returns the features as rows, and their type: integers, instead of the floats that they become, if the limits are some
    of theirs."""
    name, maker = node.input(0), node.values.maker(node.input(0))
    if maker is not None and maker.op_type == "Cast" and node.kind(0) in (onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE):
        name = maker.input[0]
    dtype = _INTEGERS.get(node.values.kind(name))
    if dtype is None or any(None in limits_of(branch.value, dtype) for branch in branches.values()):
        floats_of = numpy.float64 if node.kind(0) == onnx.TensorProto.DOUBLE else numpy.float32
        return rows(node, keeps_double=True), floats_of
    return as_rows(node, name), dtype


def _based(node: Node, found: str, base: numpy.ndarray) -> str:
    return node.emit("Add", found, node.literal(base.reshape(1, -1))) if base.any() else found


def _write_targets(node: Node, found: str, targets: int, base: numpy.ndarray, transform: str) -> None:
    if len(base) not in (0, targets):
        raise node.refused(f"it has {len(base)} base_values, and {targets} targets; expected as many: export the model again")
    is_double = node.kind(0) == onnx.TensorProto.DOUBLE
    found = _based(node, found, base.astype(numpy.float64 if is_double else numpy.float32))
    if is_double and node.operator != "TreeEnsemble":
        found = node.cast(found, onnx.TensorProto.FLOAT)
    # onnxruntime transforms a single score by PROBIT only.
    is_transformed = targets > 1 or transform == "PROBIT"
    transformed(node, found, transform if is_transformed else "NONE", out=node.outputs[0])


def regressor(node: Node) -> None:
    trees, targets = _read(node, "target"), int(node.attributes.get("n_targets", 1))
    if targets == 1 and not all(trees.leaves.values()):
        raise node.refused("a leaf has no weight; expected one for each leaf: export the model again")
    found = _forest(node, trees, targets, node.text("aggregate_function", "SUM"))
    _write_targets(node, found, targets, floats(node, "base_values"), node.text("post_transform", "NONE"))


def ensemble(node: Node) -> None:
    trees, targets = _read_indexed(node), int(node.attributes.get("n_targets", 1))
    found = _forest(node, trees, targets, _AGGREGATES[int(node.attributes.get("aggregate_function", 1))])
    # The standard's order of the transformations; onnxruntime takes 1 and 2 for each other.
    transform = TRANSFORMS[int(node.attributes.get("post_transform", 0))]
    _write_targets(node, found, targets, numpy.zeros(0, numpy.float32), transform)


def classifier(node: Node) -> None:
    trees, numbers = _read(node, "class"), labels(node, "classlabels_int64s")
    if len(numbers) < 2:
        raise node.refused(f"it has {len(numbers)} classes; expected at least 2: export the model again")
    base, transform = floats(node, "base_values").astype(numpy.float32), node.text("post_transform", "NONE")
    if len(base) > len(numbers):
        raise node.refused(f"it has {len(base)} base_values, and {len(numbers)} classes; expected as many: export the model again")
    scored = _scored(node, trees, len(numbers))
    if len(numbers) == 2:
        _Pair(node, trees, scored, base, transform, numbers).write()
        return
    chosen = [i for i, has in enumerate(scored) if has or i < len(base)]
    if not has_scores(node) and not base.any() and all(scored) and (votes := _votes(node, trees)):
        write_labels(node, _forest(node, votes, len(numbers), "LABEL", numpy.int32), numbers)
        return
    if len(trees.roots) == 1 and not base.any():
        found = _leaf_of_tree(node, trees, numbers, chosen)
        write_scores(node, found, transform)
        return
    is_short = len(numbers) <= _MOST_SUMS and node.kind(0) != onnx.TensorProto.DOUBLE
    if not has_scores(node) and not base.any() and all(scored) and is_short:
        write_labels(node, _forest(node, trees, len(numbers), "LABEL"), numbers)
        return
    given = numpy.zeros(len(numbers), numpy.float32)
    given[: len(base)] = base
    found = _based(node, _single(node, _forest(node, trees, len(numbers), "SUM")), given)
    compared = found if len(chosen) == len(numbers) else node.take(found, chosen, 1)
    write_labels(node, scores_of.greatest(node, compared), [numbers[i] for i in chosen])
    write_scores(node, found, transform)


def _votes(node: Node, trees: _Trees) -> _Trees | None:
    """Returns the trees with weights of 1 if every leaf has the same weight, for one class or for none, and more of them are more."""
    weights = {weight for leaf in trees.leaves.values() for weight in leaf.values() if weight}
    if len(weights) != 1 or len(trees.roots) < 2 or any(sum(map(bool, leaf.values())) > 1 for leaf in trees.leaves.values()):
        return None
    dtype = numpy.float64 if node.kind(0) == onnx.TensorProto.DOUBLE else numpy.float32
    sums = forest_code.sums(dtype(weights.pop()), len(trees.roots)).astype(numpy.float32)
    if (numpy.diff(sums) <= 0).any():
        return None
    leaves = {key: {target: int(weight != 0) for target, weight in leaf.items()} for key, leaf in trees.leaves.items()}
    return dataclasses.replace(trees, leaves=leaves)


def _leaf_of_tree(node: Node, trees: _Trees, numbers: list[int], chosen: list[int]) -> str:
    """Writes the labels of a single tree, which each leaf has; returns its scores."""
    keys: dict[bytes, int] = {}
    rows_of: list[Any] = []
    leaves: dict[Any, dict[int, Any]] = {}
    for key, leaf in trees.leaves.items():
        row = numpy.zeros(len(numbers), numpy.float32)
        for target, weight in leaf.items():
            if not 0 <= target < len(numbers):
                raise node.refused(f"a leaf has a weight for {target}; expected 0 to {len(numbers) - 1}: export the model again")
            row[target] = weight
        place = keys.setdefault(row.tobytes(), len(keys))
        if place == len(rows_of):
            rows_of.append(row)
        leaves[key] = {0: place}
    # In the order of their labels, so that the number of a row may be the label.
    table = numpy.array(rows_of)
    order = table[:, chosen].argmax(1).argsort(kind="stable")
    table, new_place = table[order], order.argsort()
    leaves = {key: {0: int(new_place[leaf[0]])} for key, leaf in leaves.items()}
    place_of_row = node.reshape(_forest(node, dataclasses.replace(trees, leaves=leaves), 1, "SUM", numpy.int64), [-1])
    best = numpy.array(numbers)[numpy.array(chosen)[table[:, chosen].argmax(1)]]
    write_labels(node, place_of_row, best.tolist())
    return node.emit("Gather", node.literal(table), place_of_row, axis=0)


def _single(node: Node, found: str) -> str:
    """Returns sums as float32."""
    return node.cast(found, onnx.TensorProto.FLOAT) if node.kind(0) == onnx.TensorProto.DOUBLE else found


def _scored(node: Node, trees: _Trees, classes: int) -> list[bool]:
    """Returns for each class whether it has a score. Refuses a model where that depends on the leaves."""
    always: set[int] = set()
    ever: set[int] = set()
    for root in trees.roots:
        found = [set(leaf) for leaf in trees.leaves_below(root)]
        always |= set.intersection(*found) if found else set()
        ever |= set.union(*found) if found else set()
    if always != ever or not ever:
        what = f"whether class {min(ever - always)} has a score depends on the leaves" if ever else "no leaf has a weight"
        raise node.refused(f"{what}; expected a weight of each class in each leaf of a tree: export the model again")
    return [i in always for i in range(classes)]


@dataclasses.dataclass(frozen=True)
class _Pair:
    """A classifier of two classes, for which onnxruntime has rules of its own: mostly, the trees have a score of one class
    only."""

    node: Node
    trees: _Trees
    scored: Sequence[bool]
    base: numpy.ndarray
    transform: str
    numbers: list[int]

    def write(self) -> None:
        if all(self.scored) and self.numbers != [0, 1]:
            raise self.node.refused(
                f"its leaves have weights of both classes, for which onnxruntime gives the labels 0 and 1 instead of "
                f"{self.numbers[0]} and {self.numbers[1]}; expected weights of the second class only: export the model again"
            )
        if self.scored[1] and len(self.base) == 2:
            raise self.node.refused(
                "it has two base_values, with which onnxruntime leaves out the sum of the second class; expected one, or none: "
                "export the model again"
            )
        if self._write_label():
            return
        first, second = self._columns()
        if len(self.base) and self.scored[0]:
            first = self._plus(first, self.base[0])
        self._write(first, second)

    def _write_label(self) -> bool:
        """Writes the label if nothing else is wanted, and the sums need not be known."""
        node = self.node
        if has_scores(node) or all(self.scored) or node.kind(0) == onnx.TensorProto.DOUBLE:
            return False
        base = self.base[0] if self.scored[0] and len(self.base) else 0
        sign = numpy.array([base, self._threshold()], numpy.float32)
        write_labels(node, _forest(node, self._own(), 1, "ABOVE", sign=sign), self.numbers)
        return True

    def _own(self) -> _Trees:
        """Returns the trees with the weights of the only class that has some."""
        own = self.scored.index(True)
        leaves = {key: {0: leaf[own]} if own in leaf else {} for key, leaf in self.trees.leaves.items()}
        return dataclasses.replace(self.trees, leaves=leaves)

    def _is_chance(self) -> bool:
        weights = (weight for leaf in self.trees.leaves.values() for weight in leaf.values())
        return not all(self.scored) and all(weight >= 0 for weight in weights)

    def _threshold(self) -> float:
        return 0.5 if self._is_chance() else 0.0

    def _columns(self) -> list[str]:
        """Returns the sums of both classes; of a class without a score, they are 0."""
        node = self.node
        if all(self.scored):
            found = _single(node, _forest(node, self.trees, 2, "SUM"))
            return [node.slice(found, [i], [i + 1], [1]) for i in (0, 1)]
        found = _single(node, _forest(node, self._own(), 1, "SUM"))
        rows_of_x = node.shape(0)[0] if len(node.shape(0)) == 2 else 1
        zeros = node.literal(numpy.zeros((rows_of_x, 1), numpy.float32))
        return [found, zeros] if self.scored[0] else [zeros, found]

    def _write(self, first: str, second: str) -> None:
        node = self.node
        deciding = second if self.scored[1] else first
        write_labels(node, scores_of.is_positive(node, deciding, self._threshold()), self.numbers)
        if self.scored[1] or len(self.base) == 2:
            write_scores(node, scores_of.beside(node, first, second), self.transform)
        else:
            write_second_class(node, first, self.transform, self._is_chance())

    def _plus(self, value: str, number: Any) -> str:
        return self.node.emit("Add", value, self.node.literal(numpy.float32(number))) if number else value
