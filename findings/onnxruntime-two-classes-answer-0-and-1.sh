#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: TreeEnsembleClassifier of the labels 10 and 20 answers 0 and 1 if its leaves have weights for both classes.
#
# `classlabels_int64s` has the numbers that the operator answers with. One would guess that it answers with one of them. If there
# are two labels and the leaves name both classes, it answers with 0 and 1, in the sign of the scores rather than in their order:
# with the scores 0.9 and 0.1, it chooses 1. With three labels, or with leaves of one class only, it answers with the labels. The
# evaluator of onnx 1.23.2 answers with the labels each time.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import TensorProto, helper, reference


def answer(labels, weights):
    """Runs a tree of two leaves, each with a weight for each of its classes, for a feature that reaches the first, then the second."""
    members = [(leaf, kind, weight) for leaf, row in enumerate(weights, 1) for kind, weight in row.items()]
    node = helper.make_node(
        "TreeEnsembleClassifier", ["x"], ["label", "scores"], domain="ai.onnx.ml",
        nodes_treeids=[0, 0, 0], nodes_nodeids=[0, 1, 2], nodes_featureids=[0, 0, 0], nodes_values=[0.5, 0.0, 0.0],
        nodes_modes=["BRANCH_LEQ", "LEAF", "LEAF"], nodes_truenodeids=[1, 0, 0], nodes_falsenodeids=[2, 0, 0],
        nodes_hitrates=[1.0, 1.0, 1.0], nodes_missing_value_tracks_true=[0, 0, 0],
        class_treeids=[0] * len(members), class_nodeids=[leaf for leaf, _, _ in members],
        class_ids=[kind for _, kind, _ in members], class_weights=[weight for _, _, weight in members],
        classlabels_int64s=labels, post_transform="NONE")
    graph = helper.make_graph(
        [node], "tree", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 1])],
        [helper.make_tensor_value_info("label", TensorProto.INT64, [2]),
         helper.make_tensor_value_info("scores", TensorProto.FLOAT, [2, len(labels)])])
    model = helper.make_model(
        graph, ir_version=9, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)])
    x = {"x": numpy.array([[0], [1]], numpy.float32)}
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    runtime = [result.round(6).tolist() for result in session.run(None, x)]
    standard = [result.round(6).tolist() for result in reference.ReferenceEvaluator(model).run(None, x)]
    print(f"labels {labels}, weights {weights}: onnxruntime {runtime}, onnx {standard}")
    assert [numpy.allclose(a, b) for a, b in zip(runtime[1], standard[1])] == [True, True]
    return runtime[0], standard[0]


assert answer([10, 20], [{0: 0.9, 1: 0.1}, {0: 0.2, 1: 0.8}]) == ([1, 1], [10, 20])
assert answer([10, 20], [{0: -0.9, 1: -0.1}, {0: 0.2, 1: 0.8}]) == ([0, 1], [20, 20])
assert answer([10, 20, 30], [{0: 0.9, 1: 0.1}, {0: 0.2, 1: 0.8}]) == ([10, 20], [10, 20])
assert answer([10, 20], [{0: 0.8}, {0: 0.2}]) == ([20, 10], [20, 10])
PYTHON
