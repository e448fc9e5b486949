#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: a node of TreeEnsemble that asks whether a number is in a set (BRANCH_MEMBER) also accepts fractions,
# if the set has a negative member: 0.5, -0.5 and 2.5 are in {0, 2, -3}. None of them is in {0, 2, 3}.
#
# One would guess that a set has the same rule for all of its members: a number is in it if it is equal to one. With a
# negative member, onnxruntime cuts off the fraction of the number that it looks for.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


def members_of(values, numbers):
    """Returns the numbers for which a single node takes its first branch."""

    def floats(*given):
        return numpy_helper.from_array(numpy.array(given, numpy.float32))

    node = helper.make_node(
        "TreeEnsemble", ["x"], ["y"], domain="ai.onnx.ml", n_targets=1, tree_roots=[0], nodes_featureids=[0],
        nodes_splits=floats(0), nodes_modes=numpy_helper.from_array(numpy.array([6], numpy.uint8)),
        membership_values=floats(*values, numpy.nan), nodes_truenodeids=[0], nodes_trueleafs=[1], nodes_falsenodeids=[1],
        nodes_falseleafs=[1], leaf_targetids=[0, 0], leaf_weights=floats(1, 0),
    )
    ends = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", 1])] for name in "xy"]
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 5)]
    model = helper.make_model(helper.make_graph([node], "set", *ends), opset_imports=opsets, ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    x = numpy.array(numbers, numpy.float32).reshape(-1, 1)
    return [number for number, y in zip(numbers, session.run(None, {"x": x})[0].ravel()) if y]


numbers = [-3.5, -3, -0.5, 0, 0.5, 1, 2, 2.5, 3]
for values, expected in (
    ([0, 2, 3], [0, 2, 3]),
    ([0, 2, -3], [-3.5, -3, -0.5, 0, 0.5, 2, 2.5]),
    ([-1, -3], [-3.5, -3]),
):
    found = members_of(values, numbers)
    print(f"of {numbers}, in {values}: {found}")
    assert found == expected
PYTHON
