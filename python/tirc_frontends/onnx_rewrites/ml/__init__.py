# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of the domain ai.onnx.ml, as operators of the standard and a few of our own (schemas.py)."""

from __future__ import annotations

from typing import Any

import onnx
from onnx import helper

from ..graph import Node, Rule, opset_of, rewrite_graph, used_in
from . import features, linear, schemas, trees, vectors
from .integers import keep_integers
from .texts import leave_out

DOMAIN = "ai.onnx.ml"
_RULES: dict[str, Rule] = {
    "ArrayFeatureExtractor": features.extractor,
    "Binarizer": features.binarizer,
    "FeatureVectorizer": features.vectorizer,
    "Imputer": features.imputer,
    "LabelEncoder": features.label_encoder,
    "LinearClassifier": linear.classifier,
    "LinearRegressor": linear.regressor,
    "Normalizer": features.normalizer,
    "OneHotEncoder": features.one_hot,
    "SVMClassifier": vectors.classifier,
    "SVMRegressor": vectors.regressor,
    "Scaler": features.scaler,
    "TreeEnsemble": trees.ensemble,
    "TreeEnsembleClassifier": trees.classifier,
    "TreeEnsembleRegressor": trees.regressor,
}


def expand(model: Any) -> Any:
    """Returns the model, whose values have types, without these operators; its values have types again. Raises Refused."""
    if not any(opset.domain == DOMAIN for opset in model.opset_import):
        return model
    schemas.register()
    _drop_unused_scores(model.graph)
    keep_integers(model.graph)
    if not any(opset.domain in ("", "ai.onnx") for opset in model.opset_import):
        # What the operators become is the standard's.
        model.opset_import.append(helper.make_opsetid("", opset_of(model)))
    model.opset_import.append(helper.make_opsetid(schemas.DOMAIN, 1))
    rules = {operator: _when_known(rule) for operator, rule in _RULES.items()}
    while rewrite_graph(model.graph, opset_of(model), rules, domain=DOMAIN):
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    rewrite_graph(model.graph, opset_of(model), _RULES, domain=DOMAIN)
    kept = [opset for opset in model.opset_import if opset.domain != DOMAIN]
    del model.opset_import[:]
    model.opset_import.extend(kept)
    return model


def _drop_unused_scores(graph: Any) -> None:
    """Drops the scores of classifiers where only the labels are wanted, which may take less to find."""
    wanted = used_in(graph) | {value.name for value in graph.output}
    for node in graph.node:
        if node.domain == DOMAIN and node.op_type.endswith("Classifier") and len(node.output) == 2 and node.output[1] not in wanted:
            del node.output[1]


def with_form(model: Any, form: str) -> Any:
    """Returns the model, whose trees are computed in this form: code, tables or auto."""
    for node in model.graph.node:
        if node.op_type == schemas.FOREST and node.domain == schemas.DOMAIN:
            node.attribute.append(helper.make_attribute("form", form))
    return model


def _when_known(rule: Rule) -> Rule:
    """Returns the rule for nodes whose inputs have types; other types depend on nodes that are still replaced."""

    def apply(node: Node) -> None:
        if all(node.values.shape(name) is not None and node.values.kind(name) for name in node.inputs if name):
            rule(node)

    return apply


__all__ = ["DOMAIN", "expand", "leave_out"]
