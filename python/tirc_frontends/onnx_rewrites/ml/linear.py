# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LinearClassifier and LinearRegressor."""

from __future__ import annotations

import numpy

from ..graph import Node
from . import scores as scores_of
from .scores import floats, labels, num_features, rows, transformed, write_labels, write_scores, write_second_class


def _product(node: Node, targets: int, intercepts: numpy.ndarray) -> str:
    """Returns the product of the input and the coefficients, which has a column for each target, plus the intercepts."""
    coefficients, count = floats(node, "coefficients"), num_features(node)
    if len(coefficients) < targets * count:
        raise node.refused(
            f"it has {len(coefficients)} coefficients; expected {targets} times the {count} features: export the model again"
        )
    # onnxruntime reads as many as it needs, as in the example that its own package has.
    weights = node.literal(coefficients[: targets * count].reshape(targets, count))
    bias = [node.literal(intercepts)] if len(intercepts) else []
    return node.emit("Gemm", rows(node), weights, *bias, transB=1)


def regressor(node: Node) -> None:
    targets, intercepts = int(node.attributes.get("targets", 1)), floats(node, "intercepts")
    # onnxruntime leaves out intercepts of another number.
    found = _product(node, targets, intercepts if len(intercepts) == targets else intercepts[:0])
    transform = node.text("post_transform", "NONE")
    is_transformed = targets > 1 or transform == "PROBIT"
    transformed(node, found, transform if is_transformed else "NONE", out=node.outputs[0])


def classifier(node: Node) -> None:
    intercepts, numbers = floats(node, "intercepts"), labels(node, "classlabels_ints")
    targets, transform = len(intercepts), node.text("post_transform", "NONE")
    if targets == 1:
        found = _product(node, 1, intercepts)
        has_two = len(numbers) == 2
        write_labels(node, scores_of.is_positive(node, found), numbers if has_two else [0, 1])
        if has_two:
            write_second_class(node, found, transform, is_chance=True)
        else:
            write_scores(node, found, "PROBIT" if transform == "PROBIT" else "NONE")
        return
    if targets != len(numbers) or not targets:
        raise node.refused(f"it has {targets} intercepts, and {len(numbers)} labels; expected as many: export the model again")
    found = _product(node, targets, intercepts)
    write_labels(node, scores_of.greatest(node, found), numbers)
    write_scores(node, found, transform)
