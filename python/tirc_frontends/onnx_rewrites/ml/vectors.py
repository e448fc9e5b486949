# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SVMClassifier and SVMRegressor."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy
import onnx
from onnx import helper

from ..graph import Node
from . import couplings, schemas
from . import scores as scores_of
from .scores import beside, floats, labels, num_features, rows, write_labels, write_scores, write_second_class

_T = onnx.TensorProto


def _kernel(node: Node, vectors: numpy.ndarray) -> str:
    """Returns the kernel of each row of the input with each support vector."""
    kind = node.text("kernel_type", "LINEAR")
    parameters = floats(node, "kernel_params")
    if len(parameters) not in (0, 3):
        raise node.refused(f"its kernel_params has {len(parameters)} numbers; expected gamma, coef0 and degree: export the model again")
    gamma, offset, degree = parameters if len(parameters) else numpy.zeros(3, numpy.float32)
    x, known = rows(node), node.literal(vectors)
    if kind == "RBF":
        distances = f"{node.outputs[-1] or node.outputs[0]}/distances"
        made = helper.make_node(schemas.SQUARED_DISTANCES, [x, known], [distances], node.proto.name, domain=schemas.DOMAIN)
        node.replacement.append(made)
        return node.emit("Exp", node.emit("Mul", distances, node.literal(-gamma)))
    if kind == "LINEAR":
        return node.emit("Gemm", x, known, transB=1)
    found = node.emit("Gemm", x, known, node.literal(numpy.array([offset], numpy.float32)), alpha=float(gamma), transB=1)
    if kind == "SIGMOID":
        return node.emit("Tanh", found)
    if degree in (2, 3):
        square = node.emit("Mul", found, found)
        return square if degree == 2 else node.emit("Mul", square, found)
    return node.emit("Pow", found, node.literal(degree))


def _vectors(node: Node, count: int) -> numpy.ndarray:
    vectors, features = floats(node, "support_vectors"), num_features(node)
    if len(vectors) != count * features:
        raise node.refused(
            f"its support_vectors has {len(vectors)} numbers; expected {count} vectors of the {features} features: export the "
            "model again"
        )
    return vectors.reshape(count, features)


def _linear(node: Node, targets: int) -> str:
    """Returns the scores of a model without support vectors."""
    coefficients, rho, features = floats(node, "coefficients"), floats(node, "rho"), num_features(node)
    if len(coefficients) != targets * features or not len(rho):
        raise node.refused(
            f"it has {len(coefficients)} coefficients and {len(rho)} rho; expected {targets} times the {features} features, and "
            "a rho: export the model again"
        )
    return node.emit("Gemm", rows(node), node.literal(coefficients.reshape(targets, features)), node.literal(rho[:1]), transB=1)


def regressor(node: Node) -> None:
    count, rho = int(node.attributes.get("n_supports", 0)), floats(node, "rho")
    if count:
        coefficients = floats(node, "coefficients")
        if len(coefficients) != count or not len(rho):
            raise node.refused(f"it has {len(coefficients)} coefficients and {len(rho)} rho; expected {count}, and one: export the model again")
        found = _kernel(node, _vectors(node, count))
        found = node.emit("Gemm", found, node.literal(coefficients.reshape(1, count)), node.literal(rho[:1]), transB=1)
    else:
        found = _linear(node, 1)
    if node.attributes.get("one_class", 0):
        above = node.emit("Greater", found, node.literal(numpy.float32(0)))
        found = node.emit("Where", above, node.literal(numpy.float32(1)), node.literal(numpy.float32(-1)))
    node.emit("Identity", found, out=node.outputs[0])


