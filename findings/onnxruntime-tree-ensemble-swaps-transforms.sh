#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: TreeEnsemble takes SOFTMAX and LOGISTIC for each other.
#
# The standard's TreeEnsemble (ai.onnx.ml 5) has its transformation as a number: 1 is SOFTMAX and 2 is LOGISTIC, as in the
# list of the older operators' names. onnxruntime numbers its own list, in which LOGISTIC comes first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import defs, helper, numpy_helper

SCORES = numpy.float32([0, 1])
described = defs.get_schema("TreeEnsemble", 5, "ai.onnx.ml").attributes["post_transform"].description
assert "'SOFTMAX' (1), 'LOGISTIC' (2)" in described, described


def run(transform):
    """Two trees whose leaves all have the same weight, for one of two targets."""
    node = helper.make_node(
        "TreeEnsemble", ["x"], ["y"], domain="ai.onnx.ml", post_transform=transform, n_targets=2, tree_roots=[0, 1],
        nodes_featureids=[0, 0], nodes_modes=numpy_helper.from_array(numpy.zeros(2, numpy.uint8)),
        nodes_splits=numpy_helper.from_array(numpy.zeros(2, numpy.float32)), nodes_truenodeids=[0, 2], nodes_trueleafs=[1, 1],
        nodes_falsenodeids=[1, 3], nodes_falseleafs=[1, 1], leaf_targetids=[0, 0, 1, 1],
        leaf_weights=numpy_helper.from_array(numpy.repeat(SCORES, 2)),
    )
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", 1, [1, 1])], [helper.make_tensor_value_info("y", 1, [1, 2])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 5)], ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": numpy.zeros((1, 1), numpy.float32)})[0][0]


softmax = numpy.exp(SCORES) / numpy.exp(SCORES).sum()
logistic = 1 / (1 + numpy.exp(-SCORES))
for number, name, says, does in ((1, "SOFTMAX", softmax, logistic), (2, "LOGISTIC", logistic, softmax)):
    found = run(number)
    print(f"post_transform={number} ({name} in the standard) of the scores {SCORES}: {found}, expected {says}")
    assert numpy.allclose(found, does)
PYTHON
