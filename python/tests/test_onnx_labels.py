# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Labels of trees without their scores, against onnxruntime, and the check that compiles them by default."""

from __future__ import annotations

import itertools
from typing import Any

import numpy
import pytest

pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper
from test_onnx_learned import check, expected, grown, model_of, node

import tirc
from tirc_frontends.onnx_rewrites.operators import forest_signs

_ROWS = numpy.random.default_rng(4).standard_normal((60, 4)).round(1).astype(numpy.float32)


def _trees(rows_of_leaves: Any, trees: int, depth: int, classes: list[int], **more: Any) -> Any:
    """Returns a classifier of full trees whose leaves take the rows in turn; each row has a weight for each of the classes."""
    random = numpy.random.default_rng(5)
    inner = 2**depth - 1
    at = [(tree, place) for tree in range(trees) for place in range(2 * inner + 1)]
    every = [(tree, place, target) for tree, place in at if place >= inner for target in range(len(classes))]
    leaves = itertools.cycle(rows_of_leaves)
    rows = {(tree, place): next(leaves) for tree, place in at if place >= inner}
    return node(
        "TreeEnsembleClassifier",
        2,
        nodes_treeids=[tree for tree, _ in at],
        nodes_nodeids=[place for _, place in at],
        nodes_featureids=random.integers(0, _ROWS.shape[1], len(at)).tolist(),
        nodes_modes=["BRANCH_LEQ" if place < inner else "LEAF" for _, place in at],
        nodes_values=random.choice(_ROWS.reshape(-1), len(at)).tolist(),
        nodes_truenodeids=[2 * place + 1 for _, place in at],
        nodes_falsenodeids=[2 * place + 2 for _, place in at],
        class_treeids=[tree for tree, _, _ in every],
        class_nodeids=[place for _, place, _ in every],
        class_ids=[classes[target] for _, _, target in every],
        class_weights=[float(rows[tree, place][target]) for tree, place, target in every],
        **more,
    )


# A loop over many trees, and none over few; all leaves are votes, most of them, half of them, or none. Votes are counted in 32
# or 64 bits, or not; other leaves in bits that are lost; two leaves take 16 bits, and four of them 32.
@pytest.mark.parametrize(
    ("targets", "mixed", "votes", "trees", "depth"),
    [
        (3, 0, 9, 3, 3),
        (3, 0, 9, 10, 2),
        (3, 0, 9, 40, 3),
        (9, 0, 27, 40, 1),
        (40, 0, 120, 4, 3),
        (3, 1, 9, 10, 3),
        (10, 4, 30, 10, 3),
        (5, 300, 315, 16, 6),
        (10, 4, 30, 30, 3),
        (3, 40, 9, 3, 3),
        (20, 1, 60, 10, 3),
    ],
)
def test_most_votes_or_the_greatest_sum_are_the_label(targets: int, mixed: int, votes: int, trees: int, depth: int) -> None:
    random = numpy.random.default_rng(targets + mixed)
    parts = random.dirichlet([0.3] * targets, mixed)
    # Few targets get most votes.
    every = numpy.concatenate([parts, numpy.eye(targets), numpy.eye(targets)[[1] * votes]])
    rows = (random.permutation(every) / trees).astype(numpy.float32)
    labels = [3 * target + 1 for target in range(targets)]
    made = _trees(rows, trees, depth, list(range(targets)), classlabels_int64s=labels)
    check(model_of([made], _ROWS, ["y"]), _ROWS)


# Chances, with sums of exactly a half; numbers of both signs, also with a base; both classes may be the one with weights.
@pytest.mark.parametrize(
    ("kind", "base", "weighted", "trees"),
    [("votes", 0.0, 1, 10), ("chances", 0.0, 1, 40), ("chances", 0.0, 0, 10), ("signs", -0.3, 0, 10), ("signs", 0.0, 1, 40), ("votes", 0.0, 1, 2)],
)
def test_trees_that_change_nothing_are_left_out(kind: str, base: float, weighted: int, trees: int) -> None:
    random = numpy.random.default_rng(6)
    weights = {"votes": random.integers(0, 2, 23), "chances": random.random(23).round(1), "signs": random.standard_normal(23)}[kind]
    rows = (weights[:, None] / trees).astype(numpy.float32)
    more = {"base_values": [base]} if base else {}
    check(model_of([_trees(rows, trees, 3, [weighted], classlabels_int64s=[0, 1], **more)], _ROWS, ["y"]), _ROWS)


@pytest.mark.parametrize("base", [0.0, 0.25])
@pytest.mark.parametrize("scale", [1.0, -1.0])
def test_a_stop_never_changes_the_label(scale: float, base: float) -> None:
    """Of all leaves that trees may reach together, also those with sums next to the threshold."""
    random = numpy.random.default_rng(7)
    weights = [(scale * random.random(3) / 6).astype(numpy.float32) for _ in range(6)]
    weights[3][0] = weights[4][1] = 0
    found = forest_signs.stops(weights, numpy.float32(base), numpy.float32(0.5 * scale), 1000)
    assert found
    stopped = 0
    for leaves in itertools.product(*weights):
        totals = list(itertools.accumulate(leaves, lambda total, weight: numpy.float32(total + weight)))
        is_above = numpy.float32(totals[-1] + numpy.float32(base)) > 0.5 * scale
        for stop in found:
            total = totals[stop.trees - 1]
            assert stop.above is None or total < stop.above or is_above
            assert stop.below is None or total > stop.below or not is_above
            stopped += (stop.above is not None and total >= stop.above) or (stop.below is not None and total <= stop.below)
    assert stopped > 3**6 // 2


@pytest.mark.parametrize("outputs", [["y"], ["y", "z"]])
@pytest.mark.parametrize("form", ["code", "tables"])
def test_the_check_takes_forests(form: str, outputs: list[str]) -> None:
    """It gives kernels numbers that trees do not count, and tells where they read."""
    x = _ROWS[:1, :2].copy()
    model = model_of([grown(3, [0.1], 10)], x, outputs)
    expected(model, x)
    compiled = tirc.compile(model, trees=form, check="fast")
    assert compiled.report.json["check"]["kernels"]


def test_the_check_takes_the_places_of_the_least_numbers() -> None:
    """Where a kernel reads depends on a place of 32 bits, which is one of the row."""
    x = numpy.random.default_rng(1).standard_normal((1, 40)).astype(numpy.float32)
    count = helper.make_tensor("k", 7, [1], [5])
    nodes = [helper.make_node("TopK", ["x", "k"], ["values", "y"], "node", largest=0)]
    model = model_of(nodes, x, ["y"], [count])
    check(model, x)
    assert tirc.compile(model, check="fast").report.json["check"]["kernels"]


@pytest.mark.parametrize("kind", [numpy.float32, numpy.int16])
def test_few_features_are_read_once(kind: Any) -> None:
    """Of a tree that visits more nodes than there are features."""
    nodes = [helper.make_node("Cast", ["x"], ["features"], "cast", to=1)] if kind == numpy.int16 else []
    rows = numpy.random.default_rng(2).random((60, 1))
    made = _trees(rows, 1, 5, [1], classlabels_int64s=[0, 1])
    made.input[0] = "features" if nodes else "x"
    x = (_ROWS[:1] * 10).astype(kind)
    model = model_of([*nodes, made], x, ["y"])
    expected(model, x)
    text = tirc.compile(model, trees="code", model_name="m").files["tvmgen_m.c"].decode()
    assert 1 <= text.count("= input[") + text.count(")input[") <= 4
