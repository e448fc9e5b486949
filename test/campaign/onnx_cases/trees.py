"""Ensembles of trees, in the three forms of the domain ai.onnx.ml."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
from onnx import numpy_helper

from ..case import Case, Generator
from ..draw import Draw
from ..values import Array
from .learned import TRANSFORMS, LearnedNet, close_scores, labels

_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")
_MEMBER = 6


@dataclasses.dataclass
class _Node:
    """A node with two nodes below it, or a leaf."""

    feature: int = 0
    value: float = 0.0
    mode: str = "LEAF"
    tracks: int = 0
    below: tuple[_Node, ...] = ()

    def all(self) -> list[_Node]:
        return [self, *(node for child in self.below for node in child.all())]


def _tree(draw: Draw, features: int, depth: int, modes: tuple[str, ...], tracks: bool) -> _Node:
    if not depth or draw.flag(0.2):
        return _Node()
    value = draw.choice((0.5, 0.0, -0.0, 1.0, -1.0, 2.5, -3.25))
    mode = draw.choice(modes)
    below = tuple(_tree(draw, features, depth - 1, modes, tracks) for _ in range(2))
    return _Node(draw.below(features), value, mode, int(tracks and draw.flag()), below)


def _trees(draw: Draw, features: int) -> list[_Node]:
    modes = (draw.choice(_MODES),) if draw.flag(0.5) else _MODES if draw.flag() else _MODES[:1]
    tracks = draw.flag(0.3)
    return [_tree(draw, features, draw.integer(1, 4), modes, tracks) for _ in range(draw.integer(1, 5))]


def _inputs(draw: Draw, net: LearnedNet, features: int, kinds: tuple[str, ...]) -> str:
    """Adds rows with numbers that the trees compare with, and others that are not numbers."""
    kind = draw.choice(kinds)
    shape = (features,) if draw.flag(0.1) else (draw.integer(1, 3), features)
    numbers = draw.values(shape, "int64", ("small",)) % 9 - 4
    if kind[0] == "i":
        return net.input(numbers.astype(kind))
    x = (numbers / draw.choice((2, 1, 4))).astype(kind)
    if draw.flag(0.3):
        wild = numpy.array([numpy.nan, -numpy.nan, numpy.inf, -numpy.inf, -0.0], kind)
        chosen = draw.values(shape, "uint16", ("any",)) % 5
        x = numpy.where(draw.values(shape, "bool"), wild[chosen], x)
    return net.input(x)


def _nodes(trees: list[_Node], with_tracks: bool) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """Returns the attributes of nodes, and where the leaves are."""
    names = ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids", "missing_value_tracks_true")
    columns: dict[str, list[Any]] = {name: [] for name in names}
    leaves = []
    for tree, root in enumerate(trees):
        nodes = root.all()
        places = {id(node): i for i, node in enumerate(nodes)}
        for i, node in enumerate(nodes):
            children = [places[id(child)] for child in node.below] or [0, 0]
            row = (tree, i, node.feature, node.value, node.mode, *children, node.tracks)
            for name, entry in zip(names, row, strict=True):
                columns[name].append(entry)
            if not node.below:
                leaves.append((tree, i))
    if not with_tracks:
        del columns["missing_value_tracks_true"]
    return {f"nodes_{name}": column for name, column in columns.items()}, leaves


def _weights(draw: Draw, leaves: list[tuple[int, int]], targets: list[int], prefix: str, is_positive: bool) -> dict[str, Any]:
    places = [(tree, node, target) for tree, node in leaves for target in targets]
    weights = draw.values((len(places),), "float32", ("small",)) / numpy.float32(4)
    if is_positive:
        weights = numpy.abs(weights) / 2
    trees, nodes, ids = (list(column) for column in zip(*places, strict=True))
    return {f"{prefix}_treeids": trees, f"{prefix}_nodeids": nodes, f"{prefix}_ids": ids, f"{prefix}_weights": weights}


def _finish(net: LearnedNet, given: dict[str, Any], kind: str) -> dict[str, Any]:
    """Makes the floats lists or tensors, as the type of the input wants it."""
    made: dict[str, Any] = {}
    for name, value in given.items():
        if name in ("nodes_values", "class_weights", "target_weights", "base_values"):
            if net.learned >= 3 and kind == "float64":
                made[f"{name}_as_tensor"] = numpy_helper.from_array(numpy.array(value, kind))
            else:
                made[name] = numpy.asarray(value).tolist()
        else:
            made[name] = value
    return made


def _classifier(draw: Draw) -> Case:
    net = LearnedNet(draw, 1, 3)
    features, classes = draw.integer(1, 4), draw.choice((3, 2, 4))
    x = _inputs(draw, net, features, ("float32", "float32", "int64", "int32", *(("float64",) if net.learned >= 3 else ())))
    trees = _trees(draw, features)
    with_tracks = any(node.tracks for tree in trees for node in tree.all())
    given, leaves = _nodes(trees, with_tracks or draw.flag(0.2))
    targets = [draw.below(2)] if classes == 2 and draw.flag() else list(range(classes))
    given |= _weights(draw, leaves, targets, "class", draw.flag())
    if draw.flag(0.3):
        given["base_values"] = draw.values((draw.choice((classes, 1)),), "float32", ("small",)).tolist()
    given |= {"classlabels_int64s": labels(draw, classes), "post_transform": draw.choice(TRANSFORMS)}
    kind = str(net.inputs[0][1].dtype)
    node = net.learned_node("TreeEnsembleClassifier", [x], 2, **_finish(net, given, kind))
    return net.case(node, close_scores(net))


def _regressor(draw: Draw) -> Case:
    net = LearnedNet(draw, 1, 3)
    features, targets = draw.integer(1, 4), draw.choice((1, 2, 3))
    x = _inputs(draw, net, features, ("float32", "float32", "int64", "int32", *(("float64",) if net.learned >= 3 else ())))
    trees = _trees(draw, features)
    with_tracks = any(node.tracks for tree in trees for node in tree.all())
    given, leaves = _nodes(trees, with_tracks or draw.flag(0.2))
    given |= _weights(draw, leaves, list(range(targets)), "target", draw.flag())
    if draw.flag(0.3):
        given["base_values"] = draw.values((targets,), "float32", ("small",)).tolist()
    given |= {
        "n_targets": targets,
        "aggregate_function": draw.choice((None, "SUM", "AVERAGE", "MIN", "MAX")),
        "post_transform": draw.choice(TRANSFORMS),
    }
    kind = str(net.inputs[0][1].dtype)
    node = net.learned_node("TreeEnsembleRegressor", [x], **_finish(net, given, kind))
    return net.case(node, close_scores(net))


def _indexed(trees: list[_Node], sets: dict[int, Array], kind: str) -> dict[str, Any]:
    """Returns the attributes of TreeEnsemble; `sets` has the members that nodes ask for, by their identity."""
    nodes = [node for tree in trees for node in tree.all() if node.below]
    leaves = [node for tree in trees for node in tree.all() if not node.below]
    places = {id(node): i for each in (nodes, leaves) for i, node in enumerate(each)}
    modes = [_MEMBER if id(node) in sets else _MODES.index(node.mode) for node in nodes]
    members = [number for node in nodes if id(node) in sets for number in (*sets[id(node)], numpy.nan)]
    given: dict[str, Any] = {
        "tree_roots": [places[id(tree)] for tree in trees],
        "nodes_featureids": [node.feature for node in nodes],
        "nodes_splits": numpy_helper.from_array(numpy.array([node.value for node in nodes], kind)),
        "nodes_modes": numpy_helper.from_array(numpy.array(modes, numpy.uint8)),
    }
    for i, side in enumerate(("true", "false")):
        given[f"nodes_{side}nodeids"] = [places[id(node.below[i])] for node in nodes]
        given[f"nodes_{side}leafs"] = [int(not node.below[i].below) for node in nodes]
    if any(node.tracks for node in nodes):
        given["nodes_missing_value_tracks_true"] = [node.tracks for node in nodes]
    if members:
        given["membership_values"] = numpy_helper.from_array(numpy.array(members, kind))
    return given


def _ensemble(draw: Draw) -> Case:
    net = LearnedNet(draw, 5)
    features, targets = draw.integer(1, 4), draw.choice((1, 2, 3))
    x = _inputs(draw, net, features, ("float32", "float32", "float64"))
    kind = str(net.inputs[0][1].dtype)
    trees = [tree for tree in _trees(draw, features) if tree.below]
    if not trees:
        raise draw.reject()
    sets = {}
    if draw.flag(0.3):
        for node in (node for tree in trees for node in tree.all()):
            if node.below and draw.flag(0.5):
                sets[id(node)] = numpy.array(draw.permutation(9)[: draw.integer(1, 4)]) - 4
    given = _indexed(trees, sets, kind)
    count = sum(not node.below for tree in trees for node in tree.all())
    given |= {
        "leaf_targetids": [draw.below(targets) for _ in range(count)],
        "leaf_weights": numpy_helper.from_array((draw.values((count,), "float32", ("small",)) / 4).astype(kind)),
        "n_targets": targets,
        "aggregate_function": draw.choice((None, 1, 0, 2, 3)),
        "post_transform": draw.choice((None, 0, 1, 2, 3, 4)),
    }
    tags = ["swapped transformation"] if given["post_transform"] in (1, 2) else []
    tags += ["float64"] if kind == "float64" and given["post_transform"] else []
    tags += ["negative members"] if any(members.min() < 0 for members in sets.values()) else []
    return net.case(net.learned_node("TreeEnsemble", [x], **given), close_scores(net), tags)


OPERATORS: dict[str, Generator] = {
    "TreeEnsemble": _ensemble,
    "TreeEnsembleClassifier": _classifier,
    "TreeEnsembleRegressor": _regressor,
}
