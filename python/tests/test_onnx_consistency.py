# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nodes whose inputs and attributes do not fit together. onnxruntime refuses all of them, but for the axis that is there
twice."""

from __future__ import annotations

import re
from typing import Any

import pytest

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")

from tirc_frontends.onnx_rewrites import consistency, naming, rules  # noqa: E402
from tirc_frontends.refused import Refused  # noqa: E402


def _model(text: str, opset: int) -> Any:
    return onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : {opset}]> net {text}')


# The opset, the nodes, and what is wrong.
_WRONG = {
    "few perm": (21, "y = Transpose<perm = [0]>(x)", "its perm has 1 numbers, and its input 3 axes"),
    "few axes of a slice": (7, "y = Slice<starts = [0, 0], ends = [1, 1], axes = [1]>(x)", "axes has incorrect length"),
    "many steps": (13, "y = Slice(x, one, one, one, two)", "steps has incorrect length"),
    "few ends": (13, "y = Slice(x, two, one)", "ends"),
    "few pads": (7, "y = Pad<pads = [1, 2, 3]>(x)", "pads"),
    "many pads": (21, "y = Pad(x, five)", "Pads has incorrect number of values"),
    "few pads of a convolution": (22, "y = Conv<pads = [0, 0, 0]>(image, w)", "pads has incorrect size"),
    "many strides": (22, "y = MaxPool<kernel_shape = [2, 2], strides = [1, 1, 1]>(image)", "strides has incorrect size"),
    "a short kernel": (22, "y = AveragePool<kernel_shape = [2]>(image)", "kernel_shape has incorrect size"),
    "a large kernel": (22, "y = AveragePool<kernel_shape = [9, 9]>(image)", "the shape of its result is 1x2x-3x-3"),
    "few scales": (19, "y = Resize(x, , scales)", "Number of elements of input 'scales'"),
    "few factors": (22, "y = InstanceNormalization(image, short, short)", "its input 'short' has the shape 1, and there are 2"),
    "few numbers of a bias": (22, "y = Conv(image, w, short)", "its input 'short' has the shape 1, and there are 3 channels"),
    "few numbers of a layer": (14, "y = RNN<hidden_size = 2>(x, v, u, b)", "its input 'b' has the shape 1x3, and the"),
    "another size of a layer": (14, "y = RNN<hidden_size = 3>(x, v, u)", "its hidden_size is 3, and its input 'u' is for 2"),
    "large steps": (
        22,
        'y = AveragePool<kernel_shape = [1, 1], strides = [1, 4], auto_pad = "SAME_UPPER">(wide)',
        "with auto_pad=SAME_UPPER, the windows of 1 in steps of 4 leave out numbers at both ends",
    ),
    "an axis of a reduction": (10, "y = ReduceSum<axes = [5]>(x)", "axis"),
    "an axis of a normalisation": (13, "y = MeanVarianceNormalization<axes = [102]>(x)", "it has the axis 102, and there are 3"),
    "an axis of a slice": (7, "y = Slice<starts = [0], ends = [1], axes = [9]>(x)", "axis"),
    "an axis that is added twice": (11, "y = Unsqueeze<axes = [1, 1]>(x)", "duplicates"),
    "another number of elements": (21, "y = Reshape(x, five)", "the shape of its result is 1x2x3x4x5"),
    "an axis of numbers that are set": (16, "y = ScatterElements<axis = 7>(x, places, z)", "it has the axis 7, and there are 3"),
    "an axis twice": (18, "y = ReduceMean(x, both)", "one of its axes 0, -3 is there twice"),
}


@pytest.mark.parametrize("name", _WRONG)
def test_what_does_not_fit_together_is_refused(name: str) -> None:
    opset, text, message = _WRONG[name]
    model = _model(
        "(float[2,3,4] x, float[1,2,5,5] image, float[1,2,5,7] wide, float[2,3,4] z, int64[2,3,4] places) => (float[N] "
        "result) <int64[1] one = {1}, int64[2] two = {1, 1}, int64[5] five = {1, 2, 3, 4, 5}, int64[2] both = {0, -3}, "
        "float[2] scales = {1, 2}, float[1] short = {1}, float[1,3] b = {1, 2, 3}, "
        "float[1,2,4] v = {1, 2, 3, 4, 5, 6, 7, 8}, float[1,2,2] u = {1, 2, 3, 4}> "
        f"{{ {text} result = Flatten(y) }}",
        opset,
    )
    model.graph.initializer.append(onnx.helper.make_tensor("w", onnx.TensorProto.FLOAT, [3, 2, 2, 2], [0.5] * 24))
    operators = naming.name_nodes(model.graph)
    with pytest.raises(Refused, match=re.escape(message)) as caught:
        consistency.check(model, operators)
    kind = model.graph.node[0].op_type
    assert str(caught.value).startswith(f"'y': {kind}: its inputs and attributes do not fit together: ")
    assert caught.value.operator == f"onnx.{kind}"
    # The model is as before.
    assert model.graph.output[0].type.tensor_type.shape.dim[0].dim_param == "N"


def test_a_wrong_shape_of_a_result_is_not_the_fault_of_a_node() -> None:
    model = _model(
        "(float[2] x, bool c) => (float[7] y) { y = If (c) <then_branch = g () => (float[1,M] a) { a = Abs(x) }, "
        "else_branch = g () => (float[N] b) { b = Neg(x) }> }",
        21,
    )
    consistency.check(model, naming.name_nodes(model.graph))


def test_a_node_after_one_whose_shape_is_not_inferred_is_right() -> None:
    """The standard's inference has a fault in this function."""
    text = "(float[1,2,3,3] x) => (float[1,2,3,3] y) { a = MeanVarianceNormalization(x) b = Relu(a) y = Add(a, b) }"
    model = _model(text, 13)
    consistency.check(model, naming.name_nodes(model.graph))


def test_a_rule_that_fails_refuses_the_node() -> None:
    model = _model(
        "(float[2,3] x) => (float[2,3] y) <int64[1] first = {0}, int64[2] ends = {2, 2}> { [net] y = Slice(x, first, ends) }",
        17,
    )
    with pytest.raises(Refused, match=r"'net': Slice: tirc does not support it in this form \(.*\); expected") as caught:
        rules.rewrite(model)
    assert caught.value.operator == "onnx.Slice"