@dataclasses.dataclass(frozen=True)
class _Machine:
    """A classifier with support vectors: how many each class has, and the pairs of classes."""

    node: Node
    counts: Sequence[int]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(itertools.combinations(range(len(self.counts)), 2))

    def scores(self) -> str:
        """Returns a score for each pair of classes. The vectors of a class have coefficients for each other class."""
        node, classes, total = self.node, len(self.counts), sum(self.counts)
        coefficients, rho = floats(node, "coefficients"), floats(node, "rho")
        if len(coefficients) != (classes - 1) * total or len(rho) != len(self.pairs):
            raise node.refused(
                f"it has {len(coefficients)} coefficients and {len(rho)} rho; expected {(classes - 1) * total} and "
                f"{len(self.pairs)}: export the model again"
            )
        table = coefficients.reshape(classes - 1, total)
        kernel = _kernel(node, _vectors(node, total))
        if classes == 2:
            return node.emit("Gemm", kernel, node.literal(table), node.literal(rho), transB=1)
        ends = numpy.cumsum(self.counts).tolist()
        sums = []
        for start, end in zip([0, *ends], ends, strict=False):
            part = node.slice(kernel, [start], [end], [1])
            sums.append(node.emit("Gemm", part, node.literal(table[:, start:end]), transB=1))
        joined = beside(node, *sums)
        sides = [[i * (classes - 1) + j - 1 for i, j in self.pairs], [j * (classes - 1) + i for i, j in self.pairs]]
        total_of_pairs = node.emit("Add", *(node.take(joined, side, 1) for side in sides))
        return node.emit("Add", total_of_pairs, node.literal(rho))

    def votes(self, found: str) -> str:
        """Returns how many pairs each class wins, as floats."""
        node, classes = self.node, len(self.counts)
        wins = numpy.zeros((len(self.pairs), classes), numpy.float32)
        least = numpy.zeros(classes, numpy.float32)
        for place, (i, j) in enumerate(self.pairs):
            wins[place, i] += 1
            wins[place, j] -= 1
            least[j] += 1
        above = node.cast(node.emit("Greater", found, node.literal(numpy.float32(0))), _T.FLOAT)
        return node.emit("Gemm", above, node.literal(wins), node.literal(least))


    def probabilities(self, found: str) -> str:
        """Returns the probabilities of the classes."""
        a, b = (floats(self.node, name) for name in ("prob_a", "prob_b"))
        if len(a) != len(self.pairs) or len(b) != len(self.pairs):
            raise self.node.refused(
                f"it has {len(a)} prob_a and {len(b)} prob_b; expected {len(self.pairs)}: export the model again"
            )
        return couplings.probabilities(self.node, found, a, b, self.pairs, len(self.counts))


def classifier(node: Node) -> None:
    numbers, transform = labels(node, "classlabels_ints"), node.text("post_transform", "NONE")
    counts = [int(count) for count in node.attributes.get("vectors_per_class", ())]
    if len(numbers) < 2 or (counts and len(counts) != len(numbers)) or not all(counts):
        raise node.refused(
            f"it has {len(numbers)} classes, and {len(counts)} numbers of vectors; expected at least 2 classes, with vectors "
            "each: export the model again"
        )
    if not counts:
        _write_linear(node, numbers, transform)
        return
    machine = _Machine(node, counts)
    found = machine.scores()
    write_labels(node, scores_of.greatest(node, machine.votes(found), are_counts=True), numbers)
    if len(floats(node, "prob_a")):
        write_scores(node, machine.probabilities(found), transform)
    elif len(numbers) == 2:
        write_second_class(node, found, transform, is_chance=transform != "NONE")
    else:
        write_scores(node, found, transform)


def _write_linear(node: Node, numbers: list[int], transform: str) -> None:
    found = _linear(node, len(numbers))
    places = scores_of.greatest(node, found)
    if len(numbers) == 2:
        is_all_positive = bool((floats(node, "coefficients") >= 0).all())
        most = node.reduce("ReduceMax", found, 1)
        threshold = node.literal(numpy.float32(0.5 if is_all_positive else 0))
        above = node.emit("GreaterOrEqual" if is_all_positive else "Greater", most, threshold)
        places = node.emit("Where", above, node.literal(numpy.int64(1)), places)
    write_labels(node, places, numbers)
    write_scores(node, found, transform)
